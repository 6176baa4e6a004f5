"""The game of Omaha by the rules: one hand, from posting to payout; a table, hand after hand.

>>> import omaha_fast as of
>>> hand = of.engine.Hand(of.engine.NoLimit(1, 2), [200, 200, 200])
>>> hand.actor, hand.to_call, hand.legal_actions.min_raise_to
(2, 2, 4)
"""

from .betting import Betting
from .events import Event
from .hand import Hand
from .legal import LegalActions
from .posting import Post, standard_posts
from .pots import Pot, cut, pots, rake, uncalled
from .rules import PRESETS, BuyIn, HouseRules, Rake
from .schedule import Level, Schedule, alternate
from .seating import Player
from .showdown import Award, Settlement, Share, beaten, first_to_show, settle, showdown_order
from .stakes import MAX_CHIPS, FixedLimit, NoLimit, PotLimit, Stakes, small_blind_from
from .table import Table

__all__ = [
    "MAX_CHIPS",
    "PRESETS",
    "Award",
    "Betting",
    "BuyIn",
    "Event",
    "FixedLimit",
    "Hand",
    "HouseRules",
    "LegalActions",
    "Level",
    "NoLimit",
    "Player",
    "Post",
    "Pot",
    "PotLimit",
    "Rake",
    "Schedule",
    "Settlement",
    "Share",
    "Stakes",
    "Table",
    "alternate",
    "beaten",
    "cut",
    "first_to_show",
    "pots",
    "rake",
    "settle",
    "showdown_order",
    "small_blind_from",
    "standard_posts",
    "uncalled",
]
