"""Tournaments that are not there, are taken for another, or are of another year or kind than they say."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from sitegen.message import advise, counted, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.problem import quoted, suggestion
from sitegen.systems.ludo.tables import Inputs, Result, Tournament
from sitegen.unread import known

_YEAR = re.compile(r"(?<!\d)(?:19|20|21)\d\d(?!\d)")
_FINAL = {"final", "finale", "finals", "eindtoernooi"}
_HALF = {"half", "halve", "semi", "demi", "quarter", "kwart", "quart"}


def unknown(inputs: Inputs) -> Iterator[Fault]:
    """Results are those of a tournament; told once of each that is not there.

    Where the key of a tournament could not be read, the results may be those of that one.
    """
    there = {each.tournament for each in known(inputs.tournaments, "tournament")}
    lost = len(inputs.tournaments) - len(known(inputs.tournaments, "tournament"))
    first: dict[str, Result] = {}
    counts: Counter[str] = Counter()
    for row in known(inputs.results, "tournament"):
        if row.tournament not in there:
            first.setdefault(row.tournament, row)
            counts[row.tournament] += 1
    for key, count in counts.most_common()[lost:]:
        message = say(
            "unknown-tournament",
            "there is no tournament {tournament}, which is in {rows}",
            tournament=quoted(key),
            rows=counted(count, "{number} row", "{number} rows"),
        )
        hint = suggestion(key, there) or advise("add it to tournaments.csv")
        yield Fault(first[key], "tournament", message, hint)


def tournaments(rows: Sequence[Tournament]) -> Iterator[Fault]:
    """Each has a key of its own and is of the year that it says, and a year has one final, its last."""
    yield from _keys(known(rows, "tournament"))
    yield from _years(known(rows, "date"))
    sound = known(rows, "date", "kind")
    yield from _finals(sound)
    if len(sound) == len(rows):
        yield from _no_final(known(sound, "tournament", "name"))
        yield from _after_the_final(sound)


def _keys(rows: Iterable[Tournament]) -> Iterator[Fault]:
    """Keys differ in more than capitals, which are one address on many disks."""
    first: dict[str, Tournament] = {}
    for each in rows:
        other = first.setdefault(each.tournament.casefold(), each)
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
    near = [each for each in rows if len(rows) == 1 or _has_company(each, rows)]
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


def _has_company(tournament: Tournament, rows: Iterable[Tournament]) -> bool:
    """Whether another is of the same year or of one beside it."""
    others = (each for each in rows if each is not tournament)
    return any(abs(each.year - tournament.year) <= 1 for each in others)


def _finals(rows: Iterable[Tournament]) -> Iterator[Fault]:
    """A year has one final."""
    first: dict[int, str] = {}
    for each in rows:
        if each.kind == "final" and first.setdefault(each.year, each.source) != each.source:
            message = say(
                "second-final", "{year} has a final already: {place}", year=each.year, place=first[each.year]
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
