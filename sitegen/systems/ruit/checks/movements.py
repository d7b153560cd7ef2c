"""Whom each pair met: pairs that were there, and that met it too."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import NamedTuple

from sitegen.message import Message, advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.bridge.evenings import whole
from sitegen.systems.ruit.seats import NoSeatError, Seat, opponents, seats
from sitegen.systems.ruit.tables import Line
from sitegen.toolkit.checks import again
from sitegen.unread import Unread


class Entry(NamedTuple):
    """A row with the pair that it is of, and those that it met; None where that cannot be read."""

    row: Line
    seat: Seat
    met: Sequence[Seat] | None


def movements(lines: Iterable[Line]) -> Iterator[Fault]:
    """Every pair met somebody, and only pairs that were there and that met it."""
    for rows in whole(lines, ("date", "section"), "pair").values():
        there = [own[0] for row in rows if len(own := readable(row.pair) or ()) == 1]
        if len(there) == len(rows):
            entries = [Entry(row, own, _met(row, own, there)) for row, own in zip(rows, there, strict=True)]
            yield from _section(entries, there)


def _met(row: Line, own: Seat, there: Sequence[Seat]) -> Sequence[Seat] | None:
    named = readable(row.opponents)
    return None if named is None else opponents(own, named, there)


def _section(entries: Sequence[Entry], there: Sequence[Seat]) -> Iterator[Fault]:
    """The faults of the pairs of one section."""
    faulty = [*_absent(entries, there), *_alone(entries)]
    yield from _pair_twice(entries)
    yield from _directions(entries)
    yield from faulty
    met = {each.seat: Counter(each.met) for each in entries if each.met}
    if not faulty and len(met) == len(entries):
        yield from _one_sided(met, {each.seat: each.row for each in entries})


def _pair_twice(entries: Iterable[Entry]) -> Iterator[Fault]:
    """A pair stands once in a section; where it is written the same, the table says so itself."""
    for (row, *_), (other, *_) in again(entries, attrgetter("seat")):
        if other.pair != row.pair:
            named = {"pair": quoted(row.pair), "source": other.source}
            told = say("pair-twice-in-section", "pair {pair} stands in {source} already", **named)
            yield Fault(row, "pair", told, advise("a pair stands once in a section"))


def _directions(entries: Sequence[Entry]) -> Iterator[Fault]:
    """All pairs of a section have a direction, or none."""
    plain = [each.row for each in entries if not each.seat.direction]
    if plain and len(plain) < len(entries):
        told = say(
            "direction-missing",
            "pair {pair} has no direction, and others of {where} have",
            pair=quoted(plain[0].pair),
            where=where(plain[0]),
        )
        hint = advise("in a Mitchell movement write it behind the number of every pair, such as 1NS and 1EW")
        yield Fault(plain[0], "pair", told, hint, warning=True)


def _absent(entries: Iterable[Entry], there: Sequence[Seat]) -> Iterator[Fault]:
    """A pair that was met and was not there, at the first that names it."""
    told_of: set[Seat] = {*there}
    for row, _, met in entries:
        for other in met or ():
            if other not in told_of:
                told_of.add(other)
                told = say("no-such-pair", "there is no pair {pair} on {where}", pair=other, where=where(row))
                yield Fault(row, "opponents", told, advise("the pairs are {names}", names=_listed(there)))


def _alone(entries: Iterable[Entry]) -> Iterator[Fault]:
    """A pair that had nobody to meet."""
    for row, own, met in entries:
        if met == []:
            told = say("pair-alone", "pair {pair} is alone on {where}", pair=own, where=where(row))
            yield Fault(row, "pair", told, advise("a pair plays against other pairs: add theirs"))


def _one_sided(met: dict[Seat, Counter[Seat]], rows: Mapping[Seat, Line]) -> Iterator[Fault]:
    """Who met whom is said by both: the pair that most of the others contradict, then who is left."""
    while contradicted := _contradicted(met):
        worst = max(contradicted, key=lambda each: len(contradicted[each]))
        yield Fault(rows[worst], "opponents", _contradiction(worst, met), _BOTH, warning=True)
        del met[worst]


_BOTH = advise("two pairs that met name each other: compare both rows with the movement")


def _contradicted(met: Mapping[Seat, Counter[Seat]]) -> dict[Seat, list[Seat]]:
    """The pairs of which others say otherwise, and which."""
    found = {one: [other for other in met if met[one][other] != met[other][one]] for one in met}
    return {one: others for one, others in found.items() if others}


def _contradiction(which: Seat, met: Mapping[Seat, Counter[Seat]]) -> Message:
    named = _listed(each for each in met if met[which][each] > met[each][which])
    naming = _listed(each for each in met if met[which][each] < met[each][which])
    told = {"pair": which, "named": named, "naming": naming}
    if not naming:
        return say("opponents-not-mutual", "pair {pair} met {named}, who did not meet it", **told)
    if not named:
        return say("opponents-lacking", "pair {pair} did not meet {naming}, who met it", **told)
    return say(
        "opponents-mistaken",
        "pair {pair} met {named}, who did not meet it, and not {naming}, who did",
        **told,
    )


def _listed(pairs: Iterable[Seat]) -> str:
    return ", ".join(map(str, sorted(pairs)))


def where(row: Line) -> date | Message:
    """The evening of a row, with the section where there are several."""
    if row.section:
        return advise("{day} in section {section}", day=row.date, section=quoted(row.section))
    return row.date


def readable(text: str) -> Sequence[Seat] | None:
    """The pairs that a cell names; None where that cannot be read."""
    try:
        return None if isinstance(text, Unread) else seats(text)
    except NoSeatError:
        return None
