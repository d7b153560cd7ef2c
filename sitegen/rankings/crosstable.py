"""The crosstable of a ranking: who met whom in the last twelve months, in the order of the current list.

It follows from the careers of any system in which one player wins against one other. A season of rounds is a
ranking of its own, so that its crosstable is that of the season.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cache

from sitegen.core.entities import Month, Result
from sitegen.core.model import Crosstable, PageContent, Topic
from sitegen.rankings.careers import CareerSummaries
from sitegen.rankings.dataset import Dataset

KIND = "crosstable"
"""The key of the topic."""
_LEAST, _MOST = 3, 100
"""How many players make a crosstable: of more, hardly anybody has met hardly anybody else."""
_PERIOD = timedelta(days=365)
_NOTE = "{count} results since {month}, in the order of the list. Of {pairs} pairs {met} have met."


def build_crosstable_topic(summaries: CareerSummaries, dataset: Dataset) -> Topic | None:
    """Return the page of the crosstable, which is made when it is shown.

    None where nobody wins, or where too few or too many players have a result of these months on the list.
    """
    through = dataset.current.through
    active = summaries.find_active_players(through - _PERIOD, through) if summaries.has_winners else ()
    if not _LEAST <= len(active) <= _MOST:
        return None
    order = sorted(active, key=summaries.display_order.__getitem__)
    players = dict.fromkeys([*(player for player in dataset.positions if player in active), *order])

    @cache
    def build_sections() -> Sequence[Crosstable]:
        return [build_crosstable(summaries, [*players], through)]

    return Topic(KIND, "Crosstable", PageContent.create([], build_sections))


def build_crosstable(summaries: CareerSummaries, players: Sequence[str], through: date) -> Crosstable:
    """Return the results between these players in the twelve months through a day, without who has none."""
    selected = {player: _select_results(summaries, player, frozenset(players), through) for player in players}
    results = {player: of_player for player, of_player in selected.items() if of_player}
    return Crosstable(KIND, "Who met whom", [*results], results, _NOTE, _count(results))


def _select_results(
    summaries: CareerSummaries, player: str, players: frozenset[str], through: date
) -> Sequence[Result]:
    return [
        result
        for result in summaries.careers.get_career(player).results
        if through - _PERIOD < result.day <= through
        and result.ended
        and len(result.opponents) == 1
        and players.issuperset(result.opponents)
    ]


def _count(results: Mapping[str, Sequence[Result]]) -> Mapping[str, object]:
    """Return the params of the note: how many results and pairs there are, and since when."""
    sides = [(player, result) for player, of_player in results.items() for result in of_player]
    first = min((result.day for _, result in sides), default=date.min)
    return {
        "count": len(sides) // 2,
        "month": Month(first.year, first.month),
        "pairs": len(results) * (len(results) - 1) // 2,
        "met": len({frozenset((player, *result.opponents)) for player, result in sides}),
    }
