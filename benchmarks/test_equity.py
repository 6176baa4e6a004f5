"""Exact equities of known hands, no matchup twice in a measurement."""

import random

import pytest

import omaha_fast as of


def matchups(players, cards=4, board=0, count=8, seed=3):
    rng = random.Random(seed * 1000 + players * 10 + board)
    for _ in range(count):
        deal = rng.sample(range(52), players * cards + board)
        hands = [tuple(deal[i * cards : (i + 1) * cards]) for i in range(players)]
        yield hands, tuple(deal[players * cards :])


def every(rows, game):
    for hands, board in rows:
        of.equity(hands, board, game=game)


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
@pytest.mark.parametrize(("players", "board"), [(2, 0), (6, 0), (3, 3)])
def test_equity(benchmark, game, players, board):
    benchmark.group = f"8 equities, {players} players, {board} board cards"
    benchmark(every, list(matchups(players, board=board)), game)
