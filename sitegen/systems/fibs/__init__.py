"""The rating list of the Belgian Backgammon Federation (BGFed), regulation of 30 December 2019.

Articles are cited by the headings of the regulation, which has no numbers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from sitegen.model import Dated, Fault, Outcome, Published, When
from sitegen.systems.fibs.events import results
from sitegen.systems.fibs.faults import faults
from sitegen.systems.fibs.lists import Course, listings, lists
from sitegen.systems.fibs.matches import calculate, refusals
from sitegen.systems.fibs.outputs import NotRegistered, Processed, Provisional, Ranked
from sitegen.systems.fibs.players import player_pages
from sitegen.systems.fibs.tables import Inputs, Match, Options
from sitegen.systems.fibs.timetable import (
    Entry,
    Publication,
    Register,
    entries,
    publications,
    registers,
    through,
)
from sitegen.table import Table
from sitegen.toolkit.course import kept
from sitegen.unread import known

__all__ = ["Inputs", "Options", "check", "dated", "interpretations", "outputs", "rate", "title"]

title = "BGFed rating list, 30 December 2019"

interpretations: Sequence[str] = (
    (
        "**Spelers**: a player is registered from the first through the last day of a row of "
        "`registrations`; a club that keeps no such table registers everyone always; who has rows that "
        "overlap plays for the club of the one that begins last."
    ),
    (
        "**Spelers**: who is not registered on the day of publication stands in a list apart, and keeps "
        "rating and experience for when they come back."
    ),
    (
        "**Matchen**: every row of `matches` is taken to be match play by the international rules; "
        "without `reserve` and `delay` it was played without a clock; `reserve` is each player's time for "
        "the whole match."
    ),
    ("**Ratingformule**: matches of one day are processed in the order in which they stand in the files."),
    "**Ramp-up**: experience is the sum of the lengths of the matches that count.",
    (
        "**Initiële rating**: a club that takes over an older list may give its players a `rating` and an "
        "`experience` to start with."
    ),
    (
        "**Registratie van matchresultaten**: of the weekend of week N+1, Saturday is the day of "
        "publication; with the option `publication` at `immediate` a day of play is published at once."
    ),
    (
        "**Registratie van matchresultaten**: a result reported after the Friday of week N+1 still "
        "counts, on the day it was played, and everything after it is calculated anew."
    ),
    (
        "**Klachten**: the week for complaints is `complaint_days` from the Saturday of publication, or "
        "from the day of play where that is published at once."
    ),
)

outputs: Mapping[str, type[Table]] = {
    "rating-list": Ranked,
    "provisional": Provisional,
    "not-registered": NotRegistered,
    "matches": Processed,
}


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:  # noqa: ARG001 - the protocol's
    """What is wrong with matches, registrations and older ratings, and what is probably a slip."""
    return faults(inputs)


def dated(inputs: Inputs) -> Iterator[Dated]:
    """Every match: it is reported when it has been played."""
    return (Dated(row, "date", row.date, is_played=True) for row in known(inputs.matches, "date"))


def rate(inputs: Inputs, options: Options, when: When) -> Outcome:
    """Everything that is published on `when.as_of`, from all matches since the first."""
    matches = _processed_by(inputs.matches, through(options, when.as_of))
    changes = entries(inputs.players, inputs.registrations)
    reasons = refusals(inputs.players, matches, changes, options)
    counted = sorted({match.date for match, reason in zip(matches, reasons, strict=True) if not reason})
    every = publications(options, counted, when.as_of)
    lasting = [each.day for each in every if options.publication == "weekly" or each.day in counted]
    days = {every[-1].day, *kept(lasting, when.archive)}
    shown = [each for each in every if each.day in days]
    needed = _with_earlier(shown)
    done = calculate(inputs.players, matches, reasons, options, {each.through for each in needed})
    days_of_lists = sorted({each.day for each in needed})
    course = Course(inputs.players, options, done.states, _registers_on(days_of_lists, changes))
    made = listings(course, shown)
    current = lists(course, shown[-1])
    days_of_play = results(done.rows, options)
    return Outcome(
        tables=[*current.published(), Published("matches", Processed, done.rows)],
        listing=made[-1],
        archive=[each for each in made if each.day in lasting],
        events=days_of_play.events,
        calendar=[days_of_play.calendar],
        players=player_pages(course, shown[-1], current, done),
        event_of=days_of_play.event_of,
    )


def _processed_by(matches: Iterable[Match], last: date) -> list[Match]:
    """The matches through `last` by date, on one date in the order they stand ("Ratingformule")."""
    return sorted((match for match in matches if match.date <= last), key=lambda match: match.date)


def _with_earlier(shown: Iterable[Publication]) -> list[Publication]:
    """The lists and those that they are compared with."""
    return [each for later in shown for each in (later.before, later) if each]


def _registers_on(days: Sequence[date], changes: Sequence[Entry]) -> dict[date, Register]:
    return dict(zip(days, registers(changes, days), strict=True))
