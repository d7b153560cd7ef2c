"""The words for what a change does to one ranking, without anything that names a hidden player.

A text shows as much as somebody reads on, and says how much is left out.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property, partial
from typing import Any, Generic, Literal, NamedTuple, TypeVar
from urllib.parse import quote

from sitegen.compare.analysis import AnalyzedEffect
from sitegen.compare.findings import Finding, FindingFormatter
from sitegen.compare.lists import ListChange, ListMove, TableChange
from sitegen.compare.rows import RowChange, SourceRow
from sitegen.compare.table_findings import count_table_rows
from sitegen.core.entities import Player
from sitegen.core.language import Language
from sitegen.core.problems import Message, advise, make_printable, pluralize
from sitegen.core.system import DECISIONS
from sitegen.core.table import Column
from sitegen.inputs.privacy.redact import Redactor
from sitegen.rankings.positions import Position

T = TypeVar("T")


class Excerpt(NamedTuple, Generic[T]):
    """The first of many items, and how many are left out."""

    items: Sequence[T]
    omitted_count: int = 0


def format_omitted(number: int, language: Language) -> str:
    """Return how many items are left out; blank where there are all."""
    return language.format_message(advise("and {number} more", number=number)) if number else ""


def truncate(items: Sequence[T], most: int) -> Excerpt[T]:
    """Return at most so many items; one that would be left out alone is kept."""
    return Excerpt(items[:most], len(items) - most) if len(items) > most + 1 else Excerpt(items)


_PERSONAL_COLUMNS = frozenset({"name", "sort_name", "aliases", "reason"})
_HIDDEN_TEXT = "…"


@dataclass(frozen=True)
class EffectFormatter:
    """Formats a change of one ranking in a language."""

    effect: AnalyzedEffect
    language: Language

    @cached_property
    def finding_formatter(self) -> FindingFormatter:
        """The formatter of the findings."""
        contexts = self.effect.contexts
        names = {real: make_printable(name) for real, name in self.effect.map_names(self.language).items()}
        decimals = contexts[1].derived.decimals if contexts else (1, 0)
        return FindingFormatter(names, self.language, decimals)

    @cached_property
    def _redactors(self) -> list[Redactor]:
        """Redactors of names hidden now, of those hidden before that are not visible now, and of others."""
        now, was = self.effect.after.hidden_names, self.effect.before.hidden_names
        words = {word for name in now.visible_names for word in re.split(r"[\s,]+", name)}
        former = replace(was, names=was.names - now.visible_names, family_names=was.family_names - words)
        every = now, former, self.effect.withheld_names
        return [Redactor(hidden_names) for hidden_names in every if hidden_names]

    @cached_property
    def redact(self) -> Callable[[str], str]:
        """Redacts hidden names in a text."""
        return cache(partial(_redact, [redactor.redact_text for redactor in self._redactors]))

    @cached_property
    def redact_path(self) -> Callable[[str], str]:
        """Redacts hidden names in a path."""
        return cache(partial(_redact, [redactor.redact_path for redactor in self._redactors]))

    def has_hidden_name(self, text: str) -> bool:
        """Whether a text names a hidden player."""
        return text in self._exposed_ids or any(
            redactor.redact_text(text) != text for redactor in self._redactors
        )

    @cached_property
    def _exposed_ids(self) -> frozenset[str]:
        """The ids under which players who hide now were published before."""
        context, identities = self.effect.before.contexts.get(self.effect.id), self.effect.identities
        return frozenset(
            player
            for player in (context.names if context else ())
            if identities.resolve_before(player) in identities.labels and player not in identities.before
        )

    @property
    def title(self) -> str:
        """The title of the ranking."""
        return self.redact(self.effect.ranking.title)

    @property
    def figure_label(self) -> str:
        """The label of the figures of the list; blank where it is not rated."""
        careers = self.effect.contexts[1].outcome.careers if self.effect.contexts else None
        return make_printable(self.language.translate(careers.label)) if careers else ""

    def format_finding(self, finding: Finding) -> str:
        """Return the sentence of a finding."""
        return make_printable(
            self.finding_formatter.format_message(
                self._redact_message(finding.build_message(self.finding_formatter))
            )
        )

    def _redact_message(self, message: Message) -> Message:
        """Return a message without hidden names in its values; players are formatted already."""
        params = {name: self._redact_value(value) for name, value in message.params.items()}
        return Message(message.code, message.text, params, message.plural)

    def _redact_value(self, value: Any) -> Any:
        if isinstance(value, Message):
            return self._redact_message(value)
        return self.redact(value) if isinstance(value, str) else value

    def format_row(self, row: SourceRow, change: RowChange) -> list[str]:
        """Return the cells of a row of results; that of a hidden player shows no name."""
        hidden, withheld = self.effect.identities.hidden, self.effect.withheld_players
        is_hidden = isinstance(row.record, Player) and (row.cells[0] in hidden or row.cells[0] in withheld)
        is_hidden |= change.table == DECISIONS and not change.players.isdisjoint({*hidden, *withheld})
        format_cell = self._mask_cell if is_hidden else self.format_cell
        return [format_cell(column, value) for column, value in zip(change.columns, row.cells, strict=True)]

    def format_values(self, row: SourceRow, change: RowChange) -> list[Any]:
        """Return the cells of a row for programs: players by the ids that they are published under."""
        cells = zip(change.columns, row.cells, self.format_row(row, change), strict=True)
        return [self._format_value(*cell) for cell in cells]

    def _format_value(self, column: Column, value: Any, text: str) -> Any:
        if column.display.style == "player":
            return self.get_published_id(value) if value else value
        if isinstance(value, date):
            return value.isoformat()
        return value if value is None or isinstance(value, bool | int | float) else text

    def _mask_cell(self, column: Column, value: Any) -> str:
        if column.name in _PERSONAL_COLUMNS:
            return _HIDDEN_TEXT if column.name == "name" else ""
        return self.get_published_id(value) if column.name == "id" else self.format_cell(column, value)

    def format_label(self, column: Column) -> str:
        """Return the label of a column."""
        return make_printable(self.language.translate(column.label))

    def get_page_url(self, player: str) -> str:
        """Return the address of a player's page on the published site; blank where there is none."""
        context, site = self.effect.before.contexts.get(self.effect.id), self.effect.after.site
        published_id = self.get_published_id(player)
        if not context or not site or published_id not in context.derived.players_with_page:
            return ""
        return f"{site.url}{self.effect.id}/players/{quote(published_id)}/"

    def format_cell(self, column: Column, value: Any) -> str:
        """Return a cell as text: of a player the name."""
        if value is None or value == "":
            return ""
        if column.display.style == "player":
            return self.finding_formatter.format_player(value)
        if isinstance(value, bool):
            return self.language.translate("yes") if value else ""
        if isinstance(value, float):
            return f"{value:.6f}".rstrip("0").rstrip(".")
        if isinstance(value, date):
            return self.language.format_full_date(value)
        return self.redact(str(value))

    def get_published_id(self, player: str) -> str:
        """Return the id under which a player is published: after, or else before."""
        identities = self.effect.identities
        if player in identities.labels:
            return identities.labels[player]
        is_former = player in identities.hidden and player not in self._current_players
        if is_former or player in self.effect.withheld_players:
            return self._labels_before.get(player, _HIDDEN_TEXT)
        return player

    @cached_property
    def _current_players(self) -> frozenset[str]:
        context = self.effect.after.contexts.get(self.effect.id)
        return frozenset(context.names) if context else frozenset()

    @cached_property
    def _labels_before(self) -> dict[str, str]:
        return {
            self.effect.identities.resolve_before(label): label for label in self.effect.identities.before
        }


def _redact(redactions: Iterable[Callable[[str], str]], text: str) -> str:
    for redact in redactions:
        text = redact(text)
    return make_printable(text)


_ARROWS = {1: "▲", 0: "", -1: "▼"}
Transition = Literal["", "new", "gone", "ranked", "unranked"]


class MoveRow(NamedTuple):
    """The rank and figure of a player before and after; `page` is the address of the player's page, if any.

    `climb` is the number of places won, `sign` whether the figure rose or fell.
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
    """Who has another figure, or comes or goes; and who hardly moves, or only changes places."""

    major_moves: Excerpt[MoveRow]
    minor_moves: Excerpt[MoveRow]

    @property
    def rows(self) -> Sequence[MoveRow]:
        """All rows that are shown."""
        return [*self.major_moves.items, *self.minor_moves.items]

    @property
    def omitted_count(self) -> int:
        """How many are left out."""
        return self.major_moves.omitted_count + self.minor_moves.omitted_count


def build_move_table(formatter: EffectFormatter, moves: Iterable[ListMove], most: int) -> MoveTable:
    """Return who gains most first, who loses most last; those who come and go follow."""
    major, minor = list[ListMove](), list[ListMove]()
    for move in moves:
        (major if _find_transition(move) or _round_gain(formatter, move) else minor).append(move)
    major.sort(key=lambda move: -abs(move.gain or 0.0))
    climbs = _truncate_moves(formatter, [move for move in minor if move.climb], most // 4)
    unmoved = sum(not move.climb for move in minor)
    return MoveTable(
        _truncate_moves(formatter, major, most), Excerpt(climbs.items, climbs.omitted_count + unmoved)
    )


def _truncate_moves(formatter: EffectFormatter, moves: list[ListMove], most: int) -> Excerpt[MoveRow]:
    excerpt = truncate(moves, most)
    ordered_moves = sorted(excerpt.items, key=lambda move: (move.gain is None, -(move.gain or 0)))
    return Excerpt([_build_move_row(formatter, move) for move in ordered_moves], excerpt.omitted_count)


def _round_gain(formatter: EffectFormatter, move: ListMove) -> float:
    """Return the change of the figure, as it is rounded for display."""
    return round(move.gain or 0.0, formatter.finding_formatter.decimals[0])


def _find_transition(move: ListMove) -> Transition:
    if move.before is None or move.after is None:
        return "gone" if move.after is None else "new"
    was, now = move.ranks
    return "ranked" if now and not was else "unranked" if was and not now else ""


def _build_move_row(formatter: EffectFormatter, move: ListMove) -> MoveRow:
    gain = _round_gain(formatter, move)
    return MoveRow(
        name=formatter.finding_formatter.format_player(move.player),
        page=formatter.get_page_url(move.player),
        ranks=move.ranks,
        before=_format_figure(formatter, move.before),
        after=_format_figure(formatter, move.after),
        gain=formatter.finding_formatter.format_change(move.gain) if gain else "",
        sign=(gain > 0) - (gain < 0),
        climb=move.climb,
        transition=_find_transition(move),
    )


def _format_figure(formatter: EffectFormatter, position: Position | None) -> str:
    if position is None or position.value is None:
        return ""
    column = position.column
    return formatter.language.make_number_formatter(column.display.decimals if column else 0)(position.value)


def build_headers(label: str, language: Language) -> list[str]:
    """Return the headers of a table of moves; `label` names its figures."""
    was, now = language.format_message(advise("before")), language.format_message(advise("after"))
    return [
        "#",
        language.format_message(advise("Player")),
        *([f"{label}, {was}", now] if label else [was, now]),
        "±",
    ]


def build_cells(move: MoveRow, language: Language) -> list[str]:
    """Return the cells of a row of that table."""
    transition = describe_transition(move, language)
    name = f"{move.name} – {transition}" if transition else move.name
    return [format_place(move), name, move.before, move.after, move.gain]


def format_place(move: MoveRow) -> str:
    """Return the rank of a player, with the places won or lost: `▲2 5`."""
    climb, rank = move.climb, move.ranks[1]
    arrow = f"{_ARROWS[(climb > 0) - (climb < 0)]}{abs(climb)} " if climb else ""
    return f"{arrow}{rank or '–'}"


def describe_transition(move: MoveRow, language: Language) -> str:
    """Return in words that a player comes or goes; blank for neither."""
    words = {
        "new": advise("new"),
        "gone": advise("no longer on the list"),
        "ranked": advise("now ranked"),
        "unranked": advise("no place any more"),
    }
    return language.format_message(words[move.transition]) if move.transition else ""


class ListSummary(NamedTuple):
    """What changes on a list that is published already; `page` is its address."""

    text: str
    page: str
    moves: MoveTable


def summarize_lists(formatter: EffectFormatter, most: int) -> Excerpt[ListSummary]:
    """Return the changes of lists that are published already, the latest first."""
    changes = [change for change in reversed(formatter.effect.past_lists) if change.figures]
    excerpt = truncate(changes, most)
    summaries = [_summarize_list(formatter, change, most) for change in excerpt.items]
    return Excerpt(summaries, excerpt.omitted_count)


def _summarize_list(formatter: EffectFormatter, change: ListChange, most: int) -> ListSummary:
    site = formatter.effect.after.site
    url = f"{site.url}{formatter.effect.id}/lists/{change.day.isoformat()}/" if site else ""
    day = formatter.language.format_full_date(change.day)
    title = pluralize(change.figures, "{day}: one figure", "{day}: {number} figures", day=day)
    text = formatter.finding_formatter.format_message(title)
    return ListSummary(text, url, build_move_table(formatter, change.moves, most))


def summarize_table(formatter: EffectFormatter, change: TableChange) -> str:
    """Return how much of a published table changes: `Matches: 2 rows added, 32 rows changed, 172 figures`."""
    message = count_table_rows(
        change.name,
        formatter.language,
        added=len(change.added),
        removed=len(change.removed),
        changed=len(change.changed),
        figures=change.figures,
    )
    return make_printable(formatter.finding_formatter.format_message(message))
