"""Does the works of `omaha-fast bench` on request, in a process of its own: a kernel variant is chosen at import.

Each line of the input is how often, a number of cards and the name of a work; done is answered by an empty line.
"""

import sys

from omaha_fast.analysis.signature import deals
from omaha_fast.cli import rates

works = {}
for cards in (4, 5, 6):
    given = deals(cards)
    for work in (rates.naive_loop(given), *rates.rows(given), *rates.one_board(given, cards)):
        works[f"{cards} {work.name}"] = work
print(flush=True)
for line in sys.stdin:
    times, name = line.strip().split(" ", 1)
    for _ in range(int(times)):
        works[name].call()
    print(flush=True)
