"""The tables of a ranking as they were read, as files again: whoever reads those has the same tables.

Each row stands in the line that it was read from, in the columns and with the delimiter of its file, so that
whatever is said of it is said alike. Where some hide, players are the exception: between which names a row
stands would tell of a hidden one whose it is. The visible stand in their order, one below the other, and
behind them all the hidden, under their labels.

What is decided by who the hidden players are: which of two equals the alphabet or the lot puts first.

Ratings are calculated once more with alphabets and lots that write down what they are asked. Of all that is
known of the hidden only the answers leave the club; with them whoever calculates again asks the same.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from itertools import chain, groupby
from typing import Any, NamedTuple, Self, TypeVar

from sitegen.core.entities import Lot, Moment, Player
from sitegen.core.system import list_input_tables
from sitegen.core.table import Column, Table, get_column_names, get_columns
from sitegen.inputs.config.site import Ranking
from sitegen.inputs.results.files import PLAYERS, RESULTS_FOLDER, RankingFiles
from sitegen.inputs.results.players import KnownPseudonyms, mark_pseudonym


class FileLayout(NamedTuple):
    """How a file is written: its columns in order, and what stands between them."""

    names: Sequence[str] = ()
    delimiter: str = ","


def read_layouts(files: RankingFiles) -> dict[str, FileLayout]:
    """How each file of a ranking is written, by its path."""
    return {
        file.path: FileLayout([*filter(None, file.names)], file.lines.delimiter) for file in files.all_files
    }


def prepare_inputs(ranking: Ranking, inputs: Any) -> Any:
    """The tables with the players in the order of a copy, and without what would tell who hides.

    A club that is published nowhere is a part of that.
    """
    tells = (
        {}
        if any("club" in get_column_names(table) for table in ranking.system.outputs.values())
        else {"club": ""}
    )
    visible = [player for player in inputs.players if not player.hidden]
    hidden = [player.redact().replace(**tells) for player in inputs.players if player.hidden]
    return inputs._replace(players=[*visible, *sorted(hidden, key=_get_player_number)])


def _get_player_number(player: Player) -> int:
    return int(player.id.rpartition("-")[2])


def build_copies(ranking: Ranking, inputs: Any, shapes: Mapping[str, FileLayout]) -> dict[str, list[str]]:
    """The files by path, line by line, out of the tables as they travel."""
    hidden = frozenset(player.id for player in inputs.players if player.hidden)
    found: dict[str, list[str]] = {}
    for table, rows in zip(list_input_tables(ranking.system), inputs, strict=True):
        path = f"{RESULTS_FOLDER}/{ranking.id}/{table.name}.csv"
        files = _group_players(rows, path) if table.name == PLAYERS and hidden else _group_by_file(rows or ())
        for at, own in files:
            found[at] = _TableWriter(table.rows, hidden, shapes.get(at, FileLayout())).build_lines(own)
        if isinstance(rows, list) and not rows:  # a file without rows is there all the same
            found[path] = _TableWriter(table.rows, hidden, FileLayout()).build_lines([])
    return found


NumberedRows = Sequence[tuple[int, Any]]
"""Rows, each with its line."""


def _group_by_file(rows: Iterable[Any]) -> Iterator[tuple[str, NumberedRows]]:
    """The rows of each file."""
    for path, own in groupby(rows, lambda row: row.source.rpartition(":")[0]):
        yield path, [(int(row.source.rpartition(":")[2]), row) for row in own]


def _group_players(rows: Sequence[Player], usual: str) -> Iterator[tuple[str, NumberedRows]]:
    """The rows of players, of whom some hide: those in the last of the files in which somebody is shown."""
    visible = dict(_group_by_file(row for row in rows if not row.hidden)) or {usual: []}
    hidden = [row for row in rows if row.hidden]
    for path, own in visible.items():
        there = chain((row for _, row in own), hidden if path == [*visible][-1] else ())
        yield path, list(enumerate(there, 2))


@dataclass(frozen=True)
class _TableWriter:
    """How the rows of a table are written in one of its files."""

    table: type[Table]
    hidden: frozenset[str]
    layout: FileLayout

    def build_lines(self, rows: NumberedRows) -> list[str]:
        """The file, each row in its line; a row with line breaks in it takes several."""
        head, texts = self._format_rows([row for _, row in rows])
        lines, at = [head], 2
        for (line, _), text in zip(rows, texts, strict=True):
            lines += [""] * (line - at)
            lines += text.split("\n")
            at = len(lines) + 1
        return lines

    def _format_rows(self, rows: Sequence[Any]) -> tuple[str, Iterator[str]]:
        """The header and the rows, column by column."""
        values = zip(*rows, strict=True) if rows else [()] * len(get_columns(self.table))
        pairs = {
            column.name: (column, cells)
            for column, cells in zip(get_columns(self.table), values, strict=True)
        }
        names = [
            *self.layout.names,
            *(name for name, pair in pairs.items() if self._is_required(name, *pair)),
        ]
        texts = [self._format_column(*pairs[name]) for name in names]
        join = self.layout.delimiter.join
        return join(names), map(join, zip(*texts, strict=True))

    def _is_required(self, name: str, column: Column, values: Sequence[Any]) -> bool:
        """Whether a column that the file does not have must be there all the same."""
        is_said = column.is_required or any(value != column.default for value in values)
        return not column.filled and name not in self.layout.names and is_said

    def _format_column(self, column: Column, values: Sequence[Any]) -> list[str]:
        """The cells of a column; those that are alike are written once."""
        is_key = issubclass(self.table, Player) and column.name == "id"
        labels = self.hidden if column.display.style == "player" or is_key else frozenset[str]()
        written = {
            value: mark_pseudonym(value) if value in labels else self._format_value(value)
            for value in {*values}
        }
        if not column.is_required:  # which a blank cell means too
            written[column.default] = ""
        quoted = {value: self._quote_text(text) for value, text in written.items()}
        return [quoted[value] for value in values]

    def _format_value(self, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):  # in digits alone, and no more of them than were read
            text = f"{Decimal(repr(value)):f}".removesuffix(".0")
            return text if self.layout.delimiter == "," else text.replace(".", ",")
        return value.isoformat() if isinstance(value, date) else "" if value is None else str(value)

    def _quote_text(self, text: str) -> str:
        special = {'"', "\n", "#", self.layout.delimiter}
        return text if special.isdisjoint(text) else '"' + text.replace('"', '""') + '"'


_LAST_DIGEST = "g"
"""Behind all digests in hexadecimal digits."""
A = TypeVar("A", bound="_RecordingKey")
Answers = dict[str, set[str]]
"""Who stands behind a player, wherever that was asked."""


class _RecordingKey:
    """Something that is compared, and writes down for its player who stands behind whom."""

    player_id: str
    answers: Answers

    def __lt__(self, other: Any) -> bool:
        return self._record(other, is_first=super().__lt__(other))  # type: ignore[misc]

    def __gt__(self, other: Any) -> bool:
        return not self._record(other, is_first=not super().__gt__(other))  # type: ignore[misc]

    def _record(self, other: Any, *, is_first: bool) -> bool:
        if isinstance(other, _RecordingKey) and other.player_id != self.player_id:
            first, second = (self, other) if is_first else (other, self)
            self.answers.setdefault(first.player_id, set()).add(second.player_id)
        return is_first


class _AlphabetKey(_RecordingKey, int):
    """A place in the alphabet."""


class _LotKey(_RecordingKey, str):  # noqa: SLOT000 - whoever drew it is kept beside it
    """What somebody draws."""


@dataclass(eq=False)
class _RecordingLot(Lot):
    """A lot that writes down, by occasion, who drew before whom."""

    player: Player
    answers_by_occasion: dict[str, Answers] = field(default_factory=dict)

    def __call__(self, occasion: str) -> str:
        """What the player draws."""
        answers = self.answers_by_occasion.setdefault(occasion, {})
        return _attach_answers(_LotKey(self.player.lot(occasion)), self.player.id, answers)


def _attach_answers(thing: A, who: str, answers: Answers) -> A:
    thing.player_id, thing.answers = who, answers
    return thing


def record_tie_breaks(ranking: Ranking, inputs: Any, when: Moment) -> KnownPseudonyms:
    """What is published of the hidden players of a ranking, out of its tables as they travel."""
    hidden = [player for player in inputs.players if player.hidden]
    if not hidden:
        return KnownPseudonyms()
    places: Answers = {}
    lots: dict[str, Answers] = {}
    asking = [
        player.replace(
            alphabet=_attach_answers(_AlphabetKey(player.alphabet), player.id, places),
            lot=_RecordingLot(player, lots),
        )
        for player in inputs.players
    ]
    rated = ranking.system.rate(inputs._replace(players=asking), ranking.options, when)
    rated.listing.content.sections()  # the current list, which is made when it is asked for
    return KnownPseudonyms(_order_hidden(places, inputs.players), _draw_digests(lots, inputs.players))


def _order_hidden(answers: Answers, players: Sequence[Player]) -> Mapping[str, str]:
    """Each hidden player, in an order that agrees with the answers, and the first visible one behind them."""
    order = HiddenOrder.from_answers(answers, players, {player.id: player.alphabet for player in players})
    return {player: order.get_next_visible(player) for player in order.hidden}


def _draw_digests(asked: Mapping[str, Answers], players: Sequence[Player]) -> Mapping[str, Mapping[str, str]]:
    """What each hidden player drew on each occasion, as far as it was asked: what falls where it fell."""
    found: dict[str, dict[str, str]] = {}
    for occasion, answers in sorted(asked.items()):
        there = answers.keys() | set[str]().union(*answers.values())
        drawn = {player.id: player.lot(occasion) for player in players if player.id in there}
        order = HiddenOrder.from_answers(answers, [player for player in players if player.id in there], drawn)
        for player, digest in order.build_digests(drawn):
            found.setdefault(player, {})[occasion] = digest
    return found


@dataclass(frozen=True)
class HiddenOrder:
    """The hidden in an order that agrees with all answers, and the visible player who stands behind each."""

    hidden: Sequence[str]
    bounds: Mapping[str, str]

    @classmethod
    def from_answers(cls, answers: Answers, players: Sequence[Player], true: Mapping[str, Any]) -> Self:
        """Found from the true order, of which nothing but the answers shows in it."""
        veiled = {player.id for player in players if player.hidden}
        bounds: dict[str, str] = {}
        depth: dict[str, int] = {}
        for player in sorted(veiled, key=true.__getitem__, reverse=True):
            others = answers.get(player, set())
            known = [bounds[other] for other in others & veiled if bounds[other]]
            bounds[player] = min([*(others - veiled), *known], key=true.__getitem__, default="")
            depth[player] = 1 + max((depth[other] for other in others & veiled), default=0)
        return cls(sorted(veiled, key=lambda item: (-depth[item], _get_label_number(item))), bounds)

    def get_next_visible(self, player: str) -> str:
        """The first visible player who stands behind a hidden one; blank where none is known."""
        return self.bounds[player]

    def build_digests(self, drawn: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """A digest for each hidden player, just before that of the first visible one behind them."""
        for place, player in enumerate(self.hidden):
            bound = drawn[self.bounds[player]] if self.bounds[player] else _LAST_DIGEST
            yield player, _make_digest_before(bound, len(self.hidden) - place)


def _make_digest_before(digest: str, places: int) -> str:
    """What is drawn before a digest, with room for so many places between; behind all others by `_LAST`."""
    if digest == _LAST_DIGEST:
        return f"{_LAST_DIGEST}{10**9 - places:09d}"
    return f"{int(digest, 16) - places:064x}"


def _get_label_number(label: str) -> int:
    return int(label.rpartition("-")[2])
