"""The careers of the players of the competition, of which the figure is the club rating.

The list is by score, but a score only rises through a season, and with every revaluation: its course tells
the time of the year. The club rating is what members compare and what scores are valued by.
"""

from typing import Literal

from sitegen.model import Career, Careers, Result
from sitegen.systems.ijssel.ranking import Ranking
from sitegen.systems.ijssel.scores import Scored
from sitegen.table import Rating

_ENDED: dict[str, Literal["won", "drawn", "lost"]] = {"1": "won", "½": "drawn", "0": "lost"}
_SCORES = {"1": "1–0", "½": "½–½", "0": "0–1", "1f": "1–0f", "0f": "0–1f"}


def careers(made: Ranking) -> Careers:
    """What everyone played, round by round; a game that was forfeited has no result, an absence is none."""
    return Careers(lambda player: _career(made, player), "games", "Club rating", Rating)


def _career(made: Ranking, player: str) -> Career:
    competition, own = made.competition, made.now.get(player)
    if own is None:
        return Career()
    course = {day: stood.club_rating for day, stood in made.course.of[player]}
    turn = competition.turn
    games = [each for each in own.scores if each.entry.is_game]
    played = sorted(games, key=lambda each: (turn[each.entry.round], each.entry.counts))
    return Career(list(course.items()), [_result(made, each) for each in played], own.start_rating)


def _result(made: Ranking, scored: Scored) -> Result:
    entry = scored.entry
    before, after = made.ratings_before(entry.round), made.after[entry.round]
    change = after[entry.player].club_rating - before[entry.player] if entry.is_played else None
    return Result(
        made.competition.day(entry.round),
        str(entry.round),
        _ENDED.get(entry.result, ""),
        (entry.opponent,) if entry.opponent else (),
        score=_SCORES[entry.result],
        change=change,
        source=entry.source,
    )
