"""A document of TOML -> Site: every key and value as its column declares it, and whatever is not.

sitegen.toml -> Site: what is published, from which results, by which regulation.
"""

import errno
import os
import re
import stat
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from sitegen.core import system
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.problems import (
    Problem,
    advise,
    find_nearest,
    join_messages,
    list_known,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.core.system import System
from sitegen.core.table import Column, Table, get_columns
from sitegen.inputs.config import site
from sitegen.inputs.config.palette import Palette
from sitegen.inputs.config.site import (
    LANGUAGES,
    SETTINGS_FILE,
    TRANSLATABLE_KEYS,
    VALIDATORS,
    Ranking,
    RankingKeys,
    Site,
    SiteKeys,
    Theme,
    ThemeKeys,
)
from sitegen.inputs.config.syntax import KeyPath as Keys
from sitegen.inputs.config.syntax import SourceMap, build_source_map, explain_error
from sitegen.inputs.config.values import add_key_name, read_setting

_MAX_RANKINGS = 1_000


@dataclass
class SiteReader:
    """One reading of a document: where its keys and values stand, and the problems met so far."""

    source_map: SourceMap
    problems: list[Problem] = field(default_factory=list)

    def read_site(self, root: Path, document: Mapping[str, Any]) -> Site | None:
        """The site that `document` describes; none when there is a problem."""
        self._refuse_unknown(
            document, ("site", "ranking", "theme"), (), advise("this file"), _MISPLACED_KEY_HINTS
        )
        values = self._read_site_table(document) | {"theme": self._read_theme(document)}
        rankings = [
            self._read_ranking(table, ("ranking", n))
            for n, table in enumerate(self._get_ranking_tables(document))
        ]
        self._refuse_repeated_ids([ranking.get("id") for ranking in rankings])
        languages = values.pop("languages", ()) or (values.get("language", ""),)
        tables = [(("site",), values), *((("ranking", n), ranking) for n, ranking in enumerate(rankings))]
        if not self.problems:
            self._refuse_untranslated(tables, languages[0])
        if self.problems:
            return None
        every = tuple(Ranking(**ranking) for ranking in rankings)
        return Site(root=root, rankings=every, languages=languages, **values).localize(languages[0])

    def _read_site_table(self, document: Mapping[str, Any]) -> dict[str, Any]:
        where, found = advise("[site]"), self._get_table(document, ("site",))
        if found is None or ("site" not in document and _has_near_match("site", document)):
            return {}
        self._refuse_unknown(found, _get_names(SiteKeys), ("site",), where, _RANKING_KEY_HINTS)
        if {"language", "languages"} <= {*found}:
            message = say("language-and-languages", "'language' and 'languages' say two things")
            hint = advise("keep 'languages': the first of them stands at the root")
            self._add_error(self.source_map.locate_key(("site", "language")), message, hint)
        return self._read_values(found, SiteKeys, ("site",), where, besides=document)

    def _read_theme(self, document: Mapping[str, Any]) -> Theme:
        """The colours, the logo and the font of the site's own, and where each of them is said."""
        found = self._get_table(document, ("theme",)) or {}
        self._refuse_unknown(found, _get_names(ThemeKeys), ("theme",), advise("[theme]"), {})
        values = self._read_values(found, ThemeKeys, ("theme",), advise("[theme]"))
        files = {key: values.pop(key, "") for key in ("logo", "font")}
        places = {key: self.source_map.locate_value(("theme", key)) for key in found}
        return Theme(Palette(**values), **files, places=places)

    def _read_ranking(self, found: Mapping[str, Any], path: Keys) -> dict[str, Any]:
        where, given = advise("[[ranking]]"), self._get_table(found, (*path, "options"))
        besides = (given or ()) if "system" in found else ()  # without one nobody reads the options
        values = self._read_values(found, RankingKeys, path, where, besides)
        values["name_of_system"] = values.get("system", "")
        values["system"] = self._find_system(values.get("system"), (*path, "system"))
        if values["system"]:
            values["origin"] = system.find_origin(values["name_of_system"])
            values["place"] = self.source_map.locate_value((*path, "system"))
        options = values["system"].Options if values["system"] else None
        below = dict.fromkeys(_get_names(options) if options else (), _OPTION_HINT)
        self._refuse_unknown(found, [*_get_names(RankingKeys), "options"], path, where, below)
        if options and given is not None:
            of = advise("the options of {system}", system=quote_text(values["name_of_system"]))
            values |= self._read_options(given, options, (*path, "options"), of, besides=found)
        return values

    def _read_options(
        self, found: Mapping[str, Any], table: type[Table], path: Keys, where: str, besides: Iterable[str]
    ) -> dict[str, Any]:
        """The options of a ranking, and where each of them stands."""
        self._refuse_unknown(found, _get_names(table), path, where, _NO_OPTION_HINTS)
        read = self._read_values(found, table, path, where, besides)
        places = {key: self.source_map.locate_value((*path, key)) for key in found}
        return {"options": table.make_rows([read.values()])[0], "places": places}

    def _find_system(self, name: str | None, path: Keys) -> System | None:
        known = system.find_systems()
        if name is None:
            return None  # which has been told
        if name in known:
            try:
                return system.load_system(name)
            except system.PluginLoadError as error:
                for plugin_error in error.refused:
                    self._add_error(self.source_map.locate_value(path), *plugin_error)
        else:
            message = say("unknown-system", "there is no system {name}", name=quote_text(name))
            self._add_error(self.source_map.locate_value(path), message, _suggest_known(name, known))
        return None

    def _read_values(
        self,
        found: Mapping[str, Any],
        table: type[Table],
        path: Keys,
        where: str,
        besides: Iterable[str] = (),
    ) -> dict[str, Any]:
        """The value of each column of `table`, or its default; those that are wrong are left out.

        One that is missing is not told when a key that is not known, here or `besides`, is meant to be it.
        """
        values: dict[str, Any] = {}
        others = [*besides, *(key for key in found if key not in _get_names(table))]
        for column in get_columns(table):
            if column.name in found:
                values |= self._read_value(
                    found[column.name], column, (*path, column.name), VALIDATORS.get(table, {})
                )
            elif not column.is_required:
                values[column.name] = column.default
            elif not _has_near_match(column.name, others):
                message = say(
                    "missing-key", "{key} is missing in {where}", key=quote_text(column.name), where=where
                )
                self._add_error(self.source_map.locate_key(path), message, column.doc)
        return values

    def _read_value(
        self, found: Any, column: Column, path: Keys, grammars: Mapping[str, Callable[[Any], Any]]
    ) -> dict[str, Any]:
        try:
            is_said_in_several = column.name in TRANSLATABLE_KEYS and isinstance(found, dict)
            value = (site.read_title if is_said_in_several else read_setting)(found, column)
            return {column.name: grammars[column.name](value) if column.name in grammars else value}
        except ValueError as error:
            message, hint = error.args
            self._add_error(self.source_map.locate_value(path), add_key_name(column.name, message), hint)
            return {}

    def _get_table(self, parent: Mapping[str, Any], path: Keys) -> Mapping[str, Any] | None:
        name = str(path[-1])
        found = parent.get(name, {})
        if isinstance(found, dict):
            return found
        header = "[ranking.options]" if name == "options" else f"[{name}]"
        hint = advise("write its keys below {header}, with single brackets", header=header)
        self._add_error(
            self.source_map.locate_key(path),
            say("not-a-table", "{key} is not a table", key=quote_text(name)),
            hint,
        )
        return None

    def _get_ranking_tables(self, document: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        found = document.get("ranking", [])
        if isinstance(found, list) and found and all(isinstance(table, dict) for table in found):
            return self._limit_rankings(found)
        if not found and _has_near_match("ranking", document):
            return []
        message = (
            say("ranking-not-a-list", "{key} is not a list of tables", key="'ranking'")
            if found
            else say("no-ranking", "there is no ranking")
        )
        hint = advise("each ranking begins with [[ranking]], with double brackets")
        self._add_error(self.source_map.locate_key(("ranking",)), message, hint)
        return []

    def _limit_rankings(self, found: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
        if len(found) > _MAX_RANKINGS:
            told = {"number": len(found), "most": _MAX_RANKINGS}
            message = say("too-many-rankings", "{number} rankings, more than {most}", **told)
            self._add_error(
                self.source_map.locate_key(("ranking", _MAX_RANKINGS)), message, advise("make several sites")
            )
        return found[:_MAX_RANKINGS]

    def _refuse_unknown(
        self,
        found: Iterable[str],
        known: Sequence[str],
        path: Keys,
        where: str,
        elsewhere: Mapping[str, str],
    ) -> None:
        """Tell of keys that are not known here; of those that belong `elsewhere`, where."""
        for key in found:
            if key not in known:
                message = say(
                    "unknown-key", "{key} is not known in {where}", key=quote_text(key), where=where
                )
                hint = elsewhere.get(key) or _suggest_known(key, known)
                self._add_error(self.source_map.locate_key((*path, key)), message, hint)

    def _refuse_untranslated(self, tables: Iterable[tuple[Keys, Mapping[str, Any]]], language: str) -> None:
        """Tell of titles in several languages that say nothing in the first one."""
        for path, values in tables:
            for key in TRANSLATABLE_KEYS & values.keys():
                if found := site.check_translation(values[key], language):
                    self._add_error(
                        self.source_map.locate_value((*path, key)),
                        add_key_name(key, found[0]),
                        found[1],
                    )

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


def _has_near_match(name: str, by: Iterable[str]) -> bool:
    """Whether one of these keys is nearly this one, and told as such."""
    return any(find_nearest(key, [name]) for key in by)


def _get_names(table: type[Table]) -> list[str]:
    return [column.name for column in get_columns(table)]


_OPTION_HINT = advise("it is an option: write it below [ranking.options]")
_RANKING_KEY_HINTS = dict.fromkeys(
    (key for key in _get_names(RankingKeys) if key not in _get_names(SiteKeys)),
    advise("write it below [[ranking]]"),
)
_NO_OPTION_HINTS = dict.fromkeys(
    _get_names(RankingKeys), advise("it is no option: write it above [ranking.options], below [[ranking]]")
)
_MISPLACED_KEY_HINTS = (
    {"options": advise("write [ranking.options], below its [[ranking]]")}
    | _RANKING_KEY_HINTS
    | dict.fromkeys(_get_names(SiteKeys), advise("write it below [site]"))
)
"""Where a key belongs that stands in another place."""


def _suggest_known(value: str, known: Iterable[str]) -> str:
    """A hint with the nearest of what is known, and all of it."""
    names = list(known)
    return join_messages(suggest_nearest(value, names), list_known(names))


MAX_FILE_BYTES = 2**18
"""The most bytes of the file; that of a federation with ten rankings has a fiftieth."""
_NAME = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP_NAME = re.compile(rf"(?<![\w.\"'-]){_NAME}(?:[ \t]*+\.[ \t]*+{_NAME}){{30}}")  # names inside names
_LANGUAGE_KEY = re.compile(r"^[^#\n]*\blanguages?\s*=[^\w\n]*([A-Za-z]{2})\b", re.MULTILINE)


def load_site(root: Path, memory: BuildCache = NULL_CACHE) -> tuple[Site | None, list[Problem]]:
    """Read `root`/sitegen.toml: the site, and all that is wrong; no site when there is an error."""
    try:
        text = _read_text(root)
    except OSError as error:
        return None, [_report_unreadable(error)]
    except UnicodeDecodeError as error:
        return None, [_report_encoding(error)]
    return memory.memoize("settings", [], (root, text), partial(_read_site, root, text))


def _read_site(root: Path, text: str) -> tuple[Site | None, list[Problem]]:
    """What the file says, and all that is wrong with it."""
    if found := _check_size(text):
        return None, [found]
    try:
        document = tomllib.loads(text)
        reading = SiteReader(build_source_map(text))
    except ValueError as error:
        return None, [explain_error(text, error)]
    except RecursionError:
        return None, [_report_nesting(0)]
    site = reading.read_site(root, document)
    return site, sorted(reading.problems, key=lambda problem: problem.sort_key)


def detect_language(root: Path) -> str:
    """The language of a site, also when there are errors in its settings; English where none can be read."""
    try:
        text = _read_text(root)
    except (OSError, UnicodeDecodeError):
        return LANGUAGES[0]
    found = [code.casefold() for code in _LANGUAGE_KEY.findall(text)]
    return next((code for code in found if code in LANGUAGES), LANGUAGES[0])


def _read_text(root: Path) -> str:
    """What the file says, and not much more than it may hold; an `OSError` when it is not plainly a file."""
    descriptor = os.open(
        root / SETTINGS_FILE, os.O_RDONLY | os.O_NONBLOCK
    )  # a pipe would wait for somebody to write
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return file.read(MAX_FILE_BYTES + 4).decode("utf-8-sig").replace("\r\n", "\n")


def _check_size(text: str) -> Problem | None:
    """What would take longer to be read than a site can be worth."""
    if len(text) > MAX_FILE_BYTES:
        message = say(
            "settings-too-large", "this file has more than {most} bytes", most=f"{MAX_FILE_BYTES:,}"
        )
        return Problem(SETTINGS_FILE, 0, 0, message, advise("results and texts have files of their own"))
    found = _DEEP_NAME.search(text)
    return _report_nesting(text.count("\n", 0, found.start()) + 1) if found else None


def _report_nesting(line: int) -> Problem:
    message = say("bottomless-toml", "not TOML: brackets inside brackets without end")
    return Problem(SETTINGS_FILE, line, 0, message)


def _report_unreadable(error: OSError) -> Problem:
    message = say("settings-unreadable", "this file cannot be read: {reason}", reason=error.strerror)
    if isinstance(error, FileNotFoundError):
        message = say("no-settings", "there is no such file here")
    return Problem(
        SETTINGS_FILE, 0, 0, message, advise("a site is a folder with this file; `sitegen new` makes one")
    )


def _report_encoding(error: UnicodeDecodeError) -> Problem:
    before = error.object[: error.start].decode("utf-8", "replace")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    message = say("settings-not-utf-8", "this file is not UTF-8")
    return Problem(SETTINGS_FILE, line, column, message, advise("save it as UTF-8"))
