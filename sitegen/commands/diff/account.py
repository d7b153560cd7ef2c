"""A comparison in words, as far as somebody reads on: every voice lays out the same account."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import NamedTuple

from sitegen.commands.diff import Cause, Comparison
from sitegen.commands.diff.rows import Group, groups
from sitegen.difference.effect import Setting
from sitegen.difference.listed import Listed, lists, tabled
from sitegen.difference.moved import Moves, moves
from sitegen.difference.some import Some, some
from sitegen.difference.wording import Wording, faults
from sitegen.language import Language
from sitegen.message import advise, counted, plain

FIRST = 3
"""So many sentences tell what matters most."""
_NOTHING = advise("Nothing changes in any ranking.")
"""Other pages may change: they are not compared."""
_FEWEST = 20
"""So many rankings are told of at least."""


class Told(NamedTuple):
    """A sentence, and the ranking that it is of; blank where there is no other."""

    title: str
    said: str

    @property
    def whole(self) -> str:
        """Both."""
        return f"{self.title}: {self.said}" if self.title else self.said


@dataclass(frozen=True)
class Part:
    """What one cause does to one ranking; `label` says of what the figures of the list are.

    The cause is told where there is another one than results.
    """

    id: str
    cause: str
    title: str
    brief: str
    label: str
    sentences: Some[str]
    options: Some[Setting]
    groups: Some[Group]
    moves: Moves
    lists: Some[Listed]
    tables: Some[str]

    @property
    def is_still(self) -> bool:
        """Whether nothing that is published changes."""
        return not (self.lists.shown or self.tables.shown)


@dataclass(frozen=True)
class Account:
    """What a comparison comes to, and with what it was: `first` are the sentences that matter most of all.

    `notes` say what is to be known before: what is missing here, and of the program.
    """

    base: str
    notes: Sequence[str]
    flaws: Sequence[str]
    first: Sequence[Told]
    parts: Some[Part]


def account(comparison: Comparison, language: Language, most: int) -> Account:
    """The account, with no more than `most` of anything."""
    effects = [(step, each) for step in comparison.steps for each in step.difference.effects]
    kept = some(effects, max(most, _FEWEST))
    are_results = {step.cause for step, _ in effects} <= {"results"}
    causes = {} if are_results else _causes(language)
    parts = [_part(causes.get(step.cause, ""), Wording(each, language), most) for step, each in kept.shown]
    return Account(
        base=comparison.base[:12],
        notes=[*_missing(comparison, language), *(plain(language.told(each)) for each in comparison.notes)],
        flaws=list(_flaws(comparison, language, most)),
        first=list(islice(_first(parts), FIRST)) or [Told("", language.told(_NOTHING))],
        parts=Some(parts, kept.left),
    )


def _causes(language: Language) -> dict[Cause, str]:
    """What a change can be made by, in words."""
    return {
        "program": language.told(advise("by the program")),
        "settings": language.told(advise("by the settings")),
        "results": language.told(advise("by the results")),
    }


def _missing(comparison: Comparison, language: Language) -> Iterator[str]:
    if comparison.missing:
        said = counted(
            comparison.missing,
            "One commit of {base} is not here, and shows as undone: merge {base} first.",
            "{number} commits of {base} are not here, and show as undone: merge {base} first.",
            base=_asked(comparison),
        )
        yield plain(language.told(said))


def _flaws(comparison: Comparison, language: Language, most: int) -> Iterator[str]:
    if number := len(comparison.flaws):
        said = counted(
            number,
            "{base} itself has an error, and no figures to compare with: here are the rows alone.",
            "{base} itself has {number} errors, and no figures to compare with: here are the rows alone.",
            base=_asked(comparison),
        )
        yield plain(language.told(said))
        yield from faults(comparison.steps[0].difference.before, language, most)


def _asked(comparison: Comparison) -> str:
    return comparison.name or comparison.base[:12]


def _first(parts: Sequence[Part]) -> Iterator[Told]:
    """The first sentence of each, then the second; of those in which nothing changes at the end."""
    several = len({each.id for each in parts}) > 1
    for is_still in (False, True):
        told = [
            _sentences(each, each.brief if several else "") for each in parts if each.is_still == is_still
        ]
        yield from filter(None, chain.from_iterable(zip_longest(*told)))


def _sentences(part: Part, title: str) -> list[Told]:
    """What a ranking would tell first: its sentences, or where there is none what became of its rows."""
    said = part.sentences.shown or [each.said for each in part.groups.shown]
    return [Told(title, each) for each in said[:FIRST]]


def _part(cause: str, wording: Wording, most: int) -> Part:
    effect = wording.effect
    return Part(
        id=effect.id,
        cause=cause,
        title=wording.title,
        brief=wording.quiet(effect.ranking.brief),
        label=wording.figure,
        sentences=some([wording.sentence(each) for each in effect.facts], most),
        options=some([_option(wording, each) for each in effect.settings], most),
        groups=some(list(groups(wording, most)), most),
        moves=moves(wording, effect.moves, most),
        lists=lists(wording, most),
        tables=some([tabled(wording, each) for each in effect.tables], most),
    )


def _option(wording: Wording, setting: Setting) -> Setting:
    """An option as it may be told."""
    return Setting(setting.name, wording.quiet(setting.before), wording.quiet(setting.after))
