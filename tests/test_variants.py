"""Unit evidence: which kernel variant is in use, and that each is made of the instructions it may use."""

import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

import omaha_fast as of

VARIANTS = of.build_info()["variants"]
SOURCES = Path(__file__).resolve().parent.parent / "src"
# Compiled as in setup.py in the long run; without much optimisation, and much faster, in the short one.
LEVELS = ["-O1", pytest.param("-O3", marks=pytest.mark.slow)]


def in_a_new_interpreter(code, variant):
    environment = {**os.environ, "OMAHA_FAST_VARIANT": variant}
    return subprocess.run(
        [sys.executable, "-P", "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


# ------------------------------------------------------------------------------------- the one chosen


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_environment_forces_a_variant(variant):
    done = in_a_new_interpreter(
        "import omaha_fast as of; print(of.build_info()['variant'])", variant
    )
    assert (done.stdout, done.stderr) == (f"{variant}\n", "")


def test_an_empty_choice_is_none():
    done = in_a_new_interpreter("import omaha_fast as of; print(of.build_info()['variant'])", "")
    assert done.stdout == f"{VARIANTS[0]}\n"


@pytest.mark.parametrize("name", ["avx1024", "AVX2", "plain ", "sse2,plain"])
def test_an_unknown_variant_is_refused(name):
    done = in_a_new_interpreter("import omaha_fast", name)
    assert done.returncode == 1
    expected = f"ImportError: OMAHA_FAST_VARIANT is {name!r}: expected one of {', '.join(VARIANTS)}"
    assert expected in done.stderr


def test_the_variants_are_those_of_the_processor():
    assert VARIANTS[-1] == "plain"
    assert set(VARIANTS) <= {"avx512", "avx2", "sse2", "neon", "plain"}
    try:
        flags = Path("/proc/cpuinfo").read_text().split()
    except OSError:
        pytest.skip("the system does not list what the processor has")
    if "sse2" in VARIANTS:
        assert ("avx2" in VARIANTS) == ("avx2" in flags)
        wide = {"avx512f", "avx512bw", "avx512vl", "avx512_vbmi", "avx512vbmi"}
        assert ("avx512" in VARIANTS) == (len(wide & set(flags)) == 4)


def test_the_build_is_told():
    info = of.build_info()
    assert set(info) == {"variant", "variants", "compiler", "cython"}
    assert re.fullmatch(r"(gcc|clang|msvc) \d+(\.\d+)?", info["compiler"])
    assert re.fullmatch(r"3\.\d+\.\d+", info["cython"])


# ------------------------------------------------------------------------------- the instructions of each

# What x86 processors learned after SSE2 and before AVX (all of that begins with v). tzcnt is not among them: compilers
# write it for bsf, which is what processors without it execute.
LATER = re.compile(
    r"v.*|addsubp[sd]|hadd.*|hsub.*|lddqu|mov(ddup|shdup|sldup)|fisttp.*|"  # SSE3
    r"pabs.*|palignr|phadd.*|phsub.*|pmaddubsw|pmulhrsw|pshufb|psign.*|"  # SSSE3
    r"p?blend.*|dpp[sd]|extractps|insertps|movntdqa|mpsadbw|packusdw|pcmp(eqq|gtq|.str.)|pext|pextr[bdq]|pinsr[bdq]|phminposuw|"
    r"p(max|min)(sb|sd|ud|uw)|pmov[sz]x.*|pmul(dq|ld)|ptest|round.*|crc32.*|"  # SSE4.1, SSE4.2
    r"popcnt|lzcnt|andn|bextr|bls.*|bzhi|mulx|pdep|rorx|s[ah][lr]x"  # ABM, BMI
)


@pytest.fixture(scope="module", params=LEVELS)
def disassembled(request, tmp_path_factory):
    """disassembled(variant): the instructions of its object file, by name with their operands."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if not compiler or not shutil.which("objdump") or not SOURCES.is_dir():
        pytest.skip("needs a C compiler, objdump and the sources")
    if "sse2" not in VARIANTS:
        pytest.skip("reads x86 instructions")
    folder, known = tmp_path_factory.mktemp("objects"), {}

    def disassembled(variant):
        if variant not in known:
            source, target = SOURCES / f"kernels_{variant}.c", folder / f"{variant}.o"
            command = [compiler, request.param, "-fPIC", "-c", source, "-o", target]
            subprocess.run(command, check=True)
            listing = subprocess.run(
                ["objdump", "-d", "--no-show-raw-insn", target],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            lines = re.findall(r"^ +[0-9a-f]+:\t(\S+)(.*)$", listing, re.MULTILINE)
            assert len(lines) > 1000
            known[variant] = lines
        return known[variant]

    return disassembled


def registers(instructions):
    """The kinds of vector registers that are used."""
    return {
        kind for _, operands in instructions for kind in re.findall("%([xyz]mm|k[1-7])", operands)
    }


@pytest.mark.parametrize("variant", ["plain", "sse2"])
def test_the_baseline_needs_nothing_beyond_sse2(disassembled, variant):
    later = {name for name, _ in disassembled(variant) if LATER.fullmatch(name)}
    assert not later
    assert registers(disassembled(variant)) <= {"xmm"}


def test_the_names_of_later_instructions_are_recognised(disassembled):
    """Otherwise the test above could pass for another reason."""
    assert {"vpshufb", "vpmaxub", "blsr"} <= {
        name for name, _ in disassembled("avx2") if LATER.fullmatch(name)
    }
    for name in ("pshufb", "popcnt", "pmaxuw", "ptest", "vmovdqa"):
        assert LATER.fullmatch(name)
    for name in (
        "pshufd",
        "pshuflw",
        "pmaxsw",
        "pmaxub",
        "pminub",
        "pextrw",
        "pinsrw",
        "bsf",
        "tzcnt",
        "packuswb",
    ):
        assert not LATER.fullmatch(name)


def test_avx2_has_its_registers_and_no_wider_ones(disassembled):
    assert registers(disassembled("avx2")) == {"xmm", "ymm"}
    assert any(name == "vpshufb" and "%ymm" in operands for name, operands in disassembled("avx2"))


def test_avx512_has_its_registers(disassembled):
    assert {"zmm", "k1"} <= registers(disassembled("avx512"))
    # The look-up in 128 bytes that VBMI brought.
    assert {"vpermi2b", "vpermt2b"} & {name for name, _ in disassembled("avx512")}


# ------------------------------------------------------------------------------------ what each is good for

TIMED = """
import random, statistics, time
from array import array
from omaha_fast._core import Batch
rng = random.Random(1)
live = [card for card in range(52) if card not in (0, 5, 10, 15, 48)]
hands = b"".join(bytes(rng.sample(live, 4)) for _ in range(16384))
holes, high = memoryview(hands).cast("B", (16384, 4)), array("H", bytes(32768))
batch = Batch(holes, bytes((0, 5, 10, 15, 48)), high, None)
times = []
for _ in range(301):
    began = time.perf_counter()
    batch.run(0, 16384)
    times.append(time.perf_counter() - began)
print(statistics.median(times))
"""


@pytest.mark.slow
def test_each_variant_beats_the_one_before():
    """On one board, by 1.3 or more; medians of runs that take turns. Plain C is for processors without the others."""
    vectors = [name for name in VARIANTS if name != "plain"]
    times = {name: [] for name in vectors}
    for _ in range(7):
        for name in vectors:
            done = in_a_new_interpreter(TIMED, name)
            assert done.returncode == 0, done.stderr
            times[name].append(float(done.stdout))
    medians = [statistics.median(times[name]) for name in vectors]
    for name, better, worse in zip(vectors, medians, medians[1:], strict=False):
        assert worse / better >= 1.3, f"{name}: {worse / better:.2f} times the one before"
