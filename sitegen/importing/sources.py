"""Reading source files: documents, their tables and records, and questions about their columns."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from sitegen.core.names import normalize_heading
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.importing import gaps, kinds, proposals
from sitegen.importing.answers import (
    UNANSWERED,
    Additions,
    Answers,
    Reference,
    SheetAnswers,
)
from sitegen.importing.club_seasons import NEW_YEAR, ClubSeasons, find_club_seasons, is_month_and_day
from sitegen.importing.guesses import is_two_against_two
from sitegen.importing.holdings import CurrentRow
from sitegen.importing.kinds.bgstats import PLAYS, plan_plays
from sitegen.importing.layout import find_form, find_layout, make_layout
from sitegen.importing.ledger import digest_record
from sitegen.importing.own import CALCULATED, OwnTable
from sitegen.importing.record import Record
from sitegen.importing.records import apply_rules, find_sheet, read_headings, read_records
from sitegen.importing.references import find_column, split_reference
from sitegen.importing.sides import find_mirrored
from sitegen.importing.source import (
    Document,
    SourceTable,
    Verdict,
    get_column_letters,
)
from sitegen.importing.targets import CLUB_LIST, Target, Targets, find_missing_columns, find_taker
from sitegen.importing.tournament import ROUNDS_ONLY
from sitegen.importing.values import parse_amount
from sitegen.inputs.config.syntax import format_toml_key
from sitegen.inputs.results.files import MEMBERSHIPS

_NO_PLACE = {"left-no-table", "left-heading"}


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
    copy_of: str = ""

    @property
    def state(self) -> dict[str, str]:
        """How far an event had come: when the file was saved, and the rounds with a result."""
        document = self.document
        if document is None or document.kind in kinds.GENERIC_KINDS:
            return {}
        games = [table for table in document.tables if {"round", "event"} <= {*table.header}]
        cells = [
            dict(zip(table.header, [cell.text for cell in row.cells], strict=True))
            for table in games
            for row in table.rows
            if table.name == "games" and not row.verdict
        ]
        rounds = sorted({int(row["round"]) for row in cells if row["round"].isdecimal()})
        events = {row["event"] for row in cells}
        state = {"saved": document.saved, "rounds": " ".join(map(str, rounds))}
        state["event"] = events.pop() if len(events) == 1 else ""
        return {name: text for name, text in state.items() if text}

    def match_records(self) -> Counter[str]:
        """Return what the records say, to find a copy."""
        return Counter(digest_record(record) for record in self.records if record.table and record.cells)


class ClubListEntry(NamedTuple):
    """A line of the club's own list: a name, the figure, and its place in the file."""

    name: str
    figure: float
    place: str


class SourceReader:
    """Reads the tables of documents by their answers, and proposes answers where there are none."""

    def __init__(
        self,
        targets: Targets,
        answers: Answers,
        other_imports: Sequence[Answers],
        options: ImportOptions,
        find_own: Callable[[SourceTable], OwnTable | None] = lambda _: None,
    ) -> None:
        """`find_own` says whether the site has published a table."""
        self._find_own = find_own
        self._targets, self._only, self._sheet = targets, options.table, options.sheet
        self._others = [sheet for answers in other_imports for sheet in answers.sheet.values()]
        self._other_events = {
            key: sheet for answers in other_imports for key, sheet in answers.sheet.items() if "/" in key
        }
        self._hint = advise("answer it in {file}", file=answers.path)
        self._columns_hint = advise(
            "answer it in {file}: with a heading, the letters of a column, {constant}, {name} for a day in"
            " the name of the file, or {rule} for the place by a score",
            file=answers.path,
            constant='"= 2024-02-03"',
            name='"file: %d.%m.%Y"',
            rule='"high: B"',
        )
        self._path, self._values, self._newcomers = answers.path, answers.values, answers.newcomers
        self.sheets: dict[str, SheetAnswers] = dict(answers.sheet)
        self.additions = Additions()
        self.unused: dict[str, None] = {}
        self._format_tables: Counter[tuple[str, str]] = Counter()
        self._asked: set[tuple[str, str]] = set()
        self.listed: list[ClubListEntry] = []
        self.known_rounds: Collection[str] = ()
        self.season_begin = UNANSWERED

    def know_calendar(self, rows: Sequence[CurrentRow]) -> None:
        """Keep the rounds that stand, and the day on which a season begins by a table of the ranking."""
        calendar = find_taker(self._targets, "rounds")
        rounds = [row.cells for row in rows if calendar and row.table == calendar.name]
        self.known_rounds = {row.get("round", "") for row in rounds}
        begins = [row.cells.get("start", "") for row in rows if row.table == "seasons"]
        if days := sorted(filter(None, begins or [row.get("date", "") for row in rounds])):
            self.season_begin = days[0][len("2001-") :]

    def read_source(self, source: Source) -> None:
        """Read the records of a source."""
        tables = [
            table
            for table in (source.document.tables if source.document else ())
            if table.name == self._sheet or not self._sheet
        ]
        records = {id(table): [*self._read_table(source, table)] for table in tables}
        every = [record for table in tables for record in records[id(table)]]
        if every and all(record.code == "left-no-table" or not record.table for record in every):
            for table in self._list_askable(source, tables):
                records[id(table)] = [*self._ask_table(source, table)] or records[id(table)]
        source.records = [record for table in tables for record in records[id(table)]]
        is_format = source.document and source.document.kind not in kinds.GENERIC_KINDS
        if is_format and source.records and all(record.code in _NO_PLACE for record in source.records):
            source.refusal = say("source-no-place", "nothing in this file has a place in this ranking")
            source.hint = advise("import it with --to into another ranking, or take it out of the folder")

    def _is_two_against_two(self, table: SourceTable) -> bool:
        """Whether two play against two in a table, and no table of the ranking has pairs."""
        has_pairs = any(target.sides[:1] == ("player1",) for target in self._targets.values())
        has_sides = any(target.sides for target in self._targets.values())
        layout = None if has_pairs or not has_sides or table.header else find_layout(table)
        return layout is not None and is_two_against_two(layout.columns)

    def _add_asked(self, source: Source, table: SourceTable, sheet: SheetAnswers) -> SheetAnswers:
        key = f"{source.name}/{table.name}" if table.name in self.sheets else table.name
        self.sheets[key] = sheet
        self._add_answers(key, sheet, (), table)
        return sheet

    def _list_askable(self, source: Source, tables: Sequence[SourceTable]) -> list[SourceTable]:
        """Return the tables that may hold results although nothing in them was understood."""
        is_generic = source.document is not None and source.document.kind in kinds.GENERIC_KINDS
        return [
            table
            for table in tables
            if is_generic and not table.is_hidden and self._find_own(table) is None
            if self._find_answers(source, table) is None
        ]

    def _ask_table(self, source: Source, table: SourceTable) -> Iterator[Record]:
        """Ask what the columns of a table are, once for all tables of its form."""
        asked = proposals.ask_sheet(table, self._targets, source.name, self._only)
        if asked is not None:
            sheet, evidence = asked
            key = f"{source.name}/{table.name}" if table.name in self.sheets else table.name
            self.sheets[key] = sheet
            self._add_answers(key, sheet, evidence, table)
            yield from self._read_answered(source, table, sheet)

    def _ask_columns(self, source: Source, table: SourceTable, answered: SheetAnswers) -> SheetAnswers:
        """Ask what the columns of a table are after it was answered which table of ours it is."""
        asked = proposals.ask_sheet(table, self._targets, source.name, str(answered.table))
        key = next((key for key, sheet in self.sheets.items() if sheet.form == answered.form), "")
        if asked is None or not key:
            return answered
        sheet = replace(asked[0], form=answered.form, header=answered.header, agree=True)
        self.sheets[key] = sheet
        for name, reference in sheet.columns.items():
            self.additions.add(f"sheet.{format_toml_key(key)}.columns", name, reference)
        for heading, separator in sheet.split.items():
            self.additions.add(f"sheet.{format_toml_key(key)}.split", heading, separator)
        return sheet

    def _read_table(self, source: Source, table: SourceTable) -> Iterator[Record]:
        is_format = table.header and source.document and source.document.kind not in kinds.GENERIC_KINDS
        plays = find_taker(self._targets, PLAYS) if is_format and table.name == PLAYS else None
        if is_format and plays is None:
            return self._read_format(source, table)
        if table.is_hidden and self._sheet != table.name and table.name not in self.sheets:
            reason = say("left-hidden", "a hidden sheet; name it with --sheet to take it")
            return _judge_all(source, table, "left", reason)
        if own := self._find_own(table):
            if own.sheet is None:
                return _judge_all(source, table, "left", CALCULATED)
            return self._read_records(source, own.table, own.sheet)
        if seasons := self._find_club_seasons(source, table):
            return self._read_club_seasons(source, seasons)
        sheet = plan_plays(plays) if plays else self._find_answers(source, table)
        sheet = sheet or self._propose_answers(source, table)
        if sheet and sheet.form and not sheet.columns and sheet.table not in {False, UNANSWERED}:
            sheet = self._ask_columns(source, table, sheet)
        return self._read_answered(source, table, sheet)

    def _find_own_answers(self, source: Source, table: SourceTable) -> SheetAnswers | None:
        """Return the answers by the name of a table."""
        keys = (f"{source.name}/{table.name}", table.name)
        return next((self.sheets[key] for key in keys if key in self.sheets), None)

    def _find_club_seasons(self, source: Source, table: SourceTable) -> ClubSeasons | None:
        """Return the clubs by season of a table, unless it was answered that it is something else."""
        target, answered = self._targets.get(MEMBERSHIPS), self._find_own_answers(source, table)
        is_other = (answered and answered.table != MEMBERSHIPS) or self._only not in {"", MEMBERSHIPS}
        return None if target is None or is_other else find_club_seasons(table, target)

    def _read_club_seasons(self, source: Source, seasons: ClubSeasons) -> Iterator[Record]:
        """Read the clubs by season of a table as memberships; ask for a begin that nothing says."""
        answered = self._find_own_answers(source, seasons.table)
        if answered is None:
            begins = (sheet.season_begin for sheet in self._others if is_month_and_day(sheet.season_begin))
            begin = NEW_YEAR if seasons.follows_calendar else next(begins, self.season_begin)
            answered = self._add_asked(source, seasons.table, seasons.make_answers(begin))
        if is_month_and_day(answered.season_begin):
            return self._read_records(source, *seasons.unfold(answered.season_begin))
        reason = say("season-begin-asked", "it is not known on which day a season begins")
        hint = advise(
            "answer it in {file} as a month and a day, such as {example}", file=self._path, example='"09-01"'
        )
        return _judge_all(source, seasons.table, "doubtful", reason, hint)

    def _read_answered(
        self, source: Source, table: SourceTable, sheet: SheetAnswers | None
    ) -> Iterator[Record]:
        if sheet is None or sheet.table is False:
            return _leave_all(source, table)
        if sheet.table == UNANSWERED or UNANSWERED in sheet.columns.values():
            if sheet.table == UNANSWERED and self._is_two_against_two(table):
                reason = say("two-against-two", "two play against two here: this ranking has no such games")
                hint = advise("answer in {file} that its table is false", file=self._path)
                return _judge_all(source, table, "doubtful", reason, hint)
            if sheet.table == UNANSWERED:
                reason = say("table-asked", "it is not known what these rows are")
                hint = advise("answer in {file} which table it is, or false to leave it out", file=self._path)
                return _judge_all(source, table, "doubtful", reason, hint)
            reason = say("sheet-asked", "it is not known which columns are which")
            return _judge_all(source, table, "doubtful", reason, self._columns_hint)
        if sheet.table == CLUB_LIST:
            return self._read_club_list(source, table, sheet)
        return self._read_records(source, table, sheet)

    def _read_format(self, source: Source, table: SourceTable) -> Iterator[Record]:
        """Read a table whose columns are named by its format, and ask what it does not say."""
        target = find_taker(self._targets, table.name)
        if table.name == "rounds" and target is None:  # derived from the games
            return iter(())
        proposal = proposals.map_format(table, target, source.name) if target else None
        if target is None or proposal is None:
            return _leave_all(source, table)
        key = self._name_answers(source, table, target)
        answered = {**self._other_events, **self.sheets}
        given = [answered[name] for name in (target.name, key) if name in answered]
        if given and given[-1].table is False:
            return _leave_all(source, table)
        answers = {column: reference for sheet in given for column, reference in sheet.columns.items()}
        filled, columns = gaps.fill_gaps(table, proposal.columns, answers, source.name)
        if table.name == "rounds":
            filled = self._leave_known_rounds(filled, find_column(columns["date"], filled.header))
        marked, open_gaps = gaps.mark_gaps(filled, columns, target)
        self._ask_gaps(key, target, open_gaps, answers)
        return self._read_records(source, marked, replace(proposal, columns=columns))

    def _name_answers(self, source: Source, table: SourceTable, target: Target) -> str:
        """Return the name of the answers of a table: by its event, which may be saved in several files."""
        names = ("event", "first day")
        places = [table.header.index(name) for name in names if name in table.header]
        texts = {tuple(row.cells[at].text for at in places) for row in table.rows if not row.verdict}
        event = next(iter(texts), ()) if len(texts) == 1 else ()
        self._format_tables[source.name, table.name] += 1
        number = self._format_tables[source.name, table.name]
        is_named = len(event) == len(names) and all(event)
        name = " ".join(event) if is_named else f"{source.name}{f' {number}' if number > 1 else ''}"
        return f"{name}/{target.name}"

    def _leave_known_rounds(self, table: SourceTable, day: int) -> SourceTable:
        """Return the table of rounds, without those that have no day here and stand in the ranking."""
        verdict = Verdict("left", say("round-known", "a round that the ranking has"))
        rows = [
            row._replace(verdict=verdict)
            if row.cells[0].text in self.known_rounds and not row.cells[day].text
            else row
            for row in table.rows
        ]
        return table._replace(rows=rows)

    def _ask_gaps(
        self, key: str, target: Target, open_gaps: Sequence[gaps.Gap], answers: Mapping[str, Reference]
    ) -> None:
        section = f"sheet.{format_toml_key(key)}"
        for column, evidence in open_gaps:
            if column not in answers and (key, column) not in self._asked:
                if key not in self.sheets and section not in self.additions.lines:
                    self.additions.add(section, "table", target.name)
                self.additions.add(f"{section}.columns", column, UNANSWERED, *evidence)
                self._asked.add((key, column))

    def _find_answers(self, source: Source, table: SourceTable) -> SheetAnswers | None:
        """Return the answers by the name of the table, else those of any import with the same headings."""
        keys = (f"{source.name}/{table.name}", table.name)
        own_answers = [self.sheets[key] for key in keys if key in self.sheets]
        shared_answers = [sheet for sheet in self.sheets.values() if sheet.form or self._is_whole(sheet)]
        for answered in (*own_answers, *shared_answers):
            if sheet := find_sheet(table, answered):
                return sheet
        for answered in () if table.header else self._others:
            if answered.columns and (sheet := find_sheet(table, answered)):
                proposal = proposals.propose_sheet(table, self._targets, source.name, self._only)
                if proposal and not sheet.above:
                    sheet = replace(sheet, above=proposal[0].above)
                self.sheets[table.name] = sheet
                self._add_answers(table.name, sheet, (), table)
                return sheet
        return None

    def _is_whole(self, sheet: SheetAnswers) -> bool:
        """Whether the answers say where all columns are, so that they may hold for another table."""
        target = self._targets.get(str(sheet.table))
        return target is not None and not find_missing_columns(target, [*sheet.columns])

    def _propose_answers(self, source: Source, table: SourceTable) -> SheetAnswers | None:
        if self._is_two_against_two(table):
            return self._add_asked(source, table, SheetAnswers(UNANSWERED, form=find_form(table)))
        proposal = proposals.propose_sheet(table, self._targets, source.name, self._only)
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
        self.sheets[key] = sheet
        self._add_answers(key, sheet, evidence, table)
        return sheet

    def _add_answers(
        self, key: str, sheet: SheetAnswers, evidence: Sequence[str], table: SourceTable
    ) -> None:
        section = f"sheet.{format_toml_key(key)}"
        is_open = sheet.table == UNANSWERED or UNANSWERED in sheet.columns.values()
        settings = {"table": sheet.table, "header": sheet.header, **vars(sheet), "agree": "", "stop": ""}
        settings["dates"] = "" if sheet.dates == "day first" else sheet.dates
        for name, value in settings.items():
            if (value or name in {"table", "header", "columns"}) and not (is_open and name == "columns"):
                asked = {
                    "table": " | ".join([*self._targets, "false"]),
                    "season_begin": '"09-01" | "01-01" | …',
                }
                self.additions.add(section, name, value, asked.get(name, "") if value == UNANSWERED else "")
        if sheet.agree == UNANSWERED:
            self.additions.add(section, "agree", UNANSWERED, "; ".join(evidence))
        if is_open or (sheet.form and sheet.agree == UNANSWERED):
            shapes = make_layout(table, sheet.header, read_headings(table, sheet.header)).columns
            lines = [f"# {shape.describe()}" for shape in shapes if shape.kind != "blank"]
            self.additions.lines.setdefault(section, []).extend(lines)
        for name, reference in sheet.columns.items() if is_open else ():
            self.additions.add(f"{section}.columns", name, reference)

    def _read_records(self, source: Source, table: SourceTable, sheet: SheetAnswers) -> Iterator[Record]:
        target = self._targets[str(sheet.table)]
        sheet = self._add_newcomers(table, sheet, target)
        records = [*read_records(source.name, table, sheet, target, self._values)]
        apply_rules(records, sheet)
        for record in records:
            record.counts_once = sheet.once == "side"
            if record.doubt and record.is_open:
                record.hint = self._hint
            if sheet.agree == UNANSWERED:
                reason = say("sheet-to-agree", "how this sheet is read is to be agreed to")
                record.judge("doubtful", reason, self._hint)
            yield record

    def _add_newcomers(self, table: SourceTable, sheet: SheetAnswers, target: Target) -> SheetAnswers:
        """Return the answers with the columns of figures that new players need, by those of their names."""
        names = read_headings(table, sheet.header)
        headings = [*map(normalize_heading, names)]
        used = [split_reference(reference).heading for reference in sheet.columns.values()]
        self.unused.update(dict.fromkeys(name for name in names if name.strip() and name not in used))
        people = [name for name in (*target.name_columns, "side1", "side2") if name in sheet.columns]
        columns = {**sheet.columns}
        for figure, answer in self._newcomers.items():
            places = [n for n, name in enumerate(headings, 1) if name == normalize_heading(str(answer))]
            letters = [*map(get_column_letters, places)] if len(places) > 1 else [str(answer)]
            given = answer if isinstance(answer, Mapping) else dict(zip(people, letters, strict=False))
            if len(given) == len(people):
                columns |= {f"{name} {figure}": reference for name, reference in given.items()}
        return replace(sheet, columns=columns)

    def _read_club_list(self, source: Source, table: SourceTable, sheet: SheetAnswers) -> Iterator[Record]:
        """Collect the lines of the club's own list, which are compared and not imported."""
        for record in read_records(source.name, table, sheet, self._targets[CLUB_LIST]):
            figure = parse_amount(record.cells.get("rating", ""))
            if record.is_open and figure is not None:
                self.listed.append(ClubListEntry(record.cells["name"], figure, record.places["rating"]))
            record.judge("left", say("left-list", "a line of the club's own list, which is compared"))
            yield record


def _leave_all(source: Source, table: SourceTable) -> Iterator[Record]:
    reason = say("left-no-table", "{table} has no place in this ranking", table=quote_text(table.name))
    return _judge_all(source, table, "left", ROUNDS_ONLY.get(table.name, reason))


def _judge_all(source: Source, table: SourceTable, status: str, *reasons: Message) -> Iterator[Record]:
    for row in table.rows:
        if any(cell.text.strip() for cell in row.cells):
            record = Record(source.name, row.place, "")
            if row.verdict and table.name == "lines":  # of no table: told, and no reason to stop
                record.judge("left", row.verdict.reason)
            record.judge(status, *reasons)
            yield record
