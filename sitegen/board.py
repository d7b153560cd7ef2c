"""A ranking as it is about to be shown: what was calculated, its words, and the files of its tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property, lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from sitegen.config import Ranking, Site
from sitegen.datafiles import Files
from sitegen.derived import Derived
from sitegen.derived.standings import Standings, standings
from sitegen.language import Language
from sitegen.memory import FORGETFUL, Memory
from sitegen.model import Event, Listing, Outcome, Player, Topic
from sitegen.system import Kept, kept
from sitegen.table import cell_columns

_LATEST = 1_000
_CAREERS = 2_000
P = TypeVar("P", Listing, Event)


class Entered(NamedTuple):
    """How many rows a table has, and those that pages still tell of: of a large one the latest.

    All are there of one in which a result may be missing that was drawn.
    """

    number: int
    rows: Sequence[Any]

    @classmethod
    def of(cls, table: Kept, rows: Sequence[Any]) -> "Entered":
        """What is kept of a table once it is rated."""
        is_needed = any(each.drawn for each in cell_columns(table.rows))
        return cls(len(rows), rows if is_needed else [*rows[-_LATEST:]])


class Ahead(NamedTuple):
    """What is to come on a day; `event` is the key of its results page, empty where it has none yet."""

    day: date
    title: str
    event: str


@dataclass(frozen=True)
class Board:
    """A ranking with all that was calculated for it, and a language with the words of its system."""

    ranking: Ranking
    players: Sequence[Player]
    outcome: Outcome
    files: Mapping[str, Files]
    language: Language
    derived: Derived
    prefix: str = ""
    """The address of the site in this language: nothing, or such as `fr/`."""
    entered: Sequence[Entered] = ()
    """The tables that it was calculated from."""

    @property
    def home(self) -> str:
        """The address of the ranking, from the root of the site."""
        return f"{self.prefix}{self.ranking.id}/"

    @property
    def topics(self) -> Sequence[Topic]:
        """The topics of the system, then those that every ranking has."""
        return [*self.outcome.topics, *self.derived.topics]

    @property
    def entries(self) -> Sequence[Topic]:
        """The topics that the menu leads to."""
        return [each for each in self.topics if each.is_entry]

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name that each player is shown by."""
        return {each.id: each.name for each in self.players}

    def name(self, player: str) -> str:
        """The name that a player is shown by; the id of one who is not known."""
        return self.names.get(player, player)

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """What each event is called, by its key."""
        return {each.key: self.language.titled(each.title, each.named) for each in self.outcome.events}

    @cached_property
    def coming(self) -> Sequence[Ahead]:
        """What is to come, the next first, in the language."""
        titled = self.language.titled
        return [Ahead(each.day, titled(each.title, each.named), each.event) for each in self.outcome.coming]

    @cached_property
    def standings(self) -> Standings:
        """Where everybody stands on the current list, in the language."""
        return standings(self.derived, self.names, self.language)

    def speaking(self, site: Site, prefix: str) -> "Board":
        """The same in the language of `site`, below the address `prefix`."""
        ranking = self.ranking.speaking(site.language, site.languages[0])
        language = replace(self.language, code=site.language)
        players = [_labelled(each, language) for each in self.players]
        return replace(self, ranking=ranking, players=players, language=language, prefix=prefix)


def _labelled(player: Player, language: Language) -> Player:
    """A player, a hidden one by the label in this language: `player-3` is `Joueur 3`."""
    return player.but(name=language.label(int(player.id.rpartition("-")[2]))) if player.hidden else player


def boards(
    site: Site, results: Mapping[str, Any], outcomes: Mapping[str, Outcome], memory: Memory = FORGETFUL
) -> list[Board]:
    """Every ranking with its tables ready to be written."""
    told = Language(site.language)
    made = [(each, results[each.id], outcomes[each.id]) for each in site.rankings]
    return [memory.made(("board", of[0].id), of, told, partial(_board, *of, told)) for of in made]


def _board(ranking: Ranking, inputs: Any, outcome: Outcome, language: Language) -> Board:
    """The outcome of a ranking, in which no hidden player keeps a page; careers and lists are made once."""
    players: Sequence[Player] = inputs.players
    hidden = {each.id for each in players if each.hidden}
    pages = [each for each in outcome.players if each.id not in hidden]
    shown = _cached(outcome)._replace(players=pages)
    files = {each.name: Files(each) for each in outcome.tables}
    spoken = language.with_words_of(ranking.origin)
    tables = zip(kept(ranking.system), inputs, strict=True)
    entered = [Entered.of(table, rows or ()) for table, rows in tables]
    return Board(ranking, players, shown, files, spoken, Derived(shown, players), entered=entered)


def _cached(outcome: Outcome) -> Outcome:
    """The same outcome, whose careers, lists and events are made once; of careers the latest are kept."""
    careers = outcome.careers
    return outcome._replace(
        careers=careers
        and careers._replace(of=lru_cache(_CAREERS)(lambda player: careers.of(player).by_column())),
        listing=_with_cached_parts(outcome.listing),
        archive=[_with_cached_parts(each) for each in outcome.archive],
        events=[_with_cached_parts(each) for each in outcome.events],
    )


def _with_cached_parts(page: P) -> P:
    return page._replace(sheet=page.sheet._replace(parts=cache(page.sheet.parts)))
