"""Fixed workloads. Each benchmark of a group does the same work, so that the ratios in the table are the result."""

import numpy as np

ROWS = 1 << 14


def deals(hole_cards, board_cards=5, rows=ROWS, seed=1):
    """Random rows without repeats: uint8 (rows, hole_cards) and (rows, board_cards)."""
    rng = np.random.default_rng([seed, hole_cards, board_cards])
    cards = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (rows, 1)), axis=1)
    return cards[:, :hole_cards].copy(), cards[:, hole_cards : hole_cards + board_cards].copy()
