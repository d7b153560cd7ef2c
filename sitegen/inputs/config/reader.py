"""Read the tables of a TOML file by the columns that declare its keys: values, and problems with places."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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
from sitegen.core.system import Origin, System
from sitegen.core.table import Column, Table, get_columns, get_input_columns
from sitegen.inputs.config.keys import TRANSLATABLE_KEYS, VALIDATORS
from sitegen.inputs.config.site import Place, check_translation, read_title
from sitegen.inputs.config.syntax import KeyPath, SourceMap
from sitegen.inputs.config.values import add_key_name, read_setting


@dataclass(frozen=True)
class Source:
    """The text of a file as TOML: where each of its keys and values stands."""

    file: str
    source_map: SourceMap

    def locate_key(self, path: KeyPath) -> Place:
        """Return the place of the key at `path`; else of the table that it would be in."""
        return Place(self.file, *self.source_map.locate_key(path))

    def locate_value(self, path: KeyPath) -> Place:
        """Return the place of the value at `path`; else of its key or table."""
        return Place(self.file, *self.source_map.locate_value(path))


@dataclass
class TomlReader:
    """Reads the tables of a document, and keeps its problems so far.

    `inherited` says which keys of the document come from another one, and from which path there. `systems`
    are those that any document of the site named, with where they come from: each is loaded once.
    """

    source: Source
    inherited: Mapping[KeyPath, tuple[Source, KeyPath]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    systems: dict[str, tuple[System, Origin]] = field(default_factory=dict)

    def locate_key(self, path: KeyPath) -> Place:
        """Return the place of the key at `path`; else of the table that it would be in."""
        source, own_path = self._find_source(path)
        return source.locate_key(own_path)

    def locate_value(self, path: KeyPath) -> Place:
        """Return the place of the value at `path`; else of its key or table."""
        source, own_path = self._find_source(path)
        return source.locate_value(own_path)

    def _find_source(self, path: KeyPath) -> tuple[Source, KeyPath]:
        """Return the document that a path comes from, and the path there."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.inherited:
                source, start = self.inherited[path[:end]]
                return source, (*start, *path[end:])
        return self.source, path

    def read_values(
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
        candidate_keys = [*nearby_keys, *(key for key in table if key not in get_names(keys))]
        for column in get_columns(keys):
            if column.name in table:
                validate = VALIDATORS.get(keys, {}).get(column.name)
                values |= self.read_value(table[column.name], column, (*path, column.name), validate)
            elif not column.is_required:
                values[column.name] = column.default
            elif not has_near_match(column.name, candidate_keys):
                message = say(
                    "missing-key", "{key} is missing in {where}", key=quote_text(column.name), where=where
                )
                self.add_error(self.locate_key(path), message, column.doc)
        return values

    def read_value(
        self, toml_value: Any, column: Column, path: KeyPath, validate: Callable[[Any], Any] | None
    ) -> dict[str, Any]:
        """Return the value of a key by its name; nothing when it is wrong, which becomes a problem."""
        try:
            is_translated = column.name in TRANSLATABLE_KEYS and isinstance(toml_value, dict)
            value = (read_title if is_translated else read_setting)(toml_value, column)
            return {column.name: validate(value) if validate else value}
        except ValueError as error:
            message, hint = error.args
            self.add_error(self.locate_value(path), add_key_name(column.name, message), hint)
            return {}

    def get_table(self, parent: Mapping[str, Any], path: KeyPath) -> Mapping[str, Any] | None:
        """Return the table at `path`, empty where there is none; None for what is no table."""
        name = str(path[-1])
        table = parent.get(name, {})
        if isinstance(table, dict):
            return table
        header = f"[{'.'.join(part for part in path if isinstance(part, str))}]"
        hint = advise("write its keys below {header}, with single brackets", header=header)
        message = say("not-a-table", "{key} is not a table", key=quote_text(name))
        self.add_error(self.locate_key(path), message, hint)
        return None

    def refuse_unknown(
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
                hint = hints.get(key) or suggest_known(key, known_keys)
                self.add_error(self.locate_key((*path, key)), message, hint)

    def refuse_untranslated(self, path: KeyPath, values: Mapping[str, Any], language: str) -> None:
        """Add an error for each title in several languages that lacks the first language of the site."""
        for key in TRANSLATABLE_KEYS & values.keys():
            if fault := check_translation(values[key], language):
                message, hint = fault
                place = self.locate_value((*path, key))
                self.add_error(place, add_key_name(key, message), hint)

    def add_error(self, place: Place, message: str, hint: str = "") -> None:
        """Add an error at a place."""
        self.problems.append(Problem(*place, message, hint))


def has_near_match(name: str, keys: Iterable[str]) -> bool:
    """Whether one of these keys is a misspelling of `name`, which is reported as such."""
    return any(find_nearest(key, [name]) for key in keys)


def suggest_known(value: str, known_names: Iterable[str]) -> str:
    """Suggest the nearest known name, and list all."""
    names = list(known_names)
    return join_messages(suggest_nearest(value, names), list_known(names))


def get_names(table: type[Table]) -> list[str]:
    """Return the names of the keys that a table declares."""
    return [column.name for column in get_input_columns(table)]
