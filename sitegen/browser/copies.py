"""The files of a ranking for browsers, written again from its tables without what names a hidden player.

Whoever reads these files gets the same tables. Each row stands in the line that it was read from, in the
columns and with the delimiter of its file, so that problems name the same places. Players are the exception,
as the rows around a hidden one would tell who it is: the visible ones keep their order, one below the other,
and the hidden ones follow under their labels.

Which of two equal players comes first can depend on a hidden name: by the alphabet or by lot. So the ranking
is rated once more with alphabets and lots that record how they compare, and only the answers are published.
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
    """How a file is written: its columns in order, and its delimiter."""

    names: Sequence[str] = ()
    delimiter: str = ","


def read_layouts(files: RankingFiles) -> dict[str, FileLayout]:
    """Return the layout of each file of a ranking, by its path."""
    return {
        file.path: FileLayout([*filter(None, file.names)], file.lines.delimiter) for file in files.all_files
    }


def prepare_inputs(ranking: Ranking, inputs: Any) -> Any:
    """Return the tables with the players in the order of the copy, without what tells who hides.

    A club tells that too where no published table has it.
    """
    cleared = (
        {}
        if any("club" in get_column_names(table) for table in ranking.system.outputs.values())
        else {"club": ""}
    )
    visible = [player for player in inputs.players if not player.hidden]
    hidden_players = [player.redact().replace(**cleared) for player in inputs.players if player.hidden]
    return inputs._replace(
        players=[*visible, *sorted(hidden_players, key=lambda player: _get_number(player.id))]
    )


def build_copies(ranking: Ranking, inputs: Any, layouts: Mapping[str, FileLayout]) -> dict[str, list[str]]:
    """Return the lines of each file, by its path; of `inputs` that are prepared."""
    hidden_ids = frozenset(player.id for player in inputs.players if player.hidden)
    copies: dict[str, list[str]] = {}
    for table, rows in zip(list_input_tables(ranking.system), inputs, strict=True):
        path = f"{RESULTS_FOLDER}/{ranking.id}/{table.name}.csv"
        files = (
            _group_players(rows, path) if table.name == PLAYERS and hidden_ids else _group_by_file(rows or ())
        )
        for file_path, own_rows in files:
            copies[file_path] = _TableWriter(
                table.rows, hidden_ids, layouts.get(file_path, FileLayout())
            ).build_lines(own_rows)
        if isinstance(rows, list) and not rows:  # a file without rows is there all the same
            copies[path] = _TableWriter(table.rows, hidden_ids, FileLayout()).build_lines([])
    return copies


NumberedRows = Sequence[tuple[int, Any]]
"""Rows, each with its line number."""


def _group_by_file(rows: Iterable[Any]) -> Iterator[tuple[str, NumberedRows]]:
    for path, file_rows in groupby(rows, lambda row: row.source.rpartition(":")[0]):
        yield path, [(int(row.source.rpartition(":")[2]), row) for row in file_rows]


def _group_players(rows: Sequence[Player], default_path: str) -> Iterator[tuple[str, NumberedRows]]:
    """Yield each file of players with its rows; the hidden ones in the last file that has a visible one."""
    visible = dict(_group_by_file(row for row in rows if not row.hidden)) or {default_path: []}
    hidden_rows = [row for row in rows if row.hidden]
    for path, file_rows in visible.items():
        players = chain((row for _, row in file_rows), hidden_rows if path == [*visible][-1] else ())
        yield path, list(enumerate(players, 2))


@dataclass(frozen=True)
class _TableWriter:
    """Writes the rows of a table in the layout of one of its files."""

    table: type[Table]
    hidden: frozenset[str]
    layout: FileLayout

    def build_lines(self, rows: NumberedRows) -> list[str]:
        """Return the file with each row in its line; a row with line breaks takes several lines."""
        header, texts = self._format_rows([row for _, row in rows])
        lines, next_line = [header], 2
        for (line, _), text in zip(rows, texts, strict=True):
            lines += [""] * (line - next_line)
            lines += text.split("\n")
            next_line = len(lines) + 1
        return lines

    def _format_rows(self, rows: Sequence[Any]) -> tuple[str, Iterator[str]]:
        """Return the header and the rows; columns that the layout lacks but the rows need are added."""
        values = zip(*rows, strict=True) if rows else [()] * len(get_columns(self.table))
        pairs = {
            column.name: (column, cells)
            for column, cells in zip(get_columns(self.table), values, strict=True)
        }
        missing = (
            name
            for name, (column, cells) in pairs.items()
            if not column.filled
            and name not in self.layout.names
            and (column.is_required or any(value != column.default for value in cells))
        )
        names = [*self.layout.names, *missing]
        texts = [self._format_column(*pairs[name]) for name in names]
        join = self.layout.delimiter.join
        return join(names), map(join, zip(*texts, strict=True))

    def _format_column(self, column: Column, values: Sequence[Any]) -> list[str]:
        """Return the cells of a column; each distinct value is formatted once."""
        is_key = issubclass(self.table, Player) and column.name == "id"
        labels = self.hidden if column.display.style == "player" or is_key else frozenset[str]()
        texts = {
            value: mark_pseudonym(value) if value in labels else self._format_value(value)
            for value in {*values}
        }
        if not column.is_required:  # which a blank cell means too
            texts[column.default] = ""
        quoted = {value: self._quote_text(text) for value, text in texts.items()}
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
"""Sorts after all lots, which are hexadecimal digits."""
K = TypeVar("K", bound="_RecordingKey")
Answers = dict[str, set[str]]
"""The players that come after each player, as far as that was asked."""


class _RecordingKey:
    """A sort key that records for its player which others it precedes."""

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


class _LotKey(_RecordingKey, str):  # noqa: SLOT000 - the player is an attribute
    """A lot that was drawn."""


@dataclass(eq=False)
class _RecordingLot(Lot):
    """A lot that records, by occasion, who drew before whom."""

    player: Player
    answers_by_occasion: dict[str, Answers] = field(default_factory=dict)

    def __call__(self, occasion: str) -> str:
        """Return what the player draws."""
        answers = self.answers_by_occasion.setdefault(occasion, {})
        return _attach_answers(_LotKey(self.player.lot(occasion)), self.player.id, answers)


def _attach_answers(key: K, player: str, answers: Answers) -> K:
    key.player_id, key.answers = player, answers
    return key


def record_tie_breaks(ranking: Ranking, inputs: Any, moment: Moment) -> KnownPseudonyms:
    """Return what is published of the hidden players of a ranking, out of its prepared tables."""
    hidden_players = [player for player in inputs.players if player.hidden]
    if not hidden_players:
        return KnownPseudonyms()
    alphabet_answers: Answers = {}
    lot_answers: dict[str, Answers] = {}
    recording = [
        player.replace(
            alphabet=_attach_answers(_AlphabetKey(player.alphabet), player.id, alphabet_answers),
            lot=_RecordingLot(player, lot_answers),
        )
        for player in inputs.players
    ]
    outcome = ranking.system.rate(inputs._replace(players=recording), ranking.options, moment)
    outcome.listing.content.sections()  # the current list, which is built on demand
    alphabets = {player.id: player.alphabet for player in inputs.players}
    order = HiddenOrder.from_answers(alphabet_answers, inputs.players, alphabets)
    return KnownPseudonyms(
        {player: order.bounds[player] for player in order.hidden},
        _draw_digests(lot_answers, inputs.players),
    )


def _draw_digests(
    answers_by_occasion: Mapping[str, Answers], players: Sequence[Player]
) -> Mapping[str, Mapping[str, str]]:
    """Return for each hidden player a lot for each occasion, in an order that agrees with the answers."""
    digests: dict[str, dict[str, str]] = {}
    for occasion, answers in sorted(answers_by_occasion.items()):
        involved_players = answers.keys() | set[str]().union(*answers.values())
        lots = {player.id: player.lot(occasion) for player in players if player.id in involved_players}
        order = HiddenOrder.from_answers(
            answers, [player for player in players if player.id in involved_players], lots
        )
        for player, digest in order.build_digests(lots):
            digests.setdefault(player, {})[occasion] = digest
    return digests


@dataclass(frozen=True)
class HiddenOrder:
    """The hidden players in an order that agrees with all answers.

    `bounds` has the first visible player after each, blank where none is known.
    """

    hidden: Sequence[str]
    bounds: Mapping[str, str]

    @classmethod
    def from_answers(cls, answers: Answers, players: Sequence[Player], true_order: Mapping[str, Any]) -> Self:
        """Return an order derived from the true one, of which it shows nothing but the answers."""
        hidden_ids = {player.id for player in players if player.hidden}
        bounds: dict[str, str] = {}
        depth: dict[str, int] = {}
        for player in sorted(hidden_ids, key=true_order.__getitem__, reverse=True):
            followers = answers.get(player, set())
            next_bounds = [bounds[other] for other in followers & hidden_ids if bounds[other]]
            bounds[player] = min(
                [*(followers - hidden_ids), *next_bounds], key=true_order.__getitem__, default=""
            )
            depth[player] = 1 + max((depth[other] for other in followers & hidden_ids), default=0)
        return cls(sorted(hidden_ids, key=lambda player: (-depth[player], _get_number(player))), bounds)

    def build_digests(self, lots: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Yield a lot for each hidden player, just before that of the next visible one."""
        for place, player in enumerate(self.hidden):
            bound = lots[self.bounds[player]] if self.bounds[player] else _LAST_DIGEST
            yield player, _make_digest_before(bound, len(self.hidden) - place)


def _make_digest_before(digest: str, places: int) -> str:
    """Return a lot before another, with room for some places between; after all for `_LAST_DIGEST`."""
    if digest == _LAST_DIGEST:
        return f"{_LAST_DIGEST}{10**9 - places:09d}"
    return f"{int(digest, 16) - places:064x}"


def _get_number(label: str) -> int:
    """Return the number in the label of a hidden player."""
    return int(label.rpartition("-")[2])
