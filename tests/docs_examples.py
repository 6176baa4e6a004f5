"""The files of docs/ for their tests."""

import doctest
import importlib.util
import os
import re
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))
# A block, and what it prints if a block of text follows.
BLOCK = re.compile(r"```(\w+)\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL)
OUTPUT = doctest.OutputChecker()
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
ENV = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


def load(name):
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / "examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
