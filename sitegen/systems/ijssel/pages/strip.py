"""What members ask first after a round: who climbed, who upset whom, who leads, how much was played."""

from collections.abc import Mapping, Sequence

from sitegen.model import Highlight, Named, Strip
from sitegen.systems.ijssel.entries import Entry
from sitegen.systems.ijssel.outputs import Ranked
from sitegen.systems.ijssel.ranking import Ranking, Standing
from sitegen.systems.ijssel.tables import Score
from sitegen.table import Movement
from sitegen.toolkit import strip
from sitegen.toolkit.order import comparable


def highlights(made: Ranking, rows: Sequence[Ranked], round_: int) -> list[Strip]:
    """The strip of the list after a round, whose ranking is `rows`."""
    entries = made.competition.entries[round_]
    return strip.strip(
        _climber(rows, made.before(round_)),
        _upset(entries, made.ratings_before(round_), str(round_)),
        strip.leader(rows, column="score", shown=Score),
        _games(entries),
    )


def _climber(rows: Sequence[Ranked], before: Mapping[str, Standing]) -> Highlight | None:
    """Who won most places; the most points decide between equals."""
    gained = {row.player: row.score - before[row.player].score for row in rows if row.player in before}
    climbed = [row for row in rows if (row.rank_change or 0) > 0]
    if not climbed:
        return None
    best = max(climbed, key=lambda row: (row.rank_change, comparable(gained[row.player]), -row.rank))
    return Highlight(
        "Climber of the round",
        best.player,
        figure=best.rank_change,
        shown=Movement,
        note="{points} points won, to place {rank}",
        named={"points": gained[best.player], "rank": best.rank},
    )


def _upset(entries: Sequence[Entry], ratings: Mapping[str, float], key: str) -> Highlight | None:
    """The game won against the club rating that was highest above the own, before the round."""
    won = [each for each in entries if each.result == "1"]
    ahead = {each.player: ratings[each.opponent] - ratings[each.player] for each in won}
    best = max(won, key=lambda each: comparable(ahead[each.player]), default=None)
    if best is None or ahead[best.player] <= 0:
        return None
    named = {"player": Named(best.opponent), "points": round(ahead[best.player])}
    note = "beat {player}, whose club rating is {points} higher"
    return Highlight("Biggest upset", best.player, note=note, named=named, event=key)


def _games(entries: Sequence[Entry]) -> Highlight:
    games = [each for each in entries if each.is_played]
    there = {each.player for each in games}
    away = len({each.player for each in entries} - there)
    note = "by {players} players; {absent} did not play"
    return Highlight(
        "Games", figure=len(games) // 2, shown=int, note=note, named={"players": len(there), "absent": away}
    )
