"""Hand histories: records of hands read and written, and replayed by the rules.

>>> from omaha_fast.history import read_ohh
>>> list(read_ohh([]))
[]
"""

from .formats import FORMATS, Format, read_history, write_history
from .ohh import parse_ohh, read_ohh
from .ohh_write import ohh_text, write_ohh
from .phh import parse_phh, read_phh
from .phh_write import phh_text, write_phh
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
from .room_text import parse_room_text, read_room_text
from .room_write import room_text, write_room_text
from .verdict import OPTIONS, Difference, Verdict

__all__ = [
    "FORMATS",
    "OPTIONS",
    "Action",
    "Bounty",
    "Difference",
    "Format",
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
    "parse_phh",
    "parse_room_text",
    "phh_text",
    "read_history",
    "read_ohh",
    "read_phh",
    "read_room_text",
    "record_hand",
    "replay",
    "replay_all",
    "room_text",
    "write_history",
    "write_ohh",
    "write_phh",
    "write_room_text",
]
