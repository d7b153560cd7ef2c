"""What a place at a table is worth: Article 4.1 of the regulation."""

from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from sitegen.names import alphabetical, letters, natural
from sitegen.systems.ludo.exaequo import SHARED_BY_THREE
from sitegen.systems.ludo.frames import frame
from sitegen.systems.ludo.tables import Player, Result, Tournament
from sitegen.toolkit.order import places

TABLE = ["tournament", "round", "table"]


def rounds(
    results: Iterable[Result], tournaments: Mapping[str, Tournament], players: Sequence[Player]
) -> pd.DataFrame:
    """The results of these tournaments in order, a row a player at a table, with what Article 4.1 gives."""
    shown = places(players)

    def order(row: Result) -> tuple[object, ...]:
        played = tournaments[row.tournament]
        return (played.date, row.tournament, row.round, natural(row.table), row.place, shown[row.player])

    there = sorted((row for row in results if row.tournament in tournaments), key=order)
    return _described(worth(frame(Result, there)), tournaments, players)


def worth(results: pd.DataFrame) -> pd.DataFrame:
    """The results with `players`, the `place` p as it is used, and the points and what they consist of.

    Article 4.1: 100 · (x - p) / (x - 1), the bonus x for who is first, and the share in the scores of the
    table. p is the mean of the places that those ex aequo take up, whichever way they were written down.
    """
    tables = results.groupby(TABLE, sort=False)
    players = tables["player"].transform("size")
    mean_place = tables["place"].rank(method="average")
    is_first = tables["place"].rank(method="min") == 1
    # Article 4.1: three who share the first place are at 1.999, not at 2.
    place = mean_place.mask(is_first & (mean_place == 2), SHARED_BY_THREE)
    place_points = 100 * (players - place) / (players - 1)
    win_bonus = players.where(is_first, 0)
    # A score of nothing in a total of nothing is no number, like one that was not kept.
    scores = tables["score"].transform("sum").where(results["score"].notna())
    share = (results["score"] / scores).fillna(0.0)
    return results.assign(
        given=results["place"],
        place=place,
        players=players,
        place_points=place_points,
        win_bonus=win_bonus,
        scores=scores,
        share=share,
        points=place_points + win_bonus + share,
    )


def _described(
    rounds: pd.DataFrame, tournaments: Mapping[str, Tournament], players: Sequence[Player]
) -> pd.DataFrame:
    """The same with what later steps ask of a tournament, a game and a player."""
    whose = frame(Player, players)[["id", "name", "club", "alphabet"]].rename(columns={"id": "player"})
    whose["shown"] = whose["player"].map(places(players))
    when = frame(Tournament, tournaments.values())[["tournament", "date", "kind"]]
    found = rounds.merge(when, on="tournament").merge(whose, on="player")
    return found.assign(
        year=found["date"].map(lambda day: day.year).astype("int64"),
        game_order=found["game"].map(alphabetical),
        game_letters=found["game"].map(letters),
    )
