"""Exact equities beside the walk over the boards and poker-equity; OMAHA_FAST_VARIANT chooses the kernels.

Every round takes new matchups. The figures are of `rows` matchups each, see the name of the test; equity_speeds.py
prints the ratios for every variant in one table, and counts instructions.
"""

from itertools import count

import pytest
from workloads_equity import PEER_GAMES, WORKLOADS, batch, questions, texts

import omaha_fast as of
from omaha_fast import _core

EVERY = pytest.mark.parametrize("name", WORKLOADS)


def measure(benchmark, name, rows, how, work, prepare, rounds):
    seeds = count(1)
    benchmark.group = name
    benchmark.extra_info["matchups"] = rows
    benchmark.name = f"{how}, {rows} matchups"
    benchmark.pedantic(
        work, setup=lambda: ((prepare(WORKLOADS[name], rows, next(seeds)),), {}), rounds=rounds
    )


@EVERY
def test_kernel(benchmark, name):
    rows = WORKLOADS[name].rows
    variant = of.build_info()["variant"]
    measure(benchmark, name, rows, variant, lambda ready: ready.run(0, rows), batch, 9)


@EVERY
def test_enumeration(benchmark, name):
    def walk(asked):
        for question in asked:
            _core.count_equity(*question, enumerated=True)

    measure(benchmark, name, WORKLOADS[name].walked, "enumeration", walk, questions, 3)


@EVERY
def test_poker_equity(benchmark, name):
    theirs = pytest.importorskip("poker_equity")
    workload = WORKLOADS[name]
    if not workload.peer:
        pytest.skip("not played there")
    game = PEER_GAMES[workload.cards, workload.hilo]

    def ask(asked):
        for hands, board in asked:
            theirs.exact_from_text(game, hands, board)

    measure(benchmark, name, workload.peer, "poker-equity", ask, texts, 2)


def test_call_from_python(benchmark):
    """equity of two hands as texts: conversion, checks, kernel, result."""

    def ask(asked):
        for hands, board in asked:
            of.equity(hands, board)

    measure(benchmark, "heads-up before the flop", 256, "equity of two texts", ask, texts, 9)
