"""Rate every ranking of a site, and collect what pages need of each: outcome, words, files, standings."""

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
from sitegen.rankings.dataset import Dataset
from sitegen.rankings.derived import DerivedData
from sitegen.rankings.positions import Position


class StandingRow(NamedTuple):
    """A row of the list: `figure` and `change` as text, blank where there is none."""

    player: str
    name: str
    club: str
    rank: int | None
    figure: str
    change: str


class Standings(NamedTuple):
    """The first table of the current list, in its order.

    `label` names the figures; `ranked_count` is how many players have a rank.
    """

    by_player: Mapping[str, StandingRow]
    label: str = ""
    ranked_count: int = 0

    @property
    def rows(self) -> Sequence[StandingRow]:
        """The rows of the table."""
        return list(self.by_player.values())


def build_standings(
    dataset: Dataset, names: Mapping[str, str], clubs: Mapping[str, str], language: Language
) -> Standings:
    """Return the first table with players of the current list of a ranking, with the clubs that they have."""
    first = dataset.main_table
    if first is None:
        return Standings({})
    roles = get_roles(first.table)
    format_values = _make_formatter(roles, language)
    rows = {
        player: StandingRow(
            player, names.get(player, player), clubs.get(player, ""), position.rank, *format_values(position)
        )
        for player, position in dataset.positions.items()
        if position.table == first.name
    }
    column = roles.get_column("value")
    return Standings(rows, column.label if column else "", sum(row.rank is not None for row in rows.values()))


def _make_formatter(roles: Roles, language: Language) -> Callable[[Position], tuple[str, str]]:
    """Return a function that formats the figure and the change of a position like the cells of the list."""
    format_value, format_change = (
        _make_cell_formatter(roles.get_column(role), language) for role in ("value", "change")
    )
    return lambda position: (
        format_value(position.value),
        format_change(position.change) if position.change else "",
    )


def _make_cell_formatter(column: Column | None, language: Language) -> Callable[[Any], str]:
    if column is None or column.kind is not float:
        return lambda value: "" if value is None else str(value)
    return language.make_number_formatter(column.display.decimals, signed=column.display.style == "signed")


_MAX_LATEST_ROWS = 1_000
_CAREER_CACHE_SIZE = 2_000
P = TypeVar("P", Listing, Event)


class InputRows(NamedTuple):
    """How many rows a table has, and the rows that pages show: of a large table only the latest.

    A table of pairings keeps all rows, as results may still be missing.
    """

    row_count: int
    rows: Sequence[Any]

    @classmethod
    def from_rows(cls, table: InputTable, rows: Sequence[Any]) -> "InputRows":
        """Return the rows that are kept of a table once it is rated."""
        is_needed = any(column.drawn for column in get_input_columns(table.rows))
        return cls(len(rows), rows if is_needed else [*rows[-_MAX_LATEST_ROWS:]])


class UpcomingEvent(NamedTuple):
    """A future event; `event` is the key of its results page, blank where it has none yet.

    `key` identifies it on whatever day it comes, where its system says so.
    """

    day: date
    title: str
    event: str
    key: str


class MenuTopic(NamedTuple):
    """A topic in the menu of a ranking: its key, and its title in English."""

    key: str
    title: str


class CellNames(NamedTuple):
    """What the cells of a ranking's tables are written with, in one language.

    `players` has the names of players with a page, `labels` those of the others, by id. `event_keys` has the
    event of a key, day or round, `titles` the titles of events, and `topic_keys` the topic of a word.
    """

    players: Mapping[str, str]
    labels: Mapping[str, str]
    event_keys: Mapping[object, str]
    titles: Mapping[str, str]
    topic_keys: Mapping[object, str]


@dataclass(frozen=True)
class RankingContext:
    """A ranking with all that was calculated for it, in a language, with the words of its system."""

    ranking: Ranking
    players: Sequence[Player]
    outcome: Outcome
    files: Mapping[str, DataFiles]
    language: Language
    dataset: Dataset
    derived: DerivedData
    prefix: str = ""
    """The address of the site in this language: blank, or such as `fr/`."""
    input_tables: Sequence[InputRows] = ()
    """The tables that it was rated from."""

    @property
    def home(self) -> str:
        """The address of the ranking, from the root of the site."""
        return f"{self.prefix}{self.ranking.id}/"

    @property
    def topics(self) -> Sequence[Topic]:
        """The topics of the system, then those that every ranking has."""
        return [*self.outcome.topics, *self.derived.topics]

    @property
    def menu_topics(self) -> Sequence[MenuTopic]:
        """The topics in the menu."""
        return [MenuTopic(topic.key, topic.title) for topic in self.topics if topic.is_menu_entry]

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The displayed name of each player, by id."""
        return {player.id: player.name for player in self.players}

    def get_name(self, player: str) -> str:
        """Return the displayed name of a player; the id where that is unknown."""
        return self.names.get(player, player)

    @cached_property
    def event_titles(self) -> Mapping[str, str]:
        """The title of each event, by its key."""
        return {
            event.key: self.language.format_title(event.title, event.params) for event in self.outcome.events
        }

    @cached_property
    def cell_names(self) -> CellNames:
        """What the cells of its tables are written with, in the language."""
        pages = {player.id: player.name for player in self.outcome.players}
        labels = {id_: name for id_, name in self.names.items() if id_ not in pages}
        event_keys = {event.key: event.key for event in self.outcome.events} | {**self.outcome.event_keys}
        return CellNames(pages, labels, event_keys, self.event_titles, {**self.outcome.topic_keys})

    @cached_property
    def upcoming_events(self) -> Sequence[UpcomingEvent]:
        """The future events, the next first, in the language."""
        format_title = self.language.format_title
        return [
            UpcomingEvent(event.day, format_title(event.title, event.params), event.event, event.key)
            for event in self.outcome.upcoming_events
        ]

    @cached_property
    def standings(self) -> Standings:
        """The first table of the current list, in the language."""
        clubs = {player.id: player.club for player in self.outcome.players}
        return build_standings(self.dataset, self.names, clubs, self.language)

    def localize(self, site: Site, prefix: str) -> "RankingContext":
        """Return the same in the language of `site`, below the address `prefix`."""
        ranking = self.ranking.localize(site.language, site.languages[0])
        language = replace(self.language, code=site.language)
        players = [
            player.replace(name=language.format_pseudonym(int(player.id.rpartition("-")[2])))
            if player.hidden  # `player-3` is `Joueur 3`
            else player
            for player in self.players
        ]
        return replace(self, ranking=ranking, players=players, language=language, prefix=prefix)


def build_contexts(
    site: Site, results: Mapping[str, Any], outcomes: Mapping[str, Outcome], cache: BuildCache = NULL_CACHE
) -> list[RankingContext]:
    """Return every ranking with its tables ready to be written."""
    language, contexts = Language(site.language), []
    for ranking in site.rankings:
        parts = ranking, results[ranking.id], outcomes[ranking.id]
        build = partial(_build_context, *parts, language)
        contexts.append(cache.memoize(("context", ranking.id), parts, language, build))
    return contexts


def _build_context(ranking: Ranking, inputs: Any, outcome: Outcome, language: Language) -> RankingContext:
    """Return the context of a ranking, in which no hidden player has a page."""
    players: Sequence[Player] = inputs.players
    hidden_ids = {player.id for player in players if player.hidden}
    pages = [player for player in outcome.players if player.id not in hidden_ids]
    clubs = {player: periods for player, periods in outcome.clubs.items() if player not in hidden_ids}
    visible = _cache_outcome(outcome)._replace(players=pages, clubs=clubs)
    tables = zip(list_input_tables(ranking.system), inputs, strict=True)
    dataset = Dataset.from_outcome(visible)
    return RankingContext(
        ranking,
        players,
        visible,
        {table.name: DataFiles(table) for table in dataset.tables},
        language.with_catalogues(ranking.origin),
        dataset,
        DerivedData(visible, players, dataset),
        input_tables=[InputRows.from_rows(table, rows or ()) for table, rows in tables],
    )


def _cache_outcome(outcome: Outcome) -> Outcome:
    """Return the same outcome with careers, lists and events cached; of careers only the latest."""
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
    site: Site, results: Mapping[str, Any], as_of: date, cache: BuildCache = NULL_CACHE
) -> tuple[dict[str, Outcome], list[Problem]]:
    """Rate every ranking of `site`, from its tables in `results`; return outcomes by id, and problems."""
    outcomes: dict[str, Outcome] = {}
    problems: list[Problem] = []
    for ranking in site.rankings:
        inputs = results[ranking.id]
        rate = partial(_rate_ranking, ranking, inputs, as_of, cache)
        outcome, own_problems = cache.memoize(("outcome", ranking.id), [ranking, inputs], as_of, rate)
        problems += own_problems
        if outcome is not None:
            outcomes[ranking.id] = outcome
    return outcomes, problems


def _rate_ranking(
    ranking: Ranking, inputs: Any, as_of: date, cache: BuildCache
) -> tuple[Outcome | None, list[Problem]]:
    """Rate a ranking; the outcome is None where its system failed."""
    name, system, options = ranking.name_of_system, ranking.system, ranking.options
    section = cache.open_section(("checkpoints", ranking.id, name))
    outcome = None
    try:
        outcome = ranking.rate(inputs, as_of, section)
        return outcome, [*map(ranking.blame_system, validate_outcome(name, system, options, outcome))]
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - a system can raise whatever Python has
        return outcome, [ranking.report_failure("rate", error)]
