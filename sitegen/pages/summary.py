"""What happened to a player since the list before, in a few sentences: whole ones in each language."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from sitegen.core.entities import WITH_WINNERS, Result
from sitegen.core.language import Language
from sitegen.core.problems import pluralize
from sitegen.rankings.positions import Neighbour, Position

_MAX_NAMES = 3  # so many occasions, partners or equals are named; more are not
_CountFormat = Callable[[int, str], str]

_PLAYED_TEXTS: dict[str, _CountFormat] = {
    "matches": lambda n, many: pluralize(n, "one match", "{many} matches", many=many),
    "games": lambda n, many: pluralize(n, "one game", "{many} games", many=many),
    "evenings": lambda n, many: pluralize(n, "one evening", "{many} evenings", many=many),
    "sessions": lambda n, many: pluralize(n, "one session", "{many} sessions", many=many),
    "tournaments": lambda n, many: pluralize(n, "one tournament", "{many} tournaments", many=many),
}
_RESULT_TEXTS: dict[str, _CountFormat] = {
    "won": lambda n, many: pluralize(n, "one won", "{many} won", many=many),
    "drawn": lambda n, many: pluralize(n, "one drawn", "{many} drawn", many=many),
    "lost": lambda n, many: pluralize(n, "one lost", "{many} lost", many=many),
}
_MOVE_TEXTS: dict[str, _CountFormat] = {
    "won": lambda n, many: pluralize(n, "one rise", "{many} rises", many=many),
    "lost": lambda n, many: pluralize(n, "one fall", "{many} falls", many=many),
}
_SINGLE_RESULT: dict[str, Callable[[Language], str]] = {
    "won": lambda language: language.translate("a win"),
    "drawn": lambda language: language.translate("a draw"),
    "lost": lambda language: language.translate("a loss"),
}
_SINGLE_MOVE: dict[str, Callable[[Language], str]] = {
    "won": lambda language: language.translate("a rise"),
    "lost": lambda language: language.translate("a fall"),
}


class Period(NamedTuple):
    """What a player did since the list before, which is of the day `since`; None where there is none.

    `played` is that, `plays` what one plays; `last` is the day on which they last did.
    """

    plays: str
    results: Sequence[Result] = ()
    previous_day: date | None = None
    last_day: date | None = None


class Sentence(NamedTuple):
    """A sentence, and the part of it that matters most."""

    text: str
    emphasis: str = ""


def summarize_period(
    language: Language,
    period: Period | None,
    position: Position | None,
    name: Callable[[str], str],
    highest: tuple[str, str] | None = None,
) -> list[Sentence]:
    """The sentences; `highest` is the figure with its name, where the player never had a higher one."""
    said: list[Sentence | None] = []
    if period:
        said.append(_describe_play(language, period, name))
    if position:
        said += [_describe_move(language, position), *_describe_neighbours(language, position, name)]
    if highest:
        told = language.translate("{figure} {value}: never higher before.")
        said.append(Sentence(told.format(figure=highest[0], value=highest[1])))
    return [sentence for sentence in said if sentence]


def _describe_play(language: Language, period: Period, name: Callable[[str], str]) -> Sentence:
    """What was played."""
    if period.results:
        told = ", ".join([*format_tally(language, period), *_format_partners(language, period, name)])
        told += _format_occasions(period.results)
        if not period.previous_day:
            return Sentence(language.translate("So far: {told}.").format(told=told), told)
        is_this_year = period.previous_day.year == period.results[-1].day.year
        since = (language.format_day_of_month if is_this_year else language.format_full_date)(
            period.previous_day
        )
        return Sentence(language.translate("Since {since}: {told}.").format(since=since, told=told), told)
    if period.last_day:
        day = language.format_full_date(period.last_day)
        return Sentence(language.translate("Last played on {day}.").format(day=day))
    return Sentence(language.translate("Nothing played yet."))


def format_tally(language: Language, period: Period) -> Iterator[str]:
    """How much was played, and how it ended: `four matches`, `three won`, `one drawn`."""
    ended = [result.ended for result in period.results]
    words, alone = (
        (_RESULT_TEXTS, _SINGLE_RESULT) if period.plays in WITH_WINNERS else (_MOVE_TEXTS, _SINGLE_MOVE)
    )
    yield _format_count(language, len(ended), _PLAYED_TEXTS[period.plays])
    if len(ended) == 1:
        yield from [alone[ending](language) for ending in ended if ending in alone]
        return
    for kind, text in words.items():
        if number := ended.count(kind):  # type: ignore[arg-type]
            yield _format_count(language, number, text)


def _format_count(language: Language, number: int, text: _CountFormat) -> str:
    return language.format_message(text(number, spell_number(language, number)))


def spell_number(language: Language, number: int) -> str:
    """A small number in words: `four`; others in figures."""
    translate = language.translate
    words = [
        "", "", translate("two"), translate("three"), translate("four"), translate("five"), translate("six"),
        translate("seven"), translate("eight"), translate("nine"), translate("ten"), translate("eleven"),
        translate("twelve"),
    ]  # fmt: skip
    return (words[number] if number < len(words) else "") or str(number)


def _format_partners(language: Language, period: Period, name: Callable[[str], str]) -> Iterator[str]:
    found = list(dict.fromkeys(other for result in period.results for other in result.partners))
    if 0 < len(found) <= _MAX_NAMES:
        yield language.translate("with {names}").format(names=language.format_list(list(map(name, found))))


def _format_occasions(played: Sequence[Result]) -> str:
    """What it was played for, without its parts: `Autumn Cup, round 2` is of the Autumn Cup."""
    found = list(dict.fromkeys(result.occasion.partition(", ")[0] for result in played if result.occasion))
    return f" ({', '.join(found)})" if 0 < len(found) <= _MAX_NAMES else ""


def _describe_move(language: Language, position: Position) -> Sentence | None:
    """From which place to which."""
    if position.rank is None:
        return Sentence(language.translate("Not ranked yet.")) if position.is_provisional else None
    now, joint = language.format_ordinal(position.rank), bool(position.ties)
    if position.is_new:
        text = language.translate("New on the list, joint {now}." if joint else "New on the list, {now}.")
        return Sentence(text.format(now=now))
    if not position.move:
        return None
    before = language.format_ordinal(position.rank + position.move)
    text = language.translate("From {before} to joint {now}." if joint else "From {before} to {now}.")
    return Sentence(text.format(before=before, now=now))


def _describe_neighbours(
    language: Language, position: Position, name: Callable[[str], str]
) -> Iterator[Sentence]:
    """How far the next are, above and below, and who stands level."""
    if position.ties:
        yield _describe_ties(language, position.ties, name)
    behind, ahead = _compute_gap(position, position.above), _compute_gap(position, position.below)
    told = {
        "behind": _format_gap(language, position, behind),
        "above": name(position.above.player) if position.above else "",
        "ahead": _format_gap(language, position, ahead),
        "below": name(position.below.player) if position.below else "",
    }
    if behind and ahead:
        text = pluralize(
            _choose_plural(behind),
            "{behind} point behind {above}, {ahead} ahead of {below}.",
            "{behind} points behind {above}, {ahead} ahead of {below}.",
            **told,
        )
    elif behind:
        number = _choose_plural(behind)
        text = pluralize(number, "{behind} point behind {above}.", "{behind} points behind {above}.", **told)
    elif ahead:
        number = _choose_plural(ahead)
        text = pluralize(
            number, "{ahead} point ahead of {below}.", "{ahead} points ahead of {below}.", **told
        )
    else:
        return
    yield Sentence(language.format_message(text))


def _describe_ties(language: Language, level: Sequence[str], name: Callable[[str], str]) -> Sentence:
    if len(level) <= _MAX_NAMES:
        names = language.format_list(list(map(name, level)))
        return Sentence(language.translate("Level with {names}.").format(names=names))
    many = spell_number(language, len(level))
    return Sentence(
        language.format_message(
            pluralize(len(level), "Level with one other.", "Level with {many} others.", many=many)
        )
    )


def _compute_gap(position: Position, other: Neighbour | None) -> float:
    """How far another is; nothing where that would be shown as nothing, or goes by something else."""
    if other is None or other.value is None or position.value is None:
        return 0
    gap = other.value - position.value if other == position.above else position.value - other.value
    return gap if gap >= 0.5 * 10**-position.difference_decimals else 0


def _format_gap(language: Language, position: Position, gap: float) -> str:
    return language.make_number_formatter(position.difference_decimals)(gap)


def _choose_plural(gap: float) -> int:
    """What decides on the plural: languages that have one below two have it where there is nothing."""
    return 1 if gap == 1 else 0 if gap < 2 else 2
