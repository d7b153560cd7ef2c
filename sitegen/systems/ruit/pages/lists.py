"""The ratings after each evening, with highlights: who rose, scored best, leads, and how many played."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate

from sitegen.core.entities import Highlight, Highlights, PlayerName
from sitegen.core.model import Fact, Listing, Section
from sitegen.core.table import PlayDate
from sitegen.systems.ruit.handicap import Evening, RuitStanding
from sitegen.systems.ruit.outputs import CalculatedScore, RankedPlayer
from sitegen.systems.ruit.ratings import build_ratings, find_latest_evening
from sitegen.systems.ruit.tables import Form, Gain, Player
from sitegen.toolkit.highlights import collect_highlights, count_played, find_leader, find_riser
from sitegen.toolkit.history import History, ListState
from sitegen.toolkit.order import round_for_ranking

_UNIT_COUNT_LABELS = {
    "pairs": "Pairs that played",
    "butler": "Pairs that played",
    "teams": "Teams that played",
}
_BEST_NOTES = {
    "pairs": "{score} % after handicap, with {partner}",
    "butler": "{score} IMPs after handicap, with {partner}",
    "teams": "{score} victory points after handicap",
}


def find_highest_ratings(history: History[CalculatedScore, RuitStanding]) -> Mapping[date, float]:
    """Return the highest rating that anybody had until each evening, or day of a decision."""
    start = max((standing.rating for standing in history.start.values()), default=0.0)
    best = (max(standing.rating for standing in event.standings.values()) for event in history.events)
    _, *highest = accumulate(best, max, initial=start)
    return dict(zip((event.day for event in history.events), highest, strict=True))


def build_highlights(rows: Sequence[RankedPlayer], evening: Evening, highest: float) -> list[Highlights]:
    """Return the highlights of a list after an evening; `highest` is the highest rating until then."""
    played = {row.player for row in evening.rows}
    return collect_highlights(
        find_riser(rows, "rating", Gain),
        _find_best_score(evening),
        find_leader(rows, highest),
        count_played(
            _UNIT_COUNT_LABELS[evening.form], len(evening.units), played, [row.player for row in rows]
        ),
    )


def _find_best_score(evening: Evening) -> Highlight:
    unit = max(evening.units, key=lambda unit: round_for_ranking(unit.after))
    (player, partner), *_ = unit.couples
    params = {"score": unit.after, "partner": PlayerName(partner), "team": unit.team}
    player, text = ("", "{team}") if evening.form == "teams" else (player, "")
    note = _BEST_NOTES[evening.form]
    return Highlight("Best score", player, text, note=note, params=params, event=evening.key)


def build_listing(
    players: Sequence[Player],
    evenings: Sequence[Evening],
    highest: Mapping[date, float],
    state: ListState[CalculatedScore, RuitStanding],
) -> Listing:
    """Return the ratings after a day, or before the first; `highest` is the best ever, by day."""
    evening = find_latest_evening(evenings, state.day)
    ranked_players = build_ratings(players, state.standings, evening)
    section = Section(
        "ratings",
        "Ratings",
        RankedPlayer,
        ranked_players,
        note="All players, by rating. The change is that of the latest evening, partner subsidy included.",
        empty="Nobody plays yet.",
        articles=("De handicap", "Overig"),
    )
    if evening is None:
        return state.make_listing([], [section])
    facts = [
        Fact("Latest evening", evening.day, PlayDate),
        Fact("Form", evening.form, Form),
        Fact("Players that evening", len(evening.rows), int),
    ]
    return state.make_listing(
        facts, [*build_highlights(ranked_players, evening, highest[state.day]), section]
    )
