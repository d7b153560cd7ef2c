"""Reading source files: documents, their tables and records, and questions about their columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from sitegen.commands.importing import kinds, proposals
from sitegen.commands.importing.answers import UNANSWERED, Additions, Answers, SheetAnswers, format_toml_key
from sitegen.commands.importing.kinds.bgstats import PLAYS_SHEET
from sitegen.commands.importing.records import Record, has_headings, read_records
from sitegen.commands.importing.source import Document, SourceError, SourceFile, SourceTable, check_size
from sitegen.commands.importing.targets import CLUB_LIST, Targets, find_mirrored
from sitegen.commands.importing.tournament import ROUNDS_ONLY
from sitegen.commands.importing.values import parse_amount
from sitegen.core.problems import Message, advise, quote_text, say


@dataclass(frozen=True)
class ImportOptions:
    """The options of `sitegen import`: files, the ranking they go to, and the name of the import."""

    files: Sequence[Path]
    to: str = ""
    name: str = ""
    sheet: str = ""
    table: str = ""
    remove_missing: bool = False


@dataclass
class Source:
    """A file that is imported: its document and records, or why it was refused."""

    name: str
    document: Document | None = None
    records: list[Record] = field(default_factory=list)
    refusal: Message | str = ""
    hint: Message | str = ""


class ClubListEntry(NamedTuple):
    """A line of the club's own list: a name, the figure, and its place in the file."""

    name: str
    figure: float
    place: str


def list_files(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the files, those of a folder in the order of their names."""
    for path in paths:
        inside = (file for file in path.rglob("*") if not file.name.startswith((".", "~$")))
        yield from sorted(file for file in inside if file.is_file()) if path.is_dir() else [path]


def open_source(path: Path) -> Source:
    """Read a file; the refusal of the source says why it could not be read."""
    source = Source(path.name)
    try:
        if path.is_file():
            check_size(path.stat().st_size)
            source.document = kinds.read_document(SourceFile(path.name, path.read_bytes()))
        else:
            source.refusal = say("source-no-file", "this is no file")
    except SourceError as error:
        source.refusal, source.hint = error.message, error.hint
    except OSError as error:
        reason = error.strerror or ""
        source.refusal = say("source-unreadable", "this file cannot be read: {reason}", reason=reason)
    return source


class SourceReader:
    """Reads the tables of documents by their answers, and proposes answers where there are none."""

    def __init__(
        self, targets: Targets, answers: Answers, other_imports: Sequence[Answers], options: ImportOptions
    ) -> None:
        self._targets, self._only, self._sheet = targets, options.table, options.sheet
        self._others = [sheet for answers in other_imports for sheet in answers.sheet.values()]
        self._hint = advise("answer it in {file}", file=answers.path)
        self.sheets: dict[str, SheetAnswers] = dict(answers.sheet)
        self.additions = Additions()
        self.listed: list[ClubListEntry] = []

    def read_source(self, source: Source) -> None:
        """Read the records of a source."""
        for table in source.document.tables if source.document else ():
            if table.name == self._sheet or not self._sheet:
                source.records += self._read_table(source, table)

    def _read_table(self, source: Source, table: SourceTable) -> Iterator[Record]:
        if table.is_hidden and self._sheet != table.name and table.name not in self.sheets:
            reason = say("left-hidden", "a hidden sheet; name it with --sheet to take it")
            return _judge_all(source, table, "left", reason)
        sheet = self._find_answers(source, table) or self._propose_answers(source, table)
        if sheet is None or sheet.table is False:
            name = quote_text(table.name)
            reason = say("left-no-table", "{table} has no place in this ranking", table=name)
            return _judge_all(source, table, "left", ROUNDS_ONLY.get(table.name, reason))
        if sheet.table == UNANSWERED or UNANSWERED in sheet.columns.values():
            reason = say("sheet-asked", "it is not known which columns are which")
            return _judge_all(source, table, "doubtful", reason, self._hint)
        if sheet.table == CLUB_LIST:
            return self._read_club_list(source, table, sheet)
        return self._read_records(source, table, sheet)

    def _find_answers(self, source: Source, table: SourceTable) -> SheetAnswers | None:
        """Return the answers by the name of the table, else those of any import with the same headings."""
        if table.name == "plays" and table.header and "results" in self._targets:
            return PLAYS_SHEET
        keys = (f"{source.name}/{table.name}", table.name)
        own_answers = [self.sheets[key] for key in keys if key in self.sheets]
        for sheet in (*own_answers, *self.sheets.values()):
            if has_headings(table, sheet):
                return sheet
        for sheet in () if table.header else self._others:
            if sheet.columns and has_headings(table, sheet):
                self.sheets[table.name] = sheet
                self._add_answers(table.name, sheet, ())
                return sheet
        return None

    def _propose_answers(self, source: Source, table: SourceTable) -> SheetAnswers | None:
        targets = self._find_targets(source, table)
        target_name = self._only or (next(iter(targets), "") if len(targets) == 1 else "")
        proposal = proposals.propose_sheet(table, targets, source.name, target_name)
        if proposal is None:
            return None
        sheet, evidence = proposal
        target = self._targets[str(sheet.table)]
        if {"side1", "side2"} <= {*sheet.columns}:
            records = [*read_records(source.name, table, sheet, target)]
            mirrored = find_mirrored(records, target)
            if len(mirrored) * 4 > sum(record.is_open for record in records):
                sheet = replace(sheet, once="side", agree=UNANSWERED)
                evidence.append(f"once: {len(mirrored)} / {len(records)}")
        key = f"{source.name}/{table.name}" if table.name in self.sheets else table.name
        if not target_name or self._only:  # what a format says itself needs no answers
            self.sheets[key] = sheet
            self._add_answers(key, sheet, evidence)
        return sheet

    def _find_targets(self, source: Source, table: SourceTable) -> Targets:
        """Return the targets that a table can have: where its format names one, only that."""
        if not table.header or (source.document and source.document.kind in kinds.GENERIC_KINDS):
            return self._targets
        name = "games" if table.name in ROUNDS_ONLY else table.name
        target = self._targets.get(name)
        if target is None or (table.name in ROUNDS_ONLY and not target.columns["result"].drawn):
            return {}
        return {name: target}

    def _add_answers(self, key: str, sheet: SheetAnswers, evidence: Sequence[str]) -> None:
        section = f"sheet.{format_toml_key(key)}"
        settings = {"table": sheet.table, "header": sheet.header, **vars(sheet), "agree": "", "stop": ""}
        settings["dates"] = "" if sheet.dates == "day first" else sheet.dates
        for name, value in settings.items():
            if value or name in {"table", "header", "columns"}:
                self.additions.add(section, name, value)
        if sheet.agree == UNANSWERED:
            self.additions.add(section, "agree", UNANSWERED, "; ".join(evidence))

    def _read_records(self, source: Source, table: SourceTable, sheet: SheetAnswers) -> Iterator[Record]:
        for record in read_records(source.name, table, sheet, self._targets[str(sheet.table)]):
            record.counts_once = sheet.once == "side"
            if sheet.agree == UNANSWERED:
                reason = say("sheet-to-agree", "how this sheet is read is to be agreed to")
                record.judge("doubtful", reason, self._hint)
            yield record

    def _read_club_list(self, source: Source, table: SourceTable, sheet: SheetAnswers) -> Iterator[Record]:
        """Collect the lines of the club's own list, which are compared and not imported."""
        for record in read_records(source.name, table, sheet, self._targets[CLUB_LIST]):
            figure = parse_amount(record.cells.get("rating", ""))
            if record.is_open and figure is not None:
                self.listed.append(ClubListEntry(record.cells["name"], figure, record.places["rating"]))
            record.judge("left", say("left-list", "a line of the club's own list, which is compared"))
            yield record


def _judge_all(source: Source, table: SourceTable, status: str, *reasons: Message) -> Iterator[Record]:
    for row in table.rows:
        if any(cell.text.strip() for cell in row.cells):
            record = Record(source.name, row.place, "")
            record.judge(status, *reasons)
            yield record
