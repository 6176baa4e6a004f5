"""The README's Python and Cython examples do what they say."""

import importlib.util
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

import omaha_fast as of

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
RESULTS = re.compile(r"^(of\.[^#]+?)\s+# ('[^']+'|[\d.]+)", re.MULTILINE)


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_first_example():
    """Each line's comment begins with its result; three dots stand for further digits."""
    found = RESULTS.findall(blocks("python")[0])
    assert len(found) == 4
    for call, expected in found:
        result = eval(call, {"of": of})
        if expected.endswith("..."):
            assert str(result).startswith(expected[:-3])
        else:
            assert repr(result) == expected


def test_the_other_examples_run(tmp_path, monkeypatch):
    """One after the other, as a reader would type them; what the last one writes is read again."""
    monkeypatch.chdir(tmp_path)
    names = {"of": of}
    for code in blocks("python")[1:]:
        exec(code, names)
    assert names["table"].players[0].stack + names["table"].players[1].stack > 0
    assert [path.name for path in tmp_path.iterdir()] == ["session.phhs"]
    (record,) = names["read_history"]("session.phhs")
    assert names["replay"](record).verdict == "exact"


def test_the_cython_example(tmp_path):
    pytest.importorskip("Cython")
    (code,) = blocks("cython")
    (tmp_path / "strongest.pyx").write_text(code)
    command = [sys.executable, "-m", "Cython.Build.Cythonize", "-i", "strongest.pyx"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    path = tmp_path / f"strongest{sysconfig.get_config_var('EXT_SUFFIX')}"
    spec = importlib.util.spec_from_file_location("strongest", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    deck = np.random.default_rng(4).permutation(52).astype(np.uint8)
    holes, board = deck[:40].reshape(10, 4).copy(), deck[40:45].copy()
    assert module.strongest(holes, board) == max(of.evaluate(hole, board) for hole in holes)
    for wrong in (52, board[0], holes[3, 1]):
        bad = holes.copy()
        bad[3, 0] = wrong
        with pytest.raises(ValueError, match="card"):
            module.strongest(bad, board)
    with pytest.raises(ValueError, match="3 cards"):
        module.strongest(holes[:, :3].copy(), board)
