"""Differential evidence in C: every kernel variant against plain C on random deals and random bytes, in arrays that end
to the byte; here under AddressSanitizer, and as arm64 code under an emulator."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

import omaha_fast as of
from omaha_fast import _core

np = pytest.importorskip("numpy")

TESTS = Path(__file__).resolve().parent
SOURCES = TESTS.parent / "src"
X86 = "sse2" in of.build_info()["variants"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SOURCES.is_dir(), reason="needs the sources"),
]


def compiled(folder, compiler, *flags, sources=SOURCES):
    """The program that compares the variants, for another processor perhaps."""
    if not shutil.which(compiler):
        pytest.skip(f"needs {compiler}")
    program = folder / "kernel_check"
    files = [
        TESTS / "native" / "kernel_check.c",
        sources / "dispatch.c",
        *sources.glob("kernels_*.c"),
    ]
    command = [compiler, *flags, f"-I{sources}", *files, "-o", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode and "sanitize" in " ".join(flags) and "cannot find" in done.stderr:
        pytest.skip("the compiler has no sanitizer")
    assert done.returncode == 0, done.stderr
    return program


def checked(folder, program, rounds, before=(), seed=1):
    """Status and output of a run with the tables of the installed core, and the variants it compared."""
    names = subprocess.run(
        [*before, program], capture_output=True, text=True, check=True
    ).stdout.split()
    size = int(names.pop())
    tables = folder / "tables"
    # The tables begin with the rows (src/tables.h).
    start = np.asarray(_core._probe.tables()["rows"]).__array_interface__["data"][0]
    tables.write_bytes(ctypes.string_at(start, size))
    command = [*before, program, tables, str(seed), str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr, names


def test_every_variant_under_the_sanitizers(tmp_path):
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    program = compiled(tmp_path, "cc", "-O1", *checks)
    status, output, names = checked(tmp_path, program, 3000)
    assert (status, output) == (0, "equal\n")
    assert tuple(names) == of.build_info()["variants"]


def test_another_compiler_makes_the_same(tmp_path):
    """clang wants to be told about the variants in its own way."""
    program = compiled(tmp_path, "clang", "-O2", "-Werror")
    status, output, names = checked(tmp_path, program, 3000)
    assert (status, output) == (0, "equal\n")
    assert tuple(names) == of.build_info()["variants"]


def test_an_array_that_is_read_too_far_is_found(tmp_path):
    """The sanitizer looks: one byte more than the hands have."""
    sources = tmp_path / "src"
    shutil.copytree(SOURCES, sources)
    rows = sources / "rows.h"
    text = rows.read_text()
    spoiled = text.replace(
        "row_is_bad(row_at(holes, i, hole_count),",
        "row_is_bad(row_at(holes, i, hole_count) + 1,",
        1,
    )
    assert spoiled != text
    rows.write_text(spoiled)
    program = compiled(tmp_path, "cc", "-O1", "-fsanitize=address", sources=sources)
    status, output, _ = checked(tmp_path, program, 200)
    assert status != 0
    assert "heap-buffer-overflow" in output


@pytest.mark.skipif(not X86, reason="cross-compiles")
@pytest.mark.parametrize(
    ("checks", "rounds"),
    [
        ([], 10_000),
        # What is undefined ends the program.
        (["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"], 2000),
    ],
)
def test_neon_under_an_emulator(tmp_path, checks, rounds):
    program = compiled(tmp_path, "aarch64-linux-gnu-gcc", "-O2", "-static", *checks)
    if not shutil.which("qemu-aarch64"):
        pytest.skip("needs qemu-aarch64")
    status, output, names = checked(tmp_path, program, rounds, ["qemu-aarch64"])
    assert (status, output, names) == (0, "equal\n", ["neon", "plain"])


@pytest.mark.skipif(not X86, reason="cross-compiles")
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("#define b_max vmaxq_u8", "#define b_max vminq_u8"),
        ("vqtbl2q_u8(t.high, vsubq_u8(index, vdupq_n_u8(64)))", "vdupq_n_u8(0)"),
        ("vst1q_s16((int16_t *)p + 8, second);", "vst1q_s16((int16_t *)p + 8, first);"),
        ("#define m_gt vcgtq_s16", "#define m_gt vcgeq_s16"),
    ],
)
def test_a_wrong_operation_of_neon_is_found(tmp_path, right, wrong):
    sources = tmp_path / "src"
    shutil.copytree(SOURCES, sources)
    layer = sources / "vec16.h"
    assert right in layer.read_text()
    layer.write_text(layer.read_text().replace(right, wrong))
    program = compiled(tmp_path, "aarch64-linux-gnu-gcc", "-O1", "-static", sources=sources)
    if not shutil.which("qemu-aarch64"):
        pytest.skip("needs qemu-aarch64")
    status, output, _ = checked(tmp_path, program, 2000, ["qemu-aarch64"])
    assert status == 1
    assert "neon differs from plain" in output
