"""The words of one ranking: cells, places and names as they may be told, which is without whoever hides.

As much as somebody reads on, and how much is left.

Who moves on a list, in words.

What becomes of lists that are published already, and of published tables, in words.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Generic, Literal, NamedTuple, TypeVar
from urllib.parse import quote

from sitegen.compare.effect import Effect
from sitegen.compare.findings import Finding, FindingFormatter
from sitegen.compare.lists import ListChange, ListMove, TableChange
from sitegen.compare.rows import RowChange, SourceRow
from sitegen.compare.state import SiteState
from sitegen.core.entities import Player
from sitegen.core.language import Language
from sitegen.core.problems import Message, advise, join_messages, make_printable, pluralize, select_errors
from sitegen.core.table import Column
from sitegen.core.terminal import format_problem
from sitegen.inputs.privacy.redact import Redactor
from sitegen.rankings.positions import Position

T = TypeVar("T")


class Excerpt(NamedTuple, Generic[T]):
    """The first of many, and how many are left out."""

    items: Sequence[T]
    omitted_count: int = 0


def truncate(every: Sequence[T], most: int) -> Excerpt[T]:
    """At most so many; one that would be left alone is told too."""
    return Excerpt(every[:most], len(every) - most) if len(every) > most + 1 else Excerpt(every)


_PERSONAL_COLUMNS = frozenset({"name", "sort_name", "aliases"})
_HIDDEN_TEXT = "…"
_MAX_SPANS = 6


@dataclass(frozen=True)
class EffectFormatter:
    """How a ranking is told of in a language."""

    effect: Effect
    language: Language

    @cached_property
    def finding_formatter(self) -> FindingFormatter:
        """What tells its facts."""
        boards = self.effect.contexts
        names = {real: make_printable(name) for real, name in self.effect.map_names(self.language).items()}
        decimals = boards[1].derived.decimals if boards else (1, 0)
        return FindingFormatter(names, self.language, decimals)

    @cached_property
    def _redactors(self) -> list[Redactor]:
        """Names that were hidden and are no more are no secrets now."""
        now, was = self.effect.after.hidden_names, self.effect.before.hidden_names
        words = {word for name in now.visible_names for word in re.split(r"[\s,]+", name)}
        left = replace(was, names=was.names - now.visible_names, family_names=was.family_names - words)
        return [Redactor(hidden_names) for hidden_names in (now, left) if hidden_names]

    @cached_property
    def redact(self) -> Any:
        """A text as it may be told."""

        @cache
        def text(said: str) -> str:
            for redactor in self._redactors:
                said = redactor.redact_text(said)
            return make_printable(said)

        return text

    def has_hidden_name(self, text: str) -> bool:
        """Whether a text names somebody who hides."""
        return text in self._exposed_ids or any(
            redactor.redact_text(text) != text for redactor in self._redactors
        )

    @cached_property
    def _exposed_ids(self) -> frozenset[str]:
        """The ids under which those who hide now were published before."""
        board, who = self.effect.before.contexts.get(self.effect.id), self.effect.identities
        shown = board.names if board else ()
        return frozenset(
            player
            for player in shown
            if who.resolve_before(player) in who.labels and player not in who.before
        )

    @cached_property
    def redact_path(self) -> Any:
        """A path as it may be told."""

        @cache
        def path(written: str) -> str:
            for redactor in self._redactors:
                written = redactor.redact_path(written)
            return make_printable(written)

        return path

    @property
    def title(self) -> str:
        """What the ranking is called."""
        return str(self.redact(self.effect.ranking.title))

    @property
    def figure_label(self) -> str:
        """Of what the figures of the list are; blank where it is not calculated."""
        careers = self.effect.contexts[1].outcome.careers if self.effect.contexts else None
        return make_printable(self.language.translate(careers.label)) if careers else ""

    def format_finding(self, fact: Finding) -> str:
        """A fact as a person would tell it."""
        return make_printable(
            self.finding_formatter.format_message(
                self._redact_message(fact.build_message(self.finding_formatter))
            )
        )

    def _redact_message(self, message: Message) -> Message:
        """What a sentence names without whoever hides; names of players are told as they may be already."""
        named = {name: self._redact_value(value) for name, value in message.params.items()}
        return Message(message.code, message.text, named, message.plural)

    def _redact_value(self, value: Any) -> Any:
        if isinstance(value, Message):
            return self._redact_message(value)
        return self.redact(value) if isinstance(value, str) else value

    def format_row(self, row: SourceRow, change: RowChange) -> list[str]:
        """The cells of a row of results."""
        cell = self._mask_cell if self._is_hidden(row) else self.format_cell
        return [cell(column, value) for column, value in zip(change.columns, row.cells, strict=True)]

    def format_values(self, row: SourceRow, change: RowChange) -> list[Any]:
        """The cells of a row for programs: players by the ids that they are published under."""
        told = zip(change.columns, row.cells, self.format_row(row, change), strict=True)
        return [self._format_plain_value(*cell) for cell in told]

    def _format_plain_value(self, column: Column, value: Any, told: str) -> Any:
        if column.display.style == "player":
            return self.get_published_id(value) if value else value
        return value if value is None or isinstance(value, bool | int | float) else told

    def _is_hidden(self, row: SourceRow) -> bool:
        """Whether a row describes a player who hides before or after."""
        of = self.effect
        return isinstance(row.record, Player) and (
            row.cells[0] in of.identities.hidden or row.cells[0] in of.withheld_players
        )

    def _mask_cell(self, column: Column, value: Any) -> str:
        if column.name in _PERSONAL_COLUMNS:
            return _HIDDEN_TEXT if column.name == "name" else ""
        return self.get_published_id(value) if column.name == "id" else self.format_cell(column, value)

    def format_label(self, column: Column) -> str:
        """The head of a column."""
        return make_printable(self.language.translate(column.label))

    def get_page_url(self, player: str) -> str:
        """The address of the page that a player has on the published site; blank where there is none."""
        board, site = self.effect.before.contexts.get(self.effect.id), self.effect.after.site
        shown = self.get_published_id(player)
        if not board or not site or shown not in board.derived.players_with_page:
            return ""
        return f"{site.url}{self.effect.id}/players/{quote(shown)}/"

    def format_cell(self, column: Column, value: Any) -> str:
        """A cell: of a player the name."""
        if value is None or value == "":
            return ""
        if column.display.style == "player":
            return self.finding_formatter.format_player(value)
        if isinstance(value, bool):
            return self.language.translate("yes") if value else ""
        if isinstance(value, float):
            return f"{value:.6f}".rstrip("0").rstrip(".")
        return str(self.redact(str(value)))

    def get_published_id(self, player: str) -> str:
        """The id under which a player is published: after, or else before."""
        who = self.effect.identities
        if player in who.labels:
            return who.labels[player]
        if player in self.effect.withheld_players or (
            player in who.hidden and player not in self._current_players
        ):
            return self._labels_before.get(player, _HIDDEN_TEXT)
        return player

    @cached_property
    def _current_players(self) -> frozenset[str]:
        board = self.effect.after.contexts.get(self.effect.id)
        return frozenset(board.names) if board else frozenset()

    @cached_property
    def _labels_before(self) -> dict[str, str]:
        return {
            self.effect.identities.resolve_before(label): label for label in self.effect.identities.before
        }


def format_errors(state: SiteState, language: Language, most: int) -> list[str]:
    """The errors of a state, which name nobody who hides."""
    found = Redactor(state.hidden_names).redact_problems(select_errors(state.problems)[:most])
    return [make_printable(format_problem(problem, language)) for problem in found]


def format_spans(lines: Iterable[int]) -> str:
    """Numbers of lines: `2-31, 40`."""
    found = list(_find_spans(lines))
    told = [f"{first}-{last}" if last > first else str(first) for first, last in found[:_MAX_SPANS]]
    return ", ".join([*told, *(["…"] if len(found) > _MAX_SPANS else [])])


def _find_spans(lines: Iterable[int]) -> Iterator[tuple[int, int]]:
    ordered = sorted({*lines})
    begun = [
        number for number, before in zip(ordered, [None, *ordered], strict=False) if number - 1 != before
    ]
    ended = [
        number for number, after in zip(ordered, [*ordered[1:], None], strict=True) if number + 1 != after
    ]
    return zip(begun, ended, strict=True)


_ARROWS = {1: "▲", 0: "", -1: "▼"}
Transition = Literal["", "new", "gone", "ranked", "unranked"]


class MoveRow(NamedTuple):
    """Where somebody stood and stands, and with which figure; `page` is the address of whoever has one.

    `climb` are the places won, `sign` says whether the figure rose or fell.
    """

    name: str
    page: str
    ranks: tuple[int | None, int | None]
    before: str
    after: str
    gain: str
    sign: int
    climb: int
    transition: Transition


class MoveTable(NamedTuple):
    """Who has another figure, or comes or goes; and those who hardly move, or only stand elsewhere for it."""

    major_moves: Excerpt[MoveRow]
    minor_moves: Excerpt[MoveRow]

    @property
    def rows(self) -> Sequence[MoveRow]:
        """All who are told of."""
        return [*self.major_moves.items, *self.minor_moves.items]

    @property
    def omitted_count(self) -> int:
        """How many are left out."""
        return self.major_moves.omitted_count + self.minor_moves.omitted_count


def build_move_table(wording: EffectFormatter, found: Iterable[ListMove], most: int) -> MoveTable:
    """Who wins most first, then who loses, most last; those who come and go behind them."""
    every = list(found)
    moved = [move for move in every if _find_transition(move) or _round_gain(wording, move)]
    still = [move for move in every if not (_find_transition(move) or _round_gain(wording, move))]
    shifted = _truncate_moves(wording, [move for move in still if move.climb], most // 4)
    hardly = sum(not move.climb for move in still)
    told_of = _truncate_moves(wording, sorted(moved, key=_get_weight), most)
    return MoveTable(told_of, Excerpt(shifted.items, shifted.omitted_count + hardly))


def _truncate_moves(wording: EffectFormatter, found: list[ListMove], most: int) -> Excerpt[MoveRow]:
    kept = truncate(found, most)
    ordered = sorted(kept.items, key=lambda item: (item.gain is None, -(item.gain or 0)))
    return Excerpt([_build_move_row(wording, move) for move in ordered], kept.omitted_count)


def _round_gain(wording: EffectFormatter, move: ListMove) -> float:
    """What the figure won as far as anybody sees it."""
    return round(move.gain or 0.0, wording.finding_formatter.decimals[0])


def _get_weight(move: ListMove) -> float:
    return -abs(move.gain) if move.gain else 0.0


def _find_transition(move: ListMove) -> Transition:
    if move.before is None or move.after is None:
        return "gone" if move.after is None else "new"
    was, now = move.ranks
    return "ranked" if now and not was else "unranked" if was and not now else ""


def _build_move_row(wording: EffectFormatter, move: ListMove) -> MoveRow:
    gain = _round_gain(wording, move)
    return MoveRow(
        name=wording.finding_formatter.format_player(move.player),
        page=wording.get_page_url(move.player),
        ranks=move.ranks,
        before=_format_figure(wording, move.before),
        after=_format_figure(wording, move.after),
        gain=wording.finding_formatter.format_change(move.gain) if gain else "",
        sign=(gain > 0) - (gain < 0),
        climb=move.climb,
        transition=_find_transition(move),
    )


def _format_figure(wording: EffectFormatter, position: Position | None) -> str:
    if position is None or position.value is None:
        return ""
    column = position.column
    return wording.language.make_number_formatter(column.display.decimals if column else 0)(position.value)


def build_headers(label: str, language: Language) -> list[str]:
    """The heads of a table of who moves, with what its figures are of."""
    was, now = language.format_message(advise("before")), language.format_message(advise("after"))
    return [
        "#",
        language.format_message(advise("Player")),
        *([f"{label}, {was}", now] if label else [was, now]),
        "±",
    ]


def build_cells(moved: MoveRow, language: Language) -> list[str]:
    """A row of that table."""
    turn = describe_transition(moved, language)
    name = f"{moved.name} – {turn}" if turn else moved.name
    return [format_place(moved), name, moved.before, moved.after, moved.gain]


def format_place(moved: MoveRow) -> str:
    """The place of somebody, with the places won or lost: `▲2 5`."""
    climb, rank = moved.climb, moved.ranks[1]
    arrow = f"{_ARROWS[(climb > 0) - (climb < 0)]}{abs(climb)} " if climb else ""
    return f"{arrow}{rank or '–'}"


def describe_transition(moved: MoveRow, language: Language) -> str:
    """That somebody comes or goes, in words; blank of who does neither."""
    words = {
        "new": advise("new"),
        "gone": advise("no more on the list"),
        "ranked": advise("now ranked"),
        "unranked": advise("no place any more"),
    }
    return language.format_message(words[moved.transition]) if moved.transition else ""


class ListSummary(NamedTuple):
    """What changes on a list that is published already; `page` is its address."""

    text: str
    page: str
    moves: MoveTable


def summarize_lists(wording: EffectFormatter, most: int) -> Excerpt[ListSummary]:
    """The lists that are published already and become other ones, the latest first."""
    kept = truncate([change for change in reversed(wording.effect.past_lists) if change.figures], most)
    return Excerpt([_summarize_list(wording, change, most) for change in kept.items], kept.omitted_count)


def _summarize_list(wording: EffectFormatter, change: ListChange, most: int) -> ListSummary:
    site = wording.effect.after.site
    address = f"{site.url}{wording.effect.id}/lists/{change.day.isoformat()}/" if site else ""
    told = {"day": wording.language.format_full_date(change.day)}
    said = pluralize(change.figures, "{day}: one figure", "{day}: {number} figures", **told)
    return ListSummary(
        wording.finding_formatter.format_message(said), address, build_move_table(wording, change.moves, most)
    )


def summarize_table(wording: EffectFormatter, change: TableChange) -> str:
    """How much of a published table changes: `matches: 2 rows added, 32 changed, 172 figures`."""
    added, removed, changed = len(change.added), len(change.removed), len(change.changed)
    told = join_messages(
        pluralize(added, "one row added", "{number} rows added") if added else "",
        pluralize(removed, "one row removed", "{number} rows removed") if removed else "",
        pluralize(changed, "one row changed", "{number} rows changed") if changed else "",
        pluralize(change.figures, "one figure", "{number} figures") if change.figures else "",
        between=", ",
    )
    return make_printable(
        wording.finding_formatter.format_message(advise("{table}: {told}", table=change.name, told=told))
    )
