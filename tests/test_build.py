"""Unit evidence: what setup.py compiles each file with, and that what it builds gives the same answers."""

import itertools
import os
import re
import runpy
import shutil
import subprocess
import sys
from types import SimpleNamespace

import native_build
import pytest

import omaha_fast as of

pytest.importorskip("Cython")
if not (native_build.ROOT / "setup.py").is_file():
    pytest.skip("needs the sources", allow_module_level=True)

BUILD = runpy.run_path(str(native_build.ROOT / "setup.py"), run_name="setup")
FILES = sorted(path.name for path in (native_build.ROOT / "src").glob("*.c"))
KERNELS = [name for name in FILES if name.startswith("kernels_")]
KINDS, MACHINES = ("gcc", "clang", "msvc", ""), ("x86-64", "arm64", "")
CASES = [*itertools.product(KINDS, MACHINES, ["_core.c", *FILES])]
VARIANTS = of.build_info()["variants"]
HERE = "x86-64" if "sse2" in VARIANTS else "arm64" if "neon" in VARIANTS else ""


def flags(kind, machine, source, debug=False, sanitize=False):
    return BUILD["compile_flags"](kind, machine, source, debug, sanitize)


# ---------------------------------------------------------------------------------------- the flags


def test_each_compiler_gets_flags_that_it_knows():
    for kind, machine, source in CASES:
        for debug, sanitize in ((False, False), (True, False), (True, True)):
            given = flags(kind, machine, source, debug, sanitize)
            assert all(flag.startswith("/") == (kind == "msvc") for flag in given)
            if {"-fno-gcse", "-fno-gcse-after-reload", "-fno-tree-sra", "-fpeel-loops"} & {*given}:
                assert kind == "gcc"
            if "-mllvm" in given:
                assert (kind, machine) == ("clang", "x86-64")
                assert source in KERNELS


def test_the_kernels_are_compiled_without_what_costs_and_gains_nothing():
    for source in KERNELS:
        if source != "kernels_plain.c":
            for machine in MACHINES:
                given = flags("gcc", machine, source)
                assert {"-O3", "-g0", "-fno-gcse", "-fno-gcse-after-reload"} <= {*given}
    assert {"-mllvm", "-x86-cmov-converter=0"} <= {*flags("clang", "x86-64", "kernels_avx2.c")}


def test_plain_is_fast_where_it_is_all_there_is():
    for kind in ("gcc", "clang", ""):
        assert "-O3" in flags(kind, "", "kernels_plain.c")
        for machine in ("x86-64", "arm64"):
            given = flags(kind, machine, "kernels_plain.c")
            assert {"-O1", "-ftree-vectorize"} <= {*given}
            assert "-O3" not in given


def test_the_bridge_is_always_optimised_in_full():
    for kind, machine, source in CASES:
        if source in ("_core.c", "dispatch.c"):
            assert ("/O2" if kind == "msvc" else "-O3") in flags(kind, machine, source)


def test_debug_keeps_symbols_and_assertions():
    for kind, machine, source in CASES:
        given = flags(kind, machine, source, debug=True)
        assert given == (["/Od", "/Z7"] if kind == "msvc" else ["-O1", "-g", "-UNDEBUG"])
        checked = flags(kind, machine, source, debug=True, sanitize=True)
        assert kind == "msvc" or "-fsanitize=address,undefined" in checked
    assert BUILD["link_flags"]("gcc", debug=True, sanitize=False) == []
    assert BUILD["link_flags"]("gcc", True, True) == ["-fsanitize=address,undefined"]
    assert BUILD["link_flags"]("msvc", False, False) == []


# ------------------------------------------------------------------------------------ the compiler


def described(*command, kind="unix"):
    return BUILD["describe"](SimpleNamespace(compiler_type=kind, compiler_so=[*command]))


@pytest.mark.parametrize(
    ("command", "kind", "machine"),
    [
        ("gcc", "gcc", HERE),
        ("clang", "clang", HERE),
        ("aarch64-linux-gnu-gcc", "gcc", "arm64"),
        ("x86_64-w64-mingw32-gcc", "gcc", "x86-64"),
    ],
)
def test_the_compiler_says_what_it_is(command, kind, machine, tmp_path):
    if not shutil.which(command) or (command == "gcc" and sys.platform == "darwin"):
        pytest.skip(f"needs {command}")
    assert described(command, "-pthread", "-Wall") == (kind, machine)
    # Whatever its name: on macOS gcc is clang.
    if os.name == "posix":
        (tmp_path / "gcc").symlink_to(shutil.which(command))
        assert described(tmp_path / "gcc")[0] == kind


def test_a_compiler_that_does_not_say_is_none_in_particular():
    assert described(sys.executable, "-c", "raise SystemExit(1)") == ("", "")
    assert described("cl.exe", kind="msvc") == ("msvc", "")


# -------------------------------------------------------------------------------- what comes of it


def signature(folder, variant=""):
    """That of the core in folder, and what compiled the kernels in use."""
    code = (
        f"import sys; sys.path.insert(0, {str(folder)!r})\n"
        "import omaha_fast as of\n"
        "from omaha_fast.cli import main\n"
        "print(of.build_info()['compiler'], of._core.__file__)\n"
        "main(['bench', '--signature'])"
    )
    environment = {**os.environ, "OMAHA_FAST_VARIANT": variant}
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    compiler, file, answer = re.fullmatch(r"(\w+) \S+ (.*)\n(\w+)\n", done.stdout).groups()
    assert file.startswith(str(folder))
    return answer, compiler


@pytest.fixture(scope="module")
def known():
    """The signature of the installed core."""
    command = [sys.executable, "-P", "-m", "omaha_fast", "bench", "--signature"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 3])
def test_one_by_one_or_side_by_side(tmp_path, known, jobs):
    output = native_build.build_core(tmp_path, "-j", str(jobs))
    assert f"compiling {1 + len(FILES)} files, {jobs} at a time" in output
    for source in ["build/src/_core.c", *(f"src/{name}" for name in FILES)]:
        assert re.search(rf"^compiled {source} \(\d+\.\d s\)$", output, re.MULTILINE)
    assert signature(tmp_path)[0] == known


@pytest.mark.slow
@pytest.mark.parametrize("variable", ["CC", "OMAHA_FAST_CLANG"])
def test_clang_builds_the_same(tmp_path, known, variable):
    """All of it, or only what it makes faster."""
    if not shutil.which("clang") or not shutil.which("gcc"):
        pytest.skip("needs gcc and clang")
    environment = {"CC": "gcc", variable: "clang"}
    output = native_build.build_core(tmp_path, before=["-q"], **environment)
    assert "compiled" not in output
    for variant in VARIANTS:
        by_clang = variable == "CC" or variant in ("avx2", "sse2")
        assert signature(tmp_path, variant) == (known, "clang" if by_clang else "gcc")


@pytest.mark.slow
def test_a_file_that_does_not_compile_stops_the_build(tmp_path):
    with pytest.raises(AssertionError, match="error"):
        native_build.build_core(tmp_path, CC=f"{sys.executable} -c raise_SystemExit")
