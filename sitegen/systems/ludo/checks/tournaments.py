"""Tournaments that are not there, are taken for another, or are of another year or kind than they say."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any

from sitegen.message import advise, counted, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.problem import quoted, suggestion
from sitegen.systems.ludo.checks.seating import Seating
from sitegen.systems.ludo.tables import Inputs, Tournament
from sitegen.toolkit.checks import again, all_read
from sitegen.unread import known

_YEAR = re.compile(r"(?<!\d)(?:19|20|21)\d\d(?!\d)")
_FINAL = {"final", "finale", "finals", "eindtoernooi"}
_HALF = {"half", "halve", "semi", "demi", "quarter", "kwart", "quart"}


def unknown(inputs: Inputs, seated: Seating) -> Iterator[Fault]:
    """Results are those of a tournament; told once of each that is not there.

    Where the key of a tournament could not be read, the results may be those of that one.
    """
    read = known(inputs.tournaments, "tournament")
    there = {each.tournament for each in read}
    strange = [(key, rows) for key, rows in seated.at_tournaments.items() if key not in there]
    most = sorted(strange, key=lambda of: -len(of[1]))
    for key, rows in most[len(inputs.tournaments) - len(read) :]:
        message = say(
            "unknown-tournament",
            "there is no tournament {tournament}, which is in {rows}",
            tournament=quoted(key),
            rows=counted(len(rows), "{number} row", "{number} rows"),
        )
        hint = suggestion(key, there) or advise("add it to tournaments.csv")
        yield Fault(rows[0], "tournament", message, hint)


def interclubs(inputs: Inputs, seated: Seating) -> Iterator[Fault]:
    """A club that wins an interclub is one that players or home bases name, and had players there."""
    yield from _unknown_clubs(inputs)
    yield from _absent_clubs(inputs, seated)


def _unknown_clubs(inputs: Inputs) -> Iterator[Fault]:
    """Where a club could not be read, it may be that one, unless another is near."""
    is_sure = all_read(inputs.players, "club") and all_read(inputs.clubs, "club")
    there = {each.club for each in known(chain[Any](inputs.players, inputs.clubs), "club") if each.club}
    named = (each for each in known(inputs.tournaments, "interclub") if each.interclub)
    for each in (each for each in named if each.interclub not in there):
        near = suggestion(each.interclub, there)
        if is_sure or near:
            message = say("unknown-club", "there is no club {club}", club=quoted(each.interclub))
            yield Fault(each, "interclub", message, near or advise("write the club as players.csv has it"))


def _absent_clubs(inputs: Inputs, seated: Seating) -> Iterator[Fault]:
    """An interclub of a tournament without results, or won by a club of which nobody was there."""
    is_read = all_read(seated.results, "tournament", "player")
    if not (is_read and all_read(inputs.players, "id", "club")):
        return
    club_of = {each.id: each.club for each in inputs.players}
    clubs, results = {*club_of.values()}, seated.at_tournaments
    if results.keys() - {each.tournament for each in known(inputs.tournaments, "tournament")}:
        return
    for each in known(inputs.tournaments, "tournament", "interclub"):
        if not each.interclub or each.interclub not in clubs:
            continue
        if each.tournament not in results:
            message = say(
                "interclub-without-results",
                "the tournament has no results yet, and a winner of the interclub",
            )
            yield Fault(each, "interclub", message, advise("is it in the right row?"), warning=True)
        elif each.interclub not in {club_of.get(row.player, "") for row in results[each.tournament]}:
            message = say(
                "interclub-without-players",
                "no player of {club} was at the tournament",
                club=quoted(each.interclub),
            )
            yield Fault(each, "interclub", message, advise("correct the club, or their clubs"), warning=True)


def tournaments(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """Each has a key of its own and is of the year that it says, and a year has one final, its last."""
    yield from _keys(known(rows, "tournament"))
    yield from _years(known(rows, "date"))
    yield from _finals(known(rows, "date", "kind"))
    if all_read(rows, "date", "kind"):
        yield from _no_final(known(rows, "tournament", "name"))
        yield from _after_the_final(rows)


def _keys(rows: Iterable[Tournament]) -> Iterator[Fault]:
    """Keys differ in more than capitals, which are one address on many disks."""
    for each, other in again(rows, lambda row: row.tournament.casefold()):
        if other.tournament != each.tournament:
            message = say(
                "keys-differ-in-capitals",
                "{tournament} differs from {other} in capitals alone: {place}",
                tournament=quoted(each.tournament),
                other=quoted(other.tournament),
                place=other.source,
            )
            yield Fault(each, "tournament", message, advise("give it another key"))


def _years(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """The year in a key or name is that of the date, for which the tournament counts.

    A date that is far from all others is told by all systems.
    """
    years = Counter(each.year for each in rows)
    near = [each for each in rows if len(rows) == 1 or _has_company(each.year, years)]
    for each in near:
        texts = [getattr(row, name) for name in ("tournament", "name") for row in known([each], name)]
        said = [int(year) for text in texts for year in _YEAR.findall(text)]
        if said and each.year not in said:
            message = say(
                "year-is-not-of-date",
                "{said} is in the key or name, and the tournament counts for {year}, the year of its date",
                said=said[0],
                year=each.year,
            )
            yield Fault(each, "date", message, advise("correct the date, unless it is right"), warning=True)


def _has_company(year: int, years: Mapping[int, int]) -> bool:
    """Whether another tournament is of this year or of one beside it, as so many of each year say."""
    return years[year] > 1 or year - 1 in years or year + 1 in years


def _finals(rows: Iterable[Tournament]) -> Iterator[Fault]:
    """A year has one final."""
    for each, first in again((row for row in rows if row.kind == "final"), attrgetter("year")):
        message = say(
            "second-final", "{year} has a final already: {place}", year=each.year, place=first.source
        )
        yield Fault(each, "kind", message, advise("a year has one final: make one of them regular"))


def _no_final(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """What is called a final is the final of its year, unless that is another so called."""
    called = [each for each in rows if _is_called_final(each)]
    with_final = {each.year for each in called if each.kind == "final"}
    for each in called:
        if each.kind == "regular" and each.year not in with_final:
            message = say(
                "final-is-regular",
                "it is called a final, and counts as a regular tournament of {year}",
                year=each.year,
            )
            yield Fault(each, "kind", message, advise("write final, if it is that"), warning=True)


def _is_called_final(tournament: Tournament) -> bool:
    words = letters(f"{tournament.tournament} {tournament.name}").split("-")
    return bool(_FINAL & {*words}) and not _HALF & {*words}


def _after_the_final(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """A regular tournament after the final of its year, which is its last in all other years."""
    finals = {each.year: each.date for each in rows if each.kind == "final"}
    regular = [each for each in rows if each.year in finals and not _is_called_final(each)]
    late = [each for each in regular if each.date > finals[each.year]]
    for each in late if len({row.year for row in late}) == 1 else ():
        message = say(
            "after-the-final",
            "it is dated after the final of {year}, on {day}, and counts for that year",
            year=each.year,
            day=finals[each.year],
        )
        yield Fault(each, "date", message, advise("correct the date, unless it is right"), warning=True)
