"""The trial of an import: the site with its rows in it is checked and rated, in a copy.

What the check finds in a row of a record is a refusal of the record, and what it finds in the row of a new
player is a figure that the player needs.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from sitegen import publishing
from sitegen.core.problems import Message, Problem, select_errors
from sitegen.importing import changes, people
from sitegen.importing.doubts import REPEATS
from sitegen.importing.holdings import CurrentRow
from sitegen.importing.record import Record
from sitegen.importing.report import locate_record
from sitegen.importing.result import ImportResult, NeededFigure, collect_changes
from sitegen.inputs.config.site import Site, SiteDates
from sitegen.inputs.results.files import PLAYERS
from sitegen.publishing.stages import RatedSite
from sitegen.toolkit.order import group_by


def try_changes(site: Site, result: ImportResult, days: SiteDates) -> Sequence[CurrentRow]:
    """Apply the changes to a copy of the site, check and rate it; return the rows of the copy.

    The result gets the files that differ, the problems about no record, and the figures that are needed.
    """
    with TemporaryDirectory(prefix="sitegen-import-") as folder:
        copy = changes.SiteCopy(site, result.ranking, folder)
        copy.apply_changes(collect_changes(result), result.name)
        rated_site = publishing.rate_site(copy.root, *days)
        assigner = _ProblemAssigner(copy.root, result)
        result.problems = [*assigner.assign(select_errors(rated_site.problems))]
        result.files = copy.list_changed_files()
        result.figures = _find_figures(rated_site, result) if result.files else {}
        return assigner.rows


class _ProblemAssigner:
    """Finds the records and the new players that problems in a copy of the site are about."""

    def __init__(self, root: Path, result: ImportResult) -> None:
        self.result = result
        self.rows, _, files = changes.read_current_rows(root, result.ranking)
        self.files = {csv_file.path: csv_file for csv_file in files.all_files}
        self.rows_by_place = {f"{row.path}:{row.line}": row for row in self.rows}
        self.records = dict(self._match_records())

    def _match_records(self) -> Iterator[tuple[str, Record]]:
        """Yield the place and the record of each row; of equal rows the last ones are new."""
        records = (record for record in self.result.records if record.row)
        by_content = group_by(records, lambda record: (record.table, *sorted(record.row.items())))
        rows = group_by(self.rows, lambda row: (row.table, *sorted(row.cells.items())))
        for content, equal_records in by_content.items():
            new_first = sorted(equal_records, key=lambda record: record.status != "imported", reverse=True)
            equal_rows = rows.get(content, [])
            pairs = zip(reversed(equal_rows), reversed(new_first), strict=False)
            yield from ((f"{row.path}:{row.line}", record) for row, record in pairs)

    def assign(self, problems: Sequence[Problem]) -> Iterator[Problem]:
        """Refuse the records that problems are about, and note the figures needed; yield all others."""
        for problem in problems:
            records = [self.records[place] for place in self._list_places(problem) if place in self.records]
            row = self.rows_by_place.get(f"{problem.path}:{problem.line}")
            new_id = row.cells.get("id", "") if row and row.table == PLAYERS else ""
            if new_id in self.result.naming.new_players:
                column = self._find_column(problem) or self._find_named_column(problem)
                need = self.result.needs.setdefault(column, NeededFigure(problem.message, problem.hint, []))
                need.names.append(self.result.naming.new_players[new_id])
            elif records:
                self._refuse(records, problem)
            else:
                yield problem

    def _list_places(self, problem: Problem) -> list[str]:
        """Return the places of a problem; where it is about a file, the rows that stand in others too."""
        if not problem.line:
            rows = group_by(self.rows, lambda row: (row.table, *sorted(row.cells.items()))).values()
            repeated = [row for equal in rows if len({row.path for row in equal}) > 1 for row in equal]
            return [f"{row.path}:{row.line}" for row in repeated if row.path == problem.path]
        return [f"{problem.path}:{problem.line}", *problem.other_places]

    def _refuse(self, records: Sequence[Record], problem: Problem) -> None:
        column = self._find_column(problem)
        for record in records:
            described = self.result.targets[record.table].columns.get(column)
            is_free = described and described.kind is str and not described.choices
            is_name = described and described.display.style == "player"
            is_asked = is_free and not is_name and problem.code not in REPEATS
            asked = record.said.get(column, "") if is_asked else ""
            record.restart_verdict()
            record.judge("refused", self._name_source(problem.message), problem.hint, column, asked)
            record.leader = None if record is records[0] else records[0]

    def _name_source(self, message: str) -> str:
        """Return a message that names the place in the source in the place of one in the copy."""
        record = self.records.get(message.params.get("place", "")) if isinstance(message, Message) else None
        if record is None or not isinstance(message, Message):
            return message
        params = {**message.params, "place": locate_record(record, self.result)}
        return Message(message.code, message.text, params, message.plural)

    def _find_column(self, problem: Problem) -> str:
        """Return the column of the cell that a problem is about; blank where it is about the row."""
        csv_file = self.files.get(problem.path)
        names = csv_file.names if csv_file and problem.column else ()
        at = ((name, csv_file.make_problem(problem.line, name, "")) for name in names if csv_file and name)
        return next((name for name, place in at if place.column == problem.column), "")

    def _find_named_column(self, problem: Problem) -> str:
        """Return the column that a hint names, where the file of players does not have it yet."""
        words = f"{problem.hint} {problem.message}".replace("'", " ").split()
        players = self.result.targets[PLAYERS]
        return next((name for name in words if name in players.columns and name != "name"), "")


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
