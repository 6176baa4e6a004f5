"""The native interface, from a downstream module that is compiled against the installed package."""

import random

import native_build
import numpy as np
import pytest

import omaha_fast as of
from omaha_fast import _core


@pytest.fixture(scope="module")
def native(tmp_path_factory):
    return native_build.build(tmp_path_factory.mktemp("native"))


def test_functions_are_exported_to_c():
    """A .pxd in the wrong folder builds without complaint and dies at run time: the capsule table tells."""
    assert set(_core.__pyx_capi__) == {
        "evaluate_cards",
        "evaluate_hilo_cards",
        "evaluate_hilo_masks",
        "evaluate_low_cards",
        "evaluate_low_masks",
        "evaluate_masks",
    }


@pytest.mark.parametrize("hole_cards", [4, 5, 6])
@pytest.mark.parametrize("board_cards", [3, 4, 5])
def test_every_function_agrees_with_python(native, hole_cards, board_cards):
    rng = random.Random(hole_cards * 10 + board_cards)
    for _ in range(200):
        deal = rng.sample(range(52), hole_cards + board_cards)
        hole, board = bytes(deal[:hole_cards]), bytes(deal[hole_cards:])
        high, low = of.evaluate_hilo(hole, board)
        assert native.all_ways(hole, board) == (*(high, low, high, low, high, low, high, low),)


def test_a_loop_without_the_gil_sums_what_python_sums(native):
    rng = np.random.default_rng(5)
    deals = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (500, 1)), axis=1)
    holes, boards = deals[:, :4].copy(), deals[:, 4:9].copy()
    pairs = [of.evaluate_hilo(h.tolist(), b.tolist()) for h, b in zip(holes, boards, strict=True)]
    assert native.sum_strengths(holes, boards) == sum(high for high, _ in pairs)
    assert native.sum_hilo_strengths(holes, boards) == (
        sum(high for high, _ in pairs),
        sum(low for _, low in pairs),
    )
