"""The rankings of games, and who is at the final tables: Article 4.5 of the regulation."""

from collections.abc import Mapping
from datetime import date

import pandas as pd

from sitegen.systems.ludo.frames import WHO, ranked
from sitegen.systems.ludo.outputs import GameRanked

_FEWEST = 3
_SEATS = 4
_USUAL_TABLE = 4
WIN = 100.0 + _USUAL_TABLE
"""What a win brings at a table of four, but for the share in the scores."""


def game_rankings(rounds: pd.DataFrame) -> pd.DataFrame:
    """The ranking of every game in every year: times `played`, the sum of `points`, and `ranking`.

    By Article 4.5 it is divided by one more than the times played, which are taken to be three at least.
    """
    by = ["year", "game_order", "game_letters", "game", *WHO]
    found = rounds.groupby(by, as_index=False)["points"].agg(played="size", points="sum")
    ranking = found["points"] / found["played"].map(divisor)
    return ranked(found.assign(ranking=ranking), "ranking", ["year", "game_order"])


def divisor(played: int) -> int:
    """What the points of a game are divided by, after so many times: Article 4.5."""
    return max(played, _FEWEST) + 1


def with_one_more(row: GameRanked, points: float) -> float:
    """The ranking of a player in a game after one more round of it, which brings these points."""
    return (row.points + points) / divisor(row.played + 1)


def final_tables(rounds: pd.DataFrame, finals: Mapping[int, date], seats: Mapping[str, int]) -> pd.DataFrame:
    """Who has which `seat` at the final table of each game of each year, and who is in `reserve`.

    Article 4.5: by the ranking of the game over the tournaments before the final; equal rankings go by the
    alphabet of real names, so that no seat depends on who hides. `finals` are the days of the finals by year,
    `seats` those of a game by its letters.
    """
    days = rounds["year"].map(finals).astype("object")
    before = rounds[rounds["date"] < days.where(days.notna(), date.max)]
    order = ["year", "game_order", "rank", "alphabet"]
    standing = game_rankings(before).sort_values(order, ignore_index=True)
    seat = standing.groupby(["year", "game_order"]).cumcount() + 1
    there = standing["game_letters"].map(seats).astype("float64").fillna(_SEATS)
    return standing.assign(seat=seat, reserve=seat > there)
