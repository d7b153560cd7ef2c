"""What is published of a replay follows from what its tables declare."""

from collections.abc import Mapping, MutableMapping
from datetime import date
from typing import Any, NamedTuple

from sitegen.core.entities import Moment, Player
from sitegen.core.model import Outcome, Section
from sitegen.core.table import Change, Movement, PlayDate, PlayerId, Rank, Table, column, get_columns
from sitegen.core.views import View
from sitegen.toolkit.ranking import Ranking
from sitegen.toolkit.steps import Replay


class Match(Table):
    """A match."""

    date: PlayDate = column("the day")
    winner: PlayerId = column("who won")
    loser: PlayerId = column("who lost")


class Standing(NamedTuple):
    """What somebody has so far."""

    points: int = 0
    won: int = 0


class Place(Table):
    """A place in a league."""

    rank: Rank = column("the place")
    player: PlayerId = column("who")
    club: str = column("the club of the player")
    points: int = column("points so far", role="value")
    won: int = column("matches won")
    change: Change | None = column("points since the list before")
    rank_change: Movement | None = column("places since the list before")


def play(match: Match, standings: MutableMapping[str, Standing]) -> Match:
    winner, loser = standings[match.winner], standings[match.loser]
    standings[match.winner] = Standing(winner.points + 3, winner.won + 1)
    standings[match.loser] = loser._replace(points=loser.points + 1)
    return match


def list_next(player: str, standings: Mapping[str, Standing]) -> dict[str, dict[str, Match]]:
    others = [other for other in standings if other != player]
    return {o: {"won": Match(date.max, player, o), "lost": Match(date.max, o, player)} for o in others}


PLAYERS = [
    Player(id=id_, name=id_.title(), club="Club", alphabet=n) for n, id_ in enumerate(("an", "bo", "cy"))
]
MATCHES = [
    Match(date(2026, 1, 5), "an", "bo"),
    Match(date(2026, 1, 12), "cy", "an"),
    Match(date(2026, 1, 12), "cy", "bo"),
]
RANKING = Ranking(
    {"league-table": Place, "matches": Match},
    PLAYERS,
    Replay(
        {player.id: Standing() for player in PLAYERS},
        MATCHES,
        Moment(date(2026, 2, 1)),
        play,
        get_figure=lambda standing: standing.points,
    ),
    list_next,
)


def build(**parts: Any) -> Outcome:
    return RANKING.build_outcome(facts=parts.get("facts", ()), parts=parts.get("parts", ()))


def show(outcome: Outcome, player: str) -> Section:
    (page,) = (page for page in outcome.players if page.id == player)
    (section,) = page.content.tables
    return section


def test_a_list_has_the_columns_that_it_names_of_players_and_standings() -> None:
    outcome = build()
    league, matches = outcome.tables
    assert (league.name, [*league.rows]) == (
        "league-table",
        [
            Place(1, "cy", "Club", 6, 2, 6, 2),
            Place(2, "an", "Club", 4, 1, 1, -1),
            Place(3, "bo", "Club", 2, 0, 1, -1),
        ],
    )
    assert (matches.name, [*matches.rows]) == ("matches", MATCHES)
    assert [listing.day for listing in outcome.archive] == [date(2026, 1, 5), date(2026, 1, 12)]
    (shown,) = outcome.listing.content.tables
    assert (shown.title, [*shown.rows]) == ("League table", [*league.rows])


def test_the_calendar_and_the_pages_of_results_have_each_day_of_play() -> None:
    outcome = build()
    (days,) = outcome.calendar
    assert [tuple(row) for row in days.rows] == [(date(2026, 1, 5), 1), (date(2026, 1, 12), 2)]
    assert get_columns(days.table)[1].label == "Matches"
    assert [event.content.facts[0].value for event in outcome.events] == [1, 2]
    assert [[*event.content.tables[0].rows] for event in outcome.events] == [MATCHES[:1], MATCHES[1:]]


def test_facts_have_the_figure_the_results_and_what_is_needed() -> None:
    most = RANKING.count_needed("Matches until ten points", lambda standing: standing.points >= 10)
    outcome = build(facts=[RANKING.list_facts, most])
    facts = {page.id: [(f.label, f.value) for f in page.content.facts] for page in outcome.players}
    assert facts == {
        "an": [("Points", 4), ("Matches", 2), ("Matches until ten points", 2)],
        "bo": [("Points", 2), ("Matches", 2), ("Matches until ten points", 3)],
        "cy": [("Points", 6), ("Matches", 2), ("Matches until ten points", 2)],
    }


def test_an_explanation_has_the_results_of_the_last_day_with_the_figure_after_each() -> None:
    section = show(build(parts=[RANKING.explain]), "cy")
    assert [tuple(row) for row in section.rows] == [(*MATCHES[1], 3, 3), (*MATCHES[2], 3, 6)]
    assert [column.label for column in get_columns(section.table)][-2:] == ["±", "Points"]


def test_a_projection_has_what_each_result_would_bring_in_the_order_that_is_given() -> None:
    section = show(build(parts=[RANKING.project("The next match")]), "bo")
    assert [tuple(row) for row in section.rows] == [("an", 4, 3, 1), ("cy", 6, 3, 1)]
    labels = [column.label for column in get_columns(section.table)]
    assert labels == ["Opponent", "Points", "If won", "If lost"]
    assert not show_any(build(parts=[Ranking(RANKING.outputs, PLAYERS, RANKING.replay).project("None")]))


def show_any(outcome: Outcome) -> bool:
    return any(page.content.tables for page in outcome.players)


def test_results_are_those_that_name_a_player_in_any_column_or_in_one() -> None:
    every = View(RANKING.results, "", "matches", "Matches")
    assert [*show(build(parts=[every]), "an").rows] == MATCHES[:2]
    lost = View(RANKING.index_results("loser"), "winner", "lost", "Lost to")
    assert [tuple(row) for row in show(build(parts=[lost]), "an").rows] == [("cy",)]
