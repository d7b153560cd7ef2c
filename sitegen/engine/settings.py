"""What the settings of a site say, as JSON: as much of it as is needed to read, rate and compare."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from sitegen import system
from sitegen.config import Ranking, Site

_OF_SITE = ("title", "url", "languages", "language", "repository", "timezone", "as_of")
_OF_RANKING = ("id", "name_of_system", "title", "short_title", "archive", "place")


def of_site(site: Site) -> dict[str, Any]:
    """What is said of the site as a whole."""
    return {each: packed(getattr(site, each)) for each in _OF_SITE}


def of_ranking(ranking: Ranking) -> dict[str, Any]:
    """What is said of a ranking, with its options and where these stand."""
    said = {each: packed(getattr(ranking, each)) for each in _OF_RANKING}
    return said | {"options": packed(tuple(ranking.options)), "places": packed(ranking.places)}


def site(root: Path, said: Mapping[str, Any], *rankings: Mapping[str, Any]) -> Site:
    """The site again, with these of its rankings; its results are in `root`."""
    every = {name: unpacked(value) for name, value in said.items()}
    return Site(root=root, rankings=tuple(map(_ranking, rankings)), **every)


def _ranking(said: Mapping[str, Any]) -> Ranking:
    values = {name: unpacked(value) for name, value in said.items()}
    name = values["name_of_system"]
    found = system.find(name)
    options = found.Options.rows([values.pop("options")])[0]
    known = {*Ranking._fields} & values.keys()
    given = {each: values[each] for each in known}
    return Ranking(**given, system=found, options=options, origin=system.origin(name))


def packed(value: Any) -> Any:
    """A value of a setting as JSON can say it."""
    if isinstance(value, date):
        return {"date": value.isoformat()}
    if isinstance(value, tuple):
        return {"tuple": list(map(packed, value))}
    if isinstance(value, Mapping):
        return {"entries": [[packed(key), packed(each)] for key, each in value.items()]}
    return value


def unpacked(value: Any) -> Any:
    """The value again."""
    if not isinstance(value, dict):
        return value
    ((kind, inner),) = value.items()
    if kind == "date":
        return date.fromisoformat(inner)
    if kind == "tuple":
        return tuple(map(unpacked, inner))
    return {unpacked(key): unpacked(each) for key, each in inner}
