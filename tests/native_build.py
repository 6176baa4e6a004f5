"""Builds the downstream module against the installed package, as a user of the native interface would."""

import importlib.util
import subprocess
import sys
import sysconfig
from pathlib import Path

SOURCE = Path(__file__).parent / "native" / "native_user.pyx"
SETUP = """
from Cython.Build import cythonize
from setuptools import Extension, setup
setup(name="native_user", ext_modules=cythonize([Extension("native_user", ["native_user.pyx"])]))
"""


def build(folder):
    """The built and imported module; folder is where it is built."""
    (folder / SOURCE.name).write_text(SOURCE.read_text())
    (folder / "setup.py").write_text(SETUP)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    path = folder / f"native_user{sysconfig.get_config_var('EXT_SUFFIX')}"
    spec = importlib.util.spec_from_file_location("native_user", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
