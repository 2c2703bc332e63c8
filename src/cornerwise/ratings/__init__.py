"""Ratings: what finished rated games say about how strong somebody is (docs/ratings.md).

pools, result → parameters, rating → rater → ranking
result → dump

A rating is a function of the archive of results in their order. Nothing here reads a clock, a file
other than the parameters, or a database.
"""

from cornerwise.ratings.dump import Entry, read_dump
from cornerwise.ratings.parameters import Parameters, parameters
from cornerwise.ratings.pools import COMPUTERS, Pool, pool_of, pools
from cornerwise.ratings.ranking import Change, Ranking
from cornerwise.ratings.rater import Rater
from cornerwise.ratings.rating import Rating
from cornerwise.ratings.result import Leaving, Member, Result, Side

__all__ = [
    "COMPUTERS",
    "Change",
    "Entry",
    "Leaving",
    "Member",
    "Parameters",
    "Pool",
    "Ranking",
    "Rater",
    "Rating",
    "Result",
    "Side",
    "parameters",
    "pool_of",
    "pools",
    "read_dump",
]
