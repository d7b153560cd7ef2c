"""Who rose how much since the first evening and in each year, in all and by form."""

from collections.abc import Sequence
from datetime import date

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.systems.ruit.evenings import Evening
from sitegen.systems.ruit.outputs import Receipt
from sitegen.systems.ruit.ratings import ALL, Gains, gains, periods, risen
from sitegen.systems.ruit.shown import Rose
from sitegen.systems.ruit.tables import FORMS, Player


def risers(players: Sequence[Player], evenings: Sequence[Evening], won: Gains) -> Topic:
    """The regulation's third pane; any other period is asked for."""
    whole, *years = periods(won)
    sections = [_rose(players, won, period) for period in (whole, *reversed(years))]
    ends = [("First evening", evenings[0]), ("Latest evening", evenings[-1])] if evenings else []
    facts = [Fact(label, evening.day, date) for label, evening in ends]
    return Topic("risers", "Risers", Sheet.of(facts, sections))


def between(players: Sequence[Player], rows: Sequence[Receipt], first: date, through: date) -> Section:
    """Who rose how much from a day through another, in all and by form."""
    return _rose(players, gains(each for each in rows if first <= each.date <= through), ALL)


def _rose(players: Sequence[Player], won: Gains, period: str) -> Section:
    sums, *by_form = (won.get((form, period), {}) for form in (ALL, *FORMS))
    rows = [
        Rose(rank, each.id, sums[each.id], *(form.get(each.id) for form in by_form))
        for rank, each in risen(players, sums)
    ]
    title = "Since the first evening" if period == ALL else "In {year}"
    empty = "No evening has been played yet."
    named = {"year": period}
    return Section(f"period-{period}", title, Rose, rows, empty=empty, named=named, articles=["Overig"])
