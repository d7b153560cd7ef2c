"""The JSON schema of sitegen.toml: what an editor completes, explains and checks while somebody types.

It is made from the same declarations as the reader of that file, in the language of a site. Editors that
read TOML by a schema find it by the first line of the file, `#:schema` and a path (Taplo, Even Better TOML).
What a key requires beside its type, such as a time zone that exists, the reader alone checks.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from sitegen.core import system
from sitegen.core.language import LANGUAGES, Language
from sitegen.core.table import Column, Table, get_input_columns
from sitegen.inputs.config.keys import (
    TRANSLATABLE_KEYS,
    ChangeKeys,
    PatternKeys,
    RankingKeys,
    SiteKeys,
    ThemeKeys,
)

SCHEMA_FILE = "vendor/sitegen.schema.json"
"""The place of the schema in a site: beside the program that it is of."""
_DRAFT = "http://json-schema.org/draft-07/schema#"
_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number"}
_Schema = dict[str, Any]


def build_schema(language: Language) -> bytes:
    """Return the schema of the settings of a site, with the options of each installed system."""
    rankings, patterns = [], [_describe_table(PatternKeys, language, {"options": {"type": "object"}})]
    del patterns[0]["properties"]["system"]  # each folder says its own
    for name in system.find_systems():
        try:
            options = system.load_system(name).Options
        except system.PluginLoadError:  # a site that uses it is told why
            continue
        words = language.with_catalogues(system.find_origin(name))
        rankings.append(_describe_ranking(RankingKeys, name, options, words))
        patterns.append(_describe_ranking(PatternKeys, name, options, words))
    tables = {
        "site": _describe_table(SiteKeys, language),
        "ranking": {"type": "array", "minItems": 1, "items": {"oneOf": [*rankings, *patterns]}},
        "theme": _describe_table(ThemeKeys, language),
    }
    schema = {"$schema": _DRAFT, **_describe_object(tables, ("site", "ranking"))}
    return json.dumps(schema, ensure_ascii=False, indent=1).encode() + b"\n"


def _describe_ranking(keys: type[Table], name: str, options: type[Table], language: Language) -> _Schema:
    """Return the schema of a ranking, or of a pattern of some, by the system called `name`.

    Its options may change by date; those that it must have each folder of a pattern may have itself.
    """
    columns = get_input_columns(options)
    changing = {column.name: _describe_column(column, language) for column in columns if column.changes}
    change = _describe_table(ChangeKeys, language, {"options": _describe_object(changing)})
    more = {"options": _describe_table(options, language), "from": {"type": "array", "items": change}}
    ranking = _describe_table(keys, language, more)
    ranking["properties"]["system"] |= {"const": name}
    if keys is PatternKeys:
        ranking["required"].append("system")
    elif any(column.is_required for column in columns):
        ranking["required"].append("options")
    return ranking


def _describe_table(
    table: type[Table], language: Language, more: Mapping[str, _Schema] | None = None
) -> _Schema:
    """Return the schema of a table of keys, and of `more` tables below it."""
    columns = get_input_columns(table)
    properties = {column.name: _describe_column(column, language) for column in columns}
    required = [column.name for column in columns if column.is_required]
    return _describe_object({**properties, **(more or {})}, required)


def _describe_object(properties: Mapping[str, _Schema], required: Iterable[str] = ()) -> _Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": [*required],
        "additionalProperties": False,
    }


def _describe_column(column: Column, language: Language) -> _Schema:
    """Return the schema of a value, with what it means and its default."""
    described = {"description": language.format_message(column.doc), **_describe_value(column)}
    if column.alone is not None:
        kind = column.entries[1] if column.entries else column.kind
        described = {
            "description": described.pop("description"),
            "anyOf": [described, {"type": _TYPES[kind]}],
        }
    if not column.is_required and isinstance(column.default, str | bool | int | float):
        described["default"] = column.default
    return described


def _describe_value(column: Column) -> _Schema:
    if column.name in TRANSLATABLE_KEYS:
        texts = {language: {"type": "string"} for language in LANGUAGES}
        return {"anyOf": [{"type": "string"}, _describe_object(texts)]}
    if column.entries:
        return {"type": "object", "additionalProperties": {"type": _TYPES[column.entries[1]]}}
    if column.kind is tuple:
        items = {"type": "string", **_list_choices(column)}
        return {"type": "array", "items": items}
    if column.kind is date:
        return {"type": "string", "format": "date"}
    bounds = {"minimum": column.minimum, "maximum": column.maximum}
    described = {"type": _TYPES[column.kind], **_list_choices(column)}
    return described | {name: bound for name, bound in bounds.items() if bound is not None}


def _list_choices(column: Column) -> _Schema:
    """Return the choices of a value, then the other words for them that the reader takes."""
    words = [*column.choices, *(other for word in column.words for other in word.others)]
    return {"enum": [*dict.fromkeys(words)]} if column.choices else {}
