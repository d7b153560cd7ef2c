"""A document of TOML -> Site: every key and value as its column declares it, and whatever is not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitegen import system
from sitegen.config import setting, title
from sitegen.config.keys import GRAMMARS, IN_LANGUAGES, RankingKeys, SiteKeys, ThemeKeys
from sitegen.config.locate import Path as Keys
from sitegen.config.locate import Places
from sitegen.config.site import FILE, Ranking, Site, Theme
from sitegen.message import advise, joined, say
from sitegen.palette import Palette
from sitegen.problem import Problem, listing, nearest, quoted, suggestion
from sitegen.system import System
from sitegen.table import Column, Table, columns

_MOST_RANKINGS = 1_000


@dataclass
class Reading:
    """One reading of a document: where its keys and values stand, and the problems met so far."""

    places: Places
    problems: list[Problem] = field(default_factory=list)

    def site(self, root: Path, document: Mapping[str, Any]) -> Site | None:
        """The site that `document` describes; none when there is a problem."""
        self._refuse_unknown(document, ("site", "ranking", "theme"), (), advise("this file"), _BELOW)
        values = self._site(document) | {"theme": self._theme(document)}
        rankings = [self._ranking(each, ("ranking", n)) for n, each in enumerate(self._tables(document))]
        self._refuse_repeated([each.get("id") for each in rankings])
        languages = values.pop("languages", ()) or (values.get("language", ""),)
        tables = [(("site",), values), *((("ranking", n), each) for n, each in enumerate(rankings))]
        if not self.problems:
            self._refuse_untold(tables, languages[0])
        if self.problems:
            return None
        every = tuple(Ranking(**each) for each in rankings)
        return Site(root=root, rankings=every, languages=languages, **values).speaking(languages[0])

    def _site(self, document: Mapping[str, Any]) -> dict[str, Any]:
        where, found = advise("[site]"), self._table(document, ("site",))
        if found is None or ("site" not in document and _is_meant("site", document)):
            return {}
        self._refuse_unknown(found, _names(SiteKeys), ("site",), where, _BELOW_RANKING)
        if {"language", "languages"} <= {*found}:
            message = say("language-and-languages", "'language' and 'languages' say two things")
            hint = advise("keep 'languages': the first of them stands at the root")
            self._error(self.places.key(("site", "language")), message, hint)
        return self._values(found, SiteKeys, ("site",), where, besides=document)

    def _theme(self, document: Mapping[str, Any]) -> Theme:
        """The colours, the logo and the font of the site's own, and where each of them is said."""
        found = self._table(document, ("theme",)) or {}
        self._refuse_unknown(found, _names(ThemeKeys), ("theme",), advise("[theme]"), {})
        values = self._values(found, ThemeKeys, ("theme",), advise("[theme]"))
        files = {each: values.pop(each, "") for each in ("logo", "font")}
        places = {each: self.places.value(("theme", each)) for each in found}
        return Theme(Palette(**values), **files, places=places)

    def _ranking(self, found: Mapping[str, Any], path: Keys) -> dict[str, Any]:
        where, given = advise("[[ranking]]"), self._table(found, (*path, "options"))
        besides = (given or ()) if "system" in found else ()  # without one nobody reads the options
        values = self._values(found, RankingKeys, path, where, besides)
        values["name_of_system"] = values.get("system", "")
        values["system"] = self._system(values.get("system"), (*path, "system"))
        if values["system"]:
            values["origin"] = system.origin(values["name_of_system"])
            values["place"] = self.places.value((*path, "system"))
        options = values["system"].Options if values["system"] else None
        below = dict.fromkeys(_names(options) if options else (), _BELOW_OPTIONS)
        self._refuse_unknown(found, [*_names(RankingKeys), "options"], path, where, below)
        if options and given is not None:
            of = advise("the options of {system}", system=quoted(values["name_of_system"]))
            values |= self._options(given, options, (*path, "options"), of, besides=found)
        return values

    def _options(
        self, found: Mapping[str, Any], table: type[Table], path: Keys, where: str, besides: Iterable[str]
    ) -> dict[str, Any]:
        """The options of a ranking, and where each of them stands."""
        self._refuse_unknown(found, _names(table), path, where, _ABOVE_OPTIONS)
        read = self._values(found, table, path, where, besides)
        places = {each: self.places.value((*path, each)) for each in found}
        return {"options": table.rows([read.values()])[0], "places": places}

    def _system(self, name: str | None, path: Keys) -> System | None:
        known = system.installed()
        if name is None:
            return None  # which has been told
        if name in known:
            try:
                return system.find(name)
            except system.UnfitError as error:
                for each in error.refused:
                    self._error(self.places.value(path), *each)
        else:
            message = say("unknown-system", "there is no system {name}", name=quoted(name))
            self._error(self.places.value(path), message, _known(name, known))
        return None

    def _values(
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
        others = [*besides, *(each for each in found if each not in _names(table))]
        for each in columns(table):
            if each.name in found:
                values |= self._value(found[each.name], each, (*path, each.name), GRAMMARS.get(table, {}))
            elif not each.required:
                values[each.name] = each.default
            elif not _is_meant(each.name, others):
                message = say(
                    "missing-key", "{key} is missing in {where}", key=quoted(each.name), where=where
                )
                self._error(self.places.key(path), message, each.doc)
        return values

    def _value(
        self, found: Any, column: Column, path: Keys, grammars: Mapping[str, Callable[[Any], Any]]
    ) -> dict[str, Any]:
        try:
            is_said_in_several = column.name in IN_LANGUAGES and isinstance(found, dict)
            value = (title if is_said_in_several else setting).read(found, column)
            return {column.name: grammars[column.name](value) if column.name in grammars else value}
        except ValueError as error:
            message, hint = error.args
            self._error(self.places.value(path), setting.about(column.name, message), hint)
            return {}

    def _table(self, parent: Mapping[str, Any], path: Keys) -> Mapping[str, Any] | None:
        name = str(path[-1])
        found = parent.get(name, {})
        if isinstance(found, dict):
            return found
        header = "[ranking.options]" if name == "options" else f"[{name}]"
        hint = advise("write its keys below {header}, with single brackets", header=header)
        self._error(self.places.key(path), say("not-a-table", "{key} is not a table", key=quoted(name)), hint)
        return None

    def _tables(self, document: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        found = document.get("ranking", [])
        if isinstance(found, list) and found and all(isinstance(each, dict) for each in found):
            return self._as_many_as_can_be(found)
        if not found and _is_meant("ranking", document):
            return []
        message = (
            say("ranking-not-a-list", "{key} is not a list of tables", key="'ranking'")
            if found
            else say("no-ranking", "there is no ranking")
        )
        hint = advise("each ranking begins with [[ranking]], with double brackets")
        self._error(self.places.key(("ranking",)), message, hint)
        return []

    def _as_many_as_can_be(self, found: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
        if len(found) > _MOST_RANKINGS:
            told = {"number": len(found), "most": _MOST_RANKINGS}
            message = say("too-many-rankings", "{number} rankings, more than {most}", **told)
            self._error(self.places.key(("ranking", _MOST_RANKINGS)), message, advise("make several sites"))
        return found[:_MOST_RANKINGS]

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
                message = say("unknown-key", "{key} is not known in {where}", key=quoted(key), where=where)
                hint = elsewhere.get(key) or _known(key, known)
                self._error(self.places.key((*path, key)), message, hint)

    def _refuse_untold(self, tables: Iterable[tuple[Keys, Mapping[str, Any]]], language: str) -> None:
        """Tell of titles in several languages that say nothing in the first one."""
        for path, values in tables:
            for key in IN_LANGUAGES & values.keys():
                if found := title.untold(values[key], language):
                    self._error(self.places.value((*path, key)), setting.about(key, found[0]), found[1])

    def _refuse_repeated(self, ids: Sequence[str | None]) -> None:
        for index, each in enumerate(ids):
            if each and each in ids[:index]:
                place = self.places.value(("ranking", index, "id"))
                first, _ = self.places.value(("ranking", ids.index(each), "id"))
                message = say(
                    "same-ranking-id", "the id {id} stands in line {line} too", id=quoted(each), line=first
                )
                self._error(place, message, advise("choose another id"))

    def _error(self, place: tuple[int, int], message: str, hint: str = "") -> None:
        self.problems.append(Problem(FILE, *place, message, hint))


def _is_meant(name: str, by: Iterable[str]) -> bool:
    """Whether one of these keys is nearly this one, and told as such."""
    return any(nearest(each, [name]) for each in by)


def _names(table: type[Table]) -> list[str]:
    return [each.name for each in columns(table)]


_BELOW_OPTIONS = advise("it is an option: write it below [ranking.options]")
_BELOW_RANKING = dict.fromkeys(
    (each for each in _names(RankingKeys) if each not in _names(SiteKeys)),
    advise("write it below [[ranking]]"),
)
_ABOVE_OPTIONS = dict.fromkeys(
    _names(RankingKeys), advise("it is no option: write it above [ranking.options], below [[ranking]]")
)
_BELOW = (
    {"options": advise("write [ranking.options], below its [[ranking]]")}
    | _BELOW_RANKING
    | dict.fromkeys(_names(SiteKeys), advise("write it below [site]"))
)
"""Where a key belongs that stands in another place."""


def _known(value: str, known: Iterable[str]) -> str:
    """A hint with the nearest of what is known, and all of it."""
    names = list(known)
    return joined(suggestion(value, names), listing(names))
