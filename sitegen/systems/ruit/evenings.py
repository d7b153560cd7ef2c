"""Evenings, and what they do to the ratings: all changes of an evening happen at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sitegen.model import When
from sitegen.systems.ruit.handicap import partner_subsidy
from sitegen.systems.ruit.outputs import Receipt
from sitegen.systems.ruit.tables import ButlerLine, Form, Inputs, Match, Options
from sitegen.systems.ruit.units import Ratings, Unit, units
from sitegen.toolkit.course import After, by_day
from sitegen.toolkit.rows import grouped

_FORMS: Mapping[type[Any], Form] = {Match: "teams", ButlerLine: "butler"}
_TITLES = {
    "pairs": "Pairs evening of {day}",
    "butler": "Butler evening of {day}",
    "teams": "Teams evening of {day}",
}


class Standing(NamedTuple):
    """A player after some evenings; `change` is what the latest of them brought, all told."""

    rating: float
    sessions: int = 0
    change: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Evening(After[Receipt, Standing]):
    """What stands after an evening: its form, and its units in the order of the rows."""

    form: Form
    units: Sequence[Unit]


def evenings(
    inputs: Inputs, options: Options, when: When, start: Mapping[str, Standing]
) -> Iterator[Evening]:
    """All evenings through the day of the build, each on the ratings after the one before."""
    now, line_ups = dict(start), grouped(inputs.lineups, lambda each: each.date)
    for day, played in by_day([*inputs.pairs, *inputs.butler, *inputs.teams], when):
        form = _FORMS.get(type(played[0]), "pairs")
        ratings = {player: own.rating for player, own in now.items()}
        scored = units(form, played, line_ups.get(day, []), ratings, options)
        rows = list(_rows(day, form, scored, ratings, options))
        left = {row.player: Standing(row.rating, now[row.player].sessions + 1, row.gain) for row in rows}
        now |= left
        yield Evening(day.isoformat(), day, rows, left, _TITLES[form], form=form, units=scored)


def moved(before: float, partners: float, change: float, day: date, options: Options) -> tuple[float, float]:
    """What a player gets from a partner of another rating, and the rating after it and the `change`.

    "Partnersubsidie", "Overig".
    """
    subsidy = partner_subsidy(before, partners) if day >= options.subsidy_from else 0.0
    return subsidy, max(0.0, before + change + subsidy)  # a rating does not become negative


def _rows(
    day: date, form: Form, scored: Sequence[Unit], ratings: Ratings, options: Options
) -> Iterator[Receipt]:
    """A row for each player, in the order of the units."""
    for unit in scored:
        for one, other in unit.couples:
            for player, partner in ((one, other), (other, one)):
                before = ratings[player]
                subsidy, rating = moved(before, ratings[partner], unit.change, day, options)
                yield Receipt.like(
                    unit, date=day, form=form, player=player, partner=partner, before=before, subsidy=subsidy,
                    rating=rating,
                )  # fmt: skip
