"""What came of a played record, compared with what it says: pots, uncalled chips, rake, winners, shares, stacks."""

from __future__ import annotations

from dataclasses import replace

from ..engine import Hand
from ..engine.rules import Rake
from ..engine.showdown import Award
from .playing import Playing, part
from .record import Player, Record

__all__ = ["compare"]


def compare(playing: Playing, hand: Hand) -> None:
    """Compare all that the record says; playing.checked gets what was. Raises Parting at the first difference."""
    record = playing.record
    if hand.finished:
        playing.due = {playing.seats[at]: chips for at, chips in enumerate(hand.payouts) if chips}
        playing.awards, playing.rakes = hand.settlement.awards, hand.settlement.rakes
    if record.uncalled:
        _uncalled(playing, hand)
    if record.pots:
        if record.pot != hand.pot:
            reason = f"pot {record.pot}: expected {hand.pot}"
            part("showdown", None, "pot", reason, record.pot, hand.pot)
        playing.checked.append("pot")
        if len(record.pots) == len(hand.pots):
            _pots(record, hand)
            playing.checked.append("pots")
        if playing.base.rake is not None and hand.finished:
            _rake(record, hand)
            playing.checked.append("rake")
        _shares(playing, hand)
    _stacks(playing, hand)


def _uncalled(playing: Playing, hand: Hand) -> None:
    back: dict[int, int] = {}
    for seat, chips in playing.record.uncalled:
        back[seat] = back.get(seat, 0) + chips
    due = {playing.seats[at]: chips for at, chips in enumerate(hand.refunds)}
    for seat in sorted({*back, *due}):
        said, expected = back.get(seat, 0), due.get(seat, 0)
        if said != expected:
            reason = f"{said} returned: expected {expected}"
            part("showdown", seat, "uncalled", reason, said, expected)
    playing.checked.append("uncalled")


def _pots(record: Record, hand: Hand) -> None:
    """Each pot by itself: for a record that has as many as the rules make. Some merge them, or split them by run."""
    for number, (said, due) in enumerate(zip(record.pots, hand.pots, strict=True)):
        if said.amount != due.amount:
            reason = f"pot #{number} of {said.amount}: expected {due.amount}"
            part("showdown", None, "pot", reason, said.amount, due.amount)


def _rake(record: Record, hand: Hand) -> None:
    if record.rake != hand.rake:
        reason = f"rake {record.rake}: expected {hand.rake}, by the schedule of the house"
        part("showdown", None, "rake", reason, record.rake, hand.rake)


def _shares(playing: Playing, hand: Hand) -> None:
    record = playing.record
    won = record.payouts
    total, left = sum(won.values()), hand.pot - record.rake
    if total != left:
        reason = f"{total} won in all: expected {left}, the pot less the rake"
        part("showdown", None, "winner", reason, total, left)
    if hand.finished:
        _due(playing, hand)
        # Who has unknown cards and wins nothing has mucked; then the others' cards decide, and they are known.
        if not playing.vague & {*won, *playing.due}:
            if won != playing.due and _within_rake(playing, hand, won):
                # How the rake was spread is not recorded: each is what one of the ways gives, or between them.
                playing.due, playing.awards, playing.rakes = {}, (), ()
                playing.checked.append("winners")
                return
            _unequal("winner", won, playing.due)
            playing.checked += ("winners", "shares")
            return
    # Unknown cards decide. What is left: nobody wins more than the pots it plays for.
    for seat, chips in won.items():
        at = playing.index.get(seat)
        most = sum(pot.amount for pot in hand.pots if at in pot.seats)
        if chips > most:
            part("showdown", seat, "winner", f"wins {chips}: at most {most}", chips, most)
    playing.checked.append("winners")


def _within_rake(playing: Playing, hand: Hand, won: dict[int, int]) -> bool:
    """Whether a record that merges its pots differs from the rules by no more than how its rake may be spread.

    A percentage of each pot, main pot first, up to a cap: that lies between all of the main pot and even shares. With
    two pots so do the payouts, but for odd chips; with more, nobody has more than without any rake, or less by more
    than all of it.
    """
    record, pots = playing.record, len(hand.pots)
    if not record.rake or playing.base.rake is not None or len(record.pots) >= pots:
        return False
    if pots == 2:
        first = {playing.seats[at]: chips for at, chips in enumerate(hand.payouts) if chips}
        bounds, slack = (first, playing.due), len(playing.awards) > pots
    else:
        most: dict[int, int] = {}
        for share in _pot_shares(playing, hand, [0] * pots):
            for seat, chips in share.items():
                most[seat] = most.get(seat, 0) + chips
        bounds, slack = ({seat: chips - record.rake for seat, chips in most.items()}, most), False
    for seat in {*won, *bounds[0], *bounds[1]}:
        low, high = sorted(bound.get(seat, 0) for bound in bounds)
        if not low - slack <= won.get(seat, 0) <= high + slack:
            return False
    return True


def _unequal(what: str, won: dict[int, int], due: dict[int, int]) -> None:
    """Part at the first seat where the shares differ."""
    for seat in sorted({*won, *due}):
        said, expected = won.get(seat, 0), due.get(seat, 0)
        if said != expected:
            part("showdown", seat, what, f"wins {said}: expected {expected}", said, expected)


def _due(playing: Playing, hand: Hand) -> None:
    """Who wins how much by the rules, after the rake: each pot's as recorded, or that of merged pots in two ways."""
    record, pots = playing.record, hand.pots
    if len(pots) < 2:  # none in a walk where nobody posts the small blind
        return
    alike = len(pots) == len(record.pots)
    if record.rake and playing.base.rake is None:
        if alike:
            rakes = [pot.rake + pot.jackpot for pot in record.pots]
        elif record.payouts == playing.due:
            return
        else:
            rakes = [record.rake * pot.amount // hand.pot for pot in pots]
            rakes[0] += record.rake - sum(rakes)
    else:
        rakes = list(hand.settlement.rakes)
    shares = _pot_shares(playing, hand, rakes)
    total: dict[int, int] = {}
    for number, share in enumerate(shares):
        for seat, chips in share.items():
            total[seat] = total.get(seat, 0) + chips
        if alike and not playing.unknown:
            said: dict[int, int] = {}
            for seat, chips in record.pots[number].wins:
                said[seat] = said.get(seat, 0) + chips
            _unequal(f"winner of pot #{number}", said, share)
    playing.due = {seat: chips for seat, chips in total.items() if chips}
    playing.rakes = tuple(rakes)


def _pot_shares(playing: Playing, hand: Hand, rakes: list[int]) -> list[dict[int, int]]:
    """Seat to chips for each pot, after its rake; playing.awards gets why.

    A Hand takes its rake by a schedule, the main pot first. So the hand is played again for each pot whose rake is
    another one, with a cap that the pots before it use up: pots are settled independently.
    """
    shares = []
    awards: list[Award] = []
    before = 0
    for number, (pot, taken) in enumerate(zip(hand.pots, rakes, strict=True)):
        settlement = hand.settlement
        if settlement.rakes[number] != taken:
            rules = replace(playing.base, rake=Rake(100, cap=before + taken))
            settlement = Playing(playing.record, rules, playing.option).play().settlement
        share: dict[int, int] = {}
        for award in settlement.awards:
            if award.pot == number:
                awards.append(award)
                seat = playing.seats[award.seat]
                share[seat] = share.get(seat, 0) + award.amount
        shares.append({seat: chips for seat, chips in share.items() if chips})
        before += pot.amount
    playing.awards = tuple(awards)
    return shares


def _stacks(playing: Playing, hand: Hand) -> None:
    said = [player for player in playing.players if player.final_stack is not None]
    if not said:
        return
    if "shares" not in playing.checked:
        _bounds(playing, hand, said)
        return
    for player in said:
        at = playing.index[player.seat]
        # The stack that the Hand has, with the share after the record's rake in place of its own.
        due = (hand.stacks[at] or 0) - hand.payouts[at] + playing.due.get(player.seat, 0)
        if player.final_stack != due:
            reason = f"stack {player.final_stack}: expected {due}"
            part("showdown", player.seat, "stack", reason, player.final_stack, due)
    playing.checked.append("stacks")


def _bounds(playing: Playing, hand: Hand, said: list[Player]) -> None:
    """What holds whoever wins: nobody has less than was left, and all together no more than they had."""
    for player in said:
        at = playing.index[player.seat]
        left = (hand.stacks[at] or 0) - hand.payouts[at]
        assert player.final_stack is not None
        if player.final_stack < left:
            reason = f"stack {player.final_stack}: expected at least {left}"
            part("showdown", player.seat, "stack", reason, player.final_stack, left)
    if len(said) == len(playing.players):
        total = sum(player.final_stack or 0 for player in said)
        most = sum(player.stack for player in said)
        if total > most:
            reason = f"stacks of {total} in all: expected at most {most}"
            part("showdown", None, "stack", reason, total, most)
