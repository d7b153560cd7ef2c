"""Where everybody stands on the current list, as what tells of it in a line needs it: in a language.

A ranking as it is about to be shown: what was calculated, its words, and the files of its tables.

The stage that rates: every ranking of a site by its own system.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property, lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.entities import Player
from sitegen.core.language import Language
from sitegen.core.model import Event, Listing, Outcome, Topic
from sitegen.core.outcome_checks import validate_outcome
from sitegen.core.problems import Problem
from sitegen.core.roles import Roles, get_roles
from sitegen.core.system import InputTable, list_input_tables
from sitegen.core.table import Column, get_input_columns
from sitegen.inputs.config.site import Ranking, Site
from sitegen.rankings.datafiles import DataFiles
from sitegen.rankings.derived import DerivedData
from sitegen.rankings.positions import Position


class StandingRow(NamedTuple):
    """One row of the list: `figure` and `change` as people read them, blank where there is none."""

    player: str
    name: str
    club: str
    rank: int | None
    figure: str
    change: str


class Standings(NamedTuple):
    """The first table of the current list, in its order.

    `label` says of what the figures are, and `ranked` how many have a place.
    """

    by_player: Mapping[str, StandingRow]
    label: str = ""
    ranked_count: int = 0

    @property
    def rows(self) -> Sequence[StandingRow]:
        """The rows of the table."""
        return list(self.by_player.values())


def build_standings(derived: DerivedData, names: Mapping[str, str], language: Language) -> Standings:
    """The first table with players of the current list of a ranking."""
    first = derived.main_section
    if first is None:
        return Standings({})
    own, clubs = get_roles(first.table), {player.id: player.club for player in derived.outcome.players}
    write = _make_formatter(own, language)
    found = {
        player: StandingRow(
            player, names.get(player, player), clubs.get(player, ""), position.rank, *write(position)
        )
        for player, position in derived.positions.items()
        if position.section == first.name
    }
    figure = own.get_column("value")
    ranked = sum(row.rank is not None for row in found.values())
    return Standings(found, figure.label if figure else "", ranked)


def _make_formatter(own: Roles, language: Language) -> Callable[[Position], tuple[str, str]]:
    """What writes the figure and the change of somebody as the cells of the list are."""
    value, change = (
        _make_cell_formatter(column, language)
        for column in (own.get_column("value"), own.get_column("change"))
    )
    return lambda item: (value(item.value), change(item.change) if item.change else "")


def _make_cell_formatter(column: Column | None, language: Language) -> Callable[[Any], str]:
    if column is None or column.kind is not float:
        return lambda value: "" if value is None else str(value)
    return language.make_number_formatter(column.display.decimals, signed=column.display.style == "signed")


_MAX_LATEST_ROWS = 1_000
_CAREER_CACHE_SIZE = 2_000
P = TypeVar("P", Listing, Event)


class InputRows(NamedTuple):
    """How many rows a table has, and those that pages still tell of: of a large one the latest.

    All are there of one in which a result may be missing that was drawn.
    """

    row_count: int
    rows: Sequence[Any]

    @classmethod
    def from_rows(cls, table: InputTable, rows: Sequence[Any]) -> "InputRows":
        """What is kept of a table once it is rated."""
        is_needed = any(column.drawn for column in get_input_columns(table.rows))
        return cls(len(rows), rows if is_needed else [*rows[-_MAX_LATEST_ROWS:]])


class UpcomingEvent(NamedTuple):
    """What is to come on a day; `event` is the key of its results page, empty where it has none yet."""

    day: date
    title: str
    event: str


@dataclass(frozen=True)
class RankingContext:
    """A ranking with all that was calculated for it, and a language with the words of its system."""

    ranking: Ranking
    players: Sequence[Player]
    outcome: Outcome
    files: Mapping[str, DataFiles]
    language: Language
    derived: DerivedData
    prefix: str = ""
    """The address of the site in this language: nothing, or such as `fr/`."""
    input_tables: Sequence[InputRows] = ()
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
    def menu_topics(self) -> Sequence[Topic]:
        """The topics that the menu leads to."""
        return [topic for topic in self.topics if topic.is_menu_entry]

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name that each player is shown by."""
        return {player.id: player.name for player in self.players}

    def get_name(self, player: str) -> str:
        """The name that a player is shown by; the id of one who is not known."""
        return self.names.get(player, player)

    @cached_property
    def event_titles(self) -> Mapping[str, str]:
        """What each event is called, by its key."""
        return {
            event.key: self.language.format_title(event.title, event.params) for event in self.outcome.events
        }

    @cached_property
    def upcoming_events(self) -> Sequence[UpcomingEvent]:
        """What is to come, the next first, in the language."""
        titled = self.language.format_title
        return [
            UpcomingEvent(event.day, titled(event.title, event.params), event.event)
            for event in self.outcome.upcoming_events
        ]

    @cached_property
    def standings(self) -> Standings:
        """Where everybody stands on the current list, in the language."""
        return build_standings(self.derived, self.names, self.language)

    def localize(self, site: Site, prefix: str) -> "RankingContext":
        """The same in the language of `site`, below the address `prefix`."""
        ranking = self.ranking.localize(site.language, site.languages[0])
        language = replace(self.language, code=site.language)
        players = [_label_player(player, language) for player in self.players]
        return replace(self, ranking=ranking, players=players, language=language, prefix=prefix)


def _label_player(player: Player, language: Language) -> Player:
    """A player, a hidden one by the label in this language: `player-3` is `Joueur 3`."""
    return (
        player.replace(name=language.format_pseudonym(int(player.id.rpartition("-")[2])))
        if player.hidden
        else player
    )


def build_contexts(
    site: Site, results: Mapping[str, Any], outcomes: Mapping[str, Outcome], memory: BuildCache = NULL_CACHE
) -> list[RankingContext]:
    """Every ranking with its tables ready to be written."""
    told = Language(site.language)
    made = [(ranking, results[ranking.id], outcomes[ranking.id]) for ranking in site.rankings]
    return [memory.memoize(("board", of[0].id), of, told, partial(_build_context, *of, told)) for of in made]


def _build_context(ranking: Ranking, inputs: Any, outcome: Outcome, language: Language) -> RankingContext:
    """The outcome of a ranking, in which no hidden player keeps a page; careers and lists are made once."""
    players: Sequence[Player] = inputs.players
    hidden = {player.id for player in players if player.hidden}
    pages = [player for player in outcome.players if player.id not in hidden]
    shown = _cache_outcome(outcome)._replace(players=pages)
    files = {table.name: DataFiles(table) for table in outcome.tables}
    spoken = language.with_catalogues(ranking.origin)
    tables = zip(list_input_tables(ranking.system), inputs, strict=True)
    entered = [InputRows.from_rows(table, rows or ()) for table, rows in tables]
    return RankingContext(
        ranking, players, shown, files, spoken, DerivedData(shown, players), input_tables=entered
    )


def _cache_outcome(outcome: Outcome) -> Outcome:
    """The same outcome, whose careers, lists and events are made once; of careers the latest are kept."""
    careers = outcome.careers
    return outcome._replace(
        careers=careers
        and careers._replace(
            get_career=lru_cache(_CAREER_CACHE_SIZE)(lambda player: careers.get_career(player).to_columns())
        ),
        listing=_cache_sections(outcome.listing),
        archive=[_cache_sections(listing) for listing in outcome.archive],
        events=[_cache_sections(event) for event in outcome.events],
    )


def _cache_sections(page: P) -> P:
    return page._replace(content=page.content._replace(sections=cache(page.content.sections)))


def rate_rankings(
    site: Site, results: Mapping[str, Any], as_of: date, memory: BuildCache = NULL_CACHE
) -> tuple[dict[str, Outcome], list[Problem]]:
    """Every ranking of `site` by its id, calculated whole from its tables in `results`, and what is wrong."""
    found: dict[str, Outcome] = {}
    problems: list[Problem] = []
    for ranking in site.rankings:
        inputs = results[ranking.id]
        rated = partial(_rate_ranking, ranking, inputs, as_of)
        outcome, wrong = memory.memoize(("outcome", ranking.id), [ranking, inputs], as_of, rated)
        problems += wrong
        if outcome is not None:
            found[ranking.id] = outcome
    return found, problems


def _rate_ranking(ranking: Ranking, inputs: Any, as_of: date) -> tuple[Outcome | None, list[Problem]]:
    """A ranking, and what is wrong with it; none where the system failed."""
    name, system, options = ranking.name_of_system, ranking.system, ranking.options
    outcome = None
    try:
        outcome = system.rate(inputs, options, ranking.make_moment(as_of, len(inputs.players)))
        return outcome, [*map(ranking.blame_system, validate_outcome(name, system, options, outcome))]
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - a system can raise whatever Python has
        return outcome, [ranking.report_failure("rate", error)]
