"""The pages of evenings, the calendar, and who rose how much since the first evening and in each year."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from sitegen.core.model import Fact, Highlight, Highlights, PageContent, PlayerName, Section, Topic
from sitegen.systems.ruit.handicap import Evening
from sitegen.systems.ruit.outputs import (
    MATCH_CALCULATION,
    OPENED_MATCH,
    OPENED_PAIR,
    CalculatedScore,
    CalendarEvening,
    EveningMatch,
    ListedRiser,
    Points,
    ScoredPair,
)
from sitegen.systems.ruit.pages.players import build_matches, build_pairs, find_calculation
from sitegen.systems.ruit.ratings import ALL, Gains, list_periods, rank_gains, sum_gains
from sitegen.systems.ruit.tables import COMMON_ARTICLES, FORM_ARTICLES, FORMS, Form, Options, Player
from sitegen.toolkit.highlights import collect_highlights, find_extremes
from sitegen.toolkit.order import round_for_ranking


def build_risers_topic(players: Sequence[Player], evenings: Sequence[Evening], gains: Gains) -> Topic:
    """Return the page of risers, the third pane of the regulation."""
    whole_time, *years = list_periods(gains)
    sections = [_build_risers_section(players, gains, period) for period in (whole_time, *reversed(years))]
    ends = [("First evening", evenings[0]), ("Latest evening", evenings[-1])] if evenings else []
    facts = [Fact(label, evening.day, date) for label, evening in ends]
    return Topic("risers", "Risers", PageContent.create(facts, sections))


def build_period_section(
    players: Sequence[Player], rows: Sequence[CalculatedScore], first: date, through: date
) -> Section:
    """Return who rose how much from a day up to another, in all and by form."""
    return _build_risers_section(players, sum_gains(row for row in rows if first <= row.date <= through), ALL)


def _build_risers_section(players: Sequence[Player], gains: Gains, period: str) -> Section:
    sums, *by_form = (gains.get((form, period), {}) for form in (ALL, *FORMS))
    rows = [
        ListedRiser(rank, player.id, sums[player.id], *(form_sums.get(player.id) for form_sums in by_form))
        for rank, player in rank_gains(players, sums)
    ]
    title = "Since the first evening" if period == ALL else "In {year}"
    empty, params = "No evening has been played yet.", {"year": period}
    return Section(
        f"period-{period}", title, ListedRiser, rows, empty=empty, params=params, articles=["Overig"]
    )


_UNIT_LABELS = {"pairs": "Pairs", "butler": "Pairs", "teams": "Teams"}


def build_calendar(players: Iterable[Player], evenings: Sequence[Evening]) -> Section:
    """Return the evenings, the latest first."""
    names = {player.id: player.name for player in players}
    rows = [_build_calendar_row(evening, names) for evening in reversed(evenings)]
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


def build_content(evening: Evening, options: Options) -> PageContent:
    """Return the page of an evening."""
    facts = [
        Fact("Date", evening.day, date),
        Fact("Form", evening.form, Form),
        Fact(_UNIT_LABELS[evening.form], len(evening.units), int),
        Fact("Players", len(evening.rows), int),
    ]
    articles = [FORM_ARTICLES[evening.form]]
    pairs, matches = build_pairs(evening), build_matches(evening.units)
    sections: list[Section | Highlights] = [
        *_build_highlights(evening, pairs),
        Section(
            "final",
            "Final standing",
            ScoredPair,
            pairs,
            "All changes of an evening happen at once, on the ratings before that evening.",
            articles=[*articles, *COMMON_ARTICLES],
            calculation=find_calculation(evening, options),
            opened_columns=OPENED_PAIR,
            shared_columns=["team"] if matches else [],
        ),
        Section(
            "matches",
            "Matches",
            EveningMatch,
            matches,
            articles=articles,
            calculation=MATCH_CALCULATION,
            opened_columns=OPENED_MATCH,
        ),
    ]
    return PageContent.create(facts, sections if matches else sections[:-1])


def _build_highlights(evening: Evening, pairs: Sequence[ScoredPair]) -> list[Highlights]:
    """Return who won an evening, and whose rating rose and fell most."""
    first = pairs[0]
    text = "{team}" if evening.form == "teams" else "{player} – {partner}"
    names = {"player": PlayerName(first.player1), "partner": PlayerName(first.player2), "team": first.team}
    return collect_highlights(
        Highlight("Won", text=text, params=names, figure=first.after, cell_type=Points),
        *find_extremes((row.player, row.gain) for row in evening.rows),
    )
