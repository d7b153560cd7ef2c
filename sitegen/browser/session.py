"""A ranking in the browser: read from its data file, and then rated, checked and compared on request.

Requests and answers are JSON and text, so that the caller needs to know nothing of Python.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from shutil import rmtree
from typing import Any

from sitegen.browser.recheck import Recheck, find_risers
from sitegen.browser.settings import decode_site
from sitegen.compare.analysis import AnalyzedEffect, Difference
from sitegen.compare.findings import Uncounted, Waiting
from sitegen.compare.formatter import (
    EffectFormatter,
    MoveTable,
    build_cells,
    build_headers,
    build_move_table,
    format_omitted,
    summarize_lists,
    summarize_table,
)
from sitegen.compare.state import SiteState
from sitegen.compare.table_findings import Appeared, Late, Outstanding, Rewritten, Withdrawn
from sitegen.core.language import Language
from sitegen.core.problems import Problem, ProblemError, advise
from sitegen.inputs.config.site import Site, SiteDates
from sitegen.inputs.results import results
from sitegen.inputs.results.players import mark_pseudonym
from sitegen.rankings.ranking import RankingContext, build_contexts

_MAX_DAYS = 4
"""Future days to look at: two lists after the next one everything of today counts."""
_MAX_ROWS = 60
"""Rows of one table of moves, and lists."""
_NOT_PROJECTED = (Appeared, Late, Outstanding, Rewritten, Uncounted, Withdrawn)
"""Findings about lists already published, and those that today's preview already has."""


def project_change(
    change: Difference, today: date, compare_on: Callable[[date], Difference]
) -> Difference | None:
    """Return the change on the first future day by which all of it counts; None where it counts now.

    `compare_on` computes the change on another day. For a site whose date is fixed before `today`, the first
    future day is `today`.
    """
    projected = change
    for _ in range(_MAX_DAYS):
        if not any(
            isinstance(finding, Waiting) for effect in projected.effects for finding in effect.findings
        ):
            return None if projected is change else projected
        day = _find_next_day(projected, today)
        if day is None:
            return None
        projected = compare_on(day)
    return None


def _find_next_day(change: Difference, today: date) -> date | None:
    """Return the first day after that of the change on which an event is certain."""
    as_of = change.after.as_of
    if as_of < today:
        return today
    contexts = change.after.contexts.values()
    days = (event.day for context in contexts for event in context.outcome.upcoming_events)
    return min((day for day in days if day > as_of), default=None)


def preview_change(effects: Sequence[AnalyzedEffect], language: Language) -> dict[str, Any]:
    """Return what happens to a ranking: its `facts`, tables of `moves`, and a line for each of its `tables`.

    `uncounted` has the rows that do not count: their place, and why, in `message`.

    The tables of `moves` are those of today's list first, then those of lists already published: `title`
    names the list, `columns` and `rows` are texts, and `omitted` says how many rows, or lists, are left out.
    """
    previews = [_format_effect(EffectFormatter(effect, language)) for effect in effects]
    if previews:
        return previews[0]
    return {"facts": [], "uncounted": [], "moves": [], "omitted": "", "tables": []}


def preview_projection(effects: Sequence[AnalyzedEffect], language: Language) -> dict[str, Any]:
    """Return the `facts` and `moves` of a future list: for that nothing is late, and no list changes."""
    if not effects:
        return {"facts": [], "moves": []}
    formatter = EffectFormatter(effects[0], language)
    findings = (finding for finding in effects[0].findings if not isinstance(finding, _NOT_PROJECTED))
    moves = build_move_table(formatter, effects[0].moves, _MAX_ROWS)
    return {
        "facts": list(map(formatter.format_finding, findings)),
        "moves": [_build_table(formatter, "", moves)] if moves.rows else [],
    }


def _format_effect(formatter: EffectFormatter) -> dict[str, Any]:
    effect, past_lists = formatter.effect, summarize_lists(formatter, _MAX_ROWS)
    move_tables = [
        ("", build_move_table(formatter, effect.moves, _MAX_ROWS)),
        *((summary.text, summary.moves) for summary in past_lists.items),
    ]
    return {
        "facts": list(map(formatter.format_finding, effect.findings)),
        "uncounted": list(_list_uncounted(formatter)),
        "moves": [_build_table(formatter, *table) for table in move_tables if table[1].rows],
        "omitted": format_omitted(past_lists.omitted_count, formatter.language),
        "tables": [summarize_table(formatter, table) for table in effect.tables],
    }


def _list_uncounted(formatter: EffectFormatter) -> Iterator[dict[str, Any]]:
    language = formatter.language
    for finding in formatter.effect.findings:
        for place, remark in finding.results if isinstance(finding, Uncounted) else ():
            path, _, line = place.rpartition(":")
            message = (
                advise("Does not count: {why}.", why=language.translate_remark(remark))
                if remark
                else advise("Does not count.")
            )
            yield {"path": path, "line": int(line), "message": language.format_message(message)}


def _build_table(formatter: EffectFormatter, title: str, moves: MoveTable) -> dict[str, Any]:
    language = formatter.language
    return {
        "title": title,
        "columns": build_headers(formatter.figure_label, language),
        "rows": [build_cells(row, language) for row in moves.rows],
        "omitted": format_omitted(moves.omitted_count, language),
    }


_LABEL_SIGN = re.compile(r"\*(?=player-[0-9])")
"""The sign before the label of a hidden player in our copies, which typed text must not have."""
_ESCAPED_SIGN = "\uff0a"
_PUBLISHED, _ENTERED = "published", "entered"


class UnreadableError(Exception):
    """The data file of a ranking cannot be read: holds its first problem."""


@dataclass(frozen=True)
class Session:
    """One ranking as it is published, and in a second folder as it would be with the entered files.

    `data` is the content of its data file; `language` is that of the site unless another is asked for.
    """

    root: Path
    data: Mapping[str, Any]
    language: Language
    states: dict[SiteDates, SiteState] = field(default_factory=dict)
    """The published state, rated for each day asked for."""

    @classmethod
    def from_text(cls, root: Path, text: str) -> "Session":
        """Return the ranking of a data file, with its tables written as files below `root`."""
        data = json.loads(text)
        _write_files(root / _PUBLISHED, _join_lines(data))
        session = cls(root, data, Language(data["site"]["language"]))
        return session.localize(session.language.code)

    def localize(self, code: str) -> "Session":
        """Return the same session in another language, with the words of the system."""
        (ranking,) = self.site.rankings
        return replace(self, language=Language(code).with_catalogues(ranking.origin))

    @cached_property
    def site(self) -> Site:
        """The site as it is published, with this ranking alone."""
        return decode_site(self.root / _PUBLISHED, self.data["site"], self.data["ranking"])

    def load_context(self) -> RankingContext:
        """Return the ranking, rated as it is published.

        Raises `UnreadableError`, or `ModuleNotFoundError` where the system needs a library that is missing.
        """
        inputs, problems = self._read_inputs(self.site, date.max)
        if inputs is None:
            raise UnreadableError(str(problems[0]))
        context = self._rate_inputs(inputs, date.fromisoformat(self.data["day"]))
        return context.localize(self.site._replace(language=self.language.code), context.prefix)

    def rate_tables(self) -> dict[str, str]:
        """Return every published table as CSV, by its name."""
        return {name: table.to_csv().decode() for name, table in self.load_context().files.items()}

    def check_files(self, files: Mapping[str, str], today: date) -> list[dict[str, Any]]:
        """Return the problems of the ranking with these files in it, given by path."""
        with self._enter_files(files) as site:
            _, problems = self._read_inputs(site, self._choose_dates(today).latest)
        return list(map(self._format_problem, problems))

    def preview_files(self, files: Mapping[str, str], today: date) -> dict[str, Any]:
        """Return what these files would change, and on the `next` list where results wait for that.

        Where they have errors, only their problems.
        """
        try:
            return self._preview_files(files, today)
        except ProblemError as error:
            return self._report_problems([error.problem])

    def _preview_files(self, files: Mapping[str, str], today: date) -> dict[str, Any]:
        dates = self._choose_dates(today)
        with self._enter_files(files) as site:
            after = self._load_state(site, dates)
            if not after.is_valid:
                return self._report_problems(after.problems)
            change = Difference(self._get_published_state(dates), after)
            projected = project_change(change, dates.latest, partial(self._compare_day, change.after, dates))
        return {
            **self._report_problems(after.problems),
            **preview_change(change.effects, self.language),
            "next": projected and self._preview_next(projected),
        }

    def _report_problems(self, problems: Iterable[Problem]) -> dict[str, Any]:
        """Return the problems, and no change."""
        return {
            "problems": list(map(self._format_problem, problems)),
            **preview_change([], self.language),
            "next": None,
        }

    def _preview_next(self, projected: Difference) -> dict[str, Any]:
        """Return the change on a future day, and which day that is."""
        day = self.language.format_full_date(projected.after.as_of)
        title = advise("On the list of {day}, as far as is known today", day=day)
        return {
            "title": self.language.format_message(title),
            **preview_projection(projected.effects, self.language),
        }

    def _compare_day(self, after: SiteState, dates: SiteDates, as_of: date) -> Difference:
        before = self._get_published_state(dates._replace(as_of=as_of))
        return Difference(before, self._rate_state(after, as_of))

    def _get_published_state(self, dates: SiteDates) -> SiteState:
        """Return the published state on a day; it is read once, until another latest day is asked for."""
        if dates not in self.states:
            alike = [state for other, state in self.states.items() if other.latest == dates.latest]
            if not alike:
                self.states.clear()
            self.states[dates] = (
                self._rate_state(alike[0], dates.as_of) if alike else self._load_state(self.site, dates)
            )
        return self.states[dates]

    @contextmanager
    def _enter_files(self, files: Mapping[str, str]) -> Iterator[Site]:
        """Yield the site with these files, in a second folder that is deleted afterwards."""
        root = self.root / _ENTERED
        new_files = {
            path: text if path in self.data["files"] else _LABEL_SIGN.sub(_ESCAPED_SIGN, text)
            for path, text in files.items()
        }
        try:
            _write_files(root, _join_lines(self.data) | new_files)
            yield self.site._replace(root=root)
        finally:
            rmtree(root, ignore_errors=True)

    def _choose_dates(self, today: date) -> SiteDates:
        as_of = self.site.as_of or today
        return SiteDates(as_of, max(as_of, today))

    def _load_state(self, site: Site, dates: SiteDates) -> SiteState:
        """Return the ranking in one of the two folders, on a day."""
        (ranking,) = site.rankings
        inputs, problems = self._read_inputs(site, dates.latest)
        hidden = {ranking.id: {label: mark_pseudonym(label) for label in self.data["labels"]}}
        state = SiteState(site, hidden=hidden, problems=tuple(problems), as_of=dates.as_of)
        if inputs is None:
            return state
        return self._rate_state(replace(state, inputs={ranking.id: inputs}), dates.as_of)

    def _rate_state(self, state: SiteState, as_of: date) -> SiteState:
        """Return a state that was read, rated for a day."""
        contexts = {name: self._rate_inputs(inputs, as_of) for name, inputs in state.inputs.items()}
        return replace(state, contexts=contexts, as_of=as_of)

    def _read_inputs(self, site: Site, latest: date) -> tuple[Any, list[Problem]]:
        (ranking,) = site.rankings
        labels = {ranking.id: self.data["labels"]}
        inputs, problems = results.read_results(site, latest=latest, labels=labels)
        return inputs.get(ranking.id), problems

    def _rate_inputs(self, inputs: Any, as_of: date) -> RankingContext:
        (ranking,) = self.site.rankings
        return build_contexts(self.site, {ranking.id: inputs}, {ranking.id: ranking.rate(inputs, as_of)})[0]

    def _format_problem(self, problem: Problem) -> dict[str, Any]:
        message, hint = (
            self.language.format_message(text).replace(_ESCAPED_SIGN, "*")
            for text in (problem.message, problem.hint)
        )
        return {
            "path": problem.path,
            "line": problem.line,
            "column": problem.column,
            "code": problem.code,
            "message": message,
            "hint": hint,
            "severity": problem.severity.value,
            "also": list(problem.other_places),
        }


def _join_lines(data: Mapping[str, Any]) -> dict[str, str]:
    return {path: "\n".join([*lines, ""]) for path, lines in data["files"].items()}


def _write_files(root: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")


@dataclass
class Sessions:
    """The rankings of one worker, each read once."""

    root: Path
    sessions: dict[str, Session] = field(default_factory=dict)
    _recheck: tuple[str, Recheck] | None = None
    """The ranking that was compared last: only one, as its tables are large."""
    _riser_context: tuple[tuple[str, str], RankingContext] | None = None
    """The ranking whose risers were asked for last, in a language."""

    def open_ranking(self, ranking: str, text: str) -> None:
        """Read the data file of a ranking."""
        self.sessions[ranking] = Session.from_text(self.root / ranking, text)

    def answer(self, message: str) -> str:
        """Return the answer to a request, both as JSON.

        Its `ask` is `rate`, or `check` or `preview` with `files` and `today`; `digests` for those of the data
        files, `compare` for how one differs from its `published` text, or `risers` for who gained what from
        the day `first` through `latest`. Texts are in the `language` asked for.
        """
        request = json.loads(message)
        return json.dumps(self._answer_request(request))

    def _answer_request(self, request: Mapping[str, Any]) -> Any:
        name, ask = request["ranking"], request["ask"]
        session = self.sessions[name]
        if "language" in request:
            session = session.localize(request["language"])
        if ask == "rate":
            return session.rate_tables()
        if ask == "digests":
            return self._get_recheck(name).digest_files()
        if ask == "compare":
            return self._get_recheck(name).compare_file(request["path"], request["published"])
        if ask == "risers":
            days = date.fromisoformat(request["first"]), date.fromisoformat(request["latest"])
            return find_risers(self._get_riser_context(name, session), *days)
        today = date.fromisoformat(request["today"])
        if ask == "check":
            return session.check_files(request["files"], today)
        return session.preview_files(request["files"], today)

    def _get_recheck(self, ranking: str) -> Recheck:
        """Return a ranking rated again; it is kept until another one is asked for."""
        if not self._recheck or self._recheck[0] != ranking:
            self._recheck = None  # before the other is rated: there is no room for both
            self._recheck = ranking, Recheck(self.sessions[ranking].load_context())
        return self._recheck[1]

    def _get_riser_context(self, ranking: str, session: Session) -> RankingContext:
        """Return a ranking in a language to ask for risers; it is kept until another one is asked for."""
        key = ranking, session.language.code
        if not self._riser_context or self._riser_context[0] != key:
            self._riser_context = key, session.load_context()
        return self._riser_context[1]
