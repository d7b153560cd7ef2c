"""The page of a player of the Ruit rating: standing, course, evenings, partners."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from math import fsum
from typing import Annotated

from sitegen.model import Chart, Fact, PlayerPage, Section, Sheet
from sitegen.systems.ruit.articles import OF_EACH, OF_FORM
from sitegen.systems.ruit.needed import Needed, Needs
from sitegen.systems.ruit.outputs import Ranked, Receipt
from sitegen.systems.ruit.pages.careers import Careers
from sitegen.systems.ruit.shown import Looked, Partner
from sitegen.systems.ruit.tables import FORMS, Gain, Player
from sitegen.table import Change, PlayDate, Rank, Rating, Shown
from sitegen.toolkit.order import places
from sitegen.toolkit.outcome import pages
from sitegen.toolkit.rows import companions

_NO_EVENING = "No evening has been played yet."
Start = Annotated[float, Shown("short")]
_WON = {"pairs": "Won in pairs", "butler": "Won in butler", "teams": "Won in teams"}
_CHART_TITLES = {
    "pairs": "Pairs: points won since the first evening",
    "butler": "Butler: points won since the first evening",
}


def player_pages(players: Sequence[Player], careers: Careers, needs: Needs) -> list[PlayerPage]:
    """A page for everyone, in the order of their rows."""
    lines, shown = {each.player: each for each in needs.lines}, places(players)

    def sheet(player: Player) -> Sheet:
        mine, why = careers.rows(player.id), careers.why(player.id)
        start = careers.course.start[player.id].rating
        facts = [*_standing(start, mine, lines[player.id]), *_by_form(mine)]
        sources = list(map(careers.source, mine))
        accounts = [*why, *_needed(list(needs.of(mine)))]
        return Sheet(facts, partial(_parts, start, mine, sources, accounts, shown))

    return pages(players, sheet)


def _parts(
    start: float,
    mine: Sequence[Receipt],
    sources: Sequence[str],
    accounts: Sequence[Section],
    shown: Mapping[str, int],
) -> list[Section | Chart]:
    history = [Looked.like(row, source=at) for row, at in zip(mine, sources, strict=True)][::-1]
    return [
        *_charts(start, mine),
        *accounts,
        Section(
            "history", "Evenings", Looked, history, empty=_NO_EVENING, articles=_articles(mine), yearly=True
        ),
        _partners(mine, shown),
    ]


def _needed(rows: Sequence[Needed]) -> Iterator[Section]:
    note = (
        "On an evening with the same pairs and the same partner, at the ratings of now; as if all others kept"
        " theirs. A place that takes a better score than anybody ever had is not named."
    )
    articles = [*dict.fromkeys(OF_FORM[row.form] for row in rows), *OF_EACH]
    if rows:
        yield Section("ahead", "What is still needed", Needed, rows, note, articles=articles)


def _articles(mine: Sequence[Receipt]) -> list[str]:
    played = {each.form for each in mine}
    return [*(OF_FORM[form] for form in FORMS if form in played), *OF_EACH]


def _standing(start: float, mine: Sequence[Receipt], line: Ranked) -> Iterator[Fact]:
    yield Fact("Rating", line.rating, Rating)
    yield Fact("Rank", line.rank, Rank)
    if line.change is not None:
        yield Fact("Change", line.change, Change, note="on the latest evening of the club")
    yield Fact("Start rating", start, Start)
    yield Fact("Evenings", line.sessions, int)
    if mine:
        best = max(mine, key=lambda row: row.rating)
        yield Fact("Last played on", mine[-1].date, PlayDate)
        yield Fact("Highest rating", best.rating, Rating)
        yield Fact("Reached on", best.date, PlayDate)


def _by_form(mine: Sequence[Receipt]) -> Iterator[Fact]:
    for form in FORMS:
        gains = [row.gain for row in mine if row.form == form]
        if gains:
            yield Fact(_WON[form], fsum(gains), Gain, note="rating points, all told")


def _charts(start: float, mine: Sequence[Receipt]) -> Iterator[Chart]:
    """The rating since the first evening, and what pairs and butler alone brought ("Overig")."""
    if mine:
        yield Chart("Rating", [(row.date, row.rating) for row in mine], {"Start rating": start})
    for form, title in _CHART_TITLES.items():
        rows = [row for row in mine if row.form == form]
        won = accumulate(row.gain for row in rows)
        if rows:
            yield Chart(title, [(row.date, sum_) for row, sum_ in zip(rows, won, strict=True)])


def _partners(mine: Sequence[Receipt], shown: Mapping[str, int]) -> Section:
    rows = [
        Partner(partner, len(together), fsum(row.gain for row in together))
        for partner, together in companions(mine, lambda row: row.partner, shown)
    ]
    return Section("partners", "Partners", Partner, rows, note="Most evenings first.", empty=_NO_EVENING)
