"""Import a club's records from other programs into the tables of a ranking.

files -> documents -> records -> names -> rows -> merged with current rows -> tried in a copy -> written
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from sitegen import build
from sitegen.build.stages import RatedSite
from sitegen.commands.writing import write_files
from sitegen.core.names import slugify
from sitegen.core.problems import Problem, say, select_errors
from sitegen.importing import changes, ledger, people, sources, values
from sitegen.importing.answers import (
    FOLDER,
    UNANSWERED,
    Additions,
    Answers,
    check_name,
    find_unknown_tables,
    format_toml,
    load_all_answers,
    load_answers,
    make_cell_key,
    replace_answers,
)
from sitegen.importing.folder import Merger
from sitegen.importing.holdings import Holdings
from sitegen.importing.kinds.bgstats import PLAYS, assign_rounds
from sitegen.importing.ledger import GONE, KEPT, STATE, SUPERSEDED, LedgerEntry, SourceKey
from sitegen.importing.records import Record
from sitegen.importing.report import ImportResult, build_ledger, collect_changes
from sitegen.importing.rows import add_choice_questions, fill_rows
from sitegen.importing.sources import ImportOptions
from sitegen.importing.targets import Target, Targets, assign_sides, find_mirrored, find_taker, find_targets
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import Site, SiteDates
from sitegen.inputs.results.files import PLAYERS
from sitegen.inputs.results.players import LIKE_HIDDEN_PLAYER
from sitegen.toolkit.order import group_by

_HEADER_COMMENT = (
    "# What was answered about these records, and what is still asked: every ? is to be replaced."
)
_OTHER_QUESTIONS = {
    *(LIKE_HIDDEN_PLAYER.code, "name-asked"),
    *("sheet-asked", "sheet-to-agree", "table-asked", "two-against-two"),
}


def prepare(root: Path, options: ImportOptions, days: SiteDates) -> tuple[ImportResult | None, list[Problem]]:
    """Read the files and decide what to write; nothing is written yet.

    Return the result, None where nothing could be read, and the problems that prevented it.
    """
    site, problems = settings.load_site(root)
    if site is None:
        return None, problems
    check_name(options.name)
    files = sources.list_files(options.files)
    name = options.name or _name_import(root, [*files.values()], options.to)
    answers, problems_found = load_answers(root, name)
    if problems_found:
        return None, problems_found
    to = options.to or answers.to
    ranking = site.rankings[0] if not to and len(site.rankings) == 1 else site.find_ranking(to)
    targets = find_targets(ranking.system)
    if problems_found := find_unknown_tables(answers, targets):
        return None, problems_found
    answers = _add_sources(root, answers, options)
    other_imports = [
        imported for imported in load_all_answers(root) if imported.to == ranking.id and imported.name != name
    ]
    current_rows, _, _ = changes.read_current_rows(root, ranking)
    calendar = find_taker(targets, "rounds")
    rounds = {row.cells.get("round", "") for row in current_rows if calendar and row.table == calendar.name}
    reader = sources.SourceReader(targets, answers, other_imports, options, rounds)
    opened_sources = [sources.open_source(name, path) for name, path in files.items()]
    for source in opened_sources:
        reader.read_source(source)
    result = ImportResult(name, ranking, opened_sources, answers, reader.listed)
    result.ledgers = {name: [], **changes.load_ledgers(root, ranking)}
    known = {entry.source for entry in result.ledgers[name] if entry.is_imported}
    sources.find_copies(opened_sources, known)
    result.gone = _list_gone(root, result, options)
    _decide(root, result, reader, targets, options)
    if not result.is_blocked:
        _try_changes(site, result, days)
    return result, []


def _add_sources(root: Path, answers: Answers, options: ImportOptions) -> Answers:
    """Return the answers with the files and folders of this run, so that `--again` reads them too."""
    known = {(root / path).resolve() for path in answers.sources}
    given = [*answers.sources, *(path.as_posix() for path in options.files if path.resolve() not in known)]
    line = re.compile(r"^sources = \[[^\n\]]*\]", re.MULTILINE)
    text = line.sub(lambda _: f"sources = {format_toml(given)}", answers.text, count=1)
    return replace(answers, text=text, sources=given if answers.text else ())


def _list_gone(root: Path, result: ImportResult, options: ImportOptions) -> list[str]:
    """Return the files of the import that are there no more; only a run of all its folders can know."""
    given = {path.resolve() for path in options.files if path.is_dir()}
    folders = {(root / path).resolve() for path in result.answers.sources if (root / path).is_dir()}
    if not given or not folders <= given:
        return []
    read = {source.name for source in result.sources} | {Path(path).name for path in result.answers.sources}
    names = dict.fromkeys(entry.source for entry in result.ledgers[result.name])
    return [name for name in names if name not in {"", *read}]


def _decide(
    root: Path,
    result: ImportResult,
    reader: sources.SourceReader,
    targets: Targets,
    options: ImportOptions,
) -> None:
    """Give every record a verdict: resolve names, fill rows, merge with current rows, collect questions."""
    current_rows, directory, _ = changes.read_current_rows(root, result.ranking)
    rows_by_table = group_by(current_rows, lambda row: row.table)
    result.players = [row for row in rows_by_table.get(PLAYERS, ()) if row.cells.get("id")]
    ledger.assign_addresses(result.records)
    _apply_cell_answers(result, targets)
    plays, tournaments = find_taker(targets, PLAYS), find_taker(targets, "tournaments")
    if plays and tournaments:
        sitters = [record for record in result.records if record.table == plays.name]
        assign_rounds(sitters, rows_by_table.get(tournaments.name, ()), result.answers.plays)
    counts = people.collect_names(result.records, targets)
    result.naming = people.NameResolver(directory, result.answers).resolve(counts)
    fill_rows(result.records, targets, result.naming, result.answers)
    records = group_by(result.records, lambda record: record.table)
    for table, target in targets.items():
        table_records = records.get(table, [])
        _judge_plausibility(result, table_records, target)
        for record in find_mirrored((record for record in table_records if record.counts_once), target):
            record.judge("left", say("left-other-side", "the same match, from the other side"))
    states: dict[SourceKey, Mapping[str, str]] = {
        entry.source_key: entry.row
        for entries in result.ledgers.values()
        for entry in entries
        if entry.verdict == STATE
    }
    states |= {(result.name, source.name): source.state for source in result.sources}
    holdings = Holdings(targets, current_rows, result.ledgers)
    result.merger = Merger(holdings, result.answers, reader.additions, states)
    for source in sorted(result.sources, key=lambda source: bool(source.copy_of)):
        result.merger.merge_source(source, result.gone)
    is_partial = bool(options.sheet or options.table)
    result.merger.finish(result.gone, remove_missing=options.remove_missing, is_partial=is_partial)
    _add_questions(result, reader, targets, counts, options)


def _judge_plausibility(result: ImportResult, records: Sequence[Record], target: Target) -> None:
    """Mark records doubtful that are implausible together, unless [cells] confirms the place with `true`."""
    open_records = [record for record in records if record.is_open]
    for doubt in values.find_doubts(target.records, [record.row for record in open_records]):
        record = open_records[doubt.row]
        place = record.places.get(doubt.column, record.place)
        if result.answers.find_cell(record.address, doubt.column) is not True:
            record.judge("doubtful", doubt.message, doubt.hint, place)


def _apply_cell_answers(result: ImportResult, targets: Targets) -> None:
    """Apply the answers about single cells: replace the text, or leave the record out."""
    for record in result.records if result.answers.cells else ():
        columns = ("", *record.cells, *targets[record.table].columns) if record.table else ("",)
        given = {column: result.answers.find_cell(record.address, column) for column in columns}
        texts = {column: answer for column, answer in given.items() if column and isinstance(answer, str)}
        texts = {column: answer for column, answer in texts.items() if answer not in {UNANSWERED, "new"}}
        if texts and record.status in {"doubtful", "refused"}:
            record.status = ""
        record.cells |= texts
        record.kinds |= dict.fromkeys(texts, "text")
        if False in given.values():
            record.status = ""
            record.judge("left", say("left-answered", "left, as was answered"))
        elif texts and record.is_open:
            assign_sides(record, targets[record.table])


def _add_questions(
    result: ImportResult,
    reader: sources.SourceReader,
    targets: Targets,
    counts: people.RecordsByName,
    options: ImportOptions,
) -> None:
    """Add every open question to the file of answers, with its evidence."""
    answers, additions = result.answers, reader.additions
    people.add_name_questions(result.naming, counts, answers, additions)
    add_choice_questions(result.records, targets, answers, additions)
    for record in result.records:
        is_of_cell = record.status == "doubtful" and record.table and record.reason != record.doubt
        key = make_cell_key(record.address, record.doubted_column)
        if is_of_cell and record.code not in _OTHER_QUESTIONS and key not in answers.cells:
            additions.add("cells", key, UNANSWERED, f"{record.place}: {record.reason}")
    if result.naming.new_players and answers.new_players not in {True, UNANSWERED}:
        names = sorted(result.naming.new_players.values())
        additions.add("", "new_players", UNANSWERED, f"true: {len(names)}: {', '.join(names)}")
    added = [line for lines in additions.lines.values() for line in lines]
    text = additions.merge_into(_start_answers(result, options).merge_into(answers.text))
    result.proposals = _hide_samples(text, result.naming.hidden_names)
    if any(format_toml(UNANSWERED) in text for text in (answers.text, *added)):
        result.questions = result.proposals


def _hide_samples(text: str, names: Collection[str]) -> str:
    """Return the questions without hidden players' names among the values of columns."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if line.startswith("# "):
            for name in names:
                lines[number] = lines[number].replace(name, "…")
    return "".join(lines)


def _start_answers(result: ImportResult, options: ImportOptions) -> Additions:
    additions = Additions()
    if not result.answers.text:
        additions.lines[""] = [_HEADER_COMMENT]
        additions.add("", "to", result.ranking.id)
        additions.add(
            "", "like", [f"{path.name}/*" if path.is_dir() else path.name for path in options.files]
        )
        additions.add("", "sources", [path.as_posix() for path in options.files])
    return additions


def _try_changes(site: Site, result: ImportResult, days: SiteDates) -> None:
    """Apply the changes to a copy of the site, check and rate it, and keep the files that differ."""
    with TemporaryDirectory(prefix="sitegen-import-") as folder:
        copy = changes.SiteCopy(site, result.ranking, folder)
        copy.apply_changes(collect_changes(result), result.name)
        rated_site = build.rate_site(copy.root, *days)
        result.problems = _assign_problems(select_errors(rated_site.problems), copy.root, result)
        if result.is_blocked:
            return
        result.files = copy.list_changed_files()
        old = changes.read_old_files(site.root, ledgers := _format_ledgers(site.root, result))
        result.files |= {path: data for path, data in ledgers.items() if data != old[path]}
        if result.files:
            result.figures = _find_figures(rated_site, result)
            new_ids = {
                name: f"{people.NEW_ID}{id_}"
                for name, id_ in result.naming.became.items()
                if result.answers.players[name] == people.NEW
            }
            text = replace_answers(result.answers, "players", new_ids) if new_ids else result.answers.text
            result.files[result.answers.path] = (text or result.proposals).encode()
        old = result.old_files = changes.read_old_files(site.root, result.files)
        result.files = {path: data for path, data in result.files.items() if data != old[path]}


def _format_ledgers(root: Path, result: ImportResult) -> dict[str, bytes | None]:
    """Return the ledgers; that of this import only if it says what no later run would find."""
    paths = {name: f"{FOLDER}/{name}.csv" for name in result.ledgers}
    own_before, own = ledger.load_ledger(root, result.name), build_ledger(result)
    new: dict[str, bytes | None] = {
        paths[name]: ledger.format_ledger(entries)
        for name, entries in result.ledgers.items()
        if name != result.name
    }
    if result.files or _list_claims(own_before) != _list_claims(own):
        new[paths[result.name]] = ledger.format_ledger(own)
    return new


def _list_claims(entries: Sequence[LedgerEntry]) -> Counter[tuple[str, ...]]:
    """Return what a ledger says that no later run would find again."""
    return Counter(
        (entry.source, entry.table, entry.verdict, entry.taken)
        for entry in entries
        if entry.verdict in {"imported", GONE, KEPT, SUPERSEDED}
    )


def _assign_problems(problems: Sequence[Problem], root: Path, result: ImportResult) -> list[Problem]:
    """Refuse each record that a problem is about; return the problems about no record."""
    current_rows, _, _ = changes.read_current_rows(root, result.ranking)
    rows = {(row.path, row.line): (row.table, *sorted(row.cells.items())) for row in current_rows}
    records = {(record.table, *sorted(record.row.items())): record for record in result.records if record.row}
    other_problems = []
    for problem in problems:
        if record := records.get(rows.get((problem.path, problem.line), ())):
            record.status, record.reason, record.hint = "refused", problem.message, problem.hint
        else:
            other_problems.append(problem)
    return other_problems


def _find_figures(rated_site: RatedSite, result: ImportResult) -> dict[str, float]:
    """Return the calculated figure of each player in the club's own list, by the name in that list."""
    contexts = rated_site.page_inputs.contexts if rated_site.page_inputs else ()
    context = next((context for context in contexts if context.ranking.id == result.ranking.id), None)
    if context is None:
        return {}
    names = [*((player.name, player.id) for player in context.players), *result.naming.ids.items()]
    ids = {people.make_name_key(name): id_ for name, id_ in names}
    figures = {}
    for entry in result.club_list:
        place = context.dataset.positions.get(ids.get(people.make_name_key(entry.name), ""))
        if place and place.value is not None:
            figures[entry.name] = place.value
    return figures


def _name_import(root: Path, files: Sequence[Path], to: str) -> str:
    """Return the name of an earlier import with one of these files, else one from the first file."""
    imports = {answers.name: answers for answers in load_all_answers(root)}
    for answers in imports.values():
        if to in {"", answers.to} and any(file.match(pattern) for file in files for pattern in answers.like):
            return answers.name
    name = slugify(files[0].stem) if files else "import"
    is_taken = to and name in imports and imports[name].to not in {"", to}
    return f"{name}-{to}" if is_taken else name


def write(root: Path, result: ImportResult) -> None:
    """Write all files of an import or none; of a blocked one only its questions."""
    command = f"sitegen import --again {result.name}"
    if result.is_blocked:
        if result.questions:
            asked: dict[str, bytes | None] = {result.answers.path: result.questions.encode()}
            write_files(root, asked, command=command, old=changes.read_old_files(root, asked))
        return
    write_files(root, result.files, command=command, old=result.old_files)
