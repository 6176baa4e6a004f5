"""Every Python block and every shell line of the pages in docs/, with what they print."""

import contextlib
import doctest
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from docs_examples import BLOCK, DOCS, ENV, OUTPUT, PAGES

FILE_NAME = re.compile(r"(?:/\*|#) (\w+\.\w+)\b")


def blocks(page, language):
    """What is to be run, with what it prints: not the blocks that name a file."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [
        (code, shown)
        for name, code, shown in found
        if name == language and not FILE_NAME.match(code)
    ]


def files(page):
    """The blocks that name a file in their first line, by that name."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return {named[1]: code for _, code, _ in found if (named := FILE_NAME.match(code))}


def as_shown(shown, printed):
    """Three dots stand for anything; where nothing is shown, anything may be printed."""
    return not shown or OUTPUT.check_output(shown, printed, doctest.ELLIPSIS)


def finished(command, folder, shown="", **environment):
    """Status and output of a command; what it leaves running may still print what is shown, and is stopped."""
    output = folder / "output"
    with output.open("w") as out:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**ENV, **environment},
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status = process.wait(120)
            for _ in range(300):
                if status or as_shown(shown, output.read_text(encoding="utf-8")):
                    break
                time.sleep(0.1)
        finally:
            process.kill()
            if os.name != "nt":
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
    return status, output.read_text(encoding="utf-8")


@pytest.fixture
def examples(tmp_path):
    if (DOCS / "examples").is_dir():
        shutil.copytree(DOCS / "examples", tmp_path, dirs_exist_ok=True)
    for page in PAGES:
        for name, code in files(page).items():
            (tmp_path / name).write_text(code, encoding="utf-8")
    return tmp_path


def test_the_two_examples_have_their_pages():
    assert {"service.md", "learning.md"} <= {page.name for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_placeholder_is_left(page):
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"\b(?:SPEED|TODO|TBD|FIXME|XXX)\b|\?\?|<[a-z ]+>", text) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_a_page(page):
    """To files and headings of the project."""
    for link in re.findall(r"\]\((?!https:)([^)]+)\)", page.read_text(encoding="utf-8")):
        path, _, heading = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        if heading:
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in [title.lower().replace(" ", "-") for title in headings], link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_of_a_page(page, examples):
    """All blocks, one after another, in one namespace and an interpreter of their own."""
    if "numpy" in page.read_text(encoding="utf-8"):
        pytest.importorskip("numpy")
    found = blocks(page, "python")
    end = "-- end of a block --"
    script = examples / "page.py"
    script.write_text("".join(f"{code}\nprint({end!r})\n" for code, _ in found), encoding="utf-8")
    status, printed = finished([sys.executable, script.name], examples)
    assert status == 0, printed
    for (_, shown), part in zip(found, printed.split(f"{end}\n"), strict=False):
        assert as_shown(shown, part), part


@pytest.mark.parametrize(
    ("code", "shown"),
    [pytest.param(*block, id=page.name) for page in PAGES for block in blocks(page, "sh")],
)
def test_shell_of_a_page(code, shown, examples):
    """Each block by itself; what it leaves running in the background is stopped."""
    bash = shutil.which("bash")
    if bash is None or os.name == "nt":
        pytest.skip("needs a Unix shell")
    for library in ("Cython", "numba", "numpy"):
        if library in code:
            pytest.importorskip(library)
    path = os.pathsep.join([str(Path(sys.executable).parent), ENV.get("PATH", "")])
    status, printed = finished([bash, "-euc", code], examples, shown, PATH=path)
    assert status == 0, printed
    assert as_shown(shown, printed), printed
