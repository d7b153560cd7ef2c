"""`sitegen systems`: the tables and options of ranking systems, from their declarations.

All texts are in the language of the site.
"""

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import ModuleType

from sitegen.core.entities import FaultKind, Rule
from sitegen.core.language import ENGLISH, Language
from sitegen.core.names import make_sort_key
from sitegen.core.options import format_option
from sitegen.core.problems import (
    FileWord,
    Message,
    Number,
    advise,
    join_messages,
    list_known,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.core.roles import get_file_table
from sitegen.core.system import HasRules, PluginLoadError, System, find_origin, list_input_tables, load_system
from sitegen.core.table import Column, get_column_names, get_input_columns

_MAX_KIND_WIDTH = 44  # a longer one, of many choices, does not widen the column
_PARAMETER = re.compile(r"\{\w+\}")
TYPE_NAMES = {
    str: advise("text"),
    int: advise("whole number"),
    float: advise("number"),
    bool: advise("yes or no"),
    dict: advise("table"),
    tuple: advise("list"),
}


def format_overview(
    names: Collection[str], used_systems: Sequence[tuple[str, str]], language: Language = ENGLISH
) -> str:
    """Return a line for each system: its name, its regulation, and the rankings that use it.

    `used_systems` has the id and the system of each ranking. Of a system that cannot be used the line says
    why.
    """
    width = max(map(len, names), default=0)
    lines = []
    for name in names:
        rankings = ", ".join(ranking for ranking, system in used_systems if system == name)
        usage = language.format_message(advise("here: {rankings}", rankings=rankings))
        lines.append(f"{name:{width}}  {_format_title(name, language)}" + (f" ({usage})" if rankings else ""))
    return "\n".join(lines)


def _format_title(name: str, language: Language) -> str:
    try:
        title = load_system(name).title
    except PluginLoadError as error:
        return language.format_message(advise("cannot be used: {reason}", reason=error.message))
    return language.with_catalogues(find_origin(name)).translate(title)


def format_unknown_system(name: str, names: Collection[str]) -> Message:
    """Return the message that no system has this name, with the names that there are."""
    hint = join_messages(suggest_nearest(name, names), list_known(names))
    return say(
        "no-such-system", "no ranking system is called {name} ({hint})", name=quote_text(name), hint=hint
    )


def format_reference(name: str, system: System, language: Language = ENGLISH) -> str:
    """Return the tables that a club keeps, the options and the published tables of one system."""
    return "\n".join(
        [
            f"{name} - {language.translate(system.title)}",
            "",
            language.format_message(advise("Tables to keep")),
            *_format_tables(system, language),
            language.format_message(advise("Options")),
            *_format_columns(get_input_columns(system.Options), language),
            "",
            *_format_checks(system, language),
            language.format_message(advise("Published tables")),
            *(
                f"  {name}.csv: {', '.join(get_column_names(get_file_table(table)))}"
                for name, table in system.outputs.items()
            ),
        ]
    )


def _format_checks(system: System, language: Language) -> Iterator[str]:
    """Yield what is checked besides the columns: the rules of a system, then all that it can say is wrong."""
    rules = system.rules if isinstance(system, HasRules) else ()
    kinds = [*dict.fromkeys(_list_fault_kinds(system))]
    if rules or kinds:
        yield language.format_message(advise("What is checked"))
        columns = (column for table in list_input_tables(system) for column in get_input_columns(table.rows))
        headings = {column.name: language.format_message(column.heading) for column in columns}
        yield from (f"  {_format_rule(rule, headings, language)}" for rule in rules)
        yield ""
    titles = {
        False: advise("Errors: nothing is published until they are mended"),
        True: advise("Warnings: probably slips, which stop nothing"),
    }
    for is_warning, title in titles.items():
        if alike := [kind for kind in kinds if kind.is_warning == is_warning]:
            yield language.format_message(title)
            yield from (line for kind in alike for line in _format_fault_kind(kind, language))
            yield ""


def _format_rule(rule: Rule, headings: Mapping[str, str], language: Language) -> str:
    """Return what a rule checks, with the headings that the files of a club have for its columns."""
    message = rule.describe()
    names = {
        name: message.params[name].split(", ") for name in ("column", "columns") if name in message.params
    }
    named = {name: ", ".join([headings[text] for text in texts]) for name, texts in names.items()}
    return language.format_message(Message("", message.text, {**message.params, **named}))


def _format_fault_kind(kind: FaultKind, language: Language) -> Iterator[str]:
    """Yield the message of a kind and its cure, with `…` for what differs from row to row."""
    for indent, text in (("  ", kind.plural or kind.text), ("    ", kind.hint)):
        if text:
            yield indent + _PARAMETER.sub("…", language.translate(text))


def _list_fault_kinds(system: System) -> Iterator[FaultKind]:
    """Yield what can be wrong: what the modules of a system declare, and those of the toolkit that it uses.

    The kinds of `rules` describe themselves, and what a draw refuses is no check.
    """
    name = system.__name__ if isinstance(system, ModuleType) else type(system).__module__
    package = name if hasattr(sys.modules[name], "__path__") else name.rpartition(".")[0] or name
    waiting = sorted(module for module in sys.modules if f"{module}.".startswith(f"{package}."))
    seen = {"sitegen.toolkit.rules"}
    for module in waiting:
        if module in seen or module.endswith(".draw"):
            continue
        seen.add(module)
        names = vars(sys.modules[module])
        groups = (value.values() if isinstance(value, dict) else (value,) for value in names.values())
        for value in chain.from_iterable(groups):
            source = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            if isinstance(value, FaultKind):
                yield value
            elif isinstance(source, str) and source.startswith("sitegen.toolkit."):
                waiting.append(source)


def _format_tables(system: System, language: Language) -> Iterator[str]:
    for table in list_input_tables(system):
        sentence, _, _ = (table.rows.__doc__ or "").partition("\n")
        missing = f" ({language.format_message(advise('may be missing'))})" if table.may_be_missing else ""
        yield f"  results/<ranking>/{table.name}.csv{missing}: {language.format_message(sentence)}"
        yield from _format_columns(get_input_columns(table.rows), language, "    ")
        yield ""


def _format_columns(columns: Iterable[Column], language: Language, indent: str = "  ") -> Iterator[str]:
    """Yield a line for each column, and below it the other headings and words that a file may have."""
    rows = [
        (column, language.format_message(column.heading), _format_kind(column, language))
        for column in columns
    ]
    width = max((len(heading) for _, heading, _ in rows), default=0)
    kind_width = max((len(kind) for *_, kind in rows if len(kind) <= _MAX_KIND_WIDTH), default=0)
    for column, heading, kind in rows:
        doc = language.format_message(column.doc)
        yield f"{indent}{heading:{width}}  {kind:{kind_width}}  {doc}".rstrip()
        for note in (*_format_synonyms(column, language), *_format_change(column)):
            yield f"{indent}{'':{width}}    {language.format_message(note)}"


def _format_synonyms(column: Column, language: Language) -> Iterator[str]:
    """Yield the other headings of a column, and other words for each of its choices."""
    if column.headings:
        yield advise("also as heading: {names}", names=_list_others(column.heading, language))
    for word in column.words if column.choices else ():
        if word.others:
            others = _list_others(word, language)
            yield advise("{choice} also as: {words}", choice=word, words=others)


def _format_change(column: Column) -> Iterator[str]:
    """Yield whether an option may change from a day on, where its system says so."""
    if column.changes:
        yield advise("may change from a day on: {subject}", subject=Message("", column.changes, {}))
    if column.stays:
        yield advise("cannot change from a day on: {reason}", reason=Message("", column.stays, {}))


def _list_others(word: FileWord, language: Language) -> str:
    """Return what else files may have for a word; of those that differ by accents alone the first."""
    others = {make_sort_key(other): other for other in reversed((str(word), *word.others))}
    others.pop(make_sort_key(language.format_message(word)), None)
    return ", ".join(reversed(others.values()))


def _format_kind(column: Column, language: Language) -> str:
    """Return the type of a column, its limits and its default: `whole number, from 1, required`."""
    parts = [
        _format_type(column),
        advise("from {least}", least=Number(column.minimum)) if column.minimum is not None else "",
        advise("to {most}", most=Number(column.maximum)) if column.maximum is not None else "",
        advise("in {unit}", unit=column.unit) if column.unit else "",
        advise("required")
        if column.is_required
        else advise("default {value}", value=_format_default(column)),
    ]
    return ", ".join(language.format_message(part) for part in parts if part)


def _format_type(column: Column) -> str:
    if column.choices:
        return join_messages(*column.words, between=" | ")
    if column.display.style == "player":
        return advise("player")
    return TYPE_NAMES.get(column.kind) or advise("date")


def _format_default(column: Column) -> str:
    value = column.default
    if value in (None, ""):
        return advise("blank")
    if isinstance(value, bool):
        return advise("yes") if value else advise("no")
    return next((word for word in column.words if word == value), format_option(value)) or advise("empty")
