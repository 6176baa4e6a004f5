"""Build the native core: one extension, its files compiled side by side. All else is in pyproject.toml.

OMAHA_FAST_DEBUG=1       assertions and symbols, little optimisation
OMAHA_FAST_SANITIZE=1    the same under AddressSanitizer and UndefinedBehaviorSanitizer (gcc, clang)
OMAHA_FAST_CLANG=clang   compile with this clang what it makes faster than gcc does: the release wheels
CC=clang                 another compiler for everything; `build_ext -j 1` compiles one file after the other
"""

import copy
import logging
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SANITIZE = os.environ.get("OMAHA_FAST_SANITIZE") == "1"
DEBUG = SANITIZE or os.environ.get("OMAHA_FAST_DEBUG") == "1"
CLANG = None if DEBUG else os.environ.get("OMAHA_FAST_CLANG")
# Equities by a tenth to a fifth. Calls from Python (by a quarter) and rows with AVX-512 (by a tenth) are gcc's.
FASTER_WITH_CLANG = {"kernels_avx2.c", "kernels_sse2.c"}


def describe(compiler):
    """(kind, machine) as the compiler itself says: gcc, clang, msvc or ""; x86-64, arm64 or ""."""
    if compiler.compiler_type == "msvc":
        return "msvc", ""
    command = [*compiler.compiler_so, "-dM", "-E", "-x", "c", "-"]
    done = subprocess.run(command, input="", capture_output=True, text=True, check=False)
    # One that refuses (clang for several machines at once) is treated as nothing in particular.
    macros = {line.split()[1] for line in done.stdout.splitlines() if line.startswith("#define ")}
    kinds = {"__clang__": "clang", "__GNUC__": "gcc"}  # in this order: clang defines both
    machines = {"__x86_64__": "x86-64", "__aarch64__": "arm64"}
    return tuple(next((of[m] for m in of if m in macros), "") for of in (kinds, machines))


def compile_flags(kind, machine, source, debug=DEBUG, sanitize=SANITIZE):
    """What to compile a file (its name) with; kind and machine as describe() gives them."""
    if kind == "msvc":
        return ["/Od", "/Z7"] if debug else ["/O2"]  # with /Zi all files would write to one
    if sanitize:
        checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        return ["-O1", "-g", "-UNDEBUG", "-fno-omit-frame-pointer", *checks]
    if debug:
        return ["-O1", "-g", "-UNDEBUG"]
    kernels, plain = source.startswith("kernels_"), source == "kernels_plain.c"
    # Python's own flags ask for symbols: a third of the time, for what the linker throws away.
    flags = ["-g0", "-fvisibility=hidden", "-O3"]
    if plain and machine:  # where it only runs when somebody asks for it
        flags[-1:] = ["-O1", "-ftree-vectorize"]
    if kind == "gcc":  # passes that take up to a third of the time, and nothing is faster for them
        flags += ["-fno-gcse", "-fno-gcse-after-reload"]
    if (
        kind == "gcc" and plain
    ):  # vectors that are arrays stay whole, and loops over them are unrolled
        flags += ["-fno-tree-sra", "-fpeel-loops"]
    if kernels and (kind, machine) == ("clang", "x86-64"):
        # Which pair is the best can't be predicted: with branches, rows take two to three times as long.
        flags += ["-mllvm", "-x86-cmov-converter=0"]
    return flags


def link_flags(kind, debug=DEBUG, sanitize=SANITIZE):
    """What to link with."""
    if kind == "msvc":
        return ["/DEBUG"] if debug else []
    if sanitize:
        return ["-fsanitize=address,undefined"]
    # Only the module's init is exported; the symbols of the rest would be most of the wheel.
    return [] if debug or sys.platform == "darwin" else ["-Wl,-s"]


class BuildSideBySide(build_ext):
    """Compiles each file by a call of its own, as many at a time as there are processors."""

    def build_extensions(self):
        usual, clang = copy.copy(self.compiler), copy.copy(self.compiler)
        if CLANG:
            clang.set_executables(compiler_so=[CLANG, *usual.compiler_so[1:]])
        affinity = getattr(os, "sched_getaffinity", lambda _: range(os.cpu_count() or 1))
        jobs = self.parallel if type(self.parallel) is int else len(affinity(0))

        def compile_one(source, options):
            began = time.perf_counter()
            name = Path(source).name
            compiler = clang if name in FASTER_WITH_CLANG else usual
            flags = compile_flags(*describe(compiler), name)
            objects = compiler.compile([source], **{**options, "extra_postargs": flags})
            self.announce(f"compiled {source} ({time.perf_counter() - began:.1f} s)", logging.INFO)
            return objects

        def compile_all(sources, **options):
            began = time.perf_counter()
            self.announce(f"compiling {len(sources)} files, {jobs} at a time", logging.INFO)
            with ThreadPoolExecutor(jobs) as pool:
                objects = pool.map(compile_one, sources, [options] * len(sources))
                objects = [name for names in objects for name in names]
            self.announce(f"compiled them in {time.perf_counter() - began:.1f} s", logging.INFO)
            return objects

        self.compiler.compile = compile_all
        for extension in self.extensions:
            extension.extra_link_args = link_flags(describe(usual)[0])
        super().build_extensions()


if __name__ == "__main__":
    core = Extension(
        "omaha_fast._core",
        # Every variant is compiled everywhere; its file is empty where it does not apply, and the import chooses.
        ["src/_core.pyx", *sorted(map(str, Path("src").glob("*.c")))],
        include_dirs=["src", "omaha_fast"],
        depends=[*map(str, Path("src").iterdir()), "omaha_fast/omaha_fast.h"],
    )
    setup(
        # Private .pxd files lie in src/, the public ones in the package; both are found from the root.
        ext_modules=cythonize([core], include_path=["src", "."], build_dir="build"),
        cmdclass={"build_ext": BuildSideBySide},
    )
