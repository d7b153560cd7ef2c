"""What became of every record, for people and for programs.

What an import comes to: the verdicts, the changes, and what is kept of both.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitegen.commands.importing.answers import Answers
from sitegen.commands.importing.merge import (
    CurrentRow,
    LedgerEntry,
    MergeResult,
    PlannedChange,
    Row,
    digest_record,
    load_ledger,
)
from sitegen.commands.importing.people import NameResolution
from sitegen.commands.importing.records import Record
from sitegen.commands.importing.sources import ClubListEntry, Source
from sitegen.commands.new.players import find_row_faults, load_newcomer
from sitegen.core.language import Language
from sitegen.core.problems import (
    Message,
    Problem,
    advise,
    join_messages,
    pluralize,
    quote_text,
    say,
    select_errors,
)
from sitegen.core.system import list_input_tables
from sitegen.core.terminal import format_problem, sanitize_text
from sitegen.inputs.config.site import Ranking
from sitegen.inputs.results.files import PLAYERS
from sitegen.render import render_standalone
from sitegen.toolkit.order import group_by


@dataclass
class ImportResult:
    """What an import comes to: what became of every record, and the files that it would write."""

    name: str
    ranking: Ranking
    sources: Sequence[Source]
    answers: Answers
    club_list: Sequence[ClubListEntry]
    naming: NameResolution = field(default_factory=NameResolution)
    merges: dict[str, MergeResult] = field(default_factory=dict)
    questions: str = ""
    files: dict[str, bytes | None] = field(default_factory=dict)
    old_files: dict[str, bytes | None] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    figures: Mapping[str, float] = field(default_factory=dict)
    players: Sequence[CurrentRow] = ()

    @property
    def records(self) -> list[Record]:
        """Every record of every file."""
        return [record for source in self.sources for record in source.records]

    @property
    def is_blocked(self) -> bool:
        """Whether something is asked, in doubt or refused: then nothing is written."""
        words = {record.status for record in self.records}
        refused = any(source.refusal for source in self.sources)
        return bool(
            self.questions or select_errors(self.problems) or refused or words & {"doubtful", "refused"}
        )


def collect_changes(made: ImportResult) -> list[PlannedChange]:
    """The rows that come and go: new players and aliases, then the rows of each table."""
    found = [change for merge in made.merges.values() for change in merge.changes]
    used = {text for change in found if change.new for text in change.new.values()}
    given = {change.new["id"] for change in found if change.table == PLAYERS and change.new}
    aliases = {id_: "|".join(names) for id_, names in made.naming.aliases.items()}
    people = []
    for id_, name in made.naming.new_players.items():
        if id_ in used and id_ not in given:
            also = {"aliases": aliases[id_]} if id_ in aliases else {}
            people.append(PlannedChange(PLAYERS, None, {"id": id_, "name": name, **also}))
    for player in (player for player in made.players if player.cells["id"] in aliases):
        both = filter(None, (player.cells.get("aliases", ""), aliases[player.cells["id"]]))
        people.append(PlannedChange(PLAYERS, player, {**player.cells, "aliases": "|".join(both)}))
    return [
        change._replace(new=_complete_row(change.new, made))
        if change.new and change.is_new_player
        else change
        for change in (*people, *found)
    ]


def _complete_row(row: Row, made: ImportResult) -> Row:
    """The row of a new player, with what the system starts somebody with of whom it knows too little."""
    table = next(
        input_table.rows
        for input_table in list_input_tables(made.ranking.system)
        if input_table.name == PLAYERS
    )
    start = load_newcomer(made.ranking.name_of_system, table, "en")
    if start is None or not find_row_faults(row, table):
        return row
    return {**row, **dict(zip(start.header, start.rows[0], strict=True))}


def build_ledger(root: Path, made: ImportResult) -> list[LedgerEntry]:
    """The ledger after the import: all records of these sources, and what earlier ones had besides."""
    found = []
    for record in made.records:
        row = record.row if record.status in {"imported", "merged"} else {}
        about = record.source, record.place, record.table, record.status, record.code
        found.append(LedgerEntry(*about, digest_record(record), row))
    names = {source.name for source in made.sources}
    before = [entry for entry in load_ledger(root, made.name) if entry.source not in names]
    added = (change.new for change in collect_changes(made) if change.new and change.is_new_player)
    new = [LedgerEntry("", "", PLAYERS, "imported", "new-player", "", row) for row in added]
    return [*before, *new, *found]


_MOST, _MOST_ON_PAGE = 12, 500
"""So many records of one reason are named one by one; the rest is counted."""
_STATUS_LABELS = {
    "imported": advise("imported"),
    "merged": advise("merged"),
    "left": advise("left"),
    "doubtful": advise("doubtful"),
    "refused": advise("refused"),
}


def _count_statuses(records: Sequence[Record]) -> dict[str, int]:
    found = Counter(record.status for record in records)
    return {word: found[word] for word in _STATUS_LABELS}


def _format_counts(number: int) -> dict[str, Message]:
    return {
        "imported": pluralize(number, "{number} imported", "{number} imported"),
        "merged": pluralize(number, "{number} merged", "{number} merged"),
        "left": pluralize(number, "{number} left", "{number} left"),
        "doubtful": pluralize(number, "{number} doubtful", "{number} doubtful"),
        "refused": pluralize(number, "{number} refused", "{number} refused"),
    }


def format_lines(made: ImportResult, language: Language) -> Iterator[str]:
    """The account as lines of text, in the language of the site."""
    for source in made.sources:
        yield from _format_source(source, language)
    yield from _format_reasons(made, language, _MOST)
    yield from map(language.format_message, _report_all(made))


def _report_all(made: ImportResult) -> Iterator[Message]:
    for tell in (_report_missing, _report_statements, _report_names, _report_club_list, _report_next_step):
        yield from tell(made)


def _format_source(source: Source, language: Language) -> Iterator[str]:
    if source.refusal:
        yield f"{source.name}  " + language.format_message(join_messages(source.refusal, source.hint))
        return
    numbers = [
        language.format_message(_format_counts(n)[word])
        for word, n in _count_statuses(source.records).items()
        if n
    ]
    records = pluralize(len(source.records), "{number} record", "{number} records")
    yield f"{source.name}  {language.format_message(records)}: {', '.join(numbers) or '0'}"
    for note in source.document.notes if source.document else ():
        yield f"  {language.format_message(note)}"


def _format_reasons(made: ImportResult, language: Language, most: int) -> Iterator[str]:
    """Why records got a verdict: those that are doubtful or refused one by one, the others counted."""
    for word, named in _STATUS_LABELS.items():
        own = [record for record in made.records if record.status == word and record.reason]
        start = f"  {language.format_message(named)}  "
        for group in group_by(own, lambda record: record.code).values():
            if word not in {"doubtful", "refused"}:
                yield f"{start}{len(group)}  {language.format_message(group[0].reason)}"
                continue
            for record in group[:most]:
                place = record.place if len(made.sources) == 1 else f"{record.source} {record.place}"
                yield f"{start}{place}: {language.format_message(join_messages(record.reason, record.hint))}"
            if len(group) > most:
                yield start + language.format_message(
                    advise("and {number} more like it", number=len(group) - most)
                )


def _report_statements(made: ImportResult) -> Iterator[Message]:
    """The sums that sources state, beside what their records make of them."""
    given = [
        statement for source in made.sources if source.document for statement in source.document.statements
    ]
    for what, own in group_by(given, lambda item: item.what).items():
        wrong = [
            statement
            for statement in own
            if abs(statement.stated - statement.computed) > statement.tolerance + 1e-9
        ]
        told: dict[str, Any] = {"what": what, "all": len(own), "same": len(own) - len(wrong)}
        yield say("restated", "{what} of {all}: {same} as stated", **told)
        for statement in wrong[:_MOST]:
            yield say(
                "restated-otherwise",
                "{who}: {stated} stated ({place}), {computed} from the records",
                who=statement.who,
                stated=f"{statement.stated:g}",
                place=statement.place,
                computed=f"{statement.computed:g}",
            )


def _report_missing(made: ImportResult) -> Iterator[Message]:
    for merge in made.merges.values():
        for entry in merge.missing_entries:
            row = quote_text(", ".join(_redact_row(entry.row, made).values()), 120)
            told = {"source": entry.source, "row": row}
            yield say("record-gone", "gone from {source}: {row} (with --gone it is taken out)", **told)


def _redact_row(row: Mapping[str, str], made: ImportResult) -> dict[str, str]:
    """A row without the ids of players who hide."""
    return {name: "…" if text in made.naming.hidden_ids else text for name, text in row.items()}


def _report_names(made: ImportResult) -> Iterator[Message]:
    naming = made.naming
    if naming.ids or naming.candidates or naming.new_players:
        yield say(
            "names-found",
            "names: {known} known, {merged} merged, {new} new, {asked} asked",
            known=len(naming.ids) - len(naming.merged) - len(naming.new_players),
            merged=len(naming.merged),
            new=len(naming.new_players),
            asked=len(naming.candidates),
        )
    if naming.new_players and made.answers.new_players is not True:
        yield say("names-new", "new players: {names}", names=", ".join(sorted(naming.new_players.values())))


def _report_club_list(made: ImportResult) -> Iterator[Message]:
    """The club's own list of today beside the one that came out."""
    if not made.club_list or not made.figures:
        return
    found = [(row, made.figures[row.name]) for row in made.club_list if row.name in made.figures]
    far = [(row, figure) for row, figure in found if abs(row.figure - figure) > 1]
    told = {"near": len(found) - len(far), "all": len(made.club_list)}
    yield say("list-compared", "your own list: {near} of {all} within a point of what comes out", **told)
    for row, figure in sorted(far, key=lambda pair: -abs(pair[0].figure - pair[1]))[:_MOST]:
        yield say(
            "list-differs",
            "{name}: {stated} in your list ({place}), {figure} comes out",
            name=row.name,
            stated=f"{row.figure:g}",
            place=row.place,
            figure=f"{figure:.15g}",
        )
    lacking = [quote_text(row.name) for row in made.club_list if row.name not in made.figures]
    if lacking:
        names = ", ".join(lacking[:_MOST])
        yield say("list-lacking", "in your list and not in what comes out: {names}", names=names)


def _report_next_step(made: ImportResult) -> Iterator[Message]:
    if made.questions:
        yield advise("Something is asked: answer it in {file}, and say it again.", file=made.answers.path)
    elif made.is_blocked:
        yield advise("Nothing is written as long as something is in doubt or refused.")
    elif not made.files:
        yield advise("Nothing is new.")


def format_json(made: ImportResult, language: Language) -> str:
    """The account for programs: every record with its verdict, the code of the reason and its place."""
    documents = [source.document for source in made.sources if source.document]
    data: dict[str, Any] = {
        "name": made.name,
        "ranking": made.ranking.id,
        "counts": _count_statuses(made.records),
        "files": [_dump_file(source, made, language) for source in made.sources],
        "statements": [statement._asdict() for document in documents for statement in document.statements],
        "new_players": made.naming.new_players,
        "asked": sorted(made.naming.candidates),
        "writes": sorted(made.files),
    }
    return json.dumps(data, indent=2) + "\n"


def _dump_file(source: Source, made: ImportResult, language: Language) -> dict[str, Any]:
    return {
        "name": source.name,
        "kind": source.document.kind if source.document else "",
        "refused": language.format_message(source.refusal) if source.refusal else "",
        "counts": _count_statuses(source.records),
        "records": [
            {
                "place": record.place,
                "table": record.table,
                "verdict": record.status,
                "code": record.code,
                "reason": language.format_message(record.reason) if record.reason else "",
                "row": _redact_row(record.row, made),
            }
            for record in source.records
        ],
    }


def render_page(made: ImportResult, language: Language) -> str:
    """The account as one file that a phone opens."""
    problems = [format_problem(problem, language) for problem in made.problems]
    made_page = render_standalone(
        "import.html",
        "effect.css",
        language,
        name=made.name,
        ranking=made.ranking.title,
        numbers=[
            (language.format_message(_STATUS_LABELS[word]), number)
            for word, number in _count_statuses(made.records).items()
        ],
        notes=[*problems, *map(language.format_message, _report_all(made))],
        sources=[text.strip() for source in made.sources for text in _format_source(source, language)],
        reasons=[text.strip() for text in _format_reasons(made, language, _MOST_ON_PAGE)],
    )
    return sanitize_text(made_page)
