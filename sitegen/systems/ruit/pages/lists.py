"""The ratings after each evening, as pages show them."""

from collections.abc import Mapping, Sequence
from datetime import date

from sitegen.model import Fact, Listing, Section
from sitegen.systems.ruit.evenings import Standing
from sitegen.systems.ruit.outputs import Ranked, Receipt
from sitegen.systems.ruit.pages.strip import highlights
from sitegen.systems.ruit.ratings import ratings
from sitegen.systems.ruit.tables import Form, Player
from sitegen.table import PlayDate
from sitegen.toolkit.course import Stood


def listing(
    players: Sequence[Player], highest: Mapping[date, float], stood: Stood[Receipt, Standing]
) -> Listing:
    """The ratings after an evening, and before the first; `highest` is what anybody had by each."""
    ranked = ratings(players, stood)
    section = Section(
        "ratings",
        "Ratings",
        Ranked,
        ranked,
        note="All players, by rating. The change is that of this evening, partner subsidy included.",
        empty="Nobody plays yet.",
        articles=("De handicap", "Overig"),
    )
    rows = stood.last.rows if stood.last else []
    facts = (
        [
            Fact("Latest evening", stood.day, PlayDate),
            Fact("Form", rows[0].form, Form),
            Fact("Players that evening", len(rows), int),
        ]
        if rows
        else []
    )
    return stood.listing(facts, [*highlights(ranked, stood, highest), section])
