"""What can be won besides the ranking: period championships, the club title, and places in the teams."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sitegen.systems.ijssel.course import Course, State
from sitegen.systems.ijssel.season import Season
from sitegen.toolkit.order import ordered

COMPETITIONS = {"cup": 3, "first team": 6, "second team": 12}
"""The competitions in which places can be earned, and how many (article 7)."""
LAST_ROUNDS = 5
"""For how many rounds, to the last of the season, a place must be held (article 7)."""


class Group(NamedTuple):
    """A group of a period: who is in it with what score, best first, and whether that is final."""

    period: int
    number: int
    scores: Sequence[tuple[str, float]]
    is_final: bool


def groups(course: Course) -> Iterator[Group]:
    """The groups of every period that has begun (article 6.2)."""
    season = course.season
    for period in sorted({season.period(each) for each in season.entries}):
        rounds = season.rounds(period)
        is_over = all(each in season.entries for each in rounds)
        state = _last_of(course, rounds) if is_over else course.now  # a period that is over stays as it is
        scores = dict.fromkeys(state.order, 0.0)
        for each in state.scores:
            if each.entry.round in rounds:
                scores[each.entry.player] += each.score
        for number, members in enumerate(_dealt(course, rounds), 1):
            order = course.ordered(members, scores, state.ratings)
            standing = [(player, scores[player]) for player in order]
            yield Group(period, number, standing, is_over)


def _last_of(course: Course, rounds: Iterable[int]) -> State:
    """The competition after the last of `rounds` that was played."""
    return max((course.after[each] for each in rounds if each in course.after), key=lambda each: each.turn)


def _dealt(course: Course, rounds: Iterable[int]) -> Iterator[list[str]]:
    """The players in the draw of the first of `rounds`, in bands of club rating as it stood before."""
    first = next(each for each in rounds if each in course.after)
    season, before = course.season, course.earlier(first).ratings
    there = [each for each in season.players if season.belongs(each, first)]
    ratings = {each.id: before.get(each.id, course.start[each.id]) for each in there}
    strongest = ordered(there, ratings)
    size, larger = divmod(len(there), season.options.groups)
    start = 0
    for number in range(season.options.groups):
        end = start + size + (number < larger)
        yield [each.id for each in strongest[start:end]]
        start = end


def games_that_count(season: Season, turns: int) -> dict[str, int]:
    """The games of each player in the first rounds played, towards the minimum of a champion (article 7).

    Played ones, and the team matches on the club evening.
    """
    games = dict.fromkeys(season.by_id, 0)
    for found in list(season.entries.values())[:turns]:
        for each in found:
            games[each.player] += each.is_played or each.result == "external"
    return games


def champion(course: Course) -> str:
    """The first of the final ranking who played enough games; nobody while the season lasts (article 6.1)."""
    if not course.season.is_over:
        return ""
    games = games_that_count(course.season, course.season.played)
    enough = course.season.options.min_games
    return next((each for each in course.now.order if games[each] >= enough), "")


def holders(course: Course, among: int) -> list[str]:
    """Who was among the first `among` after each of the last rounds of the season, as far as they are played.

    In the order of the ranking; nobody before the first of those rounds.
    """
    last = course.season.order[-LAST_ROUNDS:]
    lists = [set(course.after[each].order[:among]) for each in last if each in course.after]
    return [each for each in course.now.order if lists and all(each in ranked for ranked in lists)]
