"""The pairs of an evening of bridge: a row a pair, and what the travellers make of its score."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from sitegen.cells.days import day
from sitegen.commands.importing.bridge.matches import Sitting, cell, plain
from sitegen.commands.importing.bridge.travellers import (
    IMPS,
    MATCH_POINTS,
    Pairs,
    Seat,
    Tallies,
    Tally,
    amount,
    direction,
    seat,
)
from sitegen.commands.importing.elements import Element
from sitegen.commands.importing.source import SourceCell, SourceRow, Statement, Verdict
from sitegen.message import advise, say
from sitegen.problem import quoted

PAIRS = ("date", "session", "section", "pair", "player1", "player2", "score", "opponents")
BUTLER = (*PAIRS, "boards")
Boards = Sequence[tuple[Element, str]]
Entrants = Sequence[tuple[Element, str]]
_TOLERANCE = 1.0
"""What a recomputed score may differ: boards that were played fewer times count a little less, or more."""
_UNREAD = re.compile(r"^[^\W\d_]+\.?,? +(?=\d)|(?<=\d)(?:st|nd|rd|th)\b|,|[T ]+\d\d?:\d\d.*$", re.IGNORECASE)
_ISO = re.compile(r"([12]\d{3})[-/.]?(\d\d)[-/.]?(\d\d)", re.ASCII)
_NOBODY = {"PHANTOM", "SIT OUT", "SITOUT", "SIT-OUT", "BYE"}


class _Score(NamedTuple):
    """A stated score: its element, its name and its number."""

    line: int
    text: str
    value: float | None


class Evening:
    """The rows of a session of pairs, in percentages or, with `is_butler`, in IMPs of the whole session."""

    def __init__(
        self, entrants: Entrants, boards: Boards, winners: str, sitting: Sitting, is_butler: bool = False
    ) -> None:
        self._sitting, self._is_butler = sitting, is_butler
        self._entrants = [(entrant, _seat(entrant, section)) for entrant, section in entrants]
        self._pairs = Pairs(own for _, own in self._entrants)
        self._tallies = Tallies(self._pairs, boards, IMPS if is_butler else MATCH_POINTS)
        self._nobody = {own for entrant, own in self._entrants if self._is_nobody(entrant, own)}
        self._is_directed = self._pairs.are_directed(winners, self._tallies)

    def rows(self) -> Iterator[SourceRow]:
        """A row a pair."""
        seen: set[Seat] = set()
        for entrant, own in self._entrants:
            tally = self._tallies.of.get(own, Tally())
            players, score = _players(entrant), self._score(entrant)
            nobody = Verdict(
                "left", say("pair-of-nobody", "nobody sat there: a number that stands for no pair")
            )
            doubt = nobody if own in self._nobody else _doubt(players, score, tally, is_again=own in seen)
            seen.add(own)
            place = f"line {entrant.line}, {entrant.name} {self._called(own)}"
            yield SourceRow(
                place, [*self._cells(entrant, own, players, score, tally)], self._sitting.verdict or doubt
            )

    def statements(self) -> Iterator[Statement]:
        """The scores that are stated, and what the travellers make of them."""
        for entrant, own in self._entrants:
            tally, score = self._tallies.of.get(own), self._score(entrant)
            stated, made = score.value, _compute_scores(tally, is_butler=self._is_butler) if tally else []
            if stated is None or not made:
                continue
            computed = min((abs(stated - value), value) for value in made)[1]
            who = " - ".join(player.cell("PLAYER_NAME") for player in _players(entrant)) or own.number
            what = "imps" if self._is_butler else "percentage"
            yield Statement(what, who, stated, round(computed, 4), f"line {score.line}", _TOLERANCE)

    def _is_nobody(self, entrant: Element, own: Seat) -> bool:
        """Whether it stands for a pair that is missing: it has such a name, or no names and no boards."""
        names = {player.cell("PLAYER_NAME").upper() for player in _players(entrant)} - {""}
        return names <= _NOBODY if names else own not in self._tallies.of

    def _score(self, entrant: Element) -> _Score:
        """The total of a butler is of the whole session; that of matchpoints would be no percentage."""
        found = entrant.first(*(("TOTAL_SCORE", "PAIR_IMPS") if self._is_butler else ("PERCENTAGE",)))
        if found is None:
            return _Score(entrant.line, "", None)
        value = amount(found.text)
        return _Score(found.line, found.text if value is None else plain(value), value)

    def _cells(
        self, entrant: Element, own: Seat, players: Sequence[Element], score: _Score, tally: Tally
    ) -> Iterator[SourceCell]:
        yield cell(self._sitting.day, entrant.line, "day")
        yield cell(self._sitting.session, entrant.line)
        yield cell(own.section, entrant.line)
        yield cell(self._called(own), entrant.line)
        for n in (0, 1):
            player = players[n] if n < len(players) else entrant
            name = player.cell("PLAYER_NAME") if player is not entrant or entrant.name == "PLAYER" else ""
            yield cell(name, player.line)
        yield cell(score.text, score.line, "number" if score.value is not None else "text")
        met = sorted(
            tally.met - self._nobody, key=lambda other: (len(other.number), other.number, other.direction)
        )
        yield cell(" ".join([*map(self._called, met), *sorted(tally.absent)]), entrant.line)
        if self._is_butler:
            yield cell(str(tally.boards or "") or entrant.cell("BOARDS_PLAYED"), entrant.line, "number")

    def _called(self, own: Seat) -> str:
        return own.number + (own.direction if self._is_directed else "")


def _compute_scores(tally: Tally, *, is_butler: bool) -> list[float]:
    """What the lines make of a score: IMPs, or percentages with and without boards counted alike."""
    if is_butler:
        return [tally.points] if tally.boards else []
    return [100 * tally.factored / tally.full, 100 * tally.points / tally.most] if tally.most else []


def day_of(text: str) -> str:
    """A day as our tables write it; blank for none. The format asks for `05/02/2026`; programs write more.

    A weekday before it and a time behind it are passed over. The month never stands first.
    """
    with suppress(ValueError):
        return day(_ISO.sub(r"\1-\2-\3", _UNREAD.sub("", text))).isoformat()
    return ""


def _seat(entrant: Element, section: str) -> Seat:
    number = entrant.cell("PAIR_NUMBER", "PLAYER_NUMBER")
    return seat(number, direction(entrant.cell("DIRECTION")), section)


def _players(entrant: Element) -> Sequence[Element]:
    return [entrant] if entrant.name == "PLAYER" else [*entrant.all("PLAYER")]


def _doubt(players: Sequence[Element], score: _Score, tally: Tally, *, is_again: bool) -> Verdict | None:
    """What makes a pair doubtful."""
    names = [player.cell("PLAYER_NAME") for player in players]
    absent = quoted(" ".join(sorted(tally.absent)))
    doubts = (
        (
            len(names) > 2,
            say("pair-of-three", "{number} players stand with this pair", number=len(names)),
            advise("enter the two who played"),
        ),
        (
            sum(map(bool, names)) < 2,
            say("pair-player-unnamed", "a player of this pair has no name"),
            advise("look up who played"),
        ),
        (
            is_again,
            say("pair-stands-twice", "the pair stands twice in this session"),
            advise("keep the one that is right"),
        ),
        (
            score.value is None,
            say("pair-without-score", "the pair has no score that can be read"),
            advise("look up the score, and enter it by hand"),
        ),
        (
            bool(tally.absent),
            say("pair-met-nobody", "it met {pair}, which is not among the pairs", pair=absent),
            advise("look up who that was"),
        ),
    )
    return next((Verdict("doubtful", told, hint) for is_so, told, hint in doubts if is_so), None)
