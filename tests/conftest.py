"""Switches of the test run, and the planting of wrong table entries."""

import ctypes
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="run the tests that take minutes, too")
    parser.addoption(
        "--editable", action="store_true", help="allow omaha_fast to be imported from the checkout"
    )


def pytest_configure(config):
    """Test what is installed, not a source tree with leftovers of an earlier build in it."""
    spec = find_spec("omaha_fast")
    if spec is None:
        pytest.exit("omaha_fast is not installed here: pip install it first", returncode=4)
    package = Path(spec.origin).resolve()
    in_checkout = package.is_relative_to(CHECKOUT) and "site-packages" not in package.parts
    if in_checkout and not config.getoption("--editable"):
        pytest.exit(
            f"omaha_fast would be imported from the checkout ({package}), not from an installed "
            "wheel: install it and call `pytest`, not `python -m pytest`; for an editable install "
            "pass --editable",
            returncode=4,
        )


def pytest_collection_modifyitems(config, items):
    if config.getoption("--slow"):
        return
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="slow: needs --slow"))


@pytest.fixture
def planted():
    """planted(table, row, column, value=...): a context in which one table entry is wrong.

    The core hands its tables out read-only, so this writes at the address of the entry. It proves
    that a check looks: a check that still passes with a wrong entry checks nothing.
    """
    from omaha_fast import _core

    np = pytest.importorskip("numpy")
    types = {"int16": ctypes.c_int16, "uint16": ctypes.c_uint16, "uint8": ctypes.c_uint8}

    @contextmanager
    def plant(table, *where, value):
        array = np.asarray(_core._probe.tables()[table])
        offset = sum(index * stride for index, stride in zip(where, array.strides, strict=True))
        entry = types[array.dtype.name].from_address(array.__array_interface__["data"][0] + offset)
        right = entry.value
        assert right != value, "this would plant the right value"
        entry.value = value
        try:
            assert array[where] == value
            yield
        finally:
            entry.value = right

    return plant
