"""Batches: every kernel variant that runs here beside the naive loop. Each line of a group does the same work."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import omaha_fast as of

WORKER = Path(__file__).with_name("variant_worker.py")
VARIANTS = of.build_info()["variants"]
# The names that omaha_fast.cli.rates gives them, and how many times the hands of the naive loop each does.
WORKS = {
    "rows": 1,
    "rows, validated": 1,
    "rows, high and low": 1,
    "one board": 16,
    "one board, high and low": 16,
}


class Worker:
    """A process with one variant."""

    def __init__(self, variant):
        self.process = subprocess.Popen(
            [sys.executable, "-P", WORKER],
            env={**os.environ, "OMAHA_FAST_VARIANT": variant},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.process.stdout.readline()

    def do(self, times, work):
        """The pipe takes some ten microseconds, which each measurement holds."""
        print(times, work, file=self.process.stdin, flush=True)
        assert self.process.stdout.readline() == "\n"

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def worker():
    """worker(variant), started when first asked for."""
    started = {}

    def worker(variant):
        if variant not in started:
            started[variant] = Worker(variant)
        return started[variant]

    yield worker
    for one in started.values():
        one.end()


@pytest.mark.benchmark(max_time=0.3, min_rounds=5)
@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize("cards", [4, 5, 6])
@pytest.mark.parametrize("variant", VARIANTS)
def test_batch(benchmark, worker, variant, cards, work):
    benchmark.group = f"{cards} cards, {work}"
    benchmark(worker(variant).do, 16 // WORKS[work], f"{cards} {work}")


@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize("cards", [4, 5, 6])
def test_naive_loop(benchmark, worker, cards, work):
    """Every two hole cards with every three board cards through the five-card ranking; sixteen times the hands."""
    benchmark.group = f"{cards} cards, {work}"
    benchmark.pedantic(worker(VARIANTS[-1]).do, (16, f"{cards} naive loop"), rounds=3)
