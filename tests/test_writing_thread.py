"""Property evidence: whatever another thread writes to the arrays meanwhile, a batch answers or refuses. Here in the
installed package, and as arm64 code under an emulator; test_sanitizer.py does it under the sanitizers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")

PROGRAM = Path(__file__).with_name("writing_thread.py")
ROOT = Path(__file__).resolve().parent.parent
ARM64 = os.environ.get("OMAHA_FAST_ARM64", "")


def verify_clean(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("clean ")
    return done.stdout


@pytest.mark.skipif(os.name == "nt", reason="allocates with the libc")
def test_a_batch_answers_or_refuses():
    verify_clean([sys.executable, "-P", PROGRAM, "5", "1"])


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / "src").is_dir(), reason="needs the sources")
@pytest.mark.skipif(not ARM64, reason="needs OMAHA_FAST_ARM64, see CONTRIBUTING.md")
def test_arm64_under_an_emulator(tmp_path):
    """There a position in no bits leads far outside the tables: UndefinedBehaviorSanitizer traps it."""
    compiler = "aarch64-linux-gnu-gcc"
    if not shutil.which("qemu-aarch64") or not shutil.which(compiler):
        pytest.skip(f"needs qemu-aarch64 and {compiler}")
    root, package = Path(ARM64), tmp_path / "omaha_fast"
    (python,) = root.glob("usr/bin/python3.[0-9]*")
    shutil.copytree(ROOT / "omaha_fast", package)
    unit = tmp_path / "_core.c"
    cython = [sys.executable, "-m", "cython", "-I", "src", "-I", ".", "src/_core.pyx", "-o", unit]
    subprocess.run(cython, cwd=ROOT, check=True)
    checks = ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
    headers = [
        "-Isrc",
        "-Iomaha_fast",
        "-isystem",
        root / "usr/include",
        f"-I{root}/usr/include/{python.name}",
    ]
    files = [unit, *(ROOT / "src").glob("*.c"), "-o", package / "_core.so"]
    build = [compiler, "-shared", "-fPIC", "-O1", *checks, *headers, *files]
    subprocess.run(build, cwd=ROOT, check=True)
    libraries = ":".join(f"/usr/lib/aarch64-linux-gnu/{name}" for name in ("blas", "lapack"))
    settings = ["-E", f"PYTHONPATH={tmp_path}", "-E", f"LD_LIBRARY_PATH={libraries}"]
    run = ["qemu-aarch64", "-L", root, *settings, python, "-P", PROGRAM, "120", "1"]
    assert verify_clean(run).startswith("clean neon")
