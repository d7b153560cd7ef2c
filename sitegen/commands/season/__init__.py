"""`sitegen season`: begin the next season of a ranking, as a person would write it into the club's files."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Self

from sitegen.commands.season.ranking_copy import copy_ranking, rename_ranking
from sitegen.commands.writing import Draft, append_rows, count_added
from sitegen.core.entities import DrawError, InvalidRequestError
from sitegen.core.language import Language
from sitegen.core.options import list_change_days
from sitegen.core.problems import Message, Problem, advise, pluralize, quote_text, say, select_errors
from sitegen.core.system import HasSeasons, InputTable, NewSeason, list_event_dates, list_input_tables
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import RANKING_FILE, SETTINGS_FILE, Ranking, Site
from sitegen.inputs.privacy.redact import report_problems
from sitegen.inputs.results import append, results
from sitegen.inputs.results.files import MEMBERSHIPS, PLAYERS, RESULTS_FOLDER, find_table_files
from sitegen.toolkit.seasons import name_season, refuse_overlap


def begin_season(root: Path, ranking_id: str, start: date, today: date) -> tuple[Draft | None, list[Problem]]:
    """Return what the season of a ranking that begins on `start` would be written as; nothing with errors.

    Hidden players stand there under their own ids, as in all tables of a club. Raises `DrawError` when it
    cannot be done.
    """
    site, problems = settings.load_site(root)
    if site is None:
        return None, problems
    ranking = site.find_ranking(ranking_id)
    system = ranking.system
    if not isinstance(system, HasSeasons):
        raise InvalidRequestError(
            say(
                "season-without-beginning",
                "a ranking by {system} goes on from one season to the next",
                system=quote_text(ranking.name_of_system),
            ),
            advise("enter what is played: nothing has to be begun"),
        )
    inputs, read_problems = results.read_results(site, reveal=True, latest=max(today, start))
    folder = f"{RESULTS_FOLDER}/{ranking_id}/"
    problems += [problem for problem in read_problems if problem.path.startswith(folder)]
    draft = None
    if not select_errors(problems) and ranking_id in inputs:
        refuse_overlap(
            max((event.day for event in list_event_dates(system, inputs[ranking_id])), default=date.min),
            start,
        )
        season = system.begin_season(inputs[ranking_id], ranking.options, start)
        draft = _SeasonWriter.create(site, ranking, season, start).make_draft(season)
    return draft, report_problems(problems, results.find_hidden_names(site))


@dataclass(frozen=True)
class _SeasonWriter:
    """Writes a season as new content of files, by their paths, with messages of what it did."""

    site: Site
    ranking: Ranking
    start: date
    end: date
    language: Language

    @classmethod
    def create(cls, site: Site, ranking: Ranking, season: NewSeason, start: date) -> Self:
        """Return the writer of a season that begins on `start`, and ends with its last round."""
        days = [date.fromisoformat(row["date"]) for row in season.rows.get("rounds", ())]
        language = Language(site.language).with_catalogues(ranking.origin)
        return cls(site, ranking, start, max(days, default=start), language)

    def make_draft(self, season: NewSeason) -> Draft:
        """Return what is to be written."""
        files, messages = self._write_ranking(season) if season.has_own_ranking else self._add_rows(season)
        places = {path: self._root / path for path in files}
        old = {path: place.read_bytes() if place.exists() else None for path, place in places.items()}
        return Draft([*map(self.language.format_message, messages)], files, old)

    @property
    def _root(self) -> Path:
        return self.site.root

    @cached_property
    def _tables(self) -> Mapping[str, InputTable]:
        return {table.name: table for table in list_input_tables(self.ranking.system)}

    def _add_rows(self, season: NewSeason) -> tuple[dict[str, bytes], list[Message]]:
        """Add the rows of a season to the tables of its ranking."""
        files, messages = dict[str, bytes](), list[Message]()
        for name, rows in season.rows.items():
            if rows:
                path, data = append_rows(
                    self._root,
                    self.ranking,
                    str(self.start.year),
                    self._tables[name],
                    rows,
                    language=self.language,
                )
                files[path] = data
                messages.append(count_added(self._root / path, len(rows)))
        if not files:
            raise DrawError(say("season-with-nothing", "there is nothing to carry over into the new season"))
        return files, messages

    def _write_ranking(self, season: NewSeason) -> tuple[dict[str, bytes], list[Message]]:
        """Write a ranking of its own for a season, before the one that it follows."""
        new = self._name(self.ranking.id, "-")
        if any(ranking.id == new for ranking in self.site.rankings) or (self._root / _folder(new)).exists():
            raise InvalidRequestError(
                say("season-there-already", "there is a ranking {id} already", id=quote_text(new)),
                advise("let the season begin in another year, or write it by hand"),
            )
        files = {
            **dict([self._write_settings(new)]),
            **dict(self._write_tables(new, season)),
            **dict(self._copy_rules(new)),
        }
        messages = [
            say("season-written", "The ranking {id} begins on {day}.", id=quote_text(new), day=self.start),
            pluralize(len(season.players), "{number} player goes on.", "{number} players go on."),
        ]
        if season.rows.get("rounds"):
            messages.append(advise("Its rounds are as far apart as in the last season: see to the days."))
        is_folded = not self.ranking.is_of_club  # whose file keeps its changes as they are
        change_days = list_change_days(self.ranking.options) if is_folded else []
        if any(date.min < day <= self.start for day in change_days):
            messages.append(
                advise("Rules that changed in the last season stand below [ranking.options] of the new one.")
            )
        return files, messages

    def _write_settings(self, new: str) -> tuple[str, bytes]:
        """Return the file with the settings of the ranking of a season, and what is written there."""
        text = (self._root / self.ranking.file).read_text(encoding="utf-8")
        if self.ranking.is_of_club:
            return f"{_folder(new)}{RANKING_FILE}", rename_ranking(text, new, self._name_title).encode()
        copied = copy_ranking(text, self.ranking.id, new, self._name_title, self.start)
        return SETTINGS_FILE, copied.encode()

    def _write_tables(self, new: str, season: NewSeason) -> Iterator[tuple[str, bytes]]:
        """Yield the files of the tables that a season begins with."""
        paths, _ = find_table_files(self._root, self.ranking.id, [*self._tables])
        for table in self._tables.values():
            if table.name in {PLAYERS, MEMBERSHIPS}:
                for path in paths[table.name]:
                    data = (self._root / path).read_bytes()
                    if table.name == PLAYERS:
                        data = _carry_over(data, path, table, season.players)
                    yield path.replace(_folder(self.ranking.id), _folder(new), 1), data
            elif table.name in season.rows or not table.may_be_missing:
                path = f"{_folder(new)}{table.name}.csv"
                yield path, self._start_table(path, table, paths, season.rows.get(table.name, ()))

    def _start_table(
        self,
        path: str,
        table: InputTable,
        paths: Mapping[str, Sequence[str]],
        rows: Sequence[append.RowCells],
    ) -> bytes:
        """Return the new file of a table, in the form of the last season's."""
        template = next(
            append.FileTemplate((self._root / similar).read_bytes(), self._tables[name].rows)
            for name in (table.name, PLAYERS)
            for similar in paths[name][-1:]
        )
        return append.start_file(path, table.rows, rows, self.language, template)

    def _copy_rules(self, new: str) -> Iterator[tuple[str, bytes]]:
        """Yield the pages of rules that were written for the last season, in each language."""
        content, name = self._root / "content", f"{self.ranking.id}.md"
        for page in sorted([*content.glob(name), *content.glob(f"*/{name}")]):
            new_page = page.with_name(f"{new.rpartition('/')[2]}.md")
            yield str(new_page.relative_to(self._root)), page.read_bytes()

    def _name_title(self, title: str) -> str:
        return self._name(title, "\N{EN DASH}", " ")

    def _name(self, text: str, between: str, before: str = "-") -> str:
        """Return a text with the years of the season in it; behind it, where it names none."""
        years = str(self.start.year)
        if self.end.year > self.start.year:
            years += f"{between}{self.end.year}"
        return name_season(text, self.start, self.end) or f"{text}{before}{years}"


def _folder(ranking: str) -> str:
    return f"{RESULTS_FOLDER}/{ranking}/"


def _carry_over(data: bytes, path: str, table: InputTable, players: Mapping[str, Mapping[str, str]]) -> bytes:
    """Return a file of players with those alone who go on, and what changes of each."""
    filled = [name for cells in players.values() for name, cell in cells.items() if cell]
    data = append.add_columns(data, path, table.rows, [*dict.fromkeys(filled)])
    changed = dict[int, append.RowCells | None]()
    for line, cells in append.read_rows(data, path, table.rows).items():
        new = {**cells, **players[cells["id"]]} if cells["id"] in players else None
        if new is None or any(cells.get(name, "") != cell for name, cell in new.items()):
            changed[line] = new
    return append.rewrite_rows(data, path, table.rows, changed)
