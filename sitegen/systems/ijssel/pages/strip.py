"""What members ask first after a round: who climbed, who upset whom, who leads, how much was played."""

from collections.abc import Sequence

from sitegen.model import Highlight, Named, Strip
from sitegen.systems.ijssel.entries import Entry
from sitegen.systems.ijssel.ranking import Ranking
from sitegen.systems.ijssel.shown import Listed
from sitegen.systems.ijssel.tables import Score
from sitegen.table import Change
from sitegen.toolkit import strip
from sitegen.toolkit.order import comparable


def highlights(made: Ranking, rows: Sequence[Listed], round_: int) -> list[Strip]:
    """The strip of the list after a round, whose ranking is `rows`."""
    entries = made.competition.entries[round_]
    return strip.strip(
        strip.climber(rows, "Climber of the round"),
        _upset(made, round_),
        strip.leader(rows, column="score", shown=Score),
        _games(entries),
    )


def _upset(made: Ranking, round_: int) -> Highlight | None:
    """The game won against the club rating that was highest above the own, before the round."""
    ratings = made.ratings_before(round_)
    won = [each for each in made.competition.entries[round_] if each.result == "1"]
    ahead = {each.player: ratings[each.opponent] - ratings[each.player] for each in won}
    best = max(won, key=lambda each: comparable(ahead[each.player]), default=None)
    if best is None or ahead[best.player] <= 0:
        return None
    scored = made.after[round_][best.player].score_of([round_])
    named = {"player": Named(best.opponent), "points": round(ahead[best.player])}
    note = "beat {player}, whose club rating is {points} higher"
    return Highlight("Biggest upset", best.player, "", scored, Change, note, named, str(round_))


def _games(entries: Sequence[Entry]) -> Highlight:
    games = [each for each in entries if each.is_played]
    there = {each.player for each in games}
    away = len({each.player for each in entries} - there)
    note = "by {players} players; {absent} did not play"
    return Highlight(
        "Games", figure=len(games) // 2, shown=int, note=note, named={"players": len(there), "absent": away}
    )
