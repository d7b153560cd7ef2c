"""The results pages of the Ruit rating: an evening with its final standing and every step of each change."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import chain
from operator import attrgetter

from sitegen.model import Event, Fact, Section, Sheet
from sitegen.systems.ruit.evenings import Evening, Meeting, Unit
from sitegen.systems.ruit.outputs import Played
from sitegen.systems.ruit.shown import Contest, Night, Step, Stood
from sitegen.systems.ruit.tables import Form, Player
from sitegen.toolkit.order import best_first, comparable

_TITLES = {
    "pairs": "Pairs evening of {day}",
    "butler": "Butler evening of {day}",
    "teams": "Teams evening of {day}",
}
_UNITS = {"pairs": "Pairs", "butler": "Pairs", "teams": "Teams"}


def events(evenings: Iterable[Evening]) -> list[Event]:
    """A page for each evening."""
    return [
        Event(each.day.isoformat(), _TITLES[each.form], {"day": each.day}, each.day, _sheet(each))
        for each in evenings
    ]


def calendar(players: Iterable[Player], evenings: Sequence[Evening]) -> Section:
    """The evenings, the latest first."""
    names = {each.id: each.name for each in players}
    rows = [_night(each, names) for each in reversed(evenings)]
    return Section("evenings", "Evenings", Night, rows, empty="No evening has been played yet.")


def _night(evening: Evening, names: dict[str, str]) -> Night:
    first = max(evening.units, key=lambda each: comparable(each.after))
    riser = max(evening.rows, key=lambda row: comparable(row.rating - row.before))
    is_team = evening.form == "teams"
    return Night(
        date=evening.day,
        form=evening.form,
        units=len(evening.units),
        players=len(evening.rows),
        first=first.team if is_team else " – ".join(names[each] for each in first.couples[0]),
        biggest=riser.rating - riser.before,
        biggest_by=riser.player,
    )


def _sheet(evening: Evening) -> Sheet:
    facts = [
        Fact("Date", evening.day, date),
        Fact("Form", evening.form, Form),
        Fact(_UNITS[evening.form], len(evening.units), int),
        Fact("Players", len(evening.rows), int),
    ]
    sections = [
        Section("final", "Final standing", Stood, _standing(evening.units)),
        *_matches(evening.units),
        Section(
            "ratings",
            "Rating changes",
            Step,
            [_step(row) for row in evening.rows],
            note="All changes of an evening happen at once, on the ratings before it.",
        ),
    ]
    return Sheet.of(facts, sections)


def _standing(units: Sequence[Unit]) -> list[Stood]:
    return [_stood(*each) for each in best_first(units, attrgetter("after"))]


def _stood(rank: int, unit: Unit) -> Stood:
    one, other, third, fourth = (*chain.from_iterable(unit.couples), None, None)[:4]
    players = one or "", other or "", third, fourth
    return Stood(rank, unit.team, unit.section, *players, unit.after, unit.handicap, unit.raw)


def _matches(units: Iterable[Unit]) -> Iterator[Section]:
    """The matches of a teams evening, each once: from the side of the team that is named first."""
    meetings = [(unit, each) for unit in units for each in unit.meetings if each.match.team_a == unit.team]
    if meetings:
        ordered = sorted(meetings, key=lambda each: each[1].match.match)
        yield Section("matches", "Matches", Contest, [_contest(meeting) for _, meeting in ordered])


def _contest(meeting: Meeting) -> Contest:
    match = meeting.match
    margin = None if meeting.raw is None or meeting.handicap is None else meeting.raw + meeting.handicap
    return Contest(
        match=match.match,
        team_a=match.team_a,
        team_b=match.team_b,
        boards=match.boards,
        imps_a=meeting.raw,
        handicap=meeting.handicap,
        margin=margin,
        vp_a=meeting.points,
        vp_b=20 - meeting.points,
        source=match.source,
    )


def _step(row: Played) -> Step:
    return Step(*row[3:])
