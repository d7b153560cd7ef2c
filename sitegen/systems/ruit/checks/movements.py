"""Whom each pair met: pairs that were there, and that met it too."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from sitegen.message import Message, advise, say
from sitegen.model import Fault
from sitegen.problem import quoted
from sitegen.systems.bridge.evenings import whole
from sitegen.systems.ruit.seats import NoSeatError, Seat, opponents, seat, seats
from sitegen.systems.ruit.tables import Line
from sitegen.unread import Unread


class Entry(NamedTuple):
    """A row with the pair that it is of, and those that it names; None where that cannot be read."""

    row: Line
    seat: Seat
    named: Sequence[Seat] | None


def movements(lines: Iterable[Line]) -> Iterator[Fault]:
    """Every pair met somebody, and only pairs that were there and that met it."""
    for rows in whole(lines, ("date", "section"), "pair").values():
        entries = [Entry(row, seat(row.pair), _named(row)) for row in rows if _is_seat(row.pair)]
        if len(entries) == len(rows):
            yield from _section(entries)


def _is_seat(text: str) -> bool:
    try:
        seat(text)
    except NoSeatError:
        return False
    return True


def _named(row: Line) -> Sequence[Seat] | None:
    try:
        return None if isinstance(row.opponents, Unread) else seats(row.opponents)
    except NoSeatError:
        return None


def _section(entries: Sequence[Entry]) -> Iterator[Fault]:
    """The faults of the pairs of one section."""
    there = [each.seat for each in entries]
    faulty = [*_absent(entries, there), *_alone(entries, there)]
    yield from _pair_twice(entries)
    yield from _directions(entries)
    yield from faulty
    if not faulty and len({*there}) == len(there) and all(each.named is not None for each in entries):
        met = {each.seat: Counter(opponents(each.seat, each.named or (), there)) for each in entries}
        yield from _one_sided(met, {each.seat: each.row for each in entries})


def _pair_twice(entries: Iterable[Entry]) -> Iterator[Fault]:
    """A pair stands once in a section; where it is written the same, the table says so itself."""
    first: dict[Seat, Line] = {}
    for row, which, _ in entries:
        other = first.setdefault(which, row)
        if other is not row and other.pair != row.pair:
            told = say(
                "pair-twice-in-section",
                "pair {pair} stands in {source} already",
                pair=quoted(row.pair),
                source=other.source,
            )
            yield Fault(row, "pair", told, advise("a pair stands once in a section"))


def _directions(entries: Sequence[Entry]) -> Iterator[Fault]:
    """All pairs of a section have a direction, or none."""
    plain = [each for each in entries if not each.seat.direction]
    if plain and len(plain) < len(entries):
        told = say(
            "direction-missing",
            "pair {pair} has no direction, and others of {where} have",
            pair=quoted(plain[0].row.pair),
            where=_where(plain[0].row),
        )
        hint = advise("in a Mitchell movement write it behind the number of every pair, such as 1NS and 1EW")
        yield Fault(plain[0].row, "pair", told, hint, warning=True)


def _absent(entries: Iterable[Entry], there: Sequence[Seat]) -> Iterator[Fault]:
    """A pair that was met and was not there, at the first that names it."""
    told: set[Seat] = set()
    for row, own, named in entries:
        for other in opponents(own, named, there) if named else ():
            if other not in there and other not in told:
                told.add(other)
                message = say(
                    "no-such-pair", "there is no pair {pair} on {where}", pair=other, where=_where(row)
                )
                yield Fault(row, "opponents", message, advise("the pairs are {names}", names=_listed(there)))


def _alone(entries: Iterable[Entry], there: Sequence[Seat]) -> Iterator[Fault]:
    """A pair that had nobody to meet."""
    for row, own, named in entries:
        if named is not None and not opponents(own, named, there):
            told = say("pair-alone", "pair {pair} is alone on {where}", pair=own, where=_where(row))
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
    own = met[which]
    named = _listed(each for each in met if own[each] > met[each][which])
    naming = _listed(each for each in met if own[each] < met[each][which])
    if named and naming:
        return say(
            "opponents-mistaken",
            "pair {pair} met {named}, who did not meet it, and not {naming}, who did",
            pair=which,
            named=named,
            naming=naming,
        )
    if named:
        return say(
            "opponents-not-mutual",
            "pair {pair} met {named}, who did not meet it",
            pair=which,
            named=named,
        )
    return say(
        "opponents-lacking",
        "pair {pair} did not meet {naming}, who met it",
        pair=which,
        naming=naming,
    )


def _listed(pairs: Iterable[Seat]) -> str:
    return ", ".join(map(str, sorted(pairs)))


def _where(row: Line) -> date | Message:
    if row.section:
        return advise("{day} in section {section}", day=row.date, section=quoted(row.section))
    return row.date
