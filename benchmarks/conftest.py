"""What the benchmarks share."""

import native_build
import pytest


@pytest.fixture(scope="session")
def native(tmp_path_factory):
    """The downstream Cython module of the tests: a loop in C over the native interface."""
    return native_build.build(tmp_path_factory.mktemp("native"))
