"""The words of one ranking: cells, places and names as they may be told, which is without whoever hides."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any
from urllib.parse import quote

from sitegen.difference.effect import Effect
from sitegen.difference.facts import Fact
from sitegen.difference.rows import Row, RowChange
from sitegen.difference.state import State
from sitegen.difference.teller import Teller
from sitegen.language import Language
from sitegen.message import Message, plain
from sitegen.model import Player
from sitegen.problem import errors
from sitegen.read.hush import Hush
from sitegen.table import Column
from sitegen.tell import line

_PERSONAL = frozenset({"name", "sort_name", "aliases"})
_HIDDEN = "…"
_SPANS = 6


@dataclass(frozen=True)
class Wording:
    """How a ranking is told of in a language."""

    effect: Effect
    language: Language

    @cached_property
    def teller(self) -> Teller:
        """What tells its facts."""
        boards = self.effect.boards
        names = {real: plain(name) for real, name in self.effect.names(self.language).items()}
        decimals = boards[1].derived.decimals if boards else (1, 0)
        return Teller(names, self.language, decimals)

    @cached_property
    def _hushes(self) -> list[Hush]:
        """Names that were hidden and are no more are no secrets now."""
        now, was = self.effect.after.secrets, self.effect.before.secrets
        words = {word for name in now.shown for word in re.split(r"[\s,]+", name)}
        left = replace(was, names=was.names - now.shown, families=was.families - words)
        return [Hush(each) for each in (now, left) if each]

    @cached_property
    def quiet(self) -> Any:
        """A text as it may be told."""

        @cache
        def text(said: str) -> str:
            for each in self._hushes:
                said = each.text(said)
            return plain(said)

        return text

    def is_secret(self, text: str) -> bool:
        """Whether a text names somebody who hides."""
        return text in self._exposed or any(each.text(text) != text for each in self._hushes)

    @cached_property
    def _exposed(self) -> frozenset[str]:
        """The ids under which those who hide now were published before."""
        board, who = self.effect.before.boards.get(self.effect.id), self.effect.who
        shown = board.names if board else ()
        return frozenset(each for each in shown if who.was(each) in who.labels and each not in who.before)

    @cached_property
    def path(self) -> Any:
        """A path as it may be told."""

        @cache
        def path(written: str) -> str:
            for each in self._hushes:
                written = each.path(written)
            return plain(written)

        return path

    @property
    def title(self) -> str:
        """What the ranking is called."""
        return str(self.quiet(self.effect.ranking.title))

    @property
    def figure(self) -> str:
        """Of what the figures of the list are; blank where it is not calculated."""
        careers = self.effect.boards[1].outcome.careers if self.effect.boards else None
        return plain(self.language.word(careers.label)) if careers else ""

    def sentence(self, fact: Fact) -> str:
        """A fact as a person would tell it."""
        return plain(self.teller.said(self._hushed(fact.said(self.teller))))

    def _hushed(self, message: Message) -> Message:
        """What a sentence names without whoever hides; names of players are told as they may be already."""
        named = {name: self._value(each) for name, each in message.named.items()}
        return Message(message.code, message.text, named, message.several)

    def _value(self, value: Any) -> Any:
        if isinstance(value, Message):
            return self._hushed(value)
        return self.quiet(value) if isinstance(value, str) else value

    def row(self, row: Row, change: RowChange) -> list[str]:
        """The cells of a row of results."""
        cell = self._masked if self._is_hidden(row) else self.cell
        return [cell(column, value) for column, value in zip(change.columns, row.cells, strict=True)]

    def values(self, row: Row, change: RowChange) -> list[Any]:
        """The cells of a row for programs: players by the ids that they are published under."""
        told = zip(change.columns, row.cells, self.row(row, change), strict=True)
        return [self._plain_value(*each) for each in told]

    def _plain_value(self, column: Column, value: Any, told: str) -> Any:
        if column.shown.style == "player":
            return self.published(value) if value else value
        return value if value is None or isinstance(value, bool | int | float) else told

    def _is_hidden(self, row: Row) -> bool:
        """Whether a row describes a player who hides before or after."""
        of = self.effect
        return isinstance(row.read, Player) and (row.cells[0] in of.who.hidden or row.cells[0] in of.untold)

    def _masked(self, column: Column, value: Any) -> str:
        if column.name in _PERSONAL:
            return _HIDDEN if column.name == "name" else ""
        return self.published(value) if column.name == "id" else self.cell(column, value)

    def label(self, column: Column) -> str:
        """The head of a column."""
        return plain(self.language.word(column.label))

    def page(self, player: str) -> str:
        """The address of the page that a player has on the published site; blank where there is none."""
        board, site = self.effect.before.boards.get(self.effect.id), self.effect.after.site
        shown = self.published(player)
        if not board or not site or shown not in board.derived.linked:
            return ""
        return f"{site.url}{self.effect.id}/players/{quote(shown)}/"

    def cell(self, column: Column, value: Any) -> str:
        """A cell: of a player the name."""
        if value is None or value == "":
            return ""
        if column.shown.style == "player":
            return self.teller.name(value)
        if isinstance(value, bool):
            return self.language.word("yes") if value else ""
        if isinstance(value, float):
            return f"{value:.6f}".rstrip("0").rstrip(".")
        return str(self.quiet(str(value)))

    def published(self, player: str) -> str:
        """The id under which a player is published: after, or else before."""
        who = self.effect.who
        if player in who.labels:
            return who.labels[player]
        if player in self.effect.untold or (player in who.hidden and player not in self._here):
            return self._labels_before.get(player, _HIDDEN)
        return player

    @cached_property
    def _here(self) -> frozenset[str]:
        board = self.effect.after.boards.get(self.effect.id)
        return frozenset(board.names) if board else frozenset()

    @cached_property
    def _labels_before(self) -> dict[str, str]:
        return {self.effect.who.was(label): label for label in self.effect.who.before}


def faults(state: State, language: Language, most: int) -> list[str]:
    """The errors of a state, which name nobody who hides."""
    found = Hush(state.secrets).problems(errors(state.problems)[:most])
    return [plain(line(each, language)) for each in found]


def spans(lines: Iterable[int]) -> str:
    """Numbers of lines: `2-31, 40`."""
    found = list(_spans(lines))
    told = [f"{first}-{last}" if last > first else str(first) for first, last in found[:_SPANS]]
    return ", ".join([*told, *(["…"] if len(found) > _SPANS else [])])


def _spans(lines: Iterable[int]) -> Iterator[tuple[int, int]]:
    ordered = sorted({*lines})
    begun = [each for each, before in zip(ordered, [None, *ordered], strict=False) if each - 1 != before]
    ended = [each for each, after in zip(ordered, [*ordered[1:], None], strict=True) if each + 1 != after]
    return zip(begun, ended, strict=True)
