"""The calendar of a season: its checks, rows outside it, the dates of rows, and the season that follows."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from sitegen.core.entities import EventDate, Fault, declare_error, declare_warning, read_event_dates
from sitegen.core.missing import select_complete
from sitegen.core.system import NewSeason
from sitegen.toolkit.order import has_no_missing
from sitegen.toolkit.rounds.checks import list_rows
from sitegen.toolkit.rounds.tables import Absence, Fixture, RoundRow, SeasonInputs, SeasonPlayer

_ROUND_MISSING = declare_error(
    "round-missing", "round {round} before it is missing", "number the rounds 1, 2, 3 …"
)
_ROUND_EARLY = declare_warning(
    "round-early",
    "round {other} on {other_day} comes before round {round} on {day}",
    "right where it was put off: rounds count in the order of their dates; else correct the date",
)
_ROUND_PUT_OFF = declare_warning(
    "round-put-off",
    "round {round} on {day} comes after round {other} on {other_day}",
    "right where it was put off: rounds count in the order of their dates; else correct the date",
)
_PASSED_OVER = declare_warning(
    "round-passed-over",
    "round {rounds} of {day} has no results, and round {other} of {other_day} has",
    "where it was put off, give it its new date; it counts once it has results",
    plural="rounds {rounds}, from {day}, have no results, and round {other} of {other_day} has",
)
_NO_ROUND_OF_SEASON = declare_error(
    "no-round-of-season", "{number} is no round of the season", "its last is {last}"
)
_NOT_IN_CALENDAR = declare_error(
    "round-not-in-calendar", "round {round} is not in the calendar", "add it to rounds.csv"
)
_BEFORE_JOINING = declare_error(
    "before-joining",
    "{name} joins in round {joined}, after round {round}",
    "correct the player, or 'joined' in players.csv",
)
_AFTER_LEAVING = declare_error(
    "after-leaving",
    "{name} left after round {left}, before round {round}",
    "correct the player, or 'left' in players.csv",
)
_YEAR = timedelta(days=366)
"""Days that lie further apart are reported for all systems: one of them is wrong."""


def find_event_dates(
    inputs: SeasonInputs, ahead: Collection[int], external: Sequence[Absence] = ()
) -> Iterator[EventDate]:
    """Yield the dates of the calendar, and of each round the first row that says that it has been played.

    Rows of rounds of which games were played `ahead` do not say so; `external` has absences that do. An
    evening more than a year before the next comes from the calendar alone, so that it is reported once.
    """
    days = _exclude_outliers(
        {fixture.round: fixture.date for fixture in select_complete(inputs.rounds, "round", "date")}
    )
    yield from read_event_dates(inputs.rounds, is_played=False)
    games = [row for row in select_complete(inputs.games, "round") if row.result and row.round not in ahead]
    tables: Sequence[Sequence[RoundRow]] = (games, external)
    for table in tables:
        first = {row.round: row for row in reversed(table) if row.round in days}
        yield from (
            EventDate(first[number], "round", days[number], is_played=True) for number in sorted(first)
        )


def _exclude_outliers(days: Mapping[int, date]) -> Mapping[int, date]:
    """Return the days that the next one follows within a year."""
    ordered_days = sorted({*days.values()})
    outliers = {day for day, later in pairwise(ordered_days) if later - day > _YEAR}
    return {number: day for number, day in days.items() if day not in outliers}


def check_calendar(inputs: SeasonInputs, ahead: Collection[int]) -> Iterator[Fault]:
    """Yield rounds that are not numbered from 1 without gaps, or do not follow each other in time.

    A round of which games were played `ahead` does not say that those before it were passed over.
    """
    rounds = sorted(select_complete(inputs.rounds, "round"), key=lambda item: item.round)
    if len(rounds) == len(inputs.rounds):
        yield from _check_numbering(rounds)
    yield from _check_order(select_complete(rounds, "date"))
    yield from _check_skipped_rounds(inputs, select_complete(rounds, "date"), ahead)


def _check_numbering(rounds: Sequence[Fixture]) -> Iterator[Fault]:
    """Yield the first number that is missing."""
    numbers = {0, *(fixture.round for fixture in rounds)}
    for fixture in [fixture for fixture in rounds if fixture.round - 1 not in numbers][:1]:
        yield _ROUND_MISSING(fixture, "round", round=fixture.round - 1)


def _check_order(rounds: Sequence[Fixture]) -> Iterator[Fault]:
    """Yield rounds that were put off behind the next one, or come before the last two."""
    for place, (first, second) in enumerate(pairwise(rounds)):
        if second.date >= first.date or first.date - second.date > _YEAR:
            continue
        params: dict[str, Any] = {
            "round": first.round,
            "day": first.date,
            "other": second.round,
            "other_day": second.date,
        }
        if place and second.date < rounds[place - 1].date:
            yield _ROUND_EARLY(second, "date", **params)
        else:
            yield _ROUND_PUT_OFF(first, "date", **params)


def _check_skipped_rounds(
    inputs: SeasonInputs, rounds: Iterable[Fixture], ahead: Collection[int]
) -> Iterator[Fault]:
    """Yield rounds without results before one that has results: one warning for those before the same."""
    if not has_no_missing(inputs.games, "round"):
        return
    played_rounds = {row.round for row in inputs.games if row.result is not None}.difference(ahead)
    skipped_fixtures: list[Fixture] = []
    for fixture in sorted(rounds, key=lambda item: (item.date, item.round)):
        if fixture.round not in played_rounds:
            skipped_fixtures.append(fixture)
        elif skipped_fixtures and fixture.date - skipped_fixtures[0].date < _YEAR:
            yield _PASSED_OVER(
                skipped_fixtures[0],
                "date",
                number=len(skipped_fixtures),
                rounds=", ".join(str(skipped.round) for skipped in skipped_fixtures),
                day=skipped_fixtures[0].date,
                other=fixture.round,
                other_day=fixture.date,
            )
            skipped_fixtures = []


def check_membership(inputs: SeasonInputs) -> Iterator[Fault]:
    """Yield rows of rounds that are not in the calendar, or to which the player does not belong."""
    rounds = select_complete(inputs.rounds, "round")
    last = max((fixture.round for fixture in rounds), default=0)
    if len(rounds) == len(inputs.rounds):
        yield from _check_round_numbers(inputs, last)
    players = {player.id: player for player in select_complete(inputs.players, "id")}
    for row in list_rows(inputs):
        if row.round <= last:
            yield from _check_player_rounds(row, players)


def _check_round_numbers(inputs: SeasonInputs, last: int) -> Iterator[Fault]:
    """Yield numbers beyond the last round; of the rows of such a round the first in each table."""
    for player in inputs.players:
        for column, number in (("joined", player.joined), ("left", player.left)):
            if number is not None and number > last > 0:
                yield _NO_ROUND_OF_SEASON(player, column, number=number, last=last)
    tables: Sequence[Sequence[RoundRow]] = (inputs.games, inputs.absences)
    for rows in tables:
        first = {row.round: row for row in reversed(rows) if row.round > last}
        for number, row in first.items():
            yield _NOT_IN_CALENDAR(row, "round", round=number)


def _check_player_rounds(row: RoundRow, players: Mapping[str, SeasonPlayer]) -> Iterator[Fault]:
    for column, id_ in row.player_cells:
        if (player := players.get(id_)) is None:
            continue
        params: dict[str, Any] = {
            "name": player.name,
            "joined": player.joined,
            "left": player.left,
            "round": row.round,
        }
        if row.round < player.joined:
            yield _BEFORE_JOINING(row, column, **params)
        if player.left is not None and row.round > player.left:
            yield _AFTER_LEAVING(row, column, **params)


def begin_rounds(
    inputs: SeasonInputs, start: date, carry_over: Callable[[Any], Mapping[str, str]]
) -> NewSeason:
    """Return a season of as many rounds, the first on `start` and the others as far apart as the last time.

    Everybody goes on who did not leave, from the first round on, with the cells that `carry_over` returns.
    """
    players = {
        player.id: {"joined": "", "left": "", **carry_over(player)}
        for player in inputs.players
        if player.left is None
    }
    return NewSeason({"rounds": _move_rounds(inputs.rounds, start)}, players, has_own_ranking=True)


def _move_rounds(rounds: Sequence[Fixture], start: date) -> list[Mapping[str, str]]:
    fixtures = sorted(rounds)
    move = start - fixtures[0].date if fixtures else timedelta()
    return [{"round": str(fixture.round), "date": str(fixture.date + move)} for fixture in fixtures]
