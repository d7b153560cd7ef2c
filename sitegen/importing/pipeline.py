"""Import a club's records from other programs into the tables of a ranking.

files -> documents -> records -> names -> rows -> merged with current rows -> tried in a copy -> written
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sitegen.commands.writing import write_files
from sitegen.core.entities import InvalidRequestError
from sitegen.core.language import Language
from sitegen.core.names import slugify
from sitegen.core.problems import Problem, advise, quote_text, say
from sitegen.importing import changes, doubts, ledger, own, people, sources, trial, values
from sitegen.importing.answers import (
    FOLDER,
    UNANSWERED,
    Additions,
    Answers,
    check_name,
    find_unknown_tables,
    load_all_answers,
    load_answers,
    replace_answers,
)
from sitegen.importing.club_seasons import settle_memberships
from sitegen.importing.files import find_copies, list_files, open_source
from sitegen.importing.folder import Merger
from sitegen.importing.holdings import Holdings
from sitegen.importing.kinds.bgstats import PLAYS, assign_rounds
from sitegen.importing.ledger import GONE, KEPT, STATE, SUPERSEDED, LedgerEntry, SourceKey
from sitegen.importing.record import Record
from sitegen.importing.result import ImportResult, build_ledger, collect_changes
from sitegen.importing.rows import fill_rows
from sitegen.importing.sides import find_mirrored
from sitegen.importing.sources import ImportOptions
from sitegen.importing.targets import Target, Targets, find_taker, find_targets
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import Site, SiteDates
from sitegen.inputs.config.syntax import format_toml
from sitegen.inputs.results.files import MEMBERSHIPS, PLAYERS
from sitegen.toolkit.order import group_by

_HEADER_COMMENT = advise(
    "What was answered about these records, and what is still asked: every ? is to be replaced."
)
_MOST_PASSES = 12


def prepare(root: Path, options: ImportOptions, days: SiteDates) -> tuple[ImportResult | None, list[Problem]]:
    """Read the files and decide what to write; nothing is written yet.

    Return the result, None where nothing could be read, and the problems that prevented it.
    """
    site, problems = settings.load_site(root)
    if site is None:
        return None, problems
    check_name(options.name)
    files = list_files(options.files)
    name = options.name or _name_import(root, [*files.values()], options.to)
    answers, problems_found = load_answers(root, name)
    if problems_found:
        return None, problems_found
    _require_files(files, options, answers)
    to = options.to or answers.to
    ranking = site.rankings[0] if not to and len(site.rankings) == 1 else site.find_ranking(to)
    targets = find_targets(ranking.system)
    answers = _add_sources(root, answers, options)
    if problems_found := find_unknown_tables(answers, targets):
        return None, problems_found
    reader = sources.SourceReader(
        targets,
        answers,
        [other for other in load_all_answers(root) if other.to == ranking.id and other.name != name],
        options,
        own.make_finder(site, ranking, targets, days),
    )
    reader.additions.language = Language(site.language)
    reader.know_calendar(changes.read_current_rows(root, ranking)[0])
    opened_sources = [open_source(name, path) for name, path in files.items()]
    for source in opened_sources:
        reader.read_source(source)
    result = ImportResult(name, ranking, opened_sources, answers, reader.listed, targets=targets)
    result.ledgers = {name: [], **changes.load_ledgers(root, ranking)}
    find_copies(opened_sources, {entry.source for entry in result.ledgers[name] if entry.is_imported})
    result.gone = _list_gone(root, result, options)
    _Run(site, result, reader, targets, options).decide(days)
    return result, []


def _require_files(files: Collection[str], options: ImportOptions, answers: Answers) -> None:
    """Raise an `InvalidRequestError` where nothing is in the folders of a new import."""
    if not files and not answers.text:
        message = say("folder-empty", "there is no file in {folder}", folder=options.files[0])
        raise InvalidRequestError(message, advise("name a file, or a folder with files"))


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
    read = {source.name for source in result.sources}
    single = [f"/{path}" for path in result.answers.sources]  # perhaps with folders before its name
    names = dict.fromkeys(entry.source for entry in result.ledgers[result.name] if entry.source)
    return [name for name in names if name not in read and not any(p.endswith(f"/{name}") for p in single)]


class _Run:
    """One import: every record gets a verdict, and what is asked is added to the file of answers.

    The answers about records in doubt are applied to the records as they were read, and then all is decided
    anew, until no answer changes anything.
    """

    def __init__(
        self,
        site: Site,
        result: ImportResult,
        reader: sources.SourceReader,
        targets: Targets,
        options: ImportOptions,
    ) -> None:
        self.site, self.result, self.reader = site, result, reader
        self.targets, self.options = targets, options
        self.counts: people.RecordsByName = {}
        current_rows, self.directory, _ = changes.read_current_rows(site.root, result.ranking)
        self.rows_by_table = group_by(current_rows, lambda row: row.table)
        result.players = [row for row in self.rows_by_table.get(PLAYERS, ()) if row.cells.get("id")]
        self.current_rows, self.merged = current_rows, Additions()

    def decide(self, days: SiteDates) -> None:
        """Decide, try the changes in a copy, and ask; the files to write are kept where nothing is asked."""
        result = self.result
        ledger.assign_addresses(result.records)
        doubts.group_plays(result.records)
        for record in result.records:
            record.remember()
        doubts.apply_cells(result.records, result.answers, self.targets)
        for _ in range(_MOST_PASSES):
            for record in result.records:
                record.restart()
            self._decide_once()
            rows = [] if result.has_doubts else trial.try_changes(self.site, result, days)
            if not doubts.settle(result.records, result.answers, self.targets, rows):
                break
        result.problems += doubts.find_wrong_answers(result, self.targets)
        self._add_questions()
        self._keep_files()

    def _decide_once(self) -> None:
        """Give every record a verdict: resolve names, fill rows, and merge with current rows."""
        result, targets = self.result, self.targets
        result.problems, result.needs, result.guesses, result.files = [], {}, {}, {}
        plays, tournaments = find_taker(targets, PLAYS), find_taker(targets, "tournaments")
        if plays and tournaments:
            sitters = [record for record in result.records if record.table == plays.name]
            held, answers = self.rows_by_table.get(tournaments.name, ()), result.answers.plays
            assign_rounds(sitters, held, answers, self.reader.additions)
        self.counts = people.collect_names(result.records, targets)
        result.naming = people.NameResolver(self.directory, result.answers).resolve(self.counts)
        fill_rows(result.records, targets, result.naming)
        self._settle_memberships()
        records = group_by(result.records, lambda record: record.table)
        for table, target in targets.items():
            table_records = records.get(table, [])
            _judge_plausibility(table_records, target)
            for record in find_mirrored((record for record in table_records if record.counts_once), target):
                record.judge("left", say("left-other-side", "the same match, from the other side"))
        self._merge()

    def _settle_memberships(self) -> None:
        """Leave memberships out that change nothing."""
        records = [record for record in self.result.records if record.is_open and record.table == MEMBERSHIPS]
        clubs = {player.cells["id"]: player.cells.get("club", "") for player in self.result.players}
        standing = [row.cells for row in self.rows_by_table.get(MEMBERSHIPS, ())]
        settle_memberships(records, clubs, standing, self.result.naming)

    def _merge(self) -> None:
        """Merge the records with what stands, file after file."""
        result, options = self.result, self.options
        result.ledgers = {result.name: [], **changes.load_ledgers(self.site.root, result.ranking)}
        states: dict[SourceKey, Mapping[str, str]] = {
            entry.source_key: entry.row
            for entries in result.ledgers.values()
            for entry in entries
            if entry.verdict == STATE
        }
        states |= {(result.name, source.name): source.state for source in result.sources}
        holdings, self.merged = Holdings(self.targets, self.current_rows, result.ledgers), Additions()
        result.merger = Merger(holdings, result.answers, self.merged, states)
        for source in sorted(result.sources, key=lambda source: bool(source.copy_of)):
            result.merger.merge_source(source, result.gone)
        is_partial = bool(options.sheet or options.table)
        result.merger.finish(result.gone, remove_missing=options.remove_missing, is_partial=is_partial)

    def _add_questions(self) -> None:
        """Add every open question to the file of answers, with its evidence."""
        result, additions, language = self.result, self.reader.additions, Language(self.site.language)
        answers = result.answers
        for section, lines in self.merged.lines.items():
            additions.lines.setdefault(section, []).extend(lines)
        people.add_name_questions(result.naming, self.counts, answers, additions)
        doubts.add_questions(result, self.targets, additions, language)
        collect_changes(result)  # which guesses what new players need, also where there are doubts
        doubts.add_newcomer_questions(result, [*self.reader.unused], additions, language)
        if result.naming.new_players and answers.new_players not in {True, UNANSWERED}:
            names = sorted(result.naming.new_players.values())
            additions.add("", "new_players", UNANSWERED, f"true: {len(names)}: {', '.join(names)}")
        added = "\n".join(line for lines in additions.lines.values() for line in lines)
        is_old = answers.new_players == UNANSWERED and bool(result.naming.new_players)
        is_open = result.has_doubts or bool(result.needs)
        is_old |= is_open and format_toml(UNANSWERED) in answers.text
        start = _start_answers(result, self.options, language).merge_into(answers.text)
        naming = result.naming
        hidden = (name for name, id_ in naming.ids.items() if id_ in naming.hidden_ids)
        private = {*naming.hidden_names, *hidden, *map(quote_text, naming.hidden_ids)}
        result.proposals = _hide_samples(additions.merge_into(start), private)
        if is_old or format_toml(UNANSWERED) in added:
            result.questions = result.proposals

    def _keep_files(self) -> None:
        """Add the ledger and the answers to the files that change; keep none where something is asked."""
        result, root = self.result, self.site.root
        if result.is_blocked:
            result.files = {}
            return
        old = changes.read_old_files(root, ledgers := _format_ledgers(root, result))
        result.files |= {path: data for path, data in ledgers.items() if data != old[path]}
        if result.files:
            new_ids = {
                name: f"{people.NEW_ID}{id_}"
                for name, id_ in result.naming.became.items()
                if result.answers.players[name] == people.NEW
            }
            text = replace_answers(result.answers, "players", new_ids) if new_ids else result.answers.text
            result.files[result.answers.path] = (text or result.proposals).encode()
        old = result.old_files = changes.read_old_files(root, result.files)
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


def _judge_plausibility(records: Sequence[Record], target: Target) -> None:
    """Mark records doubtful that are implausible together, unless the user has agreed to them."""
    open_records = [record for record in records if record.is_open]
    for doubt in values.find_doubts(target.records, [record.row for record in open_records]):
        open_records[doubt.row].judge("doubtful", doubt.message, doubt.hint, doubt.column)


def _hide_samples(text: str, names: Collection[str]) -> str:
    """Return the questions without hidden players' names in the comments."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        start, mark, comment = ("", "# ", line[2:]) if line.startswith("# ") else line.rpartition("  # ")
        for name in names if mark else ():
            comment = comment.replace(name, "…")
        lines[number] = f"{start}{mark}{comment}"
    return "".join(lines)


def _start_answers(result: ImportResult, options: ImportOptions, language: Language) -> Additions:
    additions = Additions()
    if not result.answers.text:
        additions.lines[""] = [f"# {language.format_message(_HEADER_COMMENT)}"]
        additions.add("", "to", result.ranking.id)
        additions.add(
            "", "like", [f"{path.name}/*" if path.is_dir() else path.name for path in options.files]
        )
        additions.add("", "sources", [path.as_posix() for path in options.files])
    return additions


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
