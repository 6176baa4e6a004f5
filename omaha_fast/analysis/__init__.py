"""Questions about all hands and boards rather than about one deal.

>>> import omaha_fast as of
>>> of.analysis.census(board="As5s8dKh9c").categories[of.HandCategory.STRAIGHT]     # of 178,365 hands
13796
"""

from .census import CensusResult, census

__all__ = ["CensusResult", "census"]
