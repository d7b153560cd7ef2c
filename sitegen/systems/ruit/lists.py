"""The ratings after each evening, as pages show them, and who rose how much."""

from collections.abc import Iterator, Sequence
from datetime import date

from sitegen.model import Fact, Listing, Section, Sheet, Topic
from sitegen.systems.ruit.evenings import Evening
from sitegen.systems.ruit.outputs import Rated
from sitegen.systems.ruit.published import ALL, FORMS, Standing, gains, rated
from sitegen.systems.ruit.shown import Rose
from sitegen.systems.ruit.tables import Form, Player
from sitegen.table import PlayDate
from sitegen.toolkit.order import ranked


def listing(players: Sequence[Player], standing: Standing, latest: Evening | None) -> Listing:
    """The ratings after the evening `latest`; None before the first."""
    section = Section(
        "ratings",
        "Ratings",
        Rated,
        rated(players, standing),
        note="All players, by rating. The change is that of this evening, partner subsidy included.",
        empty="Nobody plays yet.",
    )
    facts = list(_facts(latest)) if latest else []
    return Listing(standing.day, standing.day, Sheet.of(facts, [section]), "List of {day}")


def _facts(latest: Evening) -> Iterator[Fact]:
    yield Fact("Latest evening", latest.day, PlayDate)
    yield Fact("Form", latest.form, Form)
    yield Fact("Players that evening", len(latest.rows), int)


def risers(players: Sequence[Player], evenings: Sequence[Evening]) -> Topic:
    """Who rose how much since the first evening and in each year, in all and by form.

    The regulation's third pane; any other period is chosen in the browser.
    """
    rows = [row for evening in evenings for row in evening.rows]
    won = gains(rows)
    years = sorted({period for _, period in won} - {ALL}, reverse=True)
    sections = [_rose(players, won, period) for period in (ALL, *years)]
    ends = [("First evening", evenings[0]), ("Latest evening", evenings[-1])] if evenings else []
    facts = [Fact(label, evening.day, date) for label, evening in ends]
    return Topic("risers", "Risers", Sheet.of(facts, sections))


def _rose(players: Sequence[Player], won: dict[tuple[str, str], dict[str, float]], period: str) -> Section:
    sums = won.get((ALL, period), {})
    there = [each for each in players if each.id in sums]
    by_form = [won.get((form, period), {}) for form in FORMS]
    rows = [
        Rose(rank, each.id, sums[each.id], *(form.get(each.id) for form in by_form))
        for rank, each in ranked(there, sums)
    ]
    title = "Since the first evening" if period == ALL else "In {year}"
    empty = "No evening has been played yet."
    return Section(f"period-{period}", title, Rose, rows, empty=empty, named={"year": period})
