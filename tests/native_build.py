"""Builds native code as its users do: a downstream module against the installed package, the core from its sources."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tests" / "native" / "native_user.pyx"
SETUP = """
from Cython.Build import cythonize
from setuptools import Extension, setup
setup(name="native_user", ext_modules=cythonize([Extension("native_user", ["native_user.pyx"])]))
"""


def build(folder):
    """The built and imported module; folder is where it is built."""
    (folder / SOURCE.name).write_text(SOURCE.read_text())
    (folder / "setup.py").write_text(SETUP)
    build_in_place(folder, "-q")
    path = folder / f"native_user{sysconfig.get_config_var('EXT_SUFFIX')}"
    spec = importlib.util.spec_from_file_location("native_user", path)
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
