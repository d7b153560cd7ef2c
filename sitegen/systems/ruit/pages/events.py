"""The results pages of the Ruit rating: an evening with its final standing and every step of each change."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import chain, zip_longest
from operator import attrgetter

from sitegen.model import Fact, Section, Sheet
from sitegen.systems.ruit.articles import OF_EACH, OF_FORM
from sitegen.systems.ruit.evenings import Evening
from sitegen.systems.ruit.pages.careers import contests, worked
from sitegen.systems.ruit.shown import Contest, Held, Placed, Worked
from sitegen.systems.ruit.tables import Form, Player
from sitegen.systems.ruit.units import Unit
from sitegen.toolkit.order import best_first, comparable

_UNITS = {"pairs": "Pairs", "butler": "Pairs", "teams": "Teams"}
_PLAYERS = "player1", "player2", "player3", "player4"


def calendar(players: Iterable[Player], evenings: Sequence[Evening]) -> Section:
    """The evenings, the latest first."""
    names = {each.id: each.name for each in players}
    rows = [_held(each, names) for each in reversed(evenings)]
    return Section("evenings", "Evenings", Held, rows, empty="No evening has been played yet.")


def _held(evening: Evening, names: Mapping[str, str]) -> Held:
    first = max(evening.units, key=lambda each: comparable(each.after))
    riser = max(evening.rows, key=lambda row: comparable(row.gain))
    is_team = evening.form == "teams"
    return Held(
        date=evening.day,
        form=evening.form,
        units=len(evening.units),
        players=len(evening.rows),
        first=first.team if is_team else " – ".join(names[each] for each in first.couples[0]),
        biggest=riser.gain,
        biggest_by=riser.player,
    )


def sheet(evening: Evening) -> Sheet:
    """The page of an evening."""
    facts = [
        Fact("Date", evening.day, date),
        Fact("Form", evening.form, Form),
        Fact(_UNITS[evening.form], len(evening.units), int),
        Fact("Players", len(evening.rows), int),
    ]
    note = "All changes of an evening happen at once, on the ratings before it."
    by = [OF_FORM[evening.form]]
    matches = contests(evening.units)
    sections = [
        Section("final", "Final standing", Placed, _standing(evening.units), articles=by),
        *([Section("matches", "Matches", Contest, matches, articles=by)] if matches else []),
        Section("ratings", "Rating changes", Worked, worked(evening), note, articles=[*by, *OF_EACH]),
    ]
    return Sheet.of(facts, sections)


def _standing(units: Sequence[Unit]) -> list[Placed]:
    return [_placed(*each) for each in best_first(units, attrgetter("after"))]


def _placed(rank: int, unit: Unit) -> Placed:
    players = zip_longest(_PLAYERS, chain.from_iterable(unit.couples))
    return Placed.like(unit, rank=rank, matches=len(unit.meetings) or None, **dict(players))
