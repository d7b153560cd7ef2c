"""Read what a table says of a ranking: its titles, its system, and the options of that system.

The table is a [[ranking]] in sitegen.toml, or all of a ranking.toml with what it has of a pattern.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sitegen.core import system
from sitegen.core.options import ChangingOptions, Version, format_setting
from sitegen.core.problems import Message, advise, quote_text, say
from sitegen.core.system import Origin, System
from sitegen.core.table import Column, Table, get_input_columns
from sitegen.inputs.config.keys import ChangeKeys
from sitegen.inputs.config.reader import TomlReader, get_names, suggest_known
from sitegen.inputs.config.site import Place
from sitegen.inputs.config.syntax import KeyPath


class RankingForm(NamedTuple):
    """How a ranking is written in a kind of file: its keys, where they stand, what its headers begin with."""

    keys: type[Table]
    where: str
    prefix: str

    @property
    def options_header(self) -> str:
        """The header of the options."""
        return f"[{self.prefix}options]"

    @property
    def change_header(self) -> str:
        """The header of a change of options."""
        return f"[[{self.prefix}from]]"

    @property
    def change_options_header(self) -> str:
        """The header of the options that change."""
        return f"[{self.prefix}from.options]"

    def suggest_for_options(self) -> dict[str, str]:
        """Return hints for keys that are no options, where they are found among these."""
        where: str = advise("it is no option: write it above {header}", header=self.options_header)
        return dict.fromkeys(get_names(self.keys), where) | {
            "date": advise("write it below {header}, above its options", header=self.change_header),
            "from": advise("write {header}, below its {where}", header=self.change_header, where=self.where),
        }


def read_ranking(
    reader: TomlReader, form: RankingForm, table: Mapping[str, Any], path: KeyPath
) -> dict[str, Any]:
    """Return the fields of a `Ranking` that a table at `path` says; what is wrong becomes problems."""
    option_values = reader.get_table(table, (*path, "options"))
    nearby_keys = (option_values or ()) if "system" in table else ()  # else no option is reported
    values = reader.read_values(table, form.keys, path, form.where, nearby_keys)
    values["name_of_system"] = values.get("system", "")
    values["system"], values["origin"] = _find_system(reader, values.get("system"), (*path, "system"))
    if values["system"]:
        values["place"] = reader.locate_value((*path, "system"))
    options = values["system"].Options if values["system"] else None
    hint = advise("it is an option: write it below {header}", header=form.options_header)
    hints = dict.fromkeys(get_names(options) if options else (), hint)
    reader.refuse_unknown(table, [*get_names(form.keys), "options", "from"], path, form.where, hints)
    if options and option_values is not None:
        where = advise("the options of {system}", system=quote_text(values["name_of_system"]))
        options_path = (*path, "options")
        reader.refuse_unknown(
            option_values, get_names(options), options_path, where, form.suggest_for_options()
        )
        read = reader.read_values(option_values, options, options_path, where, nearby_keys=table)
        changes = _read_changes(reader, form, table.get("from", []), options, read, (*path, "from"), where)
        values["options"] = options.make_rows([read.values()])[0]
        if changes and not reader.problems:
            values["options"] = values["options"].with_changes(changes)
        values["places"] = _locate_options(reader, option_values, changes, path)
    return values


def _locate_options(
    reader: TomlReader, first: Iterable[str], changes: Sequence[Version], path: KeyPath
) -> dict[tuple[date, str], Place]:
    """Return the places of the options of a ranking, by the day from which they hold and their names."""
    places = {(date.min, name): (*path, "options", name) for name in first}
    for index, (day, values) in enumerate(changes):
        change = (*path, "from", index)
        places |= {(day, name): (*change, "options", name) for name in values} | {
            (day, "date"): (*change, "date")
        }
    return {key: reader.locate_value(place) for key, place in places.items()}


def _read_changes(  # noqa: PLR0913, PLR0917 - what is needed to read them
    reader: TomlReader,
    form: RankingForm,
    tables: Any,
    options: type[Table],
    held: Mapping[str, Any],
    path: KeyPath,
    where: str,
) -> list[Version]:
    """Return the changes of options, which are `held` before; those that are wrong become problems."""
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        message = say("ranking-not-a-list", "{key} is not a list of tables", key="'from'")
        hint = advise("each change begins with {header}, with double brackets", header=form.change_header)
        reader.add_error(reader.locate_key(path), message, hint)
        return []
    changes, latest = list[Version](), date.min
    for index, table in enumerate(tables):
        day, values = _read_change(reader, form, table, options, held, (*path, index), where)
        if day <= latest:
            message = say("change-out-of-order", "{day} does not come after {other}", day=day, other=latest)
            hint = advise("write the changes in the order of their days, those of one day together")
            reader.add_error(reader.locate_value((*path, index, "date")), message, hint)
        latest = latest if day == date.max else day  # of one without a day that is told
        changes.append((day, values))
        held = {**held, **values}
    return changes


def _read_change(  # noqa: PLR0913, PLR0917 - as above
    reader: TomlReader,
    form: RankingForm,
    table: Mapping[str, Any],
    options: type[Table],
    held: Mapping[str, Any],
    path: KeyPath,
    where: str,
) -> Version:
    """Return a change of options: its day, and the new values."""
    hints = dict.fromkeys(
        get_names(options),
        advise("it is an option: write it below {header}", header=form.change_options_header),
    )
    reader.refuse_unknown(table, ["date", "options"], path, form.change_header, hints)
    option_values = reader.get_table(table, (*path, "options"))
    keys = reader.read_values(table, ChangeKeys, path, form.change_header, option_values or ())
    day, path = keys.get("date", date.max), (*path, "options")
    if option_values == {} and {*table} <= {"date", "options"}:
        message = say("change-without-options", "no option changes here")
        reader.add_error(
            reader.locate_key(path),
            message,
            advise("write what changes below {header}, or take this out", header=form.change_options_header),
        )
    reader.refuse_unknown(option_values or (), get_names(options), path, where, form.suggest_for_options())
    values: dict[str, Any] = {}
    for column in get_input_columns(options):
        if option_values and column.name in option_values:
            read = reader.read_value(option_values[column.name], column, (*path, column.name), None)
            may_change = bool(column.changes) and issubclass(options, ChangingOptions)
            _check_change(reader, form, column, read, held, (*path, column.name), may_change=may_change)
            values |= read
    return day, values


def _check_change(  # noqa: PLR0913, PLR0917 - as above
    reader: TomlReader,
    form: RankingForm,
    column: Column,
    values: Mapping[str, Any],
    held: Mapping[str, Any],
    path: KeyPath,
    *,
    may_change: bool,
) -> None:
    """Add an error where an option cannot change, or does not."""
    place, key = reader.locate_value(path), quote_text(column.name)
    if not may_change:
        reason = Message("", column.stays, {}) or advise("its system does not say that it may change")
        message = say("option-stays", "{key} cannot change from a day on: {reason}", key=key, reason=reason)
        reader.add_error(
            place, message, advise("write it below {header}, for all days", header=form.options_header)
        )
    elif column.name in values and values[column.name] == held.get(column.name, column):
        value = quote_text(format_setting(column, values[column.name]))
        message = say("change-of-nothing", "{key} is {value} already", key=key, value=value)
        reader.add_error(place, message, advise("take it out, or correct the value"))


def _find_system(
    reader: TomlReader, name: str | None, path: KeyPath
) -> tuple[System, Origin] | tuple[None, Origin]:
    """Return a system and where it comes from; None for one that cannot be used, which is a problem."""
    if name is None:
        return None, Origin()  # the missing key is a problem already
    if name in reader.systems:
        return reader.systems[name]
    registrations = system.find_systems()
    if name in registrations:
        try:
            loaded = system.load_system(name), system.find_origin(name)
            return reader.systems.setdefault(name, loaded)
        except system.PluginLoadError as error:
            for plugin_error in error.errors:
                reader.add_error(reader.locate_value(path), *plugin_error)
    else:
        message = say("unknown-system", "there is no system {name}", name=quote_text(name))
        reader.add_error(reader.locate_value(path), message, suggest_known(name, registrations))
    return None, Origin()
