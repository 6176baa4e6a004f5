"""Hand histories: records of hands read and written, and replayed by the rules.

>>> from omaha_fast.history import read_ohh
>>> list(read_ohh([]))
[]
"""

from .ohh import parse_ohh, read_ohh
from .ohh_write import ohh_text, write_ohh
from .record import (
    Action,
    Bounty,
    Player,
    Posted,
    Record,
    RecordedPot,
    Shown,
    Street,
    Tournament,
    amount_text,
    parse_amount,
)
from .recording import record_hand
from .replay import hand_of, replay, replay_all
from .verdict import OPTIONS, Difference, Verdict

__all__ = [
    "OPTIONS",
    "Action",
    "Bounty",
    "Difference",
    "Player",
    "Posted",
    "Record",
    "RecordedPot",
    "Shown",
    "Street",
    "Tournament",
    "Verdict",
    "amount_text",
    "hand_of",
    "ohh_text",
    "parse_amount",
    "parse_ohh",
    "read_ohh",
    "record_hand",
    "replay",
    "replay_all",
    "write_ohh",
]
