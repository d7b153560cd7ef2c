"""A ranking as it is about to be shown: what was calculated, its words, and the files of its tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sitegen.config import Ranking, Site
from sitegen.datafiles import Files
from sitegen.derived import ranks, tables, topics
from sitegen.derived.chronicle import Chronicle
from sitegen.derived.records import Records
from sitegen.language import Language
from sitegen.model import Evidence, Listing, Outcome, Player, Sheet, Topic
from sitegen.table import Rating


@dataclass(frozen=True)
class Board:
    """A ranking with all that was calculated for it, and a language with the words of its system."""

    ranking: Ranking
    players: Sequence[Player]
    outcome: Outcome
    files: Mapping[str, Files]
    language: Language
    prefix: str = ""
    """The address of the site in this language: nothing, or such as `fr/`."""

    @property
    def home(self) -> str:
        """The address of the ranking, from the root of the site."""
        return f"{self.prefix}{self.ranking.id}/"

    @property
    def courses(self) -> str:
        """The address of the file with the courses of the players, from the root of the site."""
        return f"{self.ranking.id}/courses.json"

    @property
    def linked(self) -> frozenset[str]:
        """The players who have a page."""
        return frozenset(each.id for each in self.outcome.players)

    @cached_property
    def chronicle(self) -> Chronicle | None:
        """What all players did; None where the system does not say it, or nobody did anything."""
        careers = self.outcome.careers
        made = Chronicle(careers, self.players) if careers else None
        return made if made and made.has_begun else None

    @cached_property
    def records(self) -> Records | None:
        """The records of the ranking, where it is known what its players did."""
        return Records(self.chronicle) if self.chronicle else None

    @property
    def decimals(self) -> tuple[int, int]:
        """How many a change of the figure is shown with, and the figure itself."""
        return tables.decimals(self.outcome.careers.figure if self.outcome.careers else Rating)

    @property
    def lists(self) -> Sequence[Listing]:
        """The lists that are shown in full, oldest first, the current one last."""
        earlier = [each for each in self.outcome.archive if each.day < self.outcome.listing.day]
        return [*earlier, self.outcome.listing]

    @cached_property
    def ranks(self) -> Mapping[str, ranks.Course]:
        """The course of rank of each player who was ever ranked, by id."""
        return ranks.ranks(self.lists)

    @cached_property
    def topics(self) -> Sequence[Topic]:
        """The topics of the system, then those that every ranking has."""
        kinds = {each.kind for each in self.outcome.topics}
        derived = topics.topics(self.records, self.lists, kinds) if self.records else ()
        return [*self.outcome.topics, *derived]

    @property
    def derived(self) -> set[str]:
        """The kinds of topics that are not of the system."""
        return {each.kind for each in self.topics} - {each.kind for each in self.outcome.topics}

    @property
    def entries(self) -> Sequence[Topic]:
        """The topics that the menu leads to."""
        return [each for each in self.topics if each.is_entry]

    def evidence(self, sheet: Sheet) -> bytes:
        """A digest of what a sheet shows, without making it."""
        seen = sheet.evidence if isinstance(sheet.evidence, tuple) else (sheet.evidence,)
        digests = [self.files[each.of].digest(each) if isinstance(each, Evidence) else each for each in seen]
        return b"".join(digests) + repr(sheet.facts).encode()


def boards(site: Site, results: Mapping[str, Any], outcomes: Mapping[str, Outcome]) -> list[Board]:
    """Every ranking with its tables ready to be written."""
    told = Language(site.language)
    return [_board(each, results[each.id].players, outcomes[each.id], told) for each in site.rankings]


def _board(ranking: Ranking, players: Sequence[Player], outcome: Outcome, language: Language) -> Board:
    """The outcome of a ranking, in which no hidden player keeps a page."""
    hidden = {each.id for each in players if each.hidden}
    shown = replace(outcome, players=[each for each in outcome.players if each.id not in hidden])
    files = {each.name: Files(each) for each in outcome.tables}
    return Board(ranking, players, shown, files, language.with_words_of(ranking.origin))
