"""Build the native core. Everything else about the package is in pyproject.toml.

OMAHA_FAST_DEBUG=1     assertions and symbols, no optimisation
OMAHA_FAST_SANITIZE=1  the same under AddressSanitizer and UndefinedBehaviorSanitizer (gcc, clang)
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

debug = os.environ.get("OMAHA_FAST_DEBUG") == "1"
sanitize = os.environ.get("OMAHA_FAST_SANITIZE") == "1"

if sys.platform == "win32":
    compile_args = ["/Od", "/Zi"] if debug else ["/O2"]
    link_args = ["/DEBUG"] if debug else []
elif debug or sanitize:
    compile_args = ["-O1", "-g", "-UNDEBUG"]
    link_args = []
    if sanitize:
        checks = "-fsanitize=address,undefined"
        compile_args += [checks, "-fno-omit-frame-pointer", "-fno-sanitize-recover=undefined"]
        link_args += [checks]
else:
    # Only the module's init is exported; the symbols of the rest would be most of the wheel.
    compile_args = ["-O3", "-fvisibility=hidden"]
    link_args = [] if sys.platform == "darwin" else ["-Wl,-s"]

core = Extension(
    "omaha_fast._core",
    # Every variant is compiled everywhere; its file is empty where it does not apply, and the import chooses.
    ["src/_core.pyx", *sorted(map(str, Path("src").glob("*.c")))],
    include_dirs=["src"],
    depends=[str(path) for path in Path("src").iterdir()],
    extra_compile_args=compile_args,
    extra_link_args=link_args,
)

# Private .pxd files lie in src/, the public ones in the package; both are found from the root.
setup(ext_modules=cythonize([core], include_path=["src", "."], build_dir="build"))
