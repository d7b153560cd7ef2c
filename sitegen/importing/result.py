"""The result of an import: its records and questions, the rows that change, and the ledger."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from sitegen.commands.new.players import find_row_faults, load_newcomer
from sitegen.core.cells import format_canonical, make_parser
from sitegen.core.problems import Message, Problem, select_errors
from sitegen.core.system import list_input_tables
from sitegen.importing.answers import Answers
from sitegen.importing.folder import Merger
from sitegen.importing.holdings import CurrentRow, PlannedChange
from sitegen.importing.ledger import LedgerEntry, Row
from sitegen.importing.people import NameResolution
from sitegen.importing.record import Record
from sitegen.importing.source import Statement
from sitegen.importing.sources import ClubListEntry, Source
from sitegen.importing.targets import Targets
from sitegen.inputs.config.site import Ranking
from sitegen.inputs.results.files import PLAYERS


class NeededFigure(NamedTuple):
    """A figure that new players need: why, how to give it, and the names of the players."""

    reason: Message | str
    hint: Message | str
    names: list[str]


@dataclass
class ImportResult:
    """The result of an import: the status of every record, the questions, and the files to write."""

    name: str
    ranking: Ranking
    sources: Sequence[Source]
    answers: Answers
    club_list: Sequence[ClubListEntry]
    naming: NameResolution = field(default_factory=NameResolution)
    merger: Merger | None = None
    ledgers: dict[str, list[LedgerEntry]] = field(default_factory=dict)
    gone: Sequence[str] = ()
    proposals: str = ""
    targets: Targets = field(default_factory=dict)
    questions: str = ""
    files: dict[str, bytes | None] = field(default_factory=dict)
    old_files: dict[str, bytes | None] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    figures: Mapping[str, float] = field(default_factory=dict)
    players: Sequence[CurrentRow] = ()
    needs: dict[str, NeededFigure] = field(default_factory=dict)
    guesses: dict[str, tuple[str, list[str]]] = field(default_factory=dict)

    @property
    def records(self) -> list[Record]:
        """Every record of every file."""
        return [record for source in self.sources for record in source.records]

    @property
    def statements(self) -> list[Statement]:
        """The totals that the sources state."""
        documents = [source.document for source in self.sources if source.document]
        return [statement for document in documents for statement in document.statements]

    @property
    def has_doubts(self) -> bool:
        """Whether a record is in doubt, or a record or a file refused."""
        is_doubted = any(record.status in {"doubtful", "refused"} for record in self.records)
        return is_doubted or any(source.refusal for source in self.sources)

    @property
    def is_blocked(self) -> bool:
        """Whether questions, doubts or refusals keep the import from being written."""
        return bool(self.questions or self.needs or select_errors(self.problems) or self.has_doubts)


def collect_changes(result: ImportResult) -> list[PlannedChange]:
    """Return all changes: new players and aliases first, then the rows of each table."""
    order = {id(record.row): number for number, record in enumerate(result.records)}
    changes = result.merger.holdings.list_changes() if result.merger else []
    changes.sort(key=lambda change: order.get(id(change.new), -1))  # new rows stand as in their source
    used_texts = {text for change in changes if change.new for text in change.new.values()}
    changed_ids = {change.new["id"] for change in changes if change.table == PLAYERS and change.new}
    aliases = {id_: "|".join(names) for id_, names in result.naming.aliases.items()}
    player_changes = []
    for id_, name in result.naming.new_players.items():
        if id_ in used_texts and id_ not in changed_ids:
            alias_cell = {"aliases": aliases[id_]} if id_ in aliases else {}
            player_changes.append(PlannedChange(PLAYERS, None, {"id": id_, "name": name, **alias_cell}))
    for player in result.players:
        if more := aliases.get(player.cells["id"]):
            all_aliases = "|".join(filter(None, (player.cells.get("aliases"), more)))
            player_changes.append(PlannedChange(PLAYERS, player, {**player.cells, "aliases": all_aliases}))
    figures = collect_newcomer_figures(result)
    return [
        change._replace(new=_complete_row({**change.new, **figures.get(change.new["id"], {})}, result))
        if change.new and change.is_new_player
        else change
        for change in (*player_changes, *changes)
    ]


def _complete_row(row: Row, result: ImportResult) -> Row:
    """Return the row of a new player, with the starting values of the system where it needs them.

    Those are guesses, which the file of answers proposes.
    """
    table = next(table.rows for table in list_input_tables(result.ranking.system) if table.name == PLAYERS)
    start = load_newcomer(result.ranking.name_of_system, table, "en")
    if start is None or not find_row_faults(row, table):
        return row
    guesses = dict(zip(start.header, start.rows[0], strict=True))
    for name, guess in guesses.items():
        result.guesses.setdefault(name, (guess, []))[1].append(row["name"])
    return {**row, **guesses}


def collect_newcomer_figures(result: ImportResult) -> dict[str, dict[str, str]]:
    """Return the figures of new players by id: of a column of the sources, else one answer for all."""
    columns = result.targets[PLAYERS].columns
    figures: dict[str, dict[str, str]] = {id_: {} for id_ in result.naming.new_players}
    for name, answer in result.answers.newcomers.items() if figures else ():
        texts = dict.fromkeys(figures, answer.removeprefix("=").strip() if isinstance(answer, str) else "")
        for record in result.records:
            for column, person in record.said.items():
                if text := record.cells.get(f"{column} {name}", "").strip():
                    texts[result.naming.ids.get(person, "")] = text
        for id_, given in figures.items():
            with suppress(ValueError, KeyError):
                given[name] = format_canonical(make_parser(columns[name], ".,")(texts[id_]))
    return figures


def build_ledger(result: ImportResult) -> list[LedgerEntry]:
    """Return the ledger after the import."""
    added_rows = (change.new for change in collect_changes(result) if change.new and change.is_new_player)
    new_players = [LedgerEntry("", "", PLAYERS, "imported", "new-player", "", row) for row in added_rows]
    return new_players + (
        result.merger.list_lines(result.ledgers[result.name], result.gone) if result.merger else []
    )
