"""The pages of evenings, each with its final standing and matches, and the calendar."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial

from sitegen.core.entities import Highlight, Highlights, PlayerName
from sitegen.core.model import Event, Fact, PageContent, Section
from sitegen.core.table import Figure
from sitegen.core.views import PageParts, View
from sitegen.systems.ruit.evenings import EveningTables
from sitegen.systems.ruit.handicap import Evening, RuitStanding
from sitegen.systems.ruit.outputs import (
    MATCH_CALCULATION,
    OPENED_MATCH,
    OPENED_PAIR,
    CalculatedScore,
    CalendarEvening,
    write_calculation,
)
from sitegen.systems.ruit.tables import COMMON_ARTICLES, FORM_ARTICLES, Form, Player, Strength
from sitegen.toolkit.decisions import build_decision_section
from sitegen.toolkit.highlights import collect_highlights, find_extremes
from sitegen.toolkit.history import Snapshot
from sitegen.toolkit.order import round_for_ranking

_UNIT_LABELS = {"pairs": "Pairs", "butler": "Pairs", "teams": "Teams"}


Day = Snapshot[CalculatedScore, RuitStanding]
"""An evening, or a day on which only the committee decided."""


def build_calendar(players: Iterable[Player], days: Sequence[Day]) -> Section:
    """Return the evenings and days of decisions, the latest first."""
    names = {player.id: player.name for player in players}
    rows = [
        _build_calendar_row(day, names) if isinstance(day, Evening) else CalendarEvening(date=day.day)
        for day in reversed(days)
    ]
    return Section("evenings", "Evenings", CalendarEvening, rows, empty="No evening has been played yet.")


def _build_calendar_row(evening: Evening, names: Mapping[str, str]) -> CalendarEvening:
    first = max(evening.units, key=lambda unit: round_for_ranking(unit.after))
    riser = max(evening.rows, key=lambda row: round_for_ranking(row.gain))
    is_team = evening.form == "teams"
    return CalendarEvening(
        date=evening.day,
        form=evening.form,
        units=len(evening.units),
        players=len(evening.rows),
        first=first.team if is_team else " – ".join(names[player] for player in first.couples[0]),
        biggest=riser.gain,
        biggest_by=riser.player,
    )


def build_events(days: Sequence[Day], tables: EveningTables) -> list[Event]:
    """Return the page of each evening, and of each day on which only the committee decided."""
    kinds = dict.fromkeys((evening.form, evening.strength) for evening in tables.evenings.values())
    pages = {kind: _declare_page(tables, *kind) for kind in kinds}
    return [
        day.make_event(
            pages[day.form, day.strength].build_content(day.key)
            if isinstance(day, Evening)
            else PageContent.create([Fact("Date", day.day, date)], [*build_decision_section(day.decisions)])
        )
        for day in days
    ]


def _declare_page(tables: EveningTables, form: Form, strength: Strength) -> PageParts:
    """Return what the page of each evening of a form shows."""
    final_columns = (
        "rank player1 gain1 after player2 gain2 raw team section opponents opposition handicap matches"
    )
    return PageParts(
        [partial(_build_facts, tables)],
        [
            partial(_build_highlights, tables),
            View(
                tables.pairs,
                final_columns,
                "final",
                "Final standing",
                note="All changes of an evening happen at once, on the ratings before that evening.",
                articles=[FORM_ARTICLES[form], *COMMON_ARTICLES],
                calculation=write_calculation(form, strength),
                opened_columns=OPENED_PAIR,
                shared_columns=["team"] if form == "teams" else [],
            ),
            View(
                tables.matches,
                "team_a vp_a imps_a team_b vp_b boards match own opposition",
                "matches",
                "Matches",
                articles=[FORM_ARTICLES[form]],
                calculation=MATCH_CALCULATION,
                opened_columns=OPENED_MATCH,
            ),
            lambda key: build_decision_section(tables.evenings[key].decisions),
        ],
    )


def _build_facts(tables: EveningTables, key: str) -> Iterator[Fact]:
    evening = tables.evenings[key]
    yield Fact("Date", evening.day, date)
    yield Fact("Form", evening.form, Form)
    yield Fact(_UNIT_LABELS[evening.form], len(evening.units), int)
    yield Fact("Players", len(evening.rows), int)


def _build_highlights(tables: EveningTables, key: str) -> list[Highlights]:
    """Return who won an evening, and whose rating rose and fell most."""
    evening, first = tables.evenings[key], tables.pairs.select(key)[0]
    text = "{team}" if evening.form == "teams" else "{player} – {partner}"
    names = {"player": PlayerName(first.player1), "partner": PlayerName(first.player2), "team": first.team}
    return collect_highlights(
        Highlight("Won", text=text, params=names, figure=first.after, cell_type=Figure),
        *find_extremes((row.player, row.gain) for row in evening.rows),
    )
