"""The rating list of the Belgian Backgammon Federation (BGFed), regulation of 30 December 2019.

Articles are cited by the headings of the regulation, which has no numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from sitegen import model
from sitegen.model import Dated, Fault, Outcome, Published, When
from sitegen.systems.fibs import checks, timetable
from sitegen.systems.fibs.articles import articles
from sitegen.systems.fibs.matches import days
from sitegen.systems.fibs.outputs import NotRegistered, Provisional, Ranked, Receipt
from sitegen.systems.fibs.pages.events import calendar, events
from sitegen.systems.fibs.pages.lists import Lists
from sitegen.systems.fibs.pages.players import Careers
from sitegen.systems.fibs.rating import rated
from sitegen.systems.fibs.registers import entries, registers
from sitegen.systems.fibs.tables import Inputs, Options
from sitegen.systems.fibs.timetable import coming, publications
from sitegen.table import Table
from sitegen.toolkit import rows

__all__ = [
    "Inputs", "Options", "articles", "check", "dated", "due", "interpretations", "outputs", "rate", "title",
]  # fmt: skip

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
    "matches": Receipt,
}


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:  # noqa: ARG001 - the protocol's
    """What is wrong with matches, registrations and older ratings, and what is probably a slip."""
    return checks.faults(inputs)


def dated(inputs: Inputs) -> Iterator[Dated]:
    """Every match: it is reported when it has been played."""
    return rows.dated(inputs.matches, is_played=True)


def due(day: date, options: Options) -> date | None:
    """The last day on which a match of `day` is reported in time, by the option `publication`."""
    return timetable.due(options, day)


def rate(inputs: Inputs, options: Options, when: When) -> Outcome:
    """Everything that is published on `when.as_of`, from all matches since the first."""
    changes = entries(inputs.players, inputs.registrations)
    by_day = days(inputs, options, changes, when)
    published = publications(options, {each.day for each in by_day if "" in each.reasons}, when)
    shown = published.full
    needed = [each for later in shown for each in (later.before, later) if each]
    found = rated(inputs, options, by_day, {each.through for each in needed})
    lists = Lists(
        inputs.players,
        options,
        found.standings,
        registers(changes, [each.day for each in needed]),
        found.receipts,
    )
    made, current = lists.listings(shown), lists.sections(shown[-1])
    careers = Careers(found, lists, shown[-1], current, published, inputs.registrations)
    return Outcome(
        tables=[
            *(Published(each.name, each.table, each.rows) for each in current),
            Published("matches", Receipt, found.receipts),
        ],
        listing=made[-1],
        archive=[page for page, each in zip(made, shown, strict=True) if each.lasts],
        events=events(found.weeks, options),
        calendar=[calendar(found.weeks, options)],
        players=careers.pages(),
        event_of=found.event_of,
        shorter=published.shorter,
        careers=model.Careers(careers.histories.career, "matches"),
        coming=coming(options, when.as_of),
    )
