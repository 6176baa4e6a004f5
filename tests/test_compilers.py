"""Unit evidence: every compiler at hand takes every C file without a warning, and the kernels want little stack."""

import re
import runpy
import shutil
import subprocess
import sysconfig

import native_build
import pytest

SOURCES = native_build.ROOT / "src"
if not SOURCES.is_dir():
    pytest.skip("needs the sources", allow_module_level=True)

FILES = sorted(SOURCES.glob("*.c"))
# Intrinsics are functions, with arguments of their types, from the first level on.
STRICT = ["-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-O1", "-fsyntax-only"]
# What of a C library MSVC's headers would declare; the rest are the compiler's own.
STRING_H = """
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
"""


def complaints(compiler, *flags, files=FILES):
    """Warnings and errors of the compiler."""
    if not shutil.which(compiler):
        pytest.skip(f"needs {compiler}")
    command = [compiler, *STRICT, *flags, *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = [line for line in done.stderr.splitlines() if re.search("(warning|error): ", line)]
    assert found or done.returncode == 0, done.stderr
    return found


@pytest.mark.parametrize(
    "compiler", ["gcc", "clang", "aarch64-linux-gnu-gcc", "x86_64-w64-mingw32-gcc"]
)
def test_no_file_makes_a_compiler_warn(compiler):
    assert complaints(compiler) == []


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_clang_takes_every_file_for_the_interface_of_msvc(machine, tmp_path):
    """As clang-cl does; with a stand-in for its headers, of which none are needed but this one."""
    (tmp_path / "string.h").write_text(STRING_H)
    target = f"--target={machine}-pc-windows-msvc"
    assert complaints("clang", target, "-ffreestanding", "-isystem", tmp_path) == []


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_no_header_makes_a_compiler_warn_in_the_bridge(compiler, tmp_path):
    python = sysconfig.get_paths()["include"]
    source = tmp_path / "bridge.c"
    source.write_text(
        '#include "pyint.h"\n#include "arrow_abi.h"\n#include "bits.h"\n#include "kernels.h"\n'
        "int small(PyObject *item);\n"
        "int small(PyObject *item) { return of_small_int(item); }\n"
    )
    flags = ["-isystem", python, f"-I{SOURCES}"]
    assert complaints(compiler, *flags, files=[source]) == []


def test_a_sign_conversion_is_seen(tmp_path):
    source = tmp_path / "wrong.c"
    source.write_text("long wrong(unsigned by);\nlong wrong(unsigned by) { return -1 * by; }\n")
    (found,) = complaints("gcc", files=[source])
    assert "[-Wsign-conversion]" in found


# ------------------------------------------------------------------------------------ stack

MOST = 64 * 1024  # musl gives a thread 128 KB


@pytest.mark.slow
@pytest.mark.parametrize(
    ("compiler", "kind", "machine"),
    [
        ("gcc", "gcc", "x86-64"),
        ("clang", "clang", "x86-64"),
        ("aarch64-linux-gnu-gcc", "gcc", "arm64"),
    ],
)
def test_no_function_takes_much_stack(compiler, kind, machine, tmp_path):
    """Compiled as they are when the package is built."""
    pytest.importorskip("Cython")
    if not shutil.which(compiler):
        pytest.skip(f"needs {compiler}")
    compile_flags = runpy.run_path(str(native_build.ROOT / "setup.py"))["compile_flags"]
    frames = {}
    for source in FILES:
        flags = [*compile_flags(kind, machine, source.name), "-fPIC", "-fstack-usage"]
        command = [compiler, *flags, "-c", source, "-o", tmp_path / f"{source.stem}.o"]
        subprocess.run(command, check=True)
    for usage in tmp_path.glob("*.su"):
        for line in usage.read_text().splitlines():
            function, size, _ = line.split("\t")
            frames[usage.stem, function] = int(size)
    assert sum("kernel_rows" in function for _, function in frames) >= 2
    assert {where: size for where, size in frames.items() if size > MOST} == {}
