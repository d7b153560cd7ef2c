"""A comparison for the terminal."""

from collections.abc import Iterator

from sitegen.commands.diff import Comparison
from sitegen.commands.diff.account import Account, Part, account
from sitegen.commands.diff.rows import Group
from sitegen.difference.moved import Moves, place, turned
from sitegen.language import Language
from sitegen.message import advise, plain

_MOST = 20


def told(comparison: Comparison, language: Language) -> Iterator[str]:
    """What the working tree changes, line by line."""
    found = account(comparison, language, _MOST)
    yield language.told(advise("Compared with {base}", base=base(comparison, found)))
    yield from (*found.notes, *found.flaws)
    if not found.parts.shown:
        yield from (each.whole for each in found.first)
    for each in found.parts.shown:
        yield from ("", *_part(each, language))
    yield from _left(found.parts.left, language)


def base(comparison: Comparison, found: Account) -> str:
    """What was compared with."""
    is_named = comparison.name not in {"", comparison.base}
    return f"{plain(comparison.name)} ({found.base})" if is_named else found.base


def _part(part: Part, language: Language) -> Iterator[str]:
    yield f"{part.title} – {part.cause}" if part.cause else part.title
    yield from (f"  {each}" for each in part.sentences.shown)
    yield from _left(part.sentences.left, language)
    for option in part.options.shown:
        yield f"  {option.name}: {option.before or '–'} → {option.after or '–'}"
    for group in part.groups.shown:
        yield from _group(group, language)
    yield from _left(part.groups.left, language)
    yield from _moves(part.moves, language, "  ")
    for listed in part.lists.shown:
        yield f"  {language.told(advise('List of {list}', list=listed.said))}"
    yield from _left(part.lists.left, language)
    yield from (f"  {each}" for each in part.tables.shown)


def _group(group: Group, language: Language) -> Iterator[str]:
    yield f"  {group.said}"
    for each in group.lines.shown:
        corrected = [f"{cell.label}: {cell.before or '–'} → {cell.after or '–'}" for cell in each.cells]
        stays = ", ".join(filter(None, [*each.values, each.note]))
        yield f"    {each.number}: " + "; ".join(filter(None, [*corrected, stays]))
    yield from _left(group.lines.left, language, "    ")


def _moves(moves: Moves, language: Language, indent: str) -> Iterator[str]:
    every = moves.shown
    places = [place(each) for each in every]
    width = max(map(len, places), default=0)
    widest = max((len(each.name) for each in every), default=0)
    for each, ranks in zip(every, places, strict=True):
        figures = " → ".join(dict.fromkeys(filter(None, [each.before, each.after])))
        turn = turned(each, language)
        line = f"{indent}{ranks:>{width}}  {each.name:{widest}}  {each.gain:>7}  {figures}"
        yield f"{line}  {turn}".rstrip()
    yield from _left(moves.left, language, indent)


def _left(number: int, language: Language, indent: str = "  ") -> Iterator[str]:
    if number:
        yield indent + language.told(advise("and {number} more", number=number))
