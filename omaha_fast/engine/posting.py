"""Who posts what before the cards are dealt: antes, blinds, dead blinds and straddles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias, TypeGuard

from ..errors import shown
from .rules import HouseRules
from .stakes import Stakes, chips

__all__ = ["Post", "blind_seats", "clockwise", "paid", "standard_posts", "verified_posts"]

KINDS = ("ante", "small_blind", "big_blind", "extra_blind", "dead_blind", "straddle")


class Post(NamedTuple):
    """One post. amount: chips owed, None for what the stakes say; a shorter stack posts what it has, all-in.

    kind: "ante"; "small_blind", "big_blind"; "extra_blind", live, by who missed the big blind (or has only part of one
    in); "dead_blind", for a missed small blind; "straddle".

    >>> Post(3, "dead_blind").amount is None
    True
    """

    seat: int
    kind: str
    amount: int | None = None


# A post as it was paid: seat, kind, chips, whether they are live (part of the bet), whether they are dead (nobody's
# contribution).
Paid: TypeAlias = tuple[int, str, int, bool, bool]


def clockwise(seats: Sequence[int], after: int) -> list[int]:
    """The seats (ascending) in the order of play that begins left of the seat `after`, which may be an empty one.

    >>> clockwise([0, 2, 5], 2)
    [5, 0, 2]
    """
    if seats[-1] <= after:
        return list(seats)
    return [seat for seat in seats if seat > after] + [seat for seat in seats if seat <= after]


def blind_seats(
    seats: Sequence[int], button: int, blinds: Sequence[int | None] | None = None
) -> tuple[int | None, int]:
    """The seats of the small blind (None: nobody posts it) and of the big blind.

    blinds: the two where they are not the next players left of the button. Raises ValueError.

    >>> blind_seats([0, 1, 2], 2), blind_seats([0, 4], 4)
    ((0, 1), (4, 0))
    """
    if blinds is None:
        if len(seats) > 2:
            left = clockwise(seats, button)
            return left[0], left[1]
        if button not in seats:
            raise ValueError(f"button at the empty seat {button}: of two players one has it")
        return button, seats[0] if seats[1] == button else seats[1]
    if len(blinds) != 2:
        raise ValueError(
            f"blinds {shown(blinds)}: expected the small blind's seat or None, and the big blind's"
        )
    small, big = blinds
    if not is_seat(big) or big not in seats:
        raise ValueError(f"big blind at seat {shown(big)}: expected one of {list(seats)}")
    if small is not None and (not is_seat(small) or small not in seats or small == big):
        raise ValueError(
            f"small blind at seat {shown(small)}: expected another of {list(seats)}, or None"
        )
    return small, big


def is_seat(value: object) -> TypeGuard[int]:
    """Whether the value can be a seat number at all: an int, no bool.

    >>> is_seat(3), is_seat(3.0), is_seat(True)
    (True, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool)


def standard_posts(
    stakes: Stakes,
    seats: Sequence[int],
    button: int,
    rules: HouseRules,
    *,
    blinds: Sequence[int | None] | None = None,
    straddles: int = 0,
) -> tuple[Post, ...]:
    """What is posted where nobody comes back or is missing, in the order of posting.

    seats: who is dealt in, ascending.   blinds: as blind_seats.   straddles: by so many players after the big blind.
    Raises ValueError for more straddles than the house or the number of players allows.

    >>> from omaha_fast.engine import PotLimit
    >>> standard_posts(PotLimit(5, 10), [0, 1, 2], 2, HouseRules())
    (Post(seat=0, kind='small_blind', amount=5), Post(seat=1, kind='big_blind', amount=10))
    """
    small, big = blind_seats(seats, button, blinds)
    if small is not None and stakes.small_blind and not stakes.ante and not straddles:
        return (
            Post(small, "small_blind", stakes.small_blind),
            Post(big, "big_blind", stakes.big_blind),
        )
    posts = [Post(big, "big_blind", stakes.big_blind)]
    if small is not None and stakes.small_blind:
        posts.insert(0, Post(small, "small_blind", stakes.small_blind))
    if stakes.ante:
        if stakes.ante_kind == "uniform":
            payers = clockwise(seats, button)
        else:
            payer = big if stakes.ante_kind == "big_blind" else button
            payers = [payer] if payer in seats else []
        posts += [Post(seat, "ante", stakes.ante) for seat in payers]
    if straddles:
        _verify_straddles(straddles, rules)
        free = [seat for seat in clockwise(seats, big) if seat not in (small, big)]
        if straddles > len(free):
            raise ValueError(f"{straddles} straddles: expected at most {len(free)}, by the others")
        posts += [
            Post(seat, "straddle", stakes.big_blind << turn)
            for turn, seat in enumerate(free[:straddles], 1)
        ]
    return in_order(posts, stakes, rules)


def in_order(posts: Iterable[Post], stakes: Stakes, rules: HouseRules) -> tuple[Post, ...]:
    """The posts in the order in which they are paid, which decides what a short stack pays.

    A uniform or button ante comes before the blinds, a big-blind ante after them (TDA RP-11; option), then dead blinds.

    >>> from omaha_fast.engine import PotLimit
    >>> in_order([Post(0, "straddle"), Post(1, "ante")], PotLimit(1, 2), HouseRules())
    (Post(seat=1, kind='ante', amount=None), Post(seat=0, kind='straddle', amount=None))
    """
    late_ante = stakes.ante_kind == "big_blind" and not rules.big_blind_ante_first
    rank = {
        "ante": 5 if late_ante else 0,
        "small_blind": 1,
        "big_blind": 2,
        "extra_blind": 3,
        "dead_blind": 4,
        "straddle": 6,
    }
    return tuple(sorted(posts, key=lambda post: rank[post.kind]))


def verified_posts(
    given: Iterable[Sequence[object]],
    stakes: Stakes,
    stacks: Sequence[int | None],
    button: int,
    rules: HouseRules,
) -> tuple[Post, ...]:
    """Posts that the caller names instead of the standard ones, checked, amounts filled in, in the order of posting.

    Raises ValueError: not exactly one big blind, two posts of a kind by one seat, another amount than the stakes',
    more live chips than a big blind, straddles out of line.

    >>> from omaha_fast.engine import PotLimit
    >>> verified_posts([(1, "big_blind")], PotLimit(5, 10), [90, 90], 0, HouseRules())
    (Post(seat=1, kind='big_blind', amount=10),)
    """
    standard = {
        "ante": stakes.ante,
        "small_blind": stakes.small_blind,
        "big_blind": stakes.big_blind,
        "extra_blind": stakes.big_blind,
        "dead_blind": stakes.small_blind,
    }
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ValueError(f"posts {shown(given)}: expected a sequence of (seat, kind, amount)")
    posts = [_post(item, stakes, stacks, standard) for item in given]
    taken = [(post.seat, post.kind) for post in posts]
    for pair in taken:
        if taken.count(pair) > 1:
            raise ValueError(f"seat {pair[0]} posts {pair[1]} twice")
    # The same posts are the same hand, whatever order they are named in; straddles have one of their own.
    turns = clockwise(range(len(stacks)), button)
    posts.sort(key=lambda post: 0 if post.kind == "straddle" else turns.index(post.seat))
    big = _one_seat(posts, "big_blind")
    small = _one_seat(posts, "small_blind", optional=True)
    if big is None or big == small:
        raise ValueError(f"seat {big} posts both blinds: expected one player for each")
    for seat in {post.seat for post in posts if post.kind == "extra_blind"}:
        live = sum(
            post.amount or 0
            for post in posts
            if post.seat == seat and post.kind in ("small_blind", "big_blind", "extra_blind")
        )
        if live > stakes.big_blind:
            raise ValueError(
                f"seat {seat} posts {live} live: expected at most the big blind {stakes.big_blind}"
            )
    payer = {"big_blind": big, "button": button}.get(stakes.ante_kind)
    for post in posts:
        if post.kind == "ante" and payer is not None and post.seat != payer:
            raise ValueError(
                f"seat {post.seat} posts a {stakes.ante_kind} ante: expected seat {payer}"
            )
    straddlers = [post for post in posts if post.kind == "straddle"]
    if straddlers:
        _verify_straddles(len(straddlers), rules)
        seats = [seat for seat, stack in enumerate(stacks) if stack is not None]
        free = [seat for seat in clockwise(seats, big) if seat not in (small, big)]
        for turn, (post, seat) in enumerate(zip(straddlers, free, strict=False), 1):
            if (post.seat, post.amount or 0) != (seat, stakes.big_blind << turn):
                raise ValueError(
                    f"straddle of {post.amount} by seat {post.seat}: expected "
                    f"{stakes.big_blind << turn} by seat {seat}"
                )
            if (seat, "extra_blind") in taken:
                raise ValueError(
                    f"seat {seat} posts a live blind and straddles: expected one of them"
                )
        if len(straddlers) > len(free):
            raise ValueError(f"{len(straddlers)} straddles: expected at most {len(free)}")
    return in_order(posts, stakes, rules)


def _post(
    item: Sequence[object],
    stakes: Stakes,
    stacks: Sequence[int | None],
    standard: dict[str, int],
) -> Post:
    if not isinstance(item, tuple | list) or not 2 <= len(item) <= 3:
        raise ValueError(f"post {shown(item)}: expected (seat, kind) or (seat, kind, amount)")
    seat, kind = item[0], item[1]
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError(f"post of {shown(kind)}: expected one of {', '.join(KINDS)}")
    if not is_seat(seat) or not 0 <= seat < len(stacks) or stacks[seat] is None:
        raise ValueError(f"{kind} by seat {shown(seat)}: expected a player's seat")
    named = item[2] if len(item) == 3 else None
    if named is None:
        # A straddle without an amount is twice the big blind; further ones have to name theirs.
        return Post(seat, kind, standard.get(kind, 2 * stakes.big_blind))
    amount = chips(named, kind, 1)
    if kind in ("ante", "small_blind", "big_blind") and amount != standard[kind]:
        raise ValueError(f"{kind} of {amount}: expected {standard[kind]}, as the stakes say")
    if kind in ("extra_blind", "dead_blind") and amount > stakes.big_blind:
        raise ValueError(f"{kind} of {amount}: expected at most the big blind {stakes.big_blind}")
    return Post(seat, kind, amount)


def _one_seat(posts: Iterable[Post], kind: str, optional: bool = False) -> int | None:
    seats = [post.seat for post in posts if post.kind == kind]
    if len(seats) > 1 or (not seats and not optional):
        expected = "at most one" if optional else "exactly one"
        raise ValueError(f"{len(seats)} posts of the {kind}: expected {expected}")
    return seats[0] if seats else None


def _verify_straddles(count: object, rules: HouseRules) -> None:
    if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= rules.straddles:
        raise ValueError(
            f"{shown(count)} straddles: expected at most {rules.straddles}, the house's most"
        )


def paid(posts: Iterable[Post], stacks: Sequence[int | None], stakes: Stakes) -> list[Paid]:
    """What the posts come to: each as much as is left of the stack (before any post), none of 0 chips.

    Raises ValueError for a straddle that the stack cannot pay: it is voluntary.

    >>> from omaha_fast.engine import PotLimit
    >>> paid([Post(0, "big_blind", 10)], [7, 90], PotLimit(5, 10))
    [(0, 'big_blind', 7, True, False)]
    """
    left = list(stacks)
    uniform = stakes.ante_kind == "uniform"
    result: list[Paid] = []
    for seat, kind, owed in posts:
        stack, amount = left[seat], owed or 0
        if stack is None or stack < amount:
            if kind == "straddle":
                raise ValueError(f"straddle of {owed} by seat {seat}: it has only {stack} left")
            amount = stack or 0
        if amount:
            left[seat] = (stack or 0) - amount
            ante = kind == "ante"
            dead = kind == "dead_blind" or (ante and not uniform)
            result.append((seat, kind, amount, not ante and not dead, dead))
    return result
