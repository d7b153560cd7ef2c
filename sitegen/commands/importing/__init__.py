"""A club's records out of other programs, brought into the tables of a ranking.

files -> documents -> records -> names -> rows -> beside what stands -> a copy, checked and rated -> written
"""

from collections.abc import Sequence
from pathlib import Path

from sitegen import build
from sitegen.build.stages import RatedSite
from sitegen.commands.draw import write_files
from sitegen.commands.importing import (
    answers as remembered,
)
from sitegen.commands.importing import (
    board_games,
    changes,
    merge,
    people,
    sources,
    targets,
    values,
)
from sitegen.commands.importing.answers import FOLDER, UNANSWERED
from sitegen.commands.importing.records import Record
from sitegen.commands.importing.report import ImportResult, build_ledger, collect_changes
from sitegen.commands.importing.rows import add_choice_questions, fill_rows
from sitegen.commands.importing.sources import ImportOptions
from sitegen.commands.importing.targets import Target, Targets, find_targets
from sitegen.core.names import slugify
from sitegen.core.problems import Problem, say, select_errors
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import Site, SiteDates
from sitegen.inputs.results.files import PLAYERS
from sitegen.toolkit.order import group_by

_HEADER_COMMENT = (
    "# What was answered about these records, and what is still asked: every ? is to be replaced."
)
_OTHER_QUESTIONS = {"name-asked", "sheet-asked", "sheet-to-agree"}


def prepare(root: Path, wish: ImportOptions, days: SiteDates) -> tuple[ImportResult | None, list[Problem]]:
    """Read all that is given, and find what is to be written; nothing is written yet."""
    site, problems = settings.load_site(root)
    if site is None:
        return None, problems
    remembered.check_name(wish.name)
    files = [*sources.list_files(wish.files)]
    name = wish.name or _name_import(root, files, wish.to)
    answers, wrong = remembered.load_answers(root, name)
    if wrong:
        return None, wrong
    to = wish.to or answers.to
    ranking = site.rankings[0] if not to and len(site.rankings) == 1 else site.find_ranking(to)
    of = find_targets(ranking.system)
    if wrong := remembered.find_unknown_tables(answers, of):
        return None, wrong
    others = [
        other for other in remembered.load_all_answers(root) if other.to == ranking.id and other.name != name
    ]
    reader = sources.SourceReader(of, answers, others, wish)
    given = [sources.open_source(path) for path in files]
    for source in given:
        reader.read_source(source)
    made = ImportResult(name, ranking, given, answers, reader.listed)
    _decide(root, made, reader, of, wish)
    if not made.is_blocked:
        _try_changes(site, made, days)
    return made, []


def _decide(
    root: Path, made: ImportResult, reader: sources.SourceReader, of: Targets, wish: ImportOptions
) -> None:
    """Names, rows, and what stands: a verdict for every record, and what is still to be asked."""
    stands, crowd, _ = changes.read_current_rows(root, made.ranking)
    standing = group_by(stands, lambda row: row.table)
    made.players = [row for row in standing.get(PLAYERS, ()) if row.cells.get("id")]
    _apply_cell_answers(made)
    if "tournaments" in of:
        plays = [record for record in made.records if record.table == "results"]
        board_games.assign_rounds(plays, standing.get("tournaments", ()), made.answers.plays)
    counts = people.collect_names(made.records, of)
    made.naming = people.NameResolver(crowd, made.answers).resolve(counts)
    fill_rows(made.records, of, made.naming, made.answers)
    records = group_by(made.records, lambda record: record.table)
    before = group_by(merge.load_ledger(root, made.name), lambda entry: entry.table if entry.place else "")
    for table, target in of.items():
        own = records.get(table, [])
        _judge_plausibility(made, own, target)
        for record in targets.find_mirrored((record for record in own if record.counts_once), target):
            record.judge("left", say("left-other-side", "the same match, from the other side"))
        here = merge.TableMerger(target, own, standing.get(table, ()))
        named = [source.name for source in made.sources]
        made.merges[table] = merge.merge_records(here, before.get(table, ()), named, made.answers.cells)
        if wish.remove_missing:
            made.merges[table].remove_missing(standing.get(table, ()))
    _add_questions(made, reader, of, counts, wish)


def _judge_plausibility(made: ImportResult, records: Sequence[Record], target: Target) -> None:
    """Doubt what makes no sense as a whole; `true` under [cells] says that it is right all the same."""
    own = [record for record in records if record.is_open]
    for doubt in values.find_doubts(target.name, [record.row for record in own], [*target.columns]):
        record = own[doubt.row]
        place = record.places.get(doubt.column, record.place)
        if made.answers.cells.get(place) is not True:
            record.judge("doubtful", doubt.message, doubt.hint, place)


def _apply_cell_answers(made: ImportResult) -> None:
    """Take what was answered about single cells: another text, or that the record is left."""
    for record in made.records:
        for place in {record.place, *record.places.values()} & {*made.answers.cells}:
            answer = made.answers.cells[place]
            if answer is False:
                record.status = ""
                record.judge("left", say("left-answered", "left, as was answered"))
            elif isinstance(answer, str) and answer not in {UNANSWERED, "new"}:
                for column in [column for column, where in record.places.items() if where == place]:
                    record.cells[column], record.kinds[column] = answer, "text"


def _add_questions(
    made: ImportResult,
    reader: sources.SourceReader,
    of: Targets,
    counts: people.RecordsByName,
    wish: ImportOptions,
) -> None:
    """Put into the file of answers whatever is still open, each with its evidence."""
    answers, additions = made.answers, reader.additions
    people.add_name_questions(made.naming, counts, answers, additions)
    add_choice_questions(made.records, of, answers, additions)
    for record in made.records:
        is_of_cell = record.status == "doubtful" and record.table and record.reason
        if is_of_cell and record.code not in _OTHER_QUESTIONS and record.place not in answers.cells:
            additions.add("cells", record.place, UNANSWERED, str(record.reason))
    if made.naming.new_players and answers.new_players not in {True, UNANSWERED}:
        names = sorted(made.naming.new_players.values())
        additions.add("", "new_players", UNANSWERED, f"true: {len(names)}: {', '.join(names)}")
    added = [line for lines in additions.lines.values() for line in lines]
    if any(remembered.format_toml(UNANSWERED) in text for text in (answers.text, *added)):
        made.questions = additions.merge_into(_start_answers(made, wish).merge_into(answers.text))


def _start_answers(made: ImportResult, wish: ImportOptions) -> remembered.Additions:
    begun = remembered.Additions()
    if not made.answers.text:
        begun.lines[""] = [_HEADER_COMMENT]
        begun.add("", "to", made.ranking.id)
        begun.add("", "like", [f"{path.name}/*" if path.is_dir() else path.name for path in wish.files])
        begun.add("", "sources", [path.as_posix() for path in wish.files])
    return begun


def _try_changes(site: Site, made: ImportResult, days: SiteDates) -> None:
    """Make the changes in a copy of the site, check and rate it, and keep the files that become different."""
    with changes.SiteCopy(site, made.ranking) as copy:
        copy.apply_changes(collect_changes(made), made.name)
        rated = build.rate_site(copy.root, *days)
        made.problems = _assign_problems(select_errors(rated.problems), copy.root, made)
        if made.is_blocked:
            return
        made.files = copy.list_changed_files()
        if made.files:
            made.figures = _find_figures(rated, made)
            made.files[f"{FOLDER}/{made.name}.csv"] = merge.format_ledger(build_ledger(site.root, made))
        made.old_files = changes.read_old_files(site.root, made.files)


def _assign_problems(problems: Sequence[Problem], root: Path, made: ImportResult) -> list[Problem]:
    """The problems that are of no record; a record of which one is told is refused for it."""
    stands, _, _ = changes.read_current_rows(root, made.ranking)
    rows = {(row.path, row.line): (row.table, *sorted(row.cells.items())) for row in stands}
    records = {(record.table, *sorted(record.row.items())): record for record in made.records if record.row}
    others = []
    for problem in problems:
        row = rows.get((problem.path, problem.line))
        if row and (record := records.get(row)):
            record.status, record.reason, record.hint = "refused", problem.message, problem.hint
        else:
            others.append(problem)
    return others


def _find_figures(rated: RatedSite, made: ImportResult) -> dict[str, float]:
    """The figure that comes out for everybody in the club's own list, by the name that it has there."""
    boards = rated.page_inputs.contexts if rated.page_inputs else ()
    board = next((board for board in boards if board.ranking.id == made.ranking.id), None)
    if board is None:
        return {}
    called = [*((player.name, player.id) for player in board.players), *made.naming.ids.items()]
    ids = {people.make_name_key(name): id_ for name, id_ in called}
    positions = board.derived.positions
    places = (
        (entry.name, positions.get(ids.get(people.make_name_key(entry.name), ""))) for entry in made.club_list
    )
    return {name: place.value for name, place in places if place and place.value is not None}


def _name_import(root: Path, files: Sequence[Path], to: str) -> str:
    """The name of an import: that of the answers which name one of these files, else of the first file."""
    known = {answers.name: answers for answers in remembered.load_all_answers(root)}
    for answers in known.values():
        if to in {"", answers.to} and any(file.match(pattern) for file in files for pattern in answers.like):
            return answers.name
    new = slugify(files[0].stem) if files else "import"
    is_taken = to and new in known and known[new].to not in {"", to}
    return f"{new}-{to}" if is_taken else new


def load_sources(root: Path) -> dict[str, list[Path]]:
    """The files of earlier imports, by the name of each."""
    return {
        answers.name: [root / source for source in answers.sources]
        for answers in remembered.load_all_answers(root)
    }


def write(root: Path, made: ImportResult) -> None:
    """Write what came of an import, all of it or nothing; or, when it is blocked, the questions alone."""
    if made.is_blocked:
        if made.questions:
            place = root / made.answers.path
            place.parent.mkdir(exist_ok=True)
            place.write_text(made.questions, encoding="utf-8")
        return
    write_files(root, made.files, command=f"sitegen import --again {made.name}", old=made.old_files)
