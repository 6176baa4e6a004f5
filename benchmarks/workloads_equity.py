"""Matchups to measure exact equity with: no two alike, so that nothing could be kept from one to the next."""

from typing import NamedTuple

import numpy as np
from workloads import deals

import omaha_fast as of
from omaha_fast import _core


class Workload(NamedTuple):
    """A row of the table: how many cards a hand holds, how many players, board cards, and whether the low plays.

    rows: matchups a measurement takes, some ten milliseconds of the slowest variant's work.
    walked: .. that the walk over the boards takes.   peer: .. that poker-equity takes, 0 for none.
    """

    cards: int
    players: int
    board: int
    hilo: bool
    rows: int
    walked: int
    peer: int


WORKLOADS = {
    "heads-up before the flop": Workload(4, 2, 0, False, 256, 8, 1),
    "heads-up before the flop, hi/lo": Workload(4, 2, 0, True, 256, 8, 1),
    "heads-up before the flop, 5 cards": Workload(5, 2, 0, False, 256, 8, 1),
    "heads-up before the flop, 6 cards hi/lo": Workload(6, 2, 0, True, 256, 8, 0),
    "three ways before the flop": Workload(4, 3, 0, False, 128, 8, 1),
    "six ways before the flop, hi/lo": Workload(4, 6, 0, True, 64, 16, 1),
    "three ways on the flop": Workload(4, 3, 3, False, 4096, 1024, 32),
    "three ways on the flop, hi/lo": Workload(4, 3, 3, True, 4096, 1024, 32),
    "heads-up on the turn": Workload(4, 2, 4, False, 4096, 4096, 256),
}
PEER_GAMES = {
    (4, False): "omaha",
    (4, True): "omaha_hi_lo",
    (5, False): "omaha_five",
    (5, True): "omaha_five_hi_lo",
    (6, False): "omaha_six",
}


def matchups(workload, rows, seed):
    """uint8 (rows, players, cards), and (rows, board) or None; another seed gives other matchups."""
    held = workload.players * workload.cards
    cards, boards = deals(held, workload.board, rows, seed)
    return cards.reshape(rows, workload.players, workload.cards), boards if workload.board else None


def batch(workload, rows, seed):
    """The same, checked and ready to run: the kernel without any Python between the matchups."""
    hands, boards = matchups(workload, rows, seed)
    ready = _core.MatchupBatch(hands, boards, workload.hilo, np.empty(hands.shape[:2]))
    ready.check(0, rows)
    return ready


def questions(workload, rows, seed):
    """The same as masks, for the walk."""
    hands, boards = matchups(workload, rows, seed)
    return [
        (
            tuple(mask(hand) for hand in row),
            mask(boards[number]) if workload.board else 0,
            0,
            workload.hilo,
        )
        for number, row in enumerate(hands.tolist())
    ]


def texts(workload, rows, seed):
    """(hands, board) as texts."""
    hands, boards = matchups(workload, rows, seed)
    return [
        (
            ["".join(map(of.card_name, hand)) for hand in row],
            "".join(map(of.card_name, boards[number].tolist())) if workload.board else "",
        )
        for number, row in enumerate(hands.tolist())
    ]


def mask(cards):
    return sum(1 << int(card) for card in cards)
