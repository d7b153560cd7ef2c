"""The rating list of the Belgian Backgammon Federation (BGFed), regulation of 30 December 2019.

Articles are cited by the headings of the regulation, which has no numbers.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from sitegen.core import model
from sitegen.core.entities import Moment
from sitegen.core.model import Outcome, PublishedTable
from sitegen.core.names import extract_letters
from sitegen.core.system import NewSeason
from sitegen.core.table import Table
from sitegen.systems.fibs import calendar
from sitegen.systems.fibs.calendar import build_registers, list_publications, list_upcoming
from sitegen.systems.fibs.checks import check
from sitegen.systems.fibs.outputs import CalculatedMatch, ProvisionalPlayer, RankedPlayer, UnregisteredPlayer
from sitegen.systems.fibs.pages.events import build_calendar, build_events
from sitegen.systems.fibs.pages.lists import ListPageBuilder
from sitegen.systems.fibs.pages.players import PlayerPageBuilder
from sitegen.systems.fibs.rating import rate_matches
from sitegen.systems.fibs.tables import Inputs, Match, Options, articles
from sitegen.toolkit.copies import CopiedEvening
from sitegen.toolkit.decisions import RATING_BOUNDS, AppliedDecision, DecisionRule, publish_decisions
from sitegen.toolkit.memberships import Members, MembershipOrder
from sitegen.toolkit.rules import MisspelledClub, OrderOfPlay, OtherWeekday, Outlier
from sitegen.toolkit.seasons import add_year

__all__ = [
    "Inputs",
    "Options",
    "article_language",
    "articles",
    "check",
    "club_results",
    "deadline",
    "interpretations",
    "outputs",
    "rate",
    "rules",
    "title",
]  # fmt: skip

article_language = "nl"
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
        "**Ratingformule**: a decision of the committee, of which the regulation says nothing, counts before"
        " the matches of its day; who is out of competition is on none of the lists, and their matches"
        " count."
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


def _find_club(match: Match) -> str | None:
    """Return the club whose evenings a match is of; None for tournaments and for matches online."""
    return extract_letters(match.club) if match.kind == "club" and not match.online else None


rules = (
    Outlier("players", ["rating"], has_one_size=True),
    Outlier("players", ["experience"], is_count=True),
    Outlier("matches", ["reserve"], per=["length"]),
    MisspelledClub(["players", "registrations", "matches", "memberships"]),
    MembershipOrder(),
    OtherWeekday("matches", ["kind", "club", "online"], _find_club),
    OrderOfPlay("matches", ["winner", "loser"]),
    CopiedEvening("matches", ("loser", "winner"), ["length", "score", "winner"]),
    DecisionRule({"rating": RATING_BOUNDS}),
)
club_results = {"matches": Match.read_result}
outputs: Mapping[str, type[Table]] = {
    "rating-list": RankedPlayer,
    "provisional": ProvisionalPlayer,
    "not-registered": UnregisteredPlayer,
    "decisions": AppliedDecision,
    "matches": CalculatedMatch,
}


def deadline(day: date, options: Options) -> date | None:
    """Return the last day on which a match of `day` is reported in time, by the option `publication`."""
    return calendar.find_deadline(options, day)


def begin_season(inputs: Inputs, options: Options, start: date) -> NewSeason:  # noqa: ARG001 - the protocol's
    """Return the registrations, for a year from `start`, of all who are registered on the day before."""
    day = start - timedelta(days=1)
    until = add_year(start) - timedelta(days=1)
    latest = {row.player: row for row in inputs.registrations or () if row.from_ <= day <= row.until}
    renewed = {row.player for row in inputs.registrations or () if row.from_ <= start <= row.until}
    rows = [
        {"player": player, "from": str(start), "until": str(until), "club": row.club}
        for player, row in latest.items()
        if player not in renewed
    ]
    return NewSeason({"registrations": rows})


def rate(inputs: Inputs, options: Options, when: Moment) -> Outcome:
    """Return everything that is published on `when.as_of`, from all matches since the first."""
    history, weeks = rate_matches(inputs, options, when)
    publications = list_publications(options, history.counted_days, when)
    full = publications.full_publications
    compared_lists = [publication for later in full for publication in (later.before, later) if publication]
    list_pages = ListPageBuilder(
        Members(inputs.players, inputs.memberships, when.as_of),
        options,
        history.find_standings(publication.through for publication in compared_lists),
        build_registers(
            inputs.players, inputs.registrations, [publication.day for publication in compared_lists]
        ),
        history.matches,
        history.decisions,
    )
    listings = list_pages.build_listings(full, weeks, inputs.registrations, when.cache)
    tables = list_pages.build_tables(full[-1])
    player_pages = PlayerPageBuilder(
        history, list_pages, full[-1], tables, publications, inputs.registrations
    )
    return Outcome(
        tables=[
            *tables,
            *publish_decisions(history.decisions),
            PublishedTable("matches", CalculatedMatch, history.matches),
        ],
        listing=listings[-1],
        archive=[
            listing for listing, publication in zip(listings, full, strict=True) if publication.is_permanent
        ],
        events=build_events(history.events, options),
        calendar=[build_calendar(history.events, options)],
        players=player_pages.build_pages(),
        event_keys=history.event_keys,
        short_listings=publications.short_listings,
        careers=model.Careers(player_pages.build_career, "matches"),
        upcoming_events=list_upcoming(options, when.as_of),
        clubs=list_pages.members.clubs,
    )
