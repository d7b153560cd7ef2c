"""What runs in the browser: it reads the copies of a ranking, and rates, checks and compares them.

When what is entered counts, where lists are published after the days on which is played.

What is told of a change that somebody enters: the sentences and the tables of `diff`, as data.

What somebody typed, in which the sign by which a copy names who hides names nobody.

What a worker answers with: the rankings that were asked for.

Everything comes in and goes out as JSON and text, so that whoever asks needs to know nothing of Python.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from sitegen.browser import published
from sitegen.browser.recheck import Recheck, RiserQuery
from sitegen.compare.effect import Difference, Effect
from sitegen.compare.findings import Uncounted, Waiting
from sitegen.compare.state import SiteState
from sitegen.compare.table_findings import Appeared, Late, Rewritten, Withdrawn
from sitegen.compare.wording import (
    EffectFormatter,
    MoveTable,
    build_cells,
    build_headers,
    build_move_table,
    summarize_lists,
    summarize_table,
)
from sitegen.core.language import Language
from sitegen.core.problems import Problem, ProblemError, advise
from sitegen.inputs.config.site import Site, SiteDates
from sitegen.inputs.results import results
from sitegen.inputs.results.players import KnownPseudonyms, mark_pseudonym
from sitegen.rankings.ranking import RankingContext, build_contexts

_MAX_DAYS = 4
"""So many days that are known to come are looked at: two lists after the next everything of today counts."""


def project_change(change: Difference, today: date, again: Callable[[date], Difference]) -> Difference | None:
    """A change `again`, on the first day to come by which all of it counts; None where it does now.

    Of a site that stands still at a day before `today` that is the first day to come.
    """
    found = change
    for _ in range(_MAX_DAYS):
        if not _has_waiting(found):
            return None if found is change else found
        day = _find_next_day(found, today)
        if day is None:
            return None
        found = again(day)
    return None


def _has_waiting(change: Difference) -> bool:
    """Whether results among it count with a list that is still to come."""
    return any(isinstance(fact, Waiting) for effect in change.effects for fact in effect.findings)


def _find_next_day(change: Difference, today: date) -> date | None:
    """The first day after that of the change on which something is certain to come."""
    if change.after.as_of < today:
        return today
    known = (event.day for board in change.after.contexts.values() for event in board.outcome.upcoming_events)
    return min((day for day in known if day > change.after.as_of), default=None)


_MAX_ROWS = 60
"""So many who move are told of in one table, and so many lists."""
_NOT_PROJECTED = (Appeared, Late, Rewritten, Uncounted, Withdrawn)
"""Facts of lists that are published by the day of the change, and what is told on that day already."""


def preview_change(effects: Sequence[Effect], language: Language) -> dict[str, Any]:
    """What happens to a ranking, if anything: the `facts`, who `moves`, and how much of `tables` changes.

    The rows that count for nothing are `refused`: where each stands, and what is `said` of it.

    Who moves are tables, of today's list first, then of those that are published already: what is `said` of
    the list, `heads`, the cells of the `rows`, and how many of these, or of such lists, are `left` out.
    """
    found = [_format_effect(EffectFormatter(effect, language)) for effect in effects]
    return found[0] if found else {"facts": [], "refused": [], "moves": [], "left": "", "tables": []}


def preview_projection(effects: Sequence[Effect], language: Language) -> dict[str, Any]:
    """The `facts` and `moves` of a list that is still to come: nothing is late for that, or changes it."""
    found = [_format_projection(EffectFormatter(effect, language)) for effect in effects]
    return found[0] if found else {"facts": [], "moves": []}


def _format_projection(wording: EffectFormatter) -> dict[str, Any]:
    effect = wording.effect
    moved = build_move_table(wording, effect.moves, _MAX_ROWS)
    return {
        "facts": [
            wording.format_finding(finding)
            for finding in effect.findings
            if not isinstance(finding, _NOT_PROJECTED)
        ],
        "moves": [_build_table(wording, "", moved)] if moved.rows else [],
    }


def _format_effect(wording: EffectFormatter) -> dict[str, Any]:
    effect, earlier = wording.effect, summarize_lists(wording, _MAX_ROWS)
    every = [
        ("", build_move_table(wording, effect.moves, _MAX_ROWS)),
        *((summary.text, summary.moves) for summary in earlier.items),
    ]
    return {
        "facts": [wording.format_finding(finding) for finding in effect.findings],
        "refused": list(_list_uncounted(wording)),
        "moves": [_build_table(wording, *table) for table in every if table[1].rows],
        "left": _format_omitted(wording, earlier.omitted_count),
        "tables": [summarize_table(wording, table) for table in effect.tables],
    }


def _list_uncounted(wording: EffectFormatter) -> Iterator[dict[str, Any]]:
    language = wording.language
    for fact in wording.effect.findings:
        for place, remark in fact.results if isinstance(fact, Uncounted) else ():
            path, _, line = place.rpartition(":")
            told = (
                advise("Does not count: {why}.", why=language.translate_remark(remark))
                if remark
                else advise("Does not count.")
            )
            yield {"path": path, "line": int(line), "said": language.format_message(told)}


def _build_table(wording: EffectFormatter, said: str, moved: MoveTable) -> dict[str, Any]:
    language = wording.language
    return {
        "said": said,
        "heads": build_headers(wording.figure_label, language),
        "rows": [build_cells(row, language) for row in moved.rows],
        "left": _format_omitted(wording, moved.omitted_count),
    }


def _format_omitted(wording: EffectFormatter, number: int) -> str:
    return wording.language.format_message(advise("and {number} more", number=number)) if number else ""


_LABEL_SIGN = re.compile(r"\*(?=player-[0-9])")
_ESCAPED_SIGN = "\uff0a"


def escape_labels(text: str) -> str:
    """A text of a new file as whoever typed it can have meant it."""
    return _LABEL_SIGN.sub(_ESCAPED_SIGN, text)


def unescape_labels(text: str) -> str:
    """The same as it was typed, in what is told of it."""
    return text.replace(_ESCAPED_SIGN, "*")


_PUBLISHED, _ENTERED = "published", "entered"


class UnreadableError(Exception):
    """The copies of a ranking cannot be read: its first problem."""


@dataclass(frozen=True)
class Session:
    """One ranking as it is published, and in a folder beside that as it would be with what is entered.

    `said` is the file that the site has of it; `language` that of the site where nothing else is asked for.
    """

    root: Path
    data: Mapping[str, Any]
    language: Language
    states: dict[SiteDates, SiteState] = field(default_factory=dict)
    """The published state as it was calculated for a day."""

    @classmethod
    def from_text(cls, root: Path, text: str) -> "Session":
        """The ranking that a file of the site tells of, its copies written below `root`."""
        said = json.loads(text)
        for folder in (_PUBLISHED, _ENTERED):
            _write_files(root / folder, _join_copies(said))
        found = cls(root, said, Language(said["site"]["language"]))
        return found.localize(found.language.code)

    def localize(self, code: str) -> "Session":
        """The same, telling things in this language, with the words of the system."""
        (ranking,) = self.site.rankings
        return replace(self, language=Language(code).with_catalogues(ranking.origin))

    @cached_property
    def site(self) -> Site:
        """The site with this ranking alone, as it is published."""
        return published.decode_site(self.root / _PUBLISHED, self.data["site"], self.data["ranking"])

    def load_context(self) -> RankingContext:
        """The ranking calculated as it is published; a `ModuleNotFoundError` names what is not here."""
        inputs, problems = self._read_inputs(self.site, date.max)
        if inputs is None:
            raise UnreadableError(str(problems[0]))
        board = self._rate_inputs(inputs, date.fromisoformat(self.data["day"]))
        return board.localize(self.site._replace(language=self.language.code), board.prefix)

    def rate_tables(self) -> dict[str, str]:
        """Every published table as CSV, by its name."""
        return {name: table.to_csv().decode() for name, table in self.load_context().files.items()}

    def check_files(self, files: Mapping[str, str], today: date) -> list[dict[str, Any]]:
        """What is wrong with the ranking when these files stand in it too, by their paths."""
        with self._enter_files(files) as site:
            _, problems = self._read_inputs(site, self._choose_days(today).latest)
        return list(map(self._format_problem, problems))

    def preview_files(self, files: Mapping[str, str], today: date) -> dict[str, Any]:
        """What these files would do, and on the `next` list where they wait for that; nothing where wrong."""
        try:
            return self._preview_files(files, today)
        except ProblemError as error:
            return self._report_problems([error.problem])

    def _preview_files(self, files: Mapping[str, str], today: date) -> dict[str, Any]:
        days = self._choose_days(today)
        with self._enter_files(files) as site:
            after = self._load_state(site, days)
            if not after.is_valid:
                return self._report_problems(after.problems)
            change = Difference(self._get_published_state(days), after)
            later = project_change(change, days.latest, partial(self._compare_day, change.after, days))
        told = preview_change(change.effects, self.language)
        return {**self._report_problems(after.problems), **told, "next": later and self._preview_next(later)}

    def _report_problems(self, problems: Iterable[Problem]) -> dict[str, Any]:
        """What is wrong, and nothing that is done."""
        return {
            "problems": list(map(self._format_problem, problems)),
            **preview_change([], self.language),
            "next": None,
        }

    def _preview_next(self, later: Difference) -> dict[str, Any]:
        """The same on a day to come, and which day that is."""
        day = later.after.as_of
        said = advise(
            "On the list of {day}, as far as is known today", day=self.language.format_full_date(day)
        )
        return {
            "said": self.language.format_message(said),
            **preview_projection(later.effects, self.language),
        }

    def _compare_day(self, after: SiteState, days: SiteDates, as_of: date) -> Difference:
        """What is different on another day."""
        return Difference(
            self._get_published_state(days._replace(as_of=as_of)), self._rate_state(after, as_of)
        )

    def _get_published_state(self, days: SiteDates) -> SiteState:
        """The published state on a day, which is read once and kept until another latest day is asked for."""
        if days not in self.states:
            alike = [state for known_days, state in self.states.items() if known_days.latest == days.latest]
            if not alike:
                self.states.clear()
            self.states[days] = (
                self._rate_state(alike[0], days.as_of) if alike else self._load_state(self.site, days)
            )
        return self.states[days]

    @contextmanager
    def _enter_files(self, files: Mapping[str, str]) -> Iterator[Site]:
        """The site with these files in it, as long as they are needed."""
        root = self.root / _ENTERED
        try:
            _write_files(root, {path: self._escape_text(path, text) for path, text in files.items()})
            yield self.site._replace(root=root)
        finally:
            for path in files:
                _remove_file(root, path)
            _write_files(
                root, {path: text for path, text in _join_copies(self.data).items() if path in files}
            )

    def _escape_text(self, path: str, text: str) -> str:
        return text if path in self.data["files"] else escape_labels(text)

    def _choose_days(self, today: date) -> SiteDates:
        """What a build of today would be of."""
        as_of = self.site.as_of or today
        return SiteDates(as_of, max(as_of, today))

    def _load_state(self, site: Site, days: SiteDates) -> SiteState:
        """The ranking as it stands in one of the two on a day."""
        (ranking,) = site.rankings
        inputs, problems = self._read_inputs(site, days.latest)
        hidden = {ranking.id: {label: mark_pseudonym(label) for label in self.data["veil"]["before"]}}
        found = SiteState(site, hidden=hidden, problems=tuple(problems), as_of=days.as_of)
        if inputs is None:
            return found
        return self._rate_state(replace(found, inputs={ranking.id: inputs}), days.as_of)

    def _rate_state(self, state: SiteState, as_of: date) -> SiteState:
        """What was read, calculated for a day."""
        made = {name: self._rate_inputs(inputs, as_of) for name, inputs in state.inputs.items()}
        return replace(state, contexts=made, as_of=as_of)

    def _read_inputs(self, site: Site, latest: date) -> tuple[Any, list[Problem]]:
        (ranking,) = site.rankings
        inputs, problems = results.read_results(
            site, latest=latest, veils={ranking.id: KnownPseudonyms(**self.data["veil"])}
        )
        return inputs.get(ranking.id), problems

    def _rate_inputs(self, inputs: Any, as_of: date) -> RankingContext:
        (ranking,) = self.site.rankings
        when = ranking.make_moment(as_of, len(inputs.players))
        outcome = ranking.system.rate(inputs, ranking.options, when)
        return build_contexts(self.site, {ranking.id: inputs}, {ranking.id: outcome})[0]

    def _format_problem(self, problem: Problem) -> dict[str, Any]:
        """A problem in the language."""
        place = {"path": problem.path, "line": problem.line, "column": problem.column, "code": problem.code}
        said = (
            unescape_labels(self.language.format_message(message))
            for message in (problem.message, problem.hint)
        )
        told = dict(zip(("message", "hint"), said, strict=True))
        return {**place, **told, "severity": problem.severity.value, "also": list(problem.other_places)}


def _join_copies(said: Mapping[str, Any]) -> dict[str, str]:
    """The files of a ranking out of their lines."""
    return {path: "\n".join([*lines, ""]) for path, lines in said["files"].items()}


def _write_files(root: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")


def _remove_file(root: Path, path: str) -> None:
    """Take a file away, with the folders that were there for it alone."""
    (root / path).unlink(missing_ok=True)
    for folder in (root / path).parents:
        if folder == root or not folder.is_dir() or any(folder.iterdir()):
            return
        folder.rmdir()


@dataclass
class Sessions:
    """The rankings that have been asked for, each read once."""

    root: Path
    sessions: dict[str, Session] = field(default_factory=dict)
    rechecks: dict[str, Recheck] = field(default_factory=dict)
    """The ranking that is being compared, one at a time: its tables are large."""
    riser_query: RiserQuery | None = None
    """The ranking of which is asked who won what."""

    def open_ranking(self, ranking: str, text: str) -> None:
        """Take in the file of a ranking."""
        self.sessions[ranking] = Session.from_text(self.root / ranking, text)

    def answer(self, message: str) -> str:
        """An answer in JSON to a question in it: `rate`, or `check` and `change` with `files` and `today`.

        `data` asks for the paths of the data files, `compare` how one differs from its `published` text, and
        `risers` who won what from the day `first` through `latest`.
        It tells things in the `language` that is asked for.
        """
        asked = json.loads(message)
        session = self.sessions[asked["ranking"]]
        if "language" in asked:
            session = session.localize(asked["language"])
        if asked["ask"] == "rate":
            return json.dumps(session.rate_tables())
        if asked["ask"] == "data":
            return json.dumps(self._get_recheck(asked["ranking"]).paths)
        if asked["ask"] == "compare":
            return json.dumps(
                self._get_recheck(asked["ranking"]).compare_file(asked["path"], asked["published"])
            )
        if asked["ask"] == "risers":
            days = date.fromisoformat(asked["first"]), date.fromisoformat(asked["latest"])
            return json.dumps(self._get_riser_query(asked["ranking"], session).find_risers(*days))
        given = asked["files"], date.fromisoformat(asked["today"])
        return json.dumps(
            session.check_files(*given) if asked["ask"] == "check" else session.preview_files(*given)
        )

    def _get_recheck(self, ranking: str) -> Recheck:
        """A ranking calculated again, once until another is asked for."""
        if ranking not in self.rechecks:
            self.rechecks.clear()
            self.rechecks[ranking] = Recheck(self.sessions[ranking].load_context())
        return self.rechecks[ranking]

    def _get_riser_query(self, ranking: str, session: Session) -> RiserQuery:
        """The same of a ranking of which is asked who won what, in a language."""
        asked = ranking, session.language.code
        if not self.riser_query or (self.riser_query.ranking, self.riser_query.language.code) != asked:
            self.riser_query = RiserQuery(session.load_context())
        return self.riser_query
