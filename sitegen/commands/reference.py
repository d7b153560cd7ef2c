"""What a ranking system expects and publishes, told from its declarations in the language of a site."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from sitegen.language import ENGLISH, Language
from sitegen.message import Message, advise, joined, say
from sitegen.names import alphabetical
from sitegen.problem import listing, quoted, suggestion
from sitegen.system import System, UnfitError, find, kept, origin
from sitegen.table import Column, cell_columns, columns, written

_WIDEST = 44  # a longer kind, of many choices, stands out from the others
_WORDS = {
    str: advise("text"),
    int: advise("whole number"),
    float: advise("number"),
    bool: advise("yes or no"),
    dict: advise("table"),
    tuple: advise("list"),
}


def overview(names: Collection[str], used: Sequence[tuple[str, str]], language: Language = ENGLISH) -> str:
    """A line a system: its name, its regulation, and the rankings of a site that use it (id, system).

    Of one that cannot be used, why.
    """
    width = max(map(len, names), default=0)
    return "\n".join(
        f"{each:{width}}  {_titled(each, language)}{_here(each, used, language)}" for each in names
    )


def _titled(name: str, language: Language) -> str:
    try:
        title = find(name).title
    except UnfitError as error:
        return language.told(advise("cannot be used: {reason}", reason=error.told))
    return language.with_words_of(origin(name)).word(title)


def _here(name: str, used: Sequence[tuple[str, str]], language: Language) -> str:
    rankings = ", ".join(ranking for ranking, system in used if system == name)
    return f" ({language.told(advise('here: {rankings}', rankings=rankings))})" if rankings else ""


def unknown(name: str, known: Iterable[str]) -> Message:
    """That no system has this name, and which names there are."""
    names = list(known)
    hint = joined(suggestion(name, names), listing(names))
    return say("no-such-system", "no ranking system is called {name} ({hint})", name=quoted(name), hint=hint)


def reference(name: str, system: System, language: Language = ENGLISH) -> str:
    """The tables a club keeps, the options and the published tables of one system."""
    return "\n".join(
        [
            f"{name} - {language.word(system.title)}",
            "",
            language.told(advise("Tables to keep")),
            *_kept(system, language),
            language.told(advise("Options")),
            *_columns(columns(system.Options), language),
            "",
            language.told(advise("Published tables")),
            *(
                f"  {table}.csv: {', '.join(each.name for each in columns(of))}"
                for table, of in system.outputs.items()
            ),
        ]
    )


def _kept(system: System, language: Language) -> Iterator[str]:
    for table in kept(system):
        said, _, _ = (table.rows.__doc__ or "").partition("\n")
        missing = f" ({language.told(advise('may be missing'))})" if table.may_be_missing else ""
        yield f"  results/<ranking>/{table.name}.csv{missing}: {language.told(said)}"
        yield from _columns(cell_columns(table.rows), language, "    ")
        yield ""


def _columns(described: Iterable[Column], language: Language, indent: str = "  ") -> Iterator[str]:
    """A line a column, and below it the other names and words that a file may have."""
    told = [(each, _kind(each, language), language.told(each.doc)) for each in described]
    widths = (
        max((len(each.name) for each, _, _ in told), default=0),
        max((len(kind) for _, kind, _ in told if len(kind) <= _WIDEST), default=0),
    )
    for each, kind, doc in told:
        yield f"{indent}{each.name:{widths[0]}}  {kind:{widths[1]}}  {doc}".rstrip()
        for more in _otherwise(each):
            yield f"{indent}{'':{widths[0]}}    {language.told(more)}"


def _otherwise(column: Column) -> Iterator[str]:
    """How a file may write the column and its choices besides."""
    if column.headings:
        headings = {alphabetical(each): each for each in reversed(column.headings)}  # accents do not count
        yield advise("also as heading: {names}", names=", ".join(reversed(headings.values())))
    for choice in column.choices:
        words = [written for written, meant in column.synonyms if meant == choice]
        if words:
            yield advise("{choice} also as: {words}", choice=choice, words=", ".join(words))


def _kind(column: Column, language: Language) -> str:
    """`whole number, from 1, required`."""
    parts = [
        _sort(column),
        advise("from {least}", least=f"{column.minimum:.15g}") if column.minimum is not None else "",
        advise("to {most}", most=f"{column.maximum:.15g}") if column.maximum is not None else "",
        advise("in {unit}", unit=column.unit) if column.unit else "",
        advise("required") if column.required else advise("default {value}", value=_default(column.default)),
    ]
    return ", ".join(language.told(each) for each in parts if each)


def _sort(column: Column) -> str:
    if column.choices:
        return Message("", "{choices}", {"choices": " | ".join(column.choices)})
    if column.shown.style == "player":
        return advise("player")
    return _WORDS.get(column.kind) or advise("date")


def _default(value: object) -> str:
    if value in (None, ""):
        return advise("blank")
    if isinstance(value, bool):
        return advise("yes") if value else advise("no")
    return written(value) or advise("empty")
