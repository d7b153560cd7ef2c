"""Who rose how much in a form and a period, the third pane of the regulation ("Overig")."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import product

from sitegen.core.model import Fact, PageContent, Section, Topic
from sitegen.systems.ruit.handicap import Evening
from sitegen.systems.ruit.outputs import LISTED_RISER, CalculatedScore, Riser
from sitegen.systems.ruit.tables import FORMS, Player
from sitegen.toolkit.order import rank_players

_ALL = "all"
_ARTICLE = "Overig"
Gains = Mapping[tuple[str, str], Mapping[str, float]]
"""The points that each player won or lost, by form and period; both may be `all`."""


def sum_gains(rows: Iterable[CalculatedScore]) -> Gains:
    """Return the gains of everybody in these scores."""
    gains: dict[tuple[str, str], dict[str, float]] = {}
    for row in rows:
        for key in product((_ALL, row.form), (_ALL, str(row.date.year))):
            sums = gains.setdefault(key, {})
            sums[row.player] = sums.get(row.player, 0.0) + row.gain
    return gains


def _list_periods(gains: Gains) -> list[str]:
    """Return the whole time, `all`, and the years, oldest first."""
    return [_ALL, *sorted({period for _, period in gains} - {_ALL})]


def rank_risers(players: Sequence[Player], gains: Gains) -> Iterator[Riser]:
    """Yield who rose how much in each form and period ("Overig")."""
    for form in (_ALL, *FORMS):
        for period in _list_periods(gains):
            sums = gains.get((form, period), {})
            for rank, player in _rank_gains(players, sums):
                change, name = sums[player.id], player.name
                yield Riser(player=player.id, name=name, form=form, period=period, rank=rank, change=change)


def _rank_gains(players: Sequence[Player], sums: Mapping[str, float]) -> list[tuple[int, Player]]:
    """Return who has won or lost something, ranked by it."""
    return rank_players([player for player in players if player.id in sums], sums)


def build_risers_topic(players: Sequence[Player], evenings: Sequence[Evening], gains: Gains) -> Topic:
    """Return the page of risers, the third pane of the regulation."""
    whole_time, *years = _list_periods(gains)
    sections = [_build_risers_section(players, gains, period) for period in (whole_time, *reversed(years))]
    ends = [("First evening", evenings[0]), ("Latest evening", evenings[-1])] if evenings else []
    facts = [Fact(label, evening.day, date) for label, evening in ends]
    return Topic("risers", "Risers", PageContent.create(facts, sections))


def build_period_section(
    players: Sequence[Player], rows: Sequence[CalculatedScore], first: date, through: date
) -> Section:
    """Return who rose how much from a day up to another, in all and by form."""
    return _build_risers_section(
        players, sum_gains(row for row in rows if first <= row.date <= through), _ALL
    )


def _build_risers_section(players: Sequence[Player], gains: Gains, period: str) -> Section:
    sums, *by_form = (gains.get((form, period), {}) for form in (_ALL, *FORMS))
    rows = LISTED_RISER.make_rows(
        (rank, player.id, sums[player.id], *(form_sums.get(player.id) for form_sums in by_form))
        for rank, player in _rank_gains(players, sums)
    )
    title = "Since the first evening" if period == _ALL else "In {year}"
    empty, params = "No evening has been played yet.", {"year": period}
    return Section(
        f"period-{period}", title, LISTED_RISER, rows, empty=empty, params=params, articles=[_ARTICLE]
    )
