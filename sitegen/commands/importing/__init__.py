"""A club's records out of other programs, brought into the tables of a ranking.

files -> documents -> records -> names -> rows -> beside what stands -> a copy, checked and rated -> written
"""

from collections.abc import Sequence
from pathlib import Path

from sitegen import build, config
from sitegen.commands.draw.files import write as write_files
from sitegen.commands.importing import answers as remembered
from sitegen.commands.importing import changes, circuit, ledger, merging, people, rows, sense, sides, sources
from sitegen.commands.importing.account import Account, all_changes, entries
from sitegen.commands.importing.answers import FOLDER, OPEN
from sitegen.commands.importing.records import Record
from sitegen.commands.importing.sources import Wish
from sitegen.commands.importing.targets import Target, Targets, targets
from sitegen.config import Days, Site
from sitegen.message import say
from sitegen.names import slug
from sitegen.prepared import Rated
from sitegen.problem import Problem, errors
from sitegen.read.files import PLAYERS
from sitegen.toolkit.rows import grouped

_FIRST_LINE = "# What was answered about these records, and what is still asked: every ? is to be replaced."
_ASKED_ELSEWHERE = {"name-asked", "sheet-asked", "sheet-to-agree"}
__all__ = ["Account", "Wish", "prepare", "remembered_sources", "write"]


def prepare(root: Path, wish: Wish, days: Days) -> tuple[Account | None, list[Problem]]:
    """Read all that is given, and find what is to be written; nothing is written yet."""
    site, problems = config.load(root)
    if site is None:
        return None, problems
    remembered.refuse_name(wish.name)
    files = [*sources.paths(wish.files)]
    name = wish.name or _name(root, files, wish.to)
    answers, wrong = remembered.load(root, name)
    if wrong:
        return None, wrong
    to = wish.to or answers.to
    ranking = site.rankings[0] if not to and len(site.rankings) == 1 else site.find_ranking(to)
    of = targets(ranking.system)
    if wrong := remembered.strange(answers, of):
        return None, wrong
    others = [each for each in remembered.every(root) if each.to == ranking.id and each.name != name]
    reader = sources.Reader(of, answers, others, wish)
    given = [sources.opened(path) for path in files]
    for source in given:
        reader.read(source)
    made = Account(name, ranking, given, answers, reader.listed)
    _decide(root, made, reader, of, wish)
    if not made.is_blocked:
        _try(site, made, days)
    return made, []


def _decide(root: Path, made: Account, reader: sources.Reader, of: Targets, wish: Wish) -> None:
    """Names, rows, and what stands: a verdict for every record, and what is still to be asked."""
    stands, crowd, _ = changes.standing(root, made.ranking)
    standing = grouped(stands, lambda row: row.table)
    made.players = [row for row in standing.get(PLAYERS, ()) if row.cells.get("id")]
    _answered_cells(made)
    if "tournaments" in of:
        plays = [record for record in made.records if record.table == "results"]
        circuit.assign(plays, standing.get("tournaments", ()), made.answers.plays)
    counts = people.names_in(made.records, of)
    made.naming = people.Names(crowd, made.answers).resolve(counts)
    rows.fill(made.records, of, made.naming, made.answers)
    records = grouped(made.records, lambda record: record.table)
    before = grouped(ledger.load(root, made.name), lambda entry: entry.table if entry.place else "")
    for table, target in of.items():
        own = records.get(table, [])
        _doubt(made, own, target)
        for record in sides.mirrored((record for record in own if record.once), target):
            record.judge("left", say("left-other-side", "the same match, from the other side"))
        here = merging.Merging(target, own, standing.get(table, ()))
        named = [source.name for source in made.sources]
        made.merges[table] = merging.merge(here, before.get(table, ()), named, made.answers.cells)
        if wish.gone:
            made.merges[table].take_out(standing.get(table, ()))
    _ask(made, reader, of, counts, wish)


def _doubt(made: Account, records: Sequence[Record], target: Target) -> None:
    """Doubt what makes no sense as a whole; `true` under [cells] says that it is right all the same."""
    own = [record for record in records if record.is_open]
    for doubt in sense.doubts(target.name, [record.row for record in own], [*target.columns]):
        record = own[doubt.row]
        place = record.places.get(doubt.column, record.place)
        if made.answers.cells.get(place) is not True:
            record.judge("doubtful", doubt.message, doubt.hint, place)


def _answered_cells(made: Account) -> None:
    """Take what was answered about single cells: another text, or that the record is left."""
    for record in made.records:
        for place in {record.place, *record.places.values()} & {*made.answers.cells}:
            answer = made.answers.cells[place]
            if answer is False:
                record.word = ""
                record.judge("left", say("left-answered", "left, as was answered"))
            elif isinstance(answer, str) and answer not in {OPEN, "new"}:
                for column in [column for column, where in record.places.items() if where == place]:
                    record.cells[column], record.kinds[column] = answer, "text"


def _ask(made: Account, reader: sources.Reader, of: Targets, counts: people.Counts, wish: Wish) -> None:
    """Put into the file of answers whatever is still open, each with its evidence."""
    answers, additions = made.answers, reader.additions
    people.questions(made.naming, counts, answers, additions)
    rows.questions(made.records, of, answers, additions)
    for record in made.records:
        is_of_cell = record.word == "doubtful" and record.table and record.reason
        if is_of_cell and record.code not in _ASKED_ELSEWHERE and record.place not in answers.cells:
            additions.add("cells", record.place, OPEN, str(record.reason))
    if made.naming.new and answers.new_players not in {True, OPEN}:
        names = sorted(made.naming.new.values())
        additions.add("", "new_players", OPEN, f"true: {len(names)}: {', '.join(names)}")
    added = [line for lines in additions.lines.values() for line in lines]
    if any(remembered.written(OPEN) in text for text in (answers.text, *added)):
        made.asked = additions.onto(_begun(made, wish).onto(answers.text))


def _begun(made: Account, wish: Wish) -> remembered.Additions:
    begun = remembered.Additions()
    if not made.answers.text:
        begun.lines[""] = [_FIRST_LINE]
        begun.add("", "to", made.ranking.id)
        begun.add("", "like", [f"{path.name}/*" if path.is_dir() else path.name for path in wish.files])
        begun.add("", "sources", [path.as_posix() for path in wish.files])
    return begun


def _try(site: Site, made: Account, days: Days) -> None:
    """Make the changes in a copy of the site, check and rate it, and keep the files that become different."""
    with changes.Copy(site, made.ranking) as copy:
        copy.apply(all_changes(made), made.name)
        rated = build.rated(copy.root, *days)
        made.problems = _of_rows(errors(rated.problems), copy.root, made)
        if made.is_blocked:
            return
        made.files = copy.written()
        if made.files:
            made.after = _figures(rated, made)
            made.files[f"{FOLDER}/{made.name}.csv"] = ledger.written(entries(site.root, made))
        made.old = changes.old_files(site.root, made.files)


def _of_rows(problems: Sequence[Problem], root: Path, made: Account) -> list[Problem]:
    """The problems that are of no record; a record of which one is told is refused for it."""
    stands, _, _ = changes.standing(root, made.ranking)
    rows = {(row.path, row.line): (row.table, *sorted(row.cells.items())) for row in stands}
    records = {(record.table, *sorted(record.row.items())): record for record in made.records if record.row}
    others = []
    for problem in problems:
        row = rows.get((problem.path, problem.line))
        if row and (record := records.get(row)):
            record.word, record.reason, record.hint = "refused", problem.message, problem.hint
        else:
            others.append(problem)
    return others


def _figures(rated: Rated, made: Account) -> dict[str, float]:
    """The figure that comes out for everybody in the club's own list, by the name that it has there."""
    boards = rated.given.boards if rated.given else ()
    board = next((board for board in boards if board.ranking.id == made.ranking.id), None)
    if board is None:
        return {}
    called = [*((player.name, player.id) for player in board.players), *made.naming.ids.items()]
    ids = {people.letters_of(name): id_ for name, id_ in called}
    positions = board.derived.positions
    places = ((each.name, positions.get(ids.get(people.letters_of(each.name), ""))) for each in made.listed)
    return {name: place.value for name, place in places if place and place.value is not None}


def _name(root: Path, files: Sequence[Path], to: str) -> str:
    """The name of an import: that of the answers which name one of these files, else of the first file."""
    known = {each.name: each for each in remembered.every(root)}
    for each in known.values():
        if to in {"", each.to} and any(file.match(pattern) for file in files for pattern in each.like):
            return each.name
    new = slug(files[0].stem) if files else "import"
    is_taken = to and new in known and known[new].to not in {"", to}
    return f"{new}-{to}" if is_taken else new


def remembered_sources(root: Path) -> dict[str, list[Path]]:
    """The files of earlier imports, by the name of each."""
    return {each.name: [root / source for source in each.sources] for each in remembered.every(root)}


def write(root: Path, made: Account) -> None:
    """Write what came of an import, all of it or nothing; or, when it is blocked, the questions alone."""
    if made.is_blocked:
        if made.asked:
            place = root / made.answers.path
            place.parent.mkdir(exist_ok=True)
            place.write_text(made.asked, encoding="utf-8")
        return
    write_files(root, made.files, command=f"sitegen import --again {made.name}", old=made.old)
