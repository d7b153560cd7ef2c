"""The settings of a site as JSON: as much of them as a session needs to read, rate and compare."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from sitegen.core import system
from sitegen.inputs.config.site import Ranking, Site

_SITE_FIELDS = ("title", "url", "languages", "language", "repository", "timezone", "as_of", "dates")
_RANKING_FIELDS = ("id", "name_of_system", "title", "short_title", "archive", "place")


def encode_site(site: Site) -> dict[str, Any]:
    """Return the settings of a site as a whole."""
    return {name: encode_value(getattr(site, name)) for name in _SITE_FIELDS}


def encode_ranking(ranking: Ranking) -> dict[str, Any]:
    """Return the settings of a ranking, with its options and the lines that these stand in."""
    fields = {name: encode_value(getattr(ranking, name)) for name in _RANKING_FIELDS}
    if ranking.clubs:
        fields["clubs"] = encode_value(ranking.clubs)
    return fields | {"options": encode_value(tuple(ranking.options)), "places": encode_value(ranking.places)}


def decode_site(root: Path, data: Mapping[str, Any], *rankings: Mapping[str, Any]) -> Site:
    """Return the site again, with some of its rankings; its results are in `root`."""
    fields = {name: decode_value(value) for name, value in data.items()}
    return Site(root=root, rankings=tuple(map(_decode_ranking, rankings)), **fields)


def _decode_ranking(data: Mapping[str, Any]) -> Ranking:
    values = {name: decode_value(value) for name, value in data.items()}
    name = values["name_of_system"]
    loaded_system = system.load_system(name)
    options = loaded_system.Options.make_rows([values.pop("options")])[0]
    fields = {key: value for key, value in values.items() if key in Ranking._fields}
    return Ranking(**fields, system=loaded_system, options=options, origin=system.find_origin(name))


def encode_value(value: Any) -> Any:
    """Return the value of a setting in types that JSON has."""
    if isinstance(value, date):
        return {"date": value.isoformat()}
    if isinstance(value, tuple):
        return {"tuple": list(map(encode_value, value))}
    if isinstance(value, Mapping):
        return {"entries": [[encode_value(key), encode_value(item)] for key, item in value.items()]}
    return value


def decode_value(value: Any) -> Any:
    """Return the value that was encoded."""
    if not isinstance(value, dict):
        return value
    ((kind, inner),) = value.items()
    if kind == "date":
        return date.fromisoformat(inner)
    if kind == "tuple":
        return tuple(map(decode_value, inner))
    return {decode_value(key): decode_value(item) for key, item in inner}
