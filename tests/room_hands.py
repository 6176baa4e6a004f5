"""Hands of our own in room text, written by hand: every dialect and feature, pots and shares worked out on paper."""

from __future__ import annotations

import io

from omaha_fast import HistoryError
from omaha_fast.history.room_text import read_room_text

# Hi/lo, pot limit, euros. Seat 2 comes back with both blinds. Ann is all-in and wins half of the main pot with the only
# low; the side pot has no low of its own. The rake of 1.00 is 0.60 of the main and 0.40 of the side pot.
CASH = """\
PokerStars Hand #101:  Omaha Hi/Lo Pot Limit (€0.50/€1.00 EUR) - 2014/01/06 6:54:48 ET
Table 'Aludra's II' 6-max Seat #6 is the button
Seat 1: Ann (€6 in chips)
Seat 2: Bob (€50.25 in chips)
Seat 4: Cid (€40 in chips)
Seat 5: Dan (€99.90 in chips) is sitting out
Seat 6: Eve (€30 in chips)
Ann: posts small blind €0.50
Cid: posts big blind €1
Bob: posts small & big blinds €1.50
Dan: is sitting out
*** HOLE CARDS ***
Dealt to Eve [Ks Kh 9c 9d]
Eve: raises €3 to €4
Ann: calls €3.50
Bob: folds
Cid: calls €3
Zoe joins the table at seat #3
*** FLOP *** [7s 8d Kd]
Ann: bets €2 and is all-in
Cid: calls €2
Eve: raises €6 to €8
Cid said, "Eve: folds"
Cid: calls €6
*** TURN *** [7s 8d Kd] [Qc]
Cid: checks
Eve: checks
*** RIVER *** [7s 8d Kd Qc] [2h]
Cid: checks
Eve: bets €10
Cid: folds
Uncalled bet (€10) returned to Eve
*** SHOW DOWN ***
Eve: shows [Ks Kh 9c 9d] (HI: three of a kind, Kings)
Eve collected €11.60 from side pot
Ann: shows [As 3c Jh Td] (HI: high card Ace; LO: 8,7,3,2,A)
Ann collected €9.45 from main pot
Eve collected €9.45 from main pot
*** SUMMARY ***
Total pot €31.50 Main pot €18.90. Side pot €11.60. | Rake €1
Board [7s 8d Kd Qc 2h]
Seat 1: Ann (small blind) showed [As 3c Jh Td] and won (€9.45) with HI: high card Ace; LO: 8,7,3,2,A
Seat 2: Bob folded before Flop
Seat 4: Cid (big blind) folded on the River
Seat 6: Eve (button) showed [Ks Kh 9c 9d] and won (€21.05) with HI: three of a kind, Kings
"""
# A room without currency code and time zone, cards of the others not shown when dealt, "SHOWDOWN" in one word.
CLUB = """\
Poker Hand #OM22: PLO ($0.05/$0.1) - 2023/11/01 17:53:18
Table 'Club 9' 6-max Seat #1 is the button
Seat 1: Ann ($10.68 in chips)
Seat 4: Bob ($11.32 in chips)
Bob: posts big blind $0.1
Ann: posts small blind $0.05
*** HOLE CARDS ***
Dealt to Ann{blank}
Dealt to Bob [6h 6c 5s 9d]
Ann: calls $0.05
Bob: checks
*** FLOP *** [3c 9s 2s]
Bob: checks
Ann: bets $0.2
Bob: calls $0.2
*** TURN *** [3c 9s 2s] [4s]
Bob: checks
Ann: checks
*** RIVER *** [3c 9s 2s 4s] [Tc]
Bob: checks
Ann: checks
Bob: shows [6h 6c 5s 9d] (Pair of Nines)
Ann: shows [8c Kc 8h Qh] (Pair of Eights)
*** SHOWDOWN ***
Bob collected $0.55 from pot
*** SUMMARY ***
Total pot $0.6 | Rake $0.03 | Jackpot $0.02 | Bingo $0 | Fortune $0 | Tax $0
Board [3c 9s 2s 4s Tc]
Seat 1: Ann (button) showed [8c Kc 8h Qh] and lost with Pair of Eights
Seat 4: Bob (big blind) showed [6h 6c 5s 9d] and won ($0.55) with Pair of Nines
""".replace("{blank}", " ")
# Five cards; who mucks is shown in the summary; a time of the end.
LATE = """\
PPPoker Hand #93: 5 Card Omaha Pot Limit ($1/$2 USD) - 2025/06/21 17:47:21 UTC
Table 'T' 6-max Seat #2 is the button
Seat 2: Ann ($200 in chips)
Seat 3: Bob ($1,150.50 in chips)
Ann: posts small blind $1
Bob: posts big blind $2
*** HOLE CARDS ***
Ann: calls $1
Bob: checks
*** FLOP *** [2d Td Ks] {Rake: $0}
Bob: checks
Ann: checks
*** TURN *** [2d Td Ks] [4h] {Rake: $0}
Bob: bets $4
Ann: calls $4
*** RIVER *** [2d Td Ks 4h] [Kc] {Rake: $0}
Bob: checks
Ann: checks
*** SHOW DOWN ***
Bob: mucks hand
Ann collected $12 from pot
*** SUMMARY ***
Total pot $12 | Rake $0
Board [2d Td Ks 4h Kc]
Seat 2: Ann (button) showed [4s Jh Ac Kh 6h]
Seat 3: Bob (big blind) showed [8d 2h 7s 5h Kd]
Hand ended at 2025/06/21 17:48:45
"""
# A tournament with antes, bounties and a dead button; Bob is all-in for less than the big blind.
TOURNEY = """\
PokerStars Hand #104: Tournament #77, $1.00+$0.50+$0.10 USD Omaha No Limit - Level III (50/100) - 2018/04/24 17:00:00 ET
Table '77 1' 9-max Seat #3 is the button
Seat 1: Ann (1500 in chips, $0.50 bounty)
Seat 2: Bob (85 in chips, $0.75 bounty)
Seat 4: Cid (3000 in chips, $0.50 bounty)
Ann: posts the ante 10
Bob: posts the ante 10
Cid: posts the ante 10
Cid: posts small blind 50
Ann: posts big blind 100
*** HOLE CARDS ***
Bob: calls 75 and is all-in
Cid has timed out
Cid: calls 50
Ann: checks
*** FLOP *** [2c 7d 9h]
Cid: checks
Ann: checks
*** TURN *** [2c 7d 9h] [Js]
Cid: checks
Ann: checks
*** RIVER *** [2c 7d 9h Js] [3s]
Cid: checks
Ann: checks
*** SHOW DOWN ***
Cid: shows [As Ah 8c 8d] (a pair of Aces)
Ann: mucks hand
Cid collected 50 from side pot
Bob: shows [Ks Kh Qc Qd] (a pair of Kings)
Cid collected 255 from main pot
Cid wins the $0.75 bounty for eliminating Bob
Bob finished the tournament in 3rd place
*** SUMMARY ***
Total pot 305 Main pot 255. Side pot 50. | Rake 0
Board [2c 7d 9h Js 3s]
Seat 1: Ann (big blind) mucked [4s 4h 5c 5d]
Seat 2: Bob showed [Ks Kh Qc Qd] and lost with a pair of Kings
Seat 4: Cid (small blind) showed [As Ah 8c 8d] and won (305) with a pair of Aces
"""
# Fixed limit 15/30 with a small blind of 10; six cards; play money. Two raises and a check-raise.
LIMIT = """\
PokerStars Game #105: 6 Card Omaha Hi/Lo Limit (15/30) - 2011/07/01 0:30:00 WET [2011/06/30 18:30:00 ET]
Table 'Play' 6-max (Play Money) Seat #1 is the button
Seat 1: Ann (1000 in chips)
Seat 2: Bob (1000 in chips)
Seat 3: Cid (1000 in chips)
Bob: posts small blind 10
Cid: posts big blind 15
*** HOLE CARDS ***
Ann: raises 15 to 30
Bob: folds
Cid: calls 15
*** FLOP *** [2c 7d 9h]
Cid: checks
Ann: bets 15
Cid: raises 15 to 30
Ann: folds
Uncalled bet (15) returned to Cid
Cid collected 100 from pot
Cid: shows [As]
*** SUMMARY ***
Total pot 100 | Rake 0
Board [2c 7d 9h]
Seat 1: Ann (button) folded on the Flop
Seat 2: Bob (small blind) folded before Flop
Seat 3: Cid (big blind) collected (100)
"""
# Run twice from the turn on; a straddle; the rake comes off both pots.
TWICE = """\
PokerStars Zoom Hand #106: Omaha Pot Limit ($1/$2 USD) - 2014/10/21 15:15:15 WET [2014/10/21 10:15:15 ET]
Table 'Zoom' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($60 in chips)
Seat 3: Cid ($100 in chips)
Seat 4: Dan ($20 in chips)
Bob: posts small blind $1
Cid: posts big blind $2
Dan: posts straddle $4
*** HOLE CARDS ***
Ann: raises $10 to $14
Bob: folds
Cid: calls $12
Dan: raises $6 to $20 and is all-in
Ann: calls $6
Cid: calls $6
*** FLOP *** [Ks Qd 4c]
Cid: bets $61
Ann: raises $19 to $80 and is all-in
Cid: calls $19 and is all-in
*** FIRST TURN *** [Ks Qd 4c] [2h]
*** FIRST RIVER *** [Ks Qd 4c 2h] [7s]
*** SECOND TURN *** [Ks Qd 4c] [9c]
*** SECOND RIVER *** [Ks Qd 4c 9c] [Ad]
*** FIRST SHOW DOWN ***
Cid: shows [Qc Qs 5d 6d] (three of a kind, Queens)
Ann: shows [As Ah Kc 3d] (a pair of Aces)
Cid collected $78 from side pot
Dan: shows [Jh Tc 8c 8h] (a pair of Eights)
Cid collected $29.75 from main pot
*** SECOND SHOW DOWN ***
Cid: shows [Qc Qs 5d 6d] (three of a kind, Queens)
Ann: shows [As Ah Kc 3d] (three of a kind, Aces)
Ann collected $78 from side pot
Dan: shows [Jh Tc 8c 8h] (a straight, Ten to Ace)
Dan collected $29.75 from main pot
*** SUMMARY ***
Total pot $221 Main pot $59.50. Side pot $156. | Rake $5.50
Hand was run twice
FIRST Board [Ks Qd 4c 2h 7s]
SECOND Board [Ks Qd 4c 9c Ad]
Seat 1: Ann (button) showed [As Ah Kc 3d] and lost with a pair of Aces, and won ($78) with three of a kind, Aces
Seat 2: Bob (small blind) folded before Flop
Seat 3: Cid (big blind) showed [Qc Qs 5d 6d] and won ($107.75) with three of a kind, Queens,{more}
Seat 4: Dan showed [Jh Tc 8c 8h] and lost with a pair of Eights, and won ($29.75) with a straight, Ten to Ace
""".replace("{more}", " and lost with three of a kind, Queens")
ALL = [CASH, CLUB, LATE, TOURNEY, LIMIT, TWICE]
IDS = ["101", "OM22", "93", "104", "105", "106"]


def read(data):
    """What a file of these bytes or this text holds."""
    return list(read_room_text(io.BytesIO(data) if isinstance(data, bytes) else io.StringIO(data)))


def names(items):
    """The ids of records, the errors as they are."""
    return [item if isinstance(item, HistoryError) else item.id for item in items]
