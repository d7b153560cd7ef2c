"""Reports of the result of an import: as text, JSON or a page."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitegen.core.language import Language
from sitegen.core.problems import (
    Message,
    Number,
    advise,
    join_messages,
    pluralize,
    quote_text,
    say,
)
from sitegen.core.terminal import format_problem, sanitize_text
from sitegen.importing.ledger import GONE, KEPT, SUPERSEDED
from sitegen.importing.people import HIDDEN_CANDIDATE
from sitegen.importing.record import Record
from sitegen.importing.records import WHOLE_TABLE
from sitegen.importing.result import ImportResult
from sitegen.importing.sources import Source
from sitegen.inputs.config.syntax import format_toml
from sitegen.render import render_standalone
from sitegen.toolkit.order import group_by

_MAKE_POINTS = {"games", "absences"}
"""The tables of a source whose records make points."""
_SECOND_SIDES = {
    ("left", code) for code in ("left-other-side", "results-differ", "no-colours", "both-one-colour")
}
_MOST, _MOST_ON_PAGE = 12, 500
"""At most this many records with the same reason are listed; the rest is counted."""
_STATUS_LABELS = {
    "imported": advise("imported"),
    "merged": advise("merged"),
    "left": advise("left"),
    "doubtful": advise("doubtful"),
    "refused": advise("refused"),
}


def _count_statuses(records: Sequence[Record]) -> dict[str, int]:
    counts = Counter(record.status for record in records)
    return {status: counts[status] for status in _STATUS_LABELS}


def _format_counts(number: int) -> dict[str, Message]:
    return {
        "imported": pluralize(number, "{number} imported", "{number} imported"),
        "merged": pluralize(number, "{number} merged", "{number} merged"),
        "left": pluralize(number, "{number} left", "{number} left"),
        "doubtful": pluralize(number, "{number} doubtful", "{number} doubtful"),
        "refused": pluralize(number, "{number} refused", "{number} refused"),
    }


def format_lines(result: ImportResult, language: Language) -> Iterator[str]:
    """Yield the report as lines of text."""
    for source in result.sources:
        yield from _format_source(source, result, language)
    yield from _format_reasons(result, language, _MOST)
    yield from map(language.format_message, _report_all(result))


def _report_all(result: ImportResult) -> Iterator[Message]:
    for report in (_report_missing, _report_statements, _report_names, _report_club_list, _report_next_step):
        yield from report(result)


def _format_source(source: Source, result: ImportResult, language: Language) -> Iterator[str]:
    if source.refusal:
        yield f"{source.name}  " + language.format_message(join_messages(source.refusal, source.hint))
        return
    numbers = [
        language.format_message(_format_counts(number)[status])
        for status, number in _count_statuses(source.records).items()
        if number
    ]
    records = pluralize(len(source.records), "{number} record", "{number} records")
    account = [f"{language.format_message(records)}{language.colon} {', '.join(numbers) or '0'}"]
    account += map(language.format_message, _list_relations(source, result))
    yield f"{source.name}  {'; '.join(account)}"
    for note in source.document.notes if source.document else ():
        yield f"  {language.format_message(note)}"


def _list_relations(source: Source, result: ImportResult) -> list[Message]:
    """Return how a file is related to others: what it corrects, and what corrects it."""
    corrected = Counter(
        record.reason.params["file"]
        for record in source.records
        if record.code == SUPERSEDED and isinstance(record.reason, Message)
    )
    return [
        *(result.merger.accounts.get(source.name, ()) if result.merger else ()),
        *(
            pluralize(
                number,
                "corrected by {file}: {number} row",
                "corrected by {file}: {number} rows",
                "file-corrected",
                file=file,
            )
            for file, number in corrected.items()
        ),
    ]


def _format_reasons(result: ImportResult, language: Language, limit: int) -> Iterator[str]:
    """Yield the reasons by status: doubtful and refused records one by one, the others as counts."""
    for status, label in _STATUS_LABELS.items():
        status_records = [record for record in result.records if record.status == status and record.reason]
        start = f"  {language.format_message(label)}  "
        for code, records in group_by(status_records, lambda record: record.code).items():
            is_single = status in {"doubtful", "refused"} and not records[0].doubt
            by_source = group_by(records, lambda record: record.source).values()
            group = [same[0] for same in by_source] if code in WHOLE_TABLE else records
            told = [record for record in group if is_single and not record.leader]
            followers = Counter(id(record.leader) for record in group if record.leader)
            lines = []
            for same in group_by(
                told, lambda record: str(record.reason) if record.asked else id(record)
            ).values():
                number = len(same) + followers[id(same[0])]
                start_of_line = f"{number}× " if number > 1 else ""
                lines.append(start_of_line + _format_record(same[0], result, language))
            alike = group_by(group, lambda record: str(record.reason)).values()
            for same in alike if not is_single else ():
                reason = join_messages(same[0].reason, same[0].hint)
                lines.append(f"{len(same)}  {language.format_message(reason)}")
            yield from (start + line for line in lines[:limit])
            if len(lines) > limit:
                yield start + language.format_message(
                    advise("and {number} more like it", number=len(lines) - limit)
                )


def _format_record(record: Record, result: ImportResult, language: Language) -> str:
    place = language.format_message(locate_record(record, result))
    reason = language.format_message(join_messages(record.reason, record.hint))
    return f"{place}{language.colon} {reason}"


def locate_record(record: Record, result: ImportResult) -> Message:
    """Return the place of a record, with its file where there are several."""
    place = _translate_place(record.place)
    if len(result.sources) == 1:
        return place
    return advise("{file} {place}", file=record.source, place=place)


def _translate_place(place: str) -> Message:
    """Return a place of a text file as a message; one of a sheet, such as `B4`, needs no translation."""
    pieces = [_translate_piece(*piece.partition(" ")[::2]) for piece in place.split(", ")]
    return advise("{place}", place=join_messages(*pieces, between=", "))


def _translate_piece(word: str, number: str) -> str:
    if word == "line":
        return advise("line {number}", number=number)
    if word == "row":
        return advise("row {number}", number=number)
    if word == "column":
        return advise("column {number}", number=number)
    if word == "columns":
        return advise("columns {numbers}", numbers=number)
    if word == "table":
        return advise("table {number}", number=number)
    return advise("record {number}", number=number) if word == "record" else f"{word} {number}".strip()


def _report_statements(result: ImportResult) -> Iterator[Message]:
    """Compare the totals that sources state with those computed from their records."""
    for what, group in group_by(result.statements, lambda statement: statement.what).items():
        deviating = [statement for statement in group if statement.is_deviating]
        params: dict[str, Any] = {"what": what, "all": len(group), "same": len(group) - len(deviating)}
        omitted = _count_omitted(result) if what == "points" else 0
        if omitted:
            yield pluralize(
                omitted,
                "{what} of {all}: {same} add up in the source, but {number} result of these is not taken",
                "{what} of {all}: {same} add up in the source, but {number} results of these are not taken",
                "points-left-out",
                **params,
            )
        else:
            yield say("restated", "{what} of {all}: {same} as stated", **params)
        for statement in deviating[:_MOST]:
            yield say(
                "restated-otherwise",
                "{who}: {stated} stated ({place}), {computed} from the records",
                who=statement.subject,
                stated=Number(statement.stated, "g"),
                place=_translate_place(statement.place),
                computed=Number(statement.computed, "g"),
            )


def _count_omitted(result: ImportResult) -> int:
    """Return how many records that make the points of a source do not become rows."""
    sources = (source for source in result.sources if source.document and source.document.statements)
    unnamed = {"left-not-played", "left-pending", "left-no-table"}
    return sum(
        record.status not in {"imported", "merged"}
        and (record.table in _MAKE_POINTS or record.code in unnamed)
        for source in sources
        for record in source.records
    )


def _report_missing(result: ImportResult) -> Iterator[Message]:
    missing = result.merger.missing_entries if result.merger else []
    told = [entry for entry in missing if entry.verdict == GONE]
    for source, entries in group_by(told, lambda entry: entry.source).items():
        if source in result.gone:
            yield pluralize(
                len(entries),
                "{file} is gone, and {number} row is from it (under [files]: {file})",
                "{file} is gone, and {number} rows are from it (under [files]: {file})",
                "file-gone",
                file=quote_text(source, 200),
            )
            continue
        for entry in entries[:_MOST]:
            row = quote_text(", ".join(_redact_row(entry.row, result).values()), 120)
            params = {"source": source, "row": row, "address": quote_text(entry.address, 200)}
            yield say("record-gone", "gone from {source}: {row} (under [cells]: {address})", **params)
        if len(entries) > _MOST:
            yield advise("and {number} more like it", number=len(entries) - _MOST)
    if told:
        kept = format_toml(KEPT)
        yield advise(
            "What is gone is taken out with --gone; or answer false, or {kept} if it stays.", kept=kept
        )


def _redact_row(row: Mapping[str, str], result: ImportResult) -> dict[str, str]:
    """Return a row without the ids of hidden players."""
    return {name: "…" if text in result.naming.hidden_ids else text for name, text in row.items()}


def _report_names(result: ImportResult) -> Iterator[Message]:
    naming = result.naming
    if naming.ids or naming.candidates or naming.new_players:
        yield say(
            "names-found",
            "names: {known} known, {merged} merged, {new} new, {asked} asked",
            known=len(naming.ids) - len(naming.merged) - len(naming.new_players),
            merged=len(naming.merged),
            new=len(naming.new_players),
            asked=len(naming.candidates),
        )
    if naming.new_players and result.answers.new_players is not True:
        yield say("names-new", "new players: {names}", names=", ".join(sorted(naming.new_players.values())))
    for column, (guess, names) in result.guesses.items():
        yield pluralize(
            len({*names}),
            "{number} new player begins with {guess} as {column}, which is a guess: see {file}",
            "{number} new players begin with {guess} as {column}, which is a guess: see {file}",
            "newcomers-guessed",
            guess=guess,
            column=quote_text(column),
            file=result.answers.path,
        )


def _report_club_list(result: ImportResult) -> Iterator[Message]:
    """Compare the club's own list with the calculated figures."""
    if not result.club_list or not result.figures:
        return
    rows = [(row, result.figures[row.name]) for row in result.club_list if row.name in result.figures]
    distant = [(row, figure) for row, figure in rows if abs(row.figure - figure) > 1]
    params = {"near": len(rows) - len(distant), "all": len(result.club_list)}
    yield say(
        "list-compared", "your own list: {near} of {all} within a point of the calculated one", **params
    )
    for row, figure in sorted(distant, key=lambda pair: -abs(pair[0].figure - pair[1]))[:_MOST]:
        yield say(
            "list-differs",
            "{name}: {stated} in your list ({place}), {figure} comes out",
            name=row.name,
            stated=Number(row.figure, "g"),
            place=_translate_place(row.place),
            figure=Number(figure),
        )
    missing_names = [quote_text(row.name) for row in result.club_list if row.name not in result.figures]
    if missing_names:
        names = ", ".join(missing_names[:_MOST])
        yield say("list-lacking", "in your list, but not in the calculated one: {names}", names=names)


def _report_next_step(result: ImportResult) -> Iterator[Message]:
    if result.questions:
        yield advise(
            "There are questions: answer them in {file}, and run the command again.", file=result.answers.path
        )
    elif result.is_blocked:
        yield advise("Nothing is written while a row is in doubt or refused.")
    elif not result.files:
        yield advise("Nothing is new.")


def format_json(result: ImportResult, language: Language) -> str:
    """Return the report as JSON: every record with its status, the code of the reason, and its place."""
    data: dict[str, Any] = {
        "name": result.name,
        "ranking": result.ranking.id,
        "counts": _count_statuses(result.records),
        "files": [_dump_file(source, result, language) for source in result.sources],
        "statements": [statement._asdict() for statement in result.statements],
        "gone": [
            {"name": entry.source, "address": entry.address, "row": _redact_row(entry.row, result)}
            for entry in (result.merger.missing_entries if result.merger else ())
            if entry.verdict == GONE
        ],
        "new_players": result.naming.new_players,
        "asked": sorted(
            HIDDEN_CANDIDATE if candidates == HIDDEN_CANDIDATE else name
            for name, candidates in result.naming.candidates.items()
        ),
        "writes": sorted(result.files),
    }
    return json.dumps(data, indent=2) + "\n"


def _dump_file(source: Source, result: ImportResult, language: Language) -> dict[str, Any]:
    return {
        "name": source.name,
        "kind": source.document.kind if source.document else "",
        "refused": language.format_message(source.refusal) if source.refusal else "",
        "relations": [language.format_message(message) for message in _list_relations(source, result)],
        "counts": _count_statuses(source.records),
        "records": [
            {
                "place": record.place,
                "table": record.table,
                "verdict": record.status,
                "code": record.code,
                "reason": language.format_message(record.reason) if record.reason else "",
                "row": _redact_row(record.row, result),
            }
            for record in source.records
        ],
    }


def render_page(result: ImportResult, language: Language) -> str:
    """Return the report as one HTML file that a phone can open."""
    problems = [format_problem(problem, language) for problem in result.problems]
    made_page = render_standalone(
        "import.html",
        "effect.css",
        language,
        name=result.name,
        ranking=result.ranking.title,
        numbers=[
            (language.format_message(_STATUS_LABELS[status]), number)
            for status, number in _count_statuses(result.records).items()
        ],
        notes=[*problems, *map(language.format_message, _report_all(result))],
        sources=[
            text.strip() for source in result.sources for text in _format_source(source, result, language)
        ],
        reasons=[text.strip() for text in _format_reasons(result, language, _MOST_ON_PAGE)],
    )
    return sanitize_text(made_page)
