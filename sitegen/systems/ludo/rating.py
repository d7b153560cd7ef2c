"""Everything that is published of a circuit, out of all its tournaments: what pandas is needed for."""

from functools import partial

from sitegen import model
from sitegen.model import Coming, Outcome, When
from sitegen.systems.ludo.circuit import circuit, published
from sitegen.systems.ludo.pages.account import Worked
from sitegen.systems.ludo.pages.careers import Careers
from sitegen.systems.ludo.pages.events import announced, calendar, events
from sitegen.systems.ludo.pages.lists import listing
from sitegen.systems.ludo.pages.players import player_pages
from sitegen.systems.ludo.pages.topics import topic_of, topics
from sitegen.systems.ludo.tables import Inputs, Options, Points
from sitegen.toolkit.outcome import outcome


def rated(inputs: Inputs, options: Options, when: When) -> Outcome:
    """Everything that is published on `when.as_of`, from all tournaments since the first."""
    now = circuit(inputs, options, when.as_of)
    worked = Worked(now)
    careers = Careers(now, worked)
    return outcome(
        now.course,
        when,
        tables=published(now),
        listing=partial(listing, now),
        events=list(events(now, worked)),
        calendar=calendar(now, when.as_of),
        players=player_pages(now, careers),
        topics=list(topics(now)),
        topic_of=topic_of(now),
        careers=model.Careers(careers.career, "tournaments", "LUDO total", Points),
        coming=[Coming(each.date, "{name}", {"name": each.name}) for each in announced(now, when.as_of)],
    )
