"""The ranking after each round, as pages show it."""

from collections.abc import Iterator
from datetime import date

from sitegen.model import Fact, Listing, Section, Sheet
from sitegen.systems.ijssel.course import Course, State
from sitegen.systems.ijssel.honours import champion
from sitegen.systems.ijssel.outputs import Ranked
from sitegen.systems.ijssel.published import ranking
from sitegen.table import PlayDate, PlayerId


def listing(course: Course, state: State, as_of: date) -> Listing:
    """The ranking after a round; before the first it is that of the start, on `as_of`."""
    sheet = Sheet.of(list(_facts(course, state)), [_section(course, state)])
    if not state.round:
        return Listing(as_of, as_of, sheet, "List of {day} – before the first round")
    day = course.season.day(state.round)
    return Listing(day, day, sheet, "List of {day} – after round {round}", {"round": state.round})


def listings(course: Course) -> dict[date, Listing]:
    """The ranking of every evening, oldest first; of two rounds on one evening that of the last."""
    evenings = {course.season.day(each.round): each for each in course.states[1:]}
    return {day: listing(course, state, day) for day, state in evenings.items()}


def _facts(course: Course, state: State) -> Iterator[Fact]:
    season = course.season
    if state.round:
        yield Fact("Round", f"{state.round} / {season.length}")
        yield Fact("Period", f"{season.period(state.round)} / {season.options.periods}")
    if state.turn > 1:
        yield Fact("Changes since the list of", season.day(course.states[state.turn - 1].round), PlayDate)
    if after := season.order[season.turn[state.round] + 1 if state.round else 0 :]:
        yield Fact("Next round", season.day(after[0]), PlayDate)
    yield Fact("Games that the champion needs", season.options.min_games, int)
    if state.turn == season.length and (winner := champion(course)):
        yield Fact("Club champion", winner, PlayerId)


def _section(course: Course, state: State) -> Section:
    return Section(
        "ranking",
        "Ranking",
        Ranked,
        ranking(course, state),
        note="By the sum of the round scores, all at the values after the last round.",
        empty="Nobody has joined yet.",
    )
