"""The board-game circuit LUDO, chapter 4 of its regulation: scoring, prizes and rankings."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from sitegen.core import model
from sitegen.core.entities import EventDate, Moment, UpcomingEvent
from sitegen.core.missing import select_complete
from sitegen.core.model import Outcome
from sitegen.core.table import Table
from sitegen.systems.ludo.checks import check, rules
from sitegen.systems.ludo.circuit import build_circuit, build_tables
from sitegen.systems.ludo.outputs import (
    CalculatedResult,
    DayRankedPlayer,
    GameRankedPlayer,
    Prize,
    RankedPlayer,
    Seat,
    YearRankedPlayer,
)
from sitegen.systems.ludo.pages.events import (
    build_calendar,
    build_events,
    build_topics,
    list_upcoming,
    map_topic_addresses,
)
from sitegen.systems.ludo.pages.lists import build_listing
from sitegen.systems.ludo.pages.players import declare_player_page
from sitegen.systems.ludo.steps import TotalHistories
from sitegen.systems.ludo.tables import Inputs, Options, Points, articles
from sitegen.toolkit.decisions import AppliedPoints
from sitegen.toolkit.history import build_outcome, make_player_pages

__all__ = [
    "Inputs",
    "Options",
    "articles",
    "check",
    "event_dates",
    "interpretations",
    "outputs",
    "rate",
    "rules",
    "title",
]

title = "LUDO, chapter 4: scoring, prizes and rankings"

interpretations: Sequence[str] = (
    (
        "**Article 4.1**: places are entered as 1, 2, 2, 4 or as 1, 2.5, 2.5, 4; exactly three who share the "
        "first place are at 1.999 either way. Where scores were not kept, or are all 0, nobody has a share."
    ),
    "**Article 4.2**: who share a place in the ranking of the day have the best of their places.",
    (
        "**Article 4.2**: the ceiling of the bonus is the mean of all tournaments of the year before, the "
        "final among them, rounded half up; it holds in the final too. A tournament without results does "
        "not count, and after a year without any there is no ceiling."
    ),
    (
        "**Article 4.3**: of a shared first place all are winners; by place are called all who share a "
        "place up to the last; the club that wins the interclub is called once more among the clubs."
    ),
    (
        "**Article 4.3**: distances are those of the great circle; where a club or the tournament has no "
        "place on the map there is none, and such clubs stand last, by name."
    ),
    (
        "**Article 4.3**: the order by lot is that of the SHA-256 of `tournament/player`, lowest first: "
        "nobody chooses it, and everybody can check it."
    ),
    (
        "**Article 4.3**: who share a place are called by the alphabet. Players who hide come last among "
        "them, and draw no lot: they are called after all lots, by the numbers in their labels. Otherwise "
        "the order would tell between which names theirs is, and a lot would show whether a guess is right."
    ),
    "**Article 4.4**: a year without a tournament is worth 0.",
    (
        "**Article 4.4**: points by decision of the committee, of which the regulation says nothing, count "
        "in the year of their day, beside the tournaments; a decision counts before the tournaments of its "
        "day. Who is out of competition is in no ranking of the year, of LUDO or of a game and has no seat "
        "at a final table; the tournaments keep their rankings and prizes."
    ),
    (
        "**Article 4.5**: at the final tables sit the best of each game over the tournaments dated before "
        "the final; equal rankings go by the alphabet, and players who hide come last among them. A final "
        "table has four seats unless the option `final_seats` says otherwise."
    ),
)

outputs: Mapping[str, type[Table]] = {
    "ludo": RankedPlayer,
    "year-YYYY": YearRankedPlayer,
    "decisions": AppliedPoints,
    "days": DayRankedPlayer,
    "rounds": CalculatedResult,
    "games-YYYY": GameRankedPlayer,
    "prizes": Prize,
    "final-tables": Seat,
}


def event_dates(inputs: Inputs) -> Iterator[EventDate]:
    """Yield the day of every tournament, and that of its first result.

    The core reports a result of a day to come at that first row.
    """
    first_results = {row.tournament: row for row in reversed(select_complete(inputs.results, "tournament"))}
    for tournament in select_complete(inputs.tournaments, "tournament", "date"):
        yield EventDate(tournament, "date", tournament.date, is_played=False)
        if tournament.tournament in first_results:
            result = first_results[tournament.tournament]
            yield EventDate(result, "tournament", tournament.date, is_played=True)


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """Return everything that is published on `when.as_of`, from all tournaments since the first."""
    circuit = build_circuit(inputs, options, when.as_of)
    upcoming = list_upcoming(circuit, when.as_of)
    histories = TotalHistories(circuit)
    return build_outcome(
        circuit.history,
        when,
        tables=build_tables(circuit),
        build_listing=partial(build_listing, circuit),
        events=list(build_events(circuit)),
        calendar=build_calendar(circuit, when.as_of),
        players=make_player_pages(
            circuit.members.list_players(when.as_of), declare_player_page(circuit, histories, upcoming)
        ),
        clubs=circuit.members.clubs,
        topics=list(build_topics(circuit)),
        topic_keys=map_topic_addresses(circuit),
        careers=model.Careers(histories.build_career, "tournaments", "LUDO total", Points),
        upcoming_events=[
            UpcomingEvent(tournament.date, "{name}", {"name": tournament.name}, key=tournament.tournament)
            for tournament in upcoming
        ],
    )
