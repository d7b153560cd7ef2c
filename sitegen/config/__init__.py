"""sitegen.toml -> Site: what is published, from which results, by which regulation."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from sitegen import system
from sitegen.config import setting
from sitegen.config.locate import Path as Keys
from sitegen.config.locate import Places, locate
from sitegen.problem import Problem, listing, quoted, suggestion
from sitegen.system import System
from sitegen.table import Column, Table, column, columns

FILE = "sitegen.toml"
LANGUAGES = ("en", "nl", "fr")
RESERVED = frozenset({"index", "news", "static", "404", "feed.xml", "sitemap.xml", *LANGUAGES})
"""Addresses at the root of a site that no ranking can have."""
_RANKING_ID = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True)
class Ranking:
    """One ranking: its address, the system that calculates it, and that system's options."""

    id: str
    name_of_system: str
    system: System
    title: str
    options: Table
    archive: int = 52
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Line and column of each option in the file."""

    def problem(self, option: str, message: str, hint: str = "") -> Problem:
        """A problem with an option, where it stands; with the file where it has its default."""
        return Problem(FILE, *self.places.get(option, (0, 0)), f"{option}: {message}", hint)


@dataclass(frozen=True)
class Site:
    """A site as sitegen.toml describes it. `url` ends in `/`; `repository` is owner/name or empty."""

    root: Path
    title: str
    url: str
    language: str
    repository: str
    rankings: tuple[Ranking, ...]


class SiteKeys(Table):
    """The keys under [site]."""

    title: str = column("the name of the site")
    url: str = column("the address where it will stand; may have a path")
    language: Literal["en", "nl", "fr"] = column("the language of its texts", default="en")
    repository: str = column("owner/name on GitHub; turns on the links to contribute", default="")


class RankingKeys(Table):
    """The keys under [[ranking]], besides its options."""

    id: str = column("its address, and its folder under results/")
    system: str = column("the system that calculates it")
    title: str = column("the name of the ranking")
    archive: int = column("how many of the latest earlier lists keep a page", default=52, minimum=0)


def load(root: Path) -> tuple[Site | None, list[Problem]]:
    """Read `root`/sitegen.toml: the site, and all that is wrong; no site when there is an error."""
    try:
        text = (root / FILE).read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
        document = tomllib.loads(text)
    except OSError as error:
        hint = "a site is a folder with this file; `sitegen new` makes one"
        return None, [Problem(FILE, 0, 0, f"cannot be read: {error.strerror}", hint)]
    except UnicodeDecodeError as error:
        return None, [_not_utf8(error)]
    except ValueError as error:
        return None, [_not_toml(str(error), text)]
    except RecursionError:
        return None, [Problem(FILE, 0, 0, "not TOML: brackets inside brackets without end")]
    reading = _Reading(locate(text))
    site = reading.site(root, document)
    return site, sorted(reading.problems, key=lambda each: each.place)


def _not_utf8(error: UnicodeDecodeError) -> Problem:
    before = error.object[: error.start].decode("utf-8", "replace")
    line, column_ = before.count("\n") + 1, len(before) - before.rfind("\n")
    return Problem(FILE, line, column_, "this file is not UTF-8", "save it as UTF-8")


def _not_toml(message: str, text: str) -> Problem:
    """Take the place out of tomllib's message, the only place where Python before 3.14 has it."""
    found = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message, re.DOTALL)
    if found:
        return Problem(FILE, int(found[2]), int(found[3]), f"not TOML: {found[1]}")
    return Problem(FILE, text.count("\n") + 1, 0, f"not TOML: {message}")


def _ranking_id(name: str) -> str:
    if name in RESERVED:
        raise ValueError(f"{quoted(name)} is an address of the site itself", "choose another id")
    if not _RANKING_ID.fullmatch(name):
        raise ValueError(f"{quoted(name)} cannot be an address", "use lower-case letters, digits and '-'")
    return name


_GRAMMARS: Mapping[type[Table], Mapping[str, Callable[[str], str]]] = {
    SiteKeys: {"title": setting.title, "url": setting.address, "repository": setting.repository},
    RankingKeys: {"title": setting.title, "id": _ranking_id},
}
"""What the type of a key does not say."""


@dataclass
class _Reading:
    """One reading of a document: where its keys and values stand, and the problems met so far."""

    places: Places
    problems: list[Problem] = field(default_factory=list)

    def site(self, root: Path, document: Mapping[str, Any]) -> Site | None:
        """The site that `document` describes; none when there is a problem."""
        self._refuse_unknown(document, ("site", "ranking"), (), "this file")
        values = self._values(self._table(document, ("site",)), SiteKeys, ("site",), "[site]")
        rankings = [self._ranking(each, ("ranking", n)) for n, each in enumerate(self._tables(document))]
        self._refuse_repeated([each.get("id") for each in rankings])
        if self.problems:
            return None
        return Site(root=root, rankings=tuple(Ranking(**each) for each in rankings), **values)

    def _ranking(self, found: Mapping[str, Any], path: Keys) -> dict[str, Any]:
        values = self._values(found, RankingKeys, path, "[[ranking]]", also=("options",))
        options = self._table(found, (*path, "options"))
        values["name_of_system"] = values.get("system", "")
        values["system"] = self._system(values["name_of_system"], (*path, "system"))
        if values["system"]:
            of = f"the options of {quoted(values['name_of_system'])}"
            read = self._values(options, values["system"].Options, (*path, "options"), of)
            values["options"] = values["system"].Options.rows([read.values()])[0]
            values["places"] = {each: self.places.value((*path, "options", each)) for each in options}
        return values

    def _system(self, name: str, path: Keys) -> System | None:
        known = system.installed()
        if name in known:
            try:
                return system.find(name)
            except Exception as error:  # noqa: BLE001 - whatever a package of somebody else's raises
                self._error(self.places.value(path), f"the system {quoted(name)} cannot be loaded: {error}")
        elif name:
            message = f"there is no system {quoted(name)}"
            self._error(self.places.value(path), message, _known(name, known))
        return None

    def _values(
        self, found: Mapping[str, Any], table: type[Table], path: Keys, where: str, also: Sequence[str] = ()
    ) -> dict[str, Any]:
        """The value of each column of `table`, or its default; those that are wrong are left out."""
        declared = columns(table)
        self._refuse_unknown(found, [*(each.name for each in declared), *also], path, where)
        values: dict[str, Any] = {}
        for each in declared:
            if each.name in found:
                values |= self._value(found[each.name], each, (*path, each.name), _GRAMMARS.get(table, {}))
            elif each.required:
                self._error(self.places.key(path), f"{quoted(each.name)} is missing in {where}", each.doc)
            else:
                values[each.name] = each.default
        return values

    def _value(
        self, found: Any, column: Column, path: Keys, grammars: Mapping[str, Callable[[str], str]]
    ) -> dict[str, Any]:
        try:
            value = setting.read(found, column)
            return {column.name: grammars[column.name](value) if column.name in grammars else value}
        except ValueError as error:
            message, hint = error.args
            self._error(self.places.value(path), f"{column.name}: {message}", hint)
            return {}

    def _table(self, parent: Mapping[str, Any], path: Keys) -> Mapping[str, Any]:
        found = parent.get(str(path[-1]), {})
        if isinstance(found, dict):
            return found
        self._error(self.places.key(path), f"{quoted(str(path[-1]))} is not a table")
        return {}

    def _tables(self, document: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        found = document.get("ranking", [])
        if isinstance(found, list) and found and all(isinstance(each, dict) for each in found):
            return found
        message = "'ranking' is not a list of tables" if found else "there is no ranking"
        self._error(self.places.key(("ranking",)), message, "each ranking is a table [[ranking]]")
        return []

    def _refuse_unknown(self, found: Iterable[str], known: Sequence[str], path: Keys, where: str) -> None:
        for key in found:
            if key not in known:
                message = f"{quoted(key)} is not known in {where}"
                self._error(self.places.key((*path, key)), message, _known(key, known))

    def _refuse_repeated(self, ids: Sequence[str | None]) -> None:
        for index, each in enumerate(ids):
            if each and each in ids[:index]:
                place = self.places.value(("ranking", index, "id"))
                first, _ = self.places.value(("ranking", ids.index(each), "id"))
                self._error(place, f"the id {quoted(each)} stands in line {first} too", "choose another id")

    def _error(self, place: tuple[int, int], message: str, hint: str = "") -> None:
        self.problems.append(Problem(FILE, *place, message, hint))


def _known(value: str, known: Iterable[str]) -> str:
    """A hint with the nearest of what is known, and all of it."""
    names = list(known)
    return "; ".join(filter(None, (suggestion(value, names), listing(names))))
