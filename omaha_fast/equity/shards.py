"""Counting the boards of one question in parts: pure functions of plain data, for any executor."""

from __future__ import annotations

from .exact import count_part, parse_question
from .result import EquityResult, Question

__all__ = ["parse_question", "shard"]


def shard(question: Question, part: int, parts: int) -> EquityResult:
    """One of `parts` parts of the boards of a question; the results of all parts add up to that of equity.

    question: from parse_question (plain data, picklable).   part: 0 to parts - 1.
    Raises ValueError for a part outside. A part may hold no board when there are more parts than boards.

    >>> from omaha_fast.equity.shards import parse_question, shard
    >>> question = parse_question(["AsAhKsKh", "JdTs9s8h"])       # plain data: send it to any process
    >>> (shard(question, 0, 2) + shard(question, 1, 2)).boards
    1086008
    """
    if parts < 1 or not 0 <= part < parts:
        raise ValueError(f"part {part} of {parts}: expected 0 to parts - 1, and at least one part")
    return count_part(question, part, parts)
