"""Builds native code as its users do: a downstream module against the installed package, the core from its sources."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETUP = """
import sys

import omaha_fast
from Cython.Build import cythonize
from setuptools import Extension, setup

source = sys.argv.pop()
unit = Extension(source.rpartition(".")[0], [source], include_dirs=[omaha_fast.get_include()])
setup(name=unit.name, ext_modules=cythonize([unit]))
"""


def build(folder, source="native_user.pyx"):
    """The built and imported module of tests/native; folder is where it is built."""
    shutil.copy(ROOT / "tests" / "native" / source, folder)
    (folder / "setup.py").write_text(SETUP)
    build_in_place(folder, "-q", options=[source])
    name = source.rpartition(".")[0]
    path = folder / f"{name}{sysconfig.get_config_var('EXT_SUFFIX')}"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build_core(folder, *options, before=(), **environment):
    """Build a copy of the package in folder, which an interpreter finds it in; what the build printed."""
    for name in ("src", "omaha_fast"):
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return build_in_place(folder, *before, options=options, **environment)


def build_in_place(folder, *before, options=(), **environment):
    """Run its setup.py; what that printed."""
    command = [sys.executable, "setup.py", *before, "build_ext", "--inplace", *options]
    environment = {**os.environ, **environment}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]
    return done.stdout
