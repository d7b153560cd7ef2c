"""The ratings after each evening, with highlights: who rose, scored best, leads, and how many played."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate

from sitegen.core.entities import Highlight, Highlights, PlayerName
from sitegen.core.model import Fact, Listing, Section
from sitegen.core.table import PlayDate
from sitegen.systems.ruit.handicap import Evening, RuitStanding
from sitegen.systems.ruit.outputs import CalculatedScore, RankedPlayer
from sitegen.systems.ruit.ratings import build_ratings
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
    """Return the highest rating that anybody had until each evening."""
    start = max((standing.rating for standing in history.start.values()), default=0.0)
    best = (max(standing.rating for standing in event.standings.values()) for event in history.events)
    _, *highest = accumulate(best, max, initial=start)
    return dict(zip((event.day for event in history.events), highest, strict=True))


def build_highlights(
    rows: Sequence[RankedPlayer],
    state: ListState[CalculatedScore, RuitStanding],
    highest: Mapping[date, float],
) -> list[Highlights]:
    """Return the highlights of the latest evening of a list; none before the first."""
    if not isinstance(state.last_event, Evening):
        return []
    evening, players = state.last_event, [row.player for row in rows]
    return collect_highlights(
        find_riser(rows, "rating", Gain),
        _find_best_score(evening),
        find_leader(rows, highest[evening.day]),
        count_played(_UNIT_COUNT_LABELS[evening.form], len(evening.units), evening.standings, players),
    )


def _find_best_score(evening: Evening) -> Highlight:
    unit = max(evening.units, key=lambda unit: round_for_ranking(unit.after))
    (player, partner), *_ = unit.couples
    params = {"score": unit.after, "partner": PlayerName(partner), "team": unit.team}
    player, text = ("", "{team}") if evening.form == "teams" else (player, "")
    note = _BEST_NOTES[evening.form]
    return Highlight("Best score", player, text, note=note, params=params, event=evening.key)


def build_listing(
    players: Sequence[Player], highest: Mapping[date, float], state: ListState[CalculatedScore, RuitStanding]
) -> Listing:
    """Return the ratings after an evening, or before the first; `highest` is the best ever, by evening."""
    ranked_players = build_ratings(players, state)
    section = Section(
        "ratings",
        "Ratings",
        RankedPlayer,
        ranked_players,
        note="All players, by rating. The change is that of this evening, partner subsidy included.",
        empty="Nobody plays yet.",
        articles=("De handicap", "Overig"),
    )
    rows = state.last_event.rows if state.last_event else []
    facts = (
        [
            Fact("Latest evening", state.day, PlayDate),
            Fact("Form", rows[0].form, Form),
            Fact("Players that evening", len(rows), int),
        ]
        if rows
        else []
    )
    return state.make_listing(facts, [*build_highlights(ranked_players, state, highest), section])
