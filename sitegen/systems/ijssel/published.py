"""The published tables of the competition."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sitegen.model import Published
from sitegen.systems.ijssel.course import Course, State
from sitegen.systems.ijssel.honours import COMPETITIONS, games_that_count, groups, holders
from sitegen.systems.ijssel.outputs import PeriodRanked, Place, Ranked, RoundScore, Standing, Start
from sitegen.systems.ijssel.ratings import basis
from sitegen.systems.ijssel.scores import Scored
from sitegen.systems.ijssel.season import HALF_POINTS, Entry
from sitegen.toolkit.order import movement


def published(course: Course) -> list[Published]:
    """All published tables, as they are after the last round that was played."""
    return [
        Published("ranking", Ranked, ranking(course, course.now)),
        Published("round-scores", RoundScore, round_scores(course)),
        Published("course", Standing, list(_course(course))),
        Published("periods", PeriodRanked, list(_periods(course))),
        Published("start-ratings", Start, starts(course)),
        Published("places", Place, list(_places(course))),
    ]


def ranking(course: Course, state: State) -> list[Ranked]:
    """The ranking after a round (article 6.1)."""
    counted = games_that_count(course.season, state.turn)
    return [_ranked(course, state, player, counted[player]) for player in state.order]


def _ranked(course: Course, state: State, player: str, counted: int) -> Ranked:
    who, rank = course.season.by_id[player], state.ranks[player]
    entries = [each.entry for each in state.scores_of[player]]
    results = Counter(each.result for each in entries)
    return Ranked(
        rank=rank,
        player=player,
        name=who.name,
        score=state.totals[player],
        club_rating=state.ratings[player],
        value=state.values[player],
        start_rating=course.start[player],
        played=sum(results[each] for each in HALF_POINTS),
        won=results["1"],
        drawn=results["½"],
        lost=results["0"],
        absent=_without_a_game(entries),
        rank_change=None if player in state.new else movement(rank, state.before[player]),
        qualifies=counted >= course.season.options.min_games,
    )


def _without_a_game(entries: Sequence[Entry]) -> int:
    return len({each.round for each in entries} - {each.round for each in entries if each.is_game})


def round_scores(course: Course) -> list[RoundScore]:
    """Every score of the season at today's values."""
    return [scored_row(each) for each in in_order(course.now, course.now.scores)]


def in_order(state: State, scores: Iterable[Scored]) -> list[Scored]:
    """`scores` by round, then rank; a game won by forfeit that scores nothing before what followed it."""
    return sorted(
        scores, key=lambda each: (each.entry.round, state.ranks[each.entry.player], each.entry.counts)
    )


def scored_row(scored: Scored) -> RoundScore:
    """A score as it is published."""
    round_, player, opponent, colour, result, *_ = scored.entry
    return RoundScore(round_, player, opponent, colour, result, scored.factor, scored.basis, scored.score)


def starts(course: Course) -> list[Start]:
    """The start ratings; who joins later follows once their round has been played."""
    there = [course.season.by_id[each] for each in course.start if each in course.now.ranks]
    return [
        Start(rank, each.id, each.name, basis(each), course.start[each.id])
        for rank, each in enumerate(there, 1)
    ]


def _course(course: Course) -> Iterator[Standing]:
    for state in course.states[1:]:
        for rank, player in enumerate(state.order, 1):
            figures = state.ratings[player], state.values[player], state.totals[player]
            yield Standing(state.round, player, *figures, rank)


def _periods(course: Course) -> Iterator[PeriodRanked]:
    for group in groups(course):
        for rank, (player, score) in enumerate(group.scores, 1):
            name = course.season.by_id[player].name
            is_champion = group.is_final and rank == 1
            yield PeriodRanked(group.period, group.number, rank, player, name, score, is_champion)


def _places(course: Course) -> Iterator[Place]:
    for competition, among in COMPETITIONS.items() if course.season.is_over else ():
        for player in holders(course, among):
            yield Place(competition, player, course.season.by_id[player].name)
