"""The pages of records and risers, as topics of a ranking."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType

from sitegen.derived import risers, tables
from sitegen.derived.records import WINDOW, Ranked, Records
from sitegen.model import Fact, Listing, Section, Sheet, Topic
from sitegen.table import Table

_SETTLED = "Provisional figures make no record."
_AGAINST = "By and against players who were ranked by then."


def topics(records: Records, lists: Sequence[Listing], taken: set[str]) -> Iterator[Topic]:
    """The topics that a ranking has of itself, but for the kinds that its system has made."""
    if not records.chronicle.has_begun:
        return
    whole = list(sections(records))
    if whole and "records" not in taken:
        yield Topic("records", "Records", Sheet.of([], whole))
        for year in reversed(records.of_years):
            if of_year := list(sections(records, year)):
                yield Topic(f"records/{year}", "Records of {year}", Sheet.of([], of_year), {"year": year})
    if "risers" not in taken and (risen := list(risers.sections(records.chronicle, lists))):
        days = records.chronicle.days
        facts = [Fact("First day of play", days[0], date), Fact("Latest day of play", days[-1], date)]
        yield Topic("risers", "Risers", Sheet.of(facts, risen))


def sections(records: Records, year: int = 0) -> Iterator[Section]:
    """The tables of records of a year, or of all time; those with nothing in them are left out."""
    return (each for each in _sections(records, year) if each.rows)


def _sections(records: Records, year: int) -> Iterator[Section]:
    careers, wins = records.chronicle.careers, records.chronicle.has_winners
    peaks, climbs = tables.peaks(careers.figure, careers.label), tables.climbs(careers.figure)
    settled, against = (_SETTLED, _AGAINST) if records.chronicle.has_provisional else ("", "")
    tally = tables.Tally if wins else tables.Moved
    yield _section(
        "highest", "Highest" if year else "Highest ever", peaks, records.top("highest", year), settled
    )
    yield _series(records.top("series", year), wins=wins)
    yield _section("upsets", "Biggest upset", tables.Upset, records.top("upsets", year), against)
    yield _section("played", "Most played", tally, list(map(_undrawn, records.top("played", year))))
    yield _section("years", "Biggest climb in a calendar year", climbs, records.top("years", year), settled)
    title, named = "Biggest climb within {days} days", {"days": WINDOW}
    yield _section("climbs", title, climbs, records.top("climbs", year), settled, named)


def _section(  # noqa: PLR0913, PLR0917 - what a section has, in its order
    name: str,
    title: str,
    table: type[Table],
    found: Sequence[Ranked],
    note: str = "",
    named: Mapping[str, object] = MappingProxyType({}),
) -> Section:
    rows = table.rows((rank, each.player, *each.details) for rank, each in found)
    return Section(name, title, table, rows, note, named=named)


def _undrawn(ranked: Ranked) -> Ranked:
    """The same, which says nothing of draws and defeats where there were none."""
    rank, each = ranked
    played, won, drawn, lost = each.details
    return rank, each._replace(details=(played, won, drawn or None, lost or None))


def _series(found: Sequence[Ranked], *, wins: bool) -> Section:
    """The longest series, with those that can still become longer."""
    told = [(rank, each, *each.details) for rank, each in found]
    rows = [
        tables.Series(rank, each.player, int(each.size), first, each.day, "goes on" if runs else "")
        for rank, each, first, runs in told
    ]
    title = "Longest winning series" if wins else "Longest series of rises"
    return Section("series", title, tables.Series, rows)
