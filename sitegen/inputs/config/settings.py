"""Load sitegen.toml as a `Site`: what is published, from which results, by which system.

The keys are declared as columns in `config.site`; each value is read as its column declares it.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from sitegen.core import system
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.language import LANGUAGES
from sitegen.core.options import ChangingOptions, Version, format_setting
from sitegen.core.problems import (
    Message,
    Problem,
    advise,
    find_nearest,
    join_messages,
    list_known,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.core.system import Origin, System
from sitegen.core.table import Column, Table, get_columns, get_input_columns
from sitegen.inputs.config import site
from sitegen.inputs.config.palette import Palette
from sitegen.inputs.config.settings_text import (
    check_size,
    read_text,
    report_encoding,
    report_nesting,
    report_unreadable,
)
from sitegen.inputs.config.site import (
    SETTINGS_FILE,
    TRANSLATABLE_KEYS,
    VALIDATORS,
    ChangeKeys,
    Ranking,
    RankingKeys,
    Site,
    SiteKeys,
    Theme,
    ThemeKeys,
)
from sitegen.inputs.config.syntax import KeyPath, SourceMap, build_source_map, explain_error
from sitegen.inputs.config.values import add_key_name, read_setting

_MAX_RANKINGS = 1_000
_SYSTEM_KEY = re.compile(r"""^\s*system\s*=\s*["']([\w-]+)["']""", re.MULTILINE)
_LANGUAGE_KEY = re.compile(r"^[^#\n]*\blanguages?\s*=[^\w\n]*([A-Za-z]{2})\b", re.MULTILINE)


def load_site(root: Path, cache: BuildCache = NULL_CACHE) -> tuple[Site | None, list[Problem]]:
    """Read `root`/sitegen.toml: return the site, None when there is an error, and all problems."""
    try:
        text = read_text(root)
    except OSError as error:
        return None, [report_unreadable(error)]
    except UnicodeDecodeError as error:
        return None, [report_encoding(error)]
    return cache.memoize("settings", [], (root, text), partial(_read_site, root, text))


def _read_site(root: Path, text: str) -> tuple[Site | None, list[Problem]]:
    if problem := check_size(text):
        return None, [problem]
    try:
        document = tomllib.loads(text)
        reader = SiteReader(build_source_map(text))
    except ValueError as error:
        return None, [explain_error(text, error)]
    except RecursionError:
        return None, [report_nesting(0)]
    site = reader.read_site(root, document)
    return site, sorted(reader.problems, key=lambda problem: problem.sort_key)


def detect_origins(root: Path) -> list[Origin]:
    """Return where the systems of a site come from, also when its settings have errors."""
    try:
        names = dict.fromkeys(_SYSTEM_KEY.findall(read_text(root)))
    except (OSError, UnicodeDecodeError):
        return []
    return [system.find_origin(name) for name in names if name in system.find_systems()]


def detect_language(root: Path) -> str:
    """Return the language of a site, also when its settings have errors; English when none can be read."""
    try:
        text = read_text(root)
    except (OSError, UnicodeDecodeError):
        return LANGUAGES[0]
    codes = (code.casefold() for code in _LANGUAGE_KEY.findall(text))
    return next((code for code in codes if code in LANGUAGES), LANGUAGES[0])


def _get_names(table: type[Table]) -> list[str]:
    return [column.name for column in get_input_columns(table)]


_OPTION_HINT = advise("it is an option: write it below [ranking.options]")
_RANKING_KEY_HINTS = dict.fromkeys(
    (key for key in _get_names(RankingKeys) if key not in _get_names(SiteKeys)),
    advise("write it below [[ranking]]"),
)
_FROM_HINT = advise("write [[ranking.from]], below its [[ranking]]")
_NO_OPTION_HINTS = dict.fromkeys(
    _get_names(RankingKeys), advise("it is no option: write it above [ranking.options], below [[ranking]]")
) | {"date": advise("write it below [[ranking.from]], above its options"), "from": _FROM_HINT}
_MISPLACED_KEY_HINTS = (
    {"options": advise("write [ranking.options], below its [[ranking]]"), "from": _FROM_HINT}
    | _RANKING_KEY_HINTS
    | dict.fromkeys(_get_names(SiteKeys), advise("write it below [site]"))
)
"""Hints for keys in a wrong table."""


@dataclass
class SiteReader:
    """Reads one document; keeps the places of its keys and values, and its problems so far."""

    source_map: SourceMap
    problems: list[Problem] = field(default_factory=list)

    def read_site(self, root: Path, document: Mapping[str, Any]) -> Site | None:
        """Return the site that `document` describes; None when there is a problem."""
        self._refuse_unknown(
            document, ("site", "ranking", "theme"), (), advise("this file"), _MISPLACED_KEY_HINTS
        )
        values = self._read_site_table(document) | {"theme": self._read_theme(document)}
        rankings = [
            self._read_ranking(table, ("ranking", index))
            for index, table in enumerate(self._get_ranking_tables(document))
        ]
        self._refuse_repeated_ids([ranking.get("id") for ranking in rankings])
        languages = values.pop("languages", ()) or (values.get("language", ""),)
        if not self.problems:
            self._refuse_untranslated(("site",), values, languages[0])
            for index, ranking in enumerate(rankings):
                self._refuse_untranslated(("ranking", index), ranking, languages[0])
        if self.problems:
            return None
        values |= {"rankings": tuple(Ranking(**ranking) for ranking in rankings)}
        return Site(root=root, languages=languages, **values).localize(languages[0])

    def _read_site_table(self, document: Mapping[str, Any]) -> dict[str, Any]:
        where, table = advise("[site]"), self._get_table(document, ("site",))
        if table is None or ("site" not in document and _has_near_match("site", document)):
            return {}
        self._refuse_unknown(table, _get_names(SiteKeys), ("site",), where, _RANKING_KEY_HINTS)
        if {"language", "languages"} <= {*table}:
            message = say("language-and-languages", "'language' and 'languages' say two things")
            hint = advise("keep 'languages': the first of them stands at the root")
            self._add_error(self.source_map.locate_key(("site", "language")), message, hint)
        return self._read_values(table, SiteKeys, ("site",), where, nearby_keys=document)

    def _read_theme(self, document: Mapping[str, Any]) -> Theme:
        """Return the site's own colours, logo and font, with the place of each key."""
        table = self._get_table(document, ("theme",)) or {}
        self._refuse_unknown(table, _get_names(ThemeKeys), ("theme",), advise("[theme]"), {})
        values = self._read_values(table, ThemeKeys, ("theme",), advise("[theme]"))
        files = {key: values.pop(key, "") for key in ("logo", "font")}
        places = {key: self.source_map.locate_value(("theme", key)) for key in table}
        return Theme(Palette(**values), **files, places=places)

    def _read_ranking(self, table: Mapping[str, Any], path: KeyPath) -> dict[str, Any]:
        where, option_values = advise("[[ranking]]"), self._get_table(table, (*path, "options"))
        nearby_keys = (option_values or ()) if "system" in table else ()  # else no option is reported
        values = self._read_values(table, RankingKeys, path, where, nearby_keys)
        values["name_of_system"] = values.get("system", "")
        values["system"] = self._find_system(values.get("system"), (*path, "system"))
        if values["system"]:
            values["origin"] = system.find_origin(values["name_of_system"])
            values["place"] = self.source_map.locate_value((*path, "system"))
        options = values["system"].Options if values["system"] else None
        hints = dict.fromkeys(_get_names(options) if options else (), _OPTION_HINT)
        self._refuse_unknown(table, [*_get_names(RankingKeys), "options", "from"], path, where, hints)
        if options and option_values is not None:
            where = advise("the options of {system}", system=quote_text(values["name_of_system"]))
            options_path = (*path, "options")
            self._refuse_unknown(option_values, _get_names(options), options_path, where, _NO_OPTION_HINTS)
            read = self._read_values(option_values, options, options_path, where, nearby_keys=table)
            changes = self._read_changes(table.get("from", []), options, read, (*path, "from"), where)
            values["options"] = options.make_rows([read.values()])[0]
            if changes and not self.problems:
                values["options"] = values["options"].with_changes(changes)
            values["places"] = self._locate_options(option_values, changes, path)
        return values

    def _locate_options(
        self, first: Iterable[str], changes: Sequence[Version], path: KeyPath
    ) -> dict[tuple[date, str], tuple[int, int]]:
        """Return the places of the options of a ranking, by the day from which they hold and their names."""
        places = {(date.min, name): (*path, "options", name) for name in first}
        for index, (day, values) in enumerate(changes):
            change = (*path, "from", index)
            places |= {(day, name): (*change, "options", name) for name in values} | {
                (day, "date"): (*change, "date")
            }
        return {key: self.source_map.locate_value(place) for key, place in places.items()}

    def _read_changes(
        self, tables: Any, options: type[Table], held: Mapping[str, Any], path: KeyPath, where: str
    ) -> list[Version]:
        """Return the changes of options, which are `held` before; those that are wrong become problems."""
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            message = say("ranking-not-a-list", "{key} is not a list of tables", key="'from'")
            hint = advise("each change begins with [[ranking.from]], with double brackets")
            self._add_error(self.source_map.locate_key(path), message, hint)
            return []
        changes, latest = list[Version](), date.min
        for index, table in enumerate(tables):
            day, values = self._read_change(table, options, held, (*path, index), where)
            if day <= latest:
                message = say(
                    "change-out-of-order", "{day} does not come after {other}", day=day, other=latest
                )
                hint = advise("write the changes in the order of their days, those of one day together")
                self._add_error(self.source_map.locate_value((*path, index, "date")), message, hint)
            latest = latest if day == date.max else day  # of one without a day that is told
            changes.append((day, values))
            held = {**held, **values}
        return changes

    def _read_change(
        self,
        table: Mapping[str, Any],
        options: type[Table],
        held: Mapping[str, Any],
        path: KeyPath,
        where: str,
    ) -> Version:
        """Return a change of options: its day, and the new values."""
        hints = dict.fromkeys(
            _get_names(options), advise("it is an option: write it below [ranking.from.options]")
        )
        self._refuse_unknown(table, ["date", "options"], path, advise("[[ranking.from]]"), hints)
        option_values = self._get_table(table, (*path, "options"))
        keys = self._read_values(table, ChangeKeys, path, advise("[[ranking.from]]"), option_values or ())
        day, path = keys.get("date", date.max), (*path, "options")
        if option_values == {} and {*table} <= {"date", "options"}:
            message = say("change-without-options", "no option changes here")
            self._add_error(
                self.source_map.locate_key(path),
                message,
                advise("write what changes below [ranking.from.options], or take this out"),
            )
        self._refuse_unknown(option_values or (), _get_names(options), path, where, _NO_OPTION_HINTS)
        values: dict[str, Any] = {}
        for column in get_input_columns(options):
            if option_values and column.name in option_values:
                read = self._read_value(option_values[column.name], column, (*path, column.name), None)
                may_change = bool(column.changes) and issubclass(options, ChangingOptions)
                self._check_change(column, read, held, (*path, column.name), may_change=may_change)
                values |= read
        return day, values

    def _check_change(
        self,
        column: Column,
        values: Mapping[str, Any],
        held: Mapping[str, Any],
        path: KeyPath,
        *,
        may_change: bool,
    ) -> None:
        """Add an error where an option cannot change, or does not."""
        place, key = self.source_map.locate_value(path), quote_text(column.name)
        if not may_change:
            reason = Message("", column.stays, {}) or advise("its system does not say that it may change")
            message = say(
                "option-stays", "{key} cannot change from a day on: {reason}", key=key, reason=reason
            )
            self._add_error(place, message, advise("write it below [ranking.options], for all days"))
        elif column.name in values and values[column.name] == held.get(column.name, column):
            value = quote_text(format_setting(column, values[column.name]))
            message = say("change-of-nothing", "{key} is {value} already", key=key, value=value)
            self._add_error(place, message, advise("take it out, or correct the value"))

    def _find_system(self, name: str | None, path: KeyPath) -> System | None:
        registrations = system.find_systems()
        if name is None:
            return None  # the missing key is a problem already
        if name in registrations:
            try:
                return system.load_system(name)
            except system.PluginLoadError as error:
                for plugin_error in error.errors:
                    self._add_error(self.source_map.locate_value(path), *plugin_error)
        else:
            message = say("unknown-system", "there is no system {name}", name=quote_text(name))
            self._add_error(self.source_map.locate_value(path), message, _suggest_known(name, registrations))
        return None

    def _read_values(
        self,
        table: Mapping[str, Any],
        keys: type[Table],
        path: KeyPath,
        where: str,
        nearby_keys: Iterable[str] = (),
    ) -> dict[str, Any]:
        """Return the value of each key, or its default; those that are wrong are left out.

        A missing key is not reported when an unknown key, in the table or nearby, looks like it.
        """
        values: dict[str, Any] = {}
        candidate_keys = [*nearby_keys, *(key for key in table if key not in _get_names(keys))]
        for column in get_columns(keys):
            if column.name in table:
                validate = VALIDATORS.get(keys, {}).get(column.name)
                values |= self._read_value(table[column.name], column, (*path, column.name), validate)
            elif not column.is_required:
                values[column.name] = column.default
            elif not _has_near_match(column.name, candidate_keys):
                message = say(
                    "missing-key", "{key} is missing in {where}", key=quote_text(column.name), where=where
                )
                self._add_error(self.source_map.locate_key(path), message, column.doc)
        return values

    def _read_value(
        self, toml_value: Any, column: Column, path: KeyPath, validate: Callable[[Any], Any] | None
    ) -> dict[str, Any]:
        """Return the value of a key by its name; nothing when it is wrong, which becomes a problem."""
        try:
            is_translated = column.name in TRANSLATABLE_KEYS and isinstance(toml_value, dict)
            value = (site.read_title if is_translated else read_setting)(toml_value, column)
            return {column.name: validate(value) if validate else value}
        except ValueError as error:
            message, hint = error.args
            self._add_error(self.source_map.locate_value(path), add_key_name(column.name, message), hint)
            return {}

    def _get_table(self, parent: Mapping[str, Any], path: KeyPath) -> Mapping[str, Any] | None:
        name = str(path[-1])
        table = parent.get(name, {})
        if isinstance(table, dict):
            return table
        header = f"[{'.'.join(part for part in path if isinstance(part, str))}]"
        hint = advise("write its keys below {header}, with single brackets", header=header)
        message = say("not-a-table", "{key} is not a table", key=quote_text(name))
        self._add_error(self.source_map.locate_key(path), message, hint)
        return None

    def _get_ranking_tables(self, document: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        tables = document.get("ranking", [])
        if isinstance(tables, list) and tables and all(isinstance(table, dict) for table in tables):
            if len(tables) > _MAX_RANKINGS:
                message = say(
                    "too-many-rankings",
                    "{number} rankings, more than {most}",
                    number=len(tables),
                    most=_MAX_RANKINGS,
                )
                place = self.source_map.locate_key(("ranking", _MAX_RANKINGS))
                self._add_error(place, message, advise("make several sites"))
            return tables[:_MAX_RANKINGS]
        if not tables and _has_near_match("ranking", document):
            return []
        message = say("no-ranking", "there is no ranking")
        if tables:
            message = say("ranking-not-a-list", "{key} is not a list of tables", key="'ranking'")
        hint = advise("each ranking begins with [[ranking]], with double brackets")
        self._add_error(self.source_map.locate_key(("ranking",)), message, hint)
        return []

    def _refuse_unknown(
        self,
        keys: Iterable[str],
        known_keys: Sequence[str],
        path: KeyPath,
        where: str,
        hints: Mapping[str, str],
    ) -> None:
        """Add an error for each unknown key; `hints` say where keys of other tables belong."""
        for key in keys:
            if key not in known_keys:
                message = say(
                    "unknown-key", "{key} is not known in {where}", key=quote_text(key), where=where
                )
                hint = hints.get(key) or _suggest_known(key, known_keys)
                self._add_error(self.source_map.locate_key((*path, key)), message, hint)

    def _refuse_untranslated(self, path: KeyPath, values: Mapping[str, Any], language: str) -> None:
        """Add an error for each title in several languages that lacks the first language of the site."""
        for key in TRANSLATABLE_KEYS & values.keys():
            if fault := site.check_translation(values[key], language):
                message, hint = fault
                place = self.source_map.locate_value((*path, key))
                self._add_error(place, add_key_name(key, message), hint)

    def _refuse_repeated_ids(self, ids: Sequence[str | None]) -> None:
        for index, ranking_id in enumerate(ids):
            if ranking_id and ranking_id in ids[:index]:
                place = self.source_map.locate_value(("ranking", index, "id"))
                first, _ = self.source_map.locate_value(("ranking", ids.index(ranking_id), "id"))
                message = say(
                    "same-ranking-id",
                    "the id {id} stands in line {line} too",
                    id=quote_text(ranking_id),
                    line=first,
                )
                self._add_error(place, message, advise("choose another id"))

    def _add_error(self, place: tuple[int, int], message: str, hint: str = "") -> None:
        self.problems.append(Problem(SETTINGS_FILE, *place, message, hint))


def _has_near_match(name: str, keys: Iterable[str]) -> bool:
    """Whether one of these keys is a misspelling of `name`, which is reported as such."""
    return any(find_nearest(key, [name]) for key in keys)


def _suggest_known(value: str, known_names: Iterable[str]) -> str:
    """Suggest the nearest known name, and list all."""
    names = list(known_names)
    return join_messages(suggest_nearest(value, names), list_known(names))
