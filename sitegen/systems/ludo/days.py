"""The ranking of a tournament and the bonus for it: Article 4.2 of the regulation."""

from collections.abc import Mapping

import pandas as pd

from sitegen.systems.ludo.frames import WHO, ranked

_FIRST_CEILING = 2014


def days(rounds: pd.DataFrame, ceilings: Mapping[int, int]) -> pd.DataFrame:
    """A row a player at a tournament, by date and rank, as Article 4.2 says.

    With `points`, `players`, `rank`, `bonus` and `total`.
    """
    by = ["date", "tournament", "year", "kind", *WHO]
    points = rounds.groupby(by, sort=False)["points"].sum().reset_index()
    found = ranked(points, "points", ["date", "tournament"])
    players = found.groupby("tournament")["player"].transform("size")
    ceiling = found["year"].map(ceilings).astype("float64").fillna(players)
    # Article 4.2: X - P + 1, where X is not more than the ceiling.
    bonus = (players.clip(upper=ceiling) - found["rank"] + 1).clip(lower=0).astype("int64")
    return found.assign(players=players, bonus=bonus, total=found["points"] + bonus)


def ceilings(rounds: pd.DataFrame, given: Mapping[int, int]) -> dict[int, int]:
    """The ceiling of each year that has one: by Article 4.2 the mean of the year before, or what is given."""
    there = rounds.drop_duplicates(["tournament", "player"])
    participants = there.groupby(["year", "tournament"]).size().groupby("year").agg(["sum", "size"])
    found = {
        year + 1: _to_tens(total, tournaments)
        for year, total, tournaments in participants.itertuples(name=None)
        if year + 1 >= _FIRST_CEILING
    }
    return {**found, **given}


def _to_tens(total: int, tournaments: int) -> int:
    """The mean rounded half up to a multiple of 10, in whole numbers."""
    return (total + 5 * tournaments) // (10 * tournaments) * 10
