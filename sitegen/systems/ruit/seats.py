"""What a pair is called on an evening: its number, and in a Mitchell movement its direction.

There north-south stays and east-west moves, so that each pair meets those of the other direction alone.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field

_DIRECTIONS = {"NS": "NS", "NZ": "NS", "EW": "EW", "OW": "EW", "EO": "EW"}
_LETTERS = "N[-/]?[SZ]|[EO][-/]?W|E[-/]?O"
_NUMBER = "0*([1-9][0-9]{0,2})"
_BETWEEN = " \t,;+&\n"
_SEAT = re.compile(
    rf"(?:{_NUMBER}(?:\s*({_LETTERS}))?|({_LETTERS})\s*{_NUMBER})(?![^{_BETWEEN}])", re.ASCII | re.IGNORECASE
)


@dataclass(frozen=True, order=True)
class Seat:
    """The number of a pair with its direction, `NS` or `EW`; blank outside a Mitchell movement.

    `letters` are those that the club writes for the direction.
    """

    number: int
    direction: str = ""
    letters: str = field(default="", compare=False)

    def meets(self, other: "Seat") -> bool:
        """Whether the movement can bring them together: not a pair with itself or with its own direction."""
        return self != other and not (self.direction and self.direction == other.direction)

    def __str__(self) -> str:
        return f"{self.number}{self.letters}"


class NoSeatError(ValueError):
    """What is `written` is nothing that a pair is called."""

    def __init__(self, written: str) -> None:
        super().__init__(written)
        self.written = written


def seat(text: str) -> Seat:
    """The pair called `7`, `1NS` or `NS 1`; in Dutch `1NZ` and `1OW`, in French `1EO`."""
    found = seats(text)
    if len(found) != 1:
        raise NoSeatError(text)
    return found[0]


def seats(text: str) -> list[Seat]:
    """Several, with spaces or commas between them; a `NoSeatError` at the first that is none."""
    found, rest = [], text.strip(_BETWEEN)
    while rest:
        match = _SEAT.match(rest)
        if match is None:
            raise NoSeatError(re.split(f"[{_BETWEEN}]", rest)[0])
        number = int(match[1] or match[4])
        letters = re.sub("[-/]", "", match[2] or match[3] or "").upper()
        found.append(Seat(number, _DIRECTIONS.get(letters, ""), letters))
        rest = rest[match.end() :].lstrip(_BETWEEN)
    return found


def opponents(own: Seat, named: Collection[Seat], there: Collection[Seat]) -> list[Seat]:
    """The pairs that a pair met, of those that were `there`: the `named`, or all that it can meet.

    A number alone is, in a Mitchell movement, that of a pair of the other direction.
    """
    return [_meant(own, each, there) for each in named] or [each for each in there if own.meets(each)]


def _meant(own: Seat, named: Seat, there: Collection[Seat]) -> Seat:
    if named in there or named.direction or not own.direction:
        return named
    other = "EW" if own.direction == "NS" else "NS"
    return Seat(named.number, other)
