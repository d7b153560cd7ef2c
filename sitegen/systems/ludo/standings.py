"""The rankings over tournaments: of a year, LUDO and a game, and who is at the final tables.

Articles 4.4 and 4.5 of the regulation.
"""

from collections.abc import Mapping
from datetime import date

import pandas as pd

from sitegen.systems.ludo.frames import WHO, ranked

_BEST = 5
_FEWEST = 3
_SEATS = 4


def year_rankings(days: pd.DataFrame) -> pd.DataFrame:
    """The ranking of every year: `counted` tournaments, their sum `best_regular`, the `final` and `total`.

    Article 4.4: the five best regular tournaments and the final.
    """
    by, is_final = ["year", *WHO], days["kind"] == "final"
    best = days[counted(days) & ~is_final].groupby(by)["total"].agg(counted="size", best_regular="sum")
    final = days[is_final].groupby(by)["total"].agg(final="sum")
    found = best.join(final, how="outer").fillna(0.0).reset_index().astype({"counted": "int64"})
    return ranked(found.assign(total=found["best_regular"] + found["final"]), "total", ["year"])


def counted(days: pd.DataFrame) -> pd.Series:
    """Whether each row of days is in the sum of its year: the final, and the five best of the others."""
    totals = days.groupby(["year", "kind", "player"])["total"]
    return (days["kind"] == "final") | (totals.rank(method="first", ascending=False) <= _BEST)


def ludo_ranking(years: pd.DataFrame, year: int) -> pd.DataFrame:
    """The LUDO ranking in `year`, from the rankings of years: `two_years_ago`, `last_year` and `this_year`.

    Article 4.4: a third of the year before last, two thirds of the last, and all of this one.
    """
    of = {year - 2: "two_years_ago", year - 1: "last_year", year: "this_year"}
    three = years[years["year"].isin(list(of))]
    by_year = three.pivot_table(index=WHO, columns="year", values="total", aggfunc="first")
    found = by_year.reindex(columns=list(of)).fillna(0.0).rename(columns=of).reset_index()
    total = found["two_years_ago"] / 3 + 2 * found["last_year"] / 3 + found["this_year"]
    return ranked(found.assign(total=total), "total")


def game_rankings(rounds: pd.DataFrame) -> pd.DataFrame:
    """The ranking of every game in every year: times `played`, the sum of `points`, and `ranking`.

    Article 4.5: divided by one more than the times played, which are taken to be three at least.
    """
    by = ["year", "game_order", "game_letters", "game", *WHO]
    found = rounds.groupby(by, as_index=False)["points"].agg(played="size", points="sum")
    ranking = found["points"] / found["played"].map(divisor)
    return ranked(found.assign(ranking=ranking), "ranking", ["year", "game_order"])


def divisor(played: int) -> int:
    """What the points of a game are divided by, after so many times."""
    return max(played, _FEWEST) + 1


def final_tables(rounds: pd.DataFrame, finals: Mapping[int, date], seats: Mapping[str, int]) -> pd.DataFrame:
    """Who has which `seat` at the final table of each game of each year, and who is in `reserve`.

    By the ranking of the game over the tournaments before the final (article 4.5); equal rankings go by the
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
