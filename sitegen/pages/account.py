"""What happened to a player since the list before, in a few sentences: whole ones in each language."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from sitegen.career import WITH_WINNERS
from sitegen.derived.positions import Neighbour, Position
from sitegen.language import Language
from sitegen.message import counted
from sitegen.model import Result

_NAMED = 3  # so many occasions, partners or equals are named; more are not
_Counted = Callable[[int, str], str]

_PLAYED: dict[str, _Counted] = {
    "matches": lambda n, many: counted(n, "one match", "{many} matches", many=many),
    "games": lambda n, many: counted(n, "one game", "{many} games", many=many),
    "evenings": lambda n, many: counted(n, "one evening", "{many} evenings", many=many),
    "sessions": lambda n, many: counted(n, "one session", "{many} sessions", many=many),
    "tournaments": lambda n, many: counted(n, "one tournament", "{many} tournaments", many=many),
}
_TALLY: dict[str, _Counted] = {
    "won": lambda n, many: counted(n, "one won", "{many} won", many=many),
    "drawn": lambda n, many: counted(n, "one drawn", "{many} drawn", many=many),
    "lost": lambda n, many: counted(n, "one lost", "{many} lost", many=many),
}
_MOVES: dict[str, _Counted] = {
    "won": lambda n, many: counted(n, "one rise", "{many} rises", many=many),
    "lost": lambda n, many: counted(n, "one fall", "{many} falls", many=many),
}
_ALONE: dict[str, Callable[[Language], str]] = {
    "won": lambda language: language.word("a win"),
    "drawn": lambda language: language.word("a draw"),
    "lost": lambda language: language.word("a loss"),
}
_MOVED: dict[str, Callable[[Language], str]] = {
    "won": lambda language: language.word("a rise"),
    "lost": lambda language: language.word("a fall"),
}


class Period(NamedTuple):
    """What a player did since the list before, which is of the day `since`; None where there is none.

    `played` is that, `plays` what one plays; `last` is the day on which they last did.
    """

    plays: str
    played: Sequence[Result] = ()
    since: date | None = None
    last: date | None = None


class Said(NamedTuple):
    """A sentence, and the part of it that matters most."""

    text: str
    strong: str = ""


def account(
    language: Language,
    period: Period | None,
    position: Position | None,
    name: Callable[[str], str],
    highest: tuple[str, str] | None = None,
) -> list[Said]:
    """The sentences; `highest` is the figure with its name, where the player never had a higher one."""
    said: list[Said | None] = []
    if period:
        said.append(_done(language, period, name))
    if position:
        said += [_moved(language, position), *_near(language, position, name)]
    if highest:
        told = language.word("{figure} {value}: never higher before.")
        said.append(Said(told.format(figure=highest[0], value=highest[1])))
    return [each for each in said if each]


def _done(language: Language, period: Period, name: Callable[[str], str]) -> Said:
    """What was played."""
    if period.played:
        told = ", ".join([*tally(language, period), *_partners(language, period, name)])
        told += _occasions(period.played)
        if not period.since:
            return Said(language.word("So far: {told}.").format(told=told), told)
        is_this_year = period.since.year == period.played[-1].day.year
        since = (language.day_of_month if is_this_year else language.full_date)(period.since)
        return Said(language.word("Since {since}: {told}.").format(since=since, told=told), told)
    if period.last:
        day = language.full_date(period.last)
        return Said(language.word("Last played on {day}.").format(day=day))
    return Said(language.word("Nothing played yet."))


def tally(language: Language, period: Period) -> Iterator[str]:
    """How much was played, and how it ended: `four matches`, `three won`, `one drawn`."""
    ended = [each.ended for each in period.played]
    words, alone = (_TALLY, _ALONE) if period.plays in WITH_WINNERS else (_MOVES, _MOVED)
    yield _many(language, len(ended), _PLAYED[period.plays])
    if len(ended) == 1:
        yield from [alone[each](language) for each in ended if each in alone]
        return
    for kind, text in words.items():
        if number := ended.count(kind):  # type: ignore[arg-type]
            yield _many(language, number, text)


def _many(language: Language, number: int, text: _Counted) -> str:
    return language.told(text(number, in_words(language, number)))


def in_words(language: Language, number: int) -> str:
    """A small number in words: `four`; others in figures."""
    words = [
        "", "", language.word("two"), language.word("three"), language.word("four"), language.word("five"),
        language.word("six"), language.word("seven"), language.word("eight"), language.word("nine"),
        language.word("ten"), language.word("eleven"), language.word("twelve"),
    ]  # fmt: skip
    return (words[number] if number < len(words) else "") or str(number)


def _partners(language: Language, period: Period, name: Callable[[str], str]) -> Iterator[str]:
    found = list(dict.fromkeys(other for each in period.played for other in each.partners))
    if 0 < len(found) <= _NAMED:
        yield language.word("with {names}").format(names=language.listed(list(map(name, found))))


def _occasions(played: Sequence[Result]) -> str:
    """What it was played for, without its parts: `Autumn Cup, round 2` is of the Autumn Cup."""
    found = list(dict.fromkeys(each.occasion.partition(", ")[0] for each in played if each.occasion))
    return f" ({', '.join(found)})" if 0 < len(found) <= _NAMED else ""


def _moved(language: Language, position: Position) -> Said | None:
    """From which place to which."""
    if position.rank is None:
        return Said(language.word("Not ranked yet.")) if position.is_provisional else None
    now, joint = language.ordinal(position.rank), bool(position.level)
    if position.is_new:
        text = language.word("New on the list, joint {now}." if joint else "New on the list, {now}.")
        return Said(text.format(now=now))
    if not position.move:
        return None
    before = language.ordinal(position.rank + position.move)
    text = language.word("From {before} to joint {now}." if joint else "From {before} to {now}.")
    return Said(text.format(before=before, now=now))


def _near(language: Language, position: Position, name: Callable[[str], str]) -> Iterator[Said]:
    """How far the next are, above and below, and who stands level."""
    if position.level:
        yield _level(language, position.level, name)
    behind, ahead = _gap(position, position.above), _gap(position, position.below)
    above = name(position.above.player) if position.above else ""
    below = name(position.below.player) if position.below else ""
    if behind and ahead:
        both = counted(
            _plural(behind),
            "{behind} point behind {above}, {ahead} ahead of {below}.",
            "{behind} points behind {above}, {ahead} ahead of {below}.",
            behind=_written(language, position, behind),
            above=above,
            ahead=_written(language, position, ahead),
            below=below,
        )
        yield Said(language.told(both))
    elif behind:
        told = {"behind": _written(language, position, behind), "above": above}
        yield Said(
            language.told(
                counted(
                    _plural(behind),
                    "{behind} point behind {above}.",
                    "{behind} points behind {above}.",
                    **told,
                )
            )
        )
    elif ahead:
        told = {"ahead": _written(language, position, ahead), "below": below}
        yield Said(
            language.told(
                counted(
                    _plural(ahead),
                    "{ahead} point ahead of {below}.",
                    "{ahead} points ahead of {below}.",
                    **told,
                )
            )
        )


def _level(language: Language, level: Sequence[str], name: Callable[[str], str]) -> Said:
    if len(level) <= _NAMED:
        names = language.listed(list(map(name, level)))
        return Said(language.word("Level with {names}.").format(names=names))
    many = in_words(language, len(level))
    return Said(
        language.told(counted(len(level), "Level with one other.", "Level with {many} others.", many=many))
    )


def _gap(position: Position, other: Neighbour | None) -> float:
    """How far another is; nothing where that would be shown as nothing, or goes by something else."""
    if other is None or other.value is None or position.value is None:
        return 0
    gap = other.value - position.value if other == position.above else position.value - other.value
    return gap if gap >= 0.5 * 10**-position.finer else 0


def _written(language: Language, position: Position, gap: float) -> str:
    return language.number(position.finer)(gap)


def _plural(gap: float) -> int:
    """What decides on the plural: languages that have one below two have it where there is nothing."""
    return 1 if gap == 1 else 0 if gap < 2 else 2
