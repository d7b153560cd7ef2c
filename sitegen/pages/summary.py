"""Summarize in a few sentences what happened to a player since the previous list.

Each sentence is translated as a whole, not put together from translated words.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from sitegen.core.entities import WITH_WINNERS, Result
from sitegen.core.language import Language
from sitegen.core.problems import pluralize
from sitegen.rankings.positions import Neighbour, Position

_MAX_NAMES = 3
"""The most occasions, partners or players level that are named; of more only the number is given."""
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
    """The results of a player since the previous list, which is of `previous_day`, if any.

    `plays` says what the results are, such as `matches`; `last_day` is the last day of play.
    """

    plays: str
    results: Sequence[Result] = ()
    previous_day: date | None = None
    last_day: date | None = None


class Sentence(NamedTuple):
    """A sentence, and the part of it that is set in bold."""

    text: str
    emphasis: str = ""


def summarize_period(
    language: Language,
    period: Period | None,
    position: Position | None,
    get_name: Callable[[str], str],
    highest: str | None = None,
) -> list[Sentence]:
    """Return the sentences.

    `get_name` returns the name of a player by the id; `highest` is the name of the figure, if the player
    never had a higher one.
    """
    sentences: list[Sentence | None] = []
    if period:
        sentences.append(_describe_play(language, period, get_name))
    if position:
        sentences += [_describe_move(language, position), *_describe_neighbours(language, position, get_name)]
    if highest:
        sentences.append(
            Sentence(language.translate("{figure}: never higher before.").format(figure=highest))
        )
    return [sentence for sentence in sentences if sentence]


def _describe_play(language: Language, period: Period, get_name: Callable[[str], str]) -> Sentence:
    """Return what was played in a period, or when the player last played."""
    if period.results:
        text = ", ".join([*format_tally(language, period), *_format_partners(language, period, get_name)])
        text += _format_occasions(period.results)
        if not period.previous_day:
            return Sentence(language.translate("So far: {told}.").format(told=text), text)
        is_this_year = period.previous_day.year == period.results[-1].day.year
        since = (language.format_day_of_month if is_this_year else language.format_full_date)(
            period.previous_day
        )
        return Sentence(language.translate("Since {since}: {told}.").format(since=since, told=text), text)
    if period.last_day:
        day = language.format_full_date(period.last_day)
        return Sentence(language.translate("Last played on {day}.").format(day=day))
    return Sentence(language.translate("Nothing played yet."))


def format_tally(language: Language, period: Period) -> Iterator[str]:
    """Yield how much was played and how it ended: `four matches`, `three won`, `one drawn`."""
    ended = [result.ended for result in period.results]
    texts, single_texts = (
        (_RESULT_TEXTS, _SINGLE_RESULT) if period.plays in WITH_WINNERS else (_MOVE_TEXTS, _SINGLE_MOVE)
    )
    yield _format_count(language, len(ended), _PLAYED_TEXTS[period.plays])
    if len(ended) == 1:
        yield from [single_texts[ending](language) for ending in ended if ending in single_texts]
        return
    for kind, count_format in texts.items():
        if number := ended.count(kind):  # type: ignore[arg-type]
            yield _format_count(language, number, count_format)


def _format_count(language: Language, number: int, count_format: _CountFormat) -> str:
    return language.format_message(count_format(number, spell_number(language, number)))


def spell_number(language: Language, number: int) -> str:
    """Return a number from two to twelve in words, such as `four`, any other in figures."""
    translate = language.translate
    words = [
        "", "", translate("two"), translate("three"), translate("four"), translate("five"), translate("six"),
        translate("seven"), translate("eight"), translate("nine"), translate("ten"), translate("eleven"),
        translate("twelve"),
    ]  # fmt: skip
    return (words[number] if number < len(words) else "") or str(number)


def _format_partners(language: Language, period: Period, get_name: Callable[[str], str]) -> Iterator[str]:
    partners = list(dict.fromkeys(partner for result in period.results for partner in result.partners))
    if 0 < len(partners) <= _MAX_NAMES:
        yield language.translate("with {names}").format(
            names=language.format_list(list(map(get_name, partners)))
        )


def _format_occasions(results: Sequence[Result]) -> str:
    """Return what the results were played for, in brackets: of `Autumn Cup, round 2` the name of the cup."""
    occasions = list(
        dict.fromkeys(result.occasion.partition(", ")[0] for result in results if result.occasion)
    )
    return f" ({', '.join(occasions)})" if 0 < len(occasions) <= _MAX_NAMES else ""


def _describe_move(language: Language, position: Position) -> Sentence | None:
    """Return from which place to which a player moved, None if they did not."""
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
    language: Language, position: Position, get_name: Callable[[str], str]
) -> Iterator[Sentence]:
    """Yield who stands level, and how far the players next above and below are."""
    if position.ties:
        yield _describe_ties(language, position.ties, get_name)
    behind, ahead = _compute_gap(position, position.above), _compute_gap(position, position.below)
    params = {
        "behind": _format_gap(language, position, behind),
        "above": get_name(position.above.player) if position.above else "",
        "ahead": _format_gap(language, position, ahead),
        "below": get_name(position.below.player) if position.below else "",
    }
    if behind and ahead:
        text = pluralize(
            _choose_plural(behind),
            "{behind} point behind {above}, {ahead} ahead of {below}.",
            "{behind} points behind {above}, {ahead} ahead of {below}.",
            **params,
        )
    elif behind:
        number = _choose_plural(behind)
        text = pluralize(
            number, "{behind} point behind {above}.", "{behind} points behind {above}.", **params
        )
    elif ahead:
        number = _choose_plural(ahead)
        text = pluralize(
            number, "{ahead} point ahead of {below}.", "{ahead} points ahead of {below}.", **params
        )
    else:
        return
    yield Sentence(language.format_message(text))


def _describe_ties(language: Language, ties: Sequence[str], get_name: Callable[[str], str]) -> Sentence:
    if len(ties) <= _MAX_NAMES:
        names = language.format_list(list(map(get_name, ties)))
        return Sentence(language.translate("Level with {names}.").format(names=names))
    tie_count = spell_number(language, len(ties))
    return Sentence(
        language.format_message(
            pluralize(len(ties), "Level with one other.", "Level with {many} others.", many=tie_count)
        )
    )


def _compute_gap(position: Position, other: Neighbour | None) -> float:
    """Return how far a neighbour is, 0 if that would be shown as 0 or the rank goes by something else."""
    if other is None or other.value is None or position.value is None:
        return 0
    gap = other.value - position.value if other == position.above else position.value - other.value
    return gap if gap >= 0.5 * 10**-position.difference_decimals else 0


def _format_gap(language: Language, position: Position, gap: float) -> str:
    return language.make_number_formatter(position.difference_decimals)(gap)


def _choose_plural(gap: float) -> int:
    """Return the number that decides on the plural of a gap: some languages have the singular below two."""
    return 1 if gap == 1 else 0 if gap < 2 else 2
