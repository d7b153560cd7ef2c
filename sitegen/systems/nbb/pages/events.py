"""The results pages of the NBB-Clubranking: a session by line, with every step of each ranking.

The rankings of pairs and trios, and the championships, as pages show them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from operator import attrgetter
from typing import Any, NamedTuple

from sitegen.core.model import Event, Fact, PageContent, Section, Topic
from sitegen.core.names import slugify
from sitegen.core.table import PlayerId
from sitegen.systems.nbb.championships import JointResults, get_minimum, get_pair_minimum
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.outputs import (
    CalendarSession,
    Champion,
    ListedLineUp,
    ListedPair,
    ListedPairChampion,
    ListedSitting,
    PairStanding,
    PartnershipResult,
    RankingStep,
    TeamStanding,
    UpcomingPair,
)
from sitegen.systems.nbb.pages.lists import build_season_facts
from sitegen.systems.nbb.pages.players import build_line_standings, build_ranking_steps, build_team_standings
from sitegen.systems.nbb.points import ScoreValue, Session, make_session_key
from sitegen.systems.nbb.ranking import SessionSnapshot
from sitegen.systems.nbb.tables import (
    INDIVIDUAL_ARTICLE,
    METHOD_ARTICLES,
    PAIRS_CHAMPIONSHIP_ARTICLE,
    RANKING_ARTICLES,
    TEAMS_ARTICLE,
    Form,
    LineUp,
    Options,
    Partnership,
)

_MEMBER_LABELS = ("Player", "Partner", "Third of the trio")
_PLAYER_NOTE = (
    "By the mean of the points that count; who has not played enough has no rank. The page of a player says"
    " what fell away."
)
_PAIR_NOTE = (
    "By the mean of the points that count; who has not played enough has no rank. The page of a pair or trio"
    " says what counts."
)


def build_topics(club: Club) -> Iterator[Topic]:
    """The rankings of pairs, the championships that the club has, and the results of each partnership."""
    section = Section(
        "pairs",
        "Pairs and trios",
        ListedPair,
        list(_build_pair_rows(club)),
        note="The sum of the two rankings; of a trio two thirds of the sum of three.",
        empty="There are no partnerships.",
        articles=["Paren", "Driemanschappen"],
    )
    yield Topic("partnerships", "Pairs and trios", PageContent.create([], [section]))
    if club.options.championships:
        yield Topic(
            "champions",
            "Championships",
            PageContent.create(list(_build_minimum_facts(club)), list(_build_championship_sections(club))),
        )
    addresses, called = map_topic_addresses(club.inputs.partnerships), club.partnership_names
    for partnership in club.inputs.partnerships:
        sheet = PageContent.create(
            list(_build_member_facts(partnership)), list(_build_result_sections(club, partnership))
        )
        yield Topic(
            addresses[partnership.partnership], "{name}", sheet, {"name": called[partnership.partnership]}
        )


def map_topic_addresses(partnerships: Sequence[Partnership]) -> Mapping[str, str]:
    """The page of each partnership; names that only differ in other signs than letters have their own."""
    slugs = {partnership.partnership: slugify(partnership.partnership) for partnership in partnerships}
    number = Counter(slugs.values())
    digests = {name: f"-{sha256(name.encode()).hexdigest()[:8]}" for name in slugs}
    return {
        name: f"partnerships/{own if own and number[own] == 1 else own + digests[name]}".replace("/-", "/")
        for name, own in slugs.items()
    }


def _build_pair_rows(club: Club) -> Iterator[ListedPair]:
    partnerships = {partnership.partnership: partnership for partnership in club.inputs.partnerships}
    for row in club.pairs:
        pair = partnerships[row.partnership]
        rankings = [club.history.standings[player].ranking for _, player in pair.players]
        one, other, third = [*rankings, None][:3]
        called = club.partnership_names[row.partnership]
        yield ListedPair.combine(
            row, partnership=called, ranking1=one, ranking2=other, ranking3=third, source=pair.source
        )


def _build_member_facts(pair: Partnership) -> Iterator[Fact]:
    return (
        Fact(label, player, PlayerId)
        for label, (_, player) in zip(_MEMBER_LABELS, pair.players, strict=False)
    )


def _build_result_sections(club: Club, pair: Partnership) -> Iterator[Section]:
    """All results of a pair or trio, the current season first, and which count for its championship."""
    for number, season in reversed(list(enumerate(club.snapshots, 1))):
        if found := club.joint_results.get((season.season, pair.partnership)):
            yield Section(
                f"season-{number}",
                "{season}",
                PartnershipResult,
                [*_build_result_rows(found)][::-1],
                "The average of the championship is the mean of the points that count.",
                "No session of this season has been played yet.",
                {"season": season.season},
                articles=[PAIRS_CHAMPIONSHIP_ARTICLE],
            )


def _build_result_rows(found: JointResults) -> Iterator[PartnershipResult]:
    """The results with each other and with a substitute, in the order in which they were played."""
    results = [(result.receipts[0], place, result.entry) for place, result in enumerate(found.results)]
    for row, place, entry in sorted(results, key=lambda result: (result[0].date, result[0].session)):
        yield PartnershipResult.combine(
            row,
            player1="" if row.team else row.player,
            player2=row.partner,
            substitute=place >= found.tally.played or None,
            counts=place in found.tally.places,
            source=entry.source,
            session=make_session_key(row.date, row.session),
        )


def _build_minimum_facts(club: Club) -> Iterator[Fact]:
    if club.season:
        played = club.snapshots[club.season]
        yield from build_season_facts(club.season, played)
        if "individual" in club.options.championships:
            yield Fact("Sessions that a champion needs", get_minimum(len(played), club.options), int)
        if "pairs" in club.options.championships:
            yield Fact("Results that a champion pair needs", get_pair_minimum(len(played), club.options), int)


class _ChampionshipTable(NamedTuple):
    """A championship as its sections show it, and the least that who wins it must have played."""

    name: str
    title: str
    table: Any
    rows: Sequence[Any]
    minimum: Callable[[int, Options], int]
    note: str
    article: str


def _list_championships(club: Club) -> Iterator[_ChampionshipTable]:
    if "individual" in club.options.championships:
        title = "Players, {season} – sessions needed: {needed}"
        yield _ChampionshipTable(
            "individual", title, Champion, club.champions, get_minimum, _PLAYER_NOTE, INDIVIDUAL_ARTICLE
        )
    if "pairs" in club.options.championships:
        title = "Pairs and trios, {season} – results needed: {needed}"
        rows = [
            ListedPairChampion.combine(row, partnership=club.partnership_names[row.partnership])
            for row in club.pair_champions
        ]
        yield _ChampionshipTable(
            "pairs", title, ListedPairChampion, rows, get_pair_minimum, _PAIR_NOTE, PAIRS_CHAMPIONSHIP_ARTICLE
        )


def _build_championship_sections(club: Club) -> Iterator[Section]:
    """Those of each season, the current one first."""
    for number, season in reversed(list(enumerate(club.snapshots, 1))):
        for championship in _list_championships(club):
            yield Section(
                f"{championship.name}-{number}",
                championship.title,
                championship.table,
                [row for row in championship.rows if row.season == season.season],
                championship.note,
                "No session of this season has been played yet.",
                {
                    "season": season.season,
                    "needed": championship.minimum(len(club.snapshots[season]), club.options),
                },
                articles=[championship.article],
            )


_TITLES = {
    "pairs": "Pairs session of {day}",
    "butler": "Butler session of {day}",
    "teams": "Teams evening of {day}",
}


def build_events(club: Club) -> list[Event]:
    """A page for each session, played or drawn."""
    played = {snapshot.key: snapshot for held in club.snapshots.values() for snapshot in held}
    return [_build_event(session, played.get(session.key), club) for session in club.sessions]


def build_calendar(sessions: Sequence[Session]) -> list[Section]:
    """The sessions that have been drawn, and those that were played, the latest first."""
    drawn = [_build_calendar_row(session) for session in sessions if not session.is_played]
    played = [_build_calendar_row(session) for session in reversed(sessions) if session.is_played]
    to_come = [Section("drawn", "Sessions to come", CalendarSession, drawn)] if drawn else []
    return [
        *to_come,
        Section("sessions", "Sessions", CalendarSession, played, empty="No session has been played yet."),
    ]


def _build_calendar_row(session: Session) -> CalendarSession:
    number = len(session.groups) or None
    return CalendarSession(
        session.key, session.day, session.season.season, session.form, number, len(session.players)
    )


def _build_event(session: Session, played: SessionSnapshot | None, club: Club) -> Event:
    facts = [
        Fact("Date", session.day, date),
        Fact("Season", session.season.season),
        Fact("Form", session.form, Form),
        Fact("Players", len(session.players), int),
    ]
    parts = _build_played_sections(played, club) if played else _build_upcoming_sections(session)
    title, named = _TITLES[session.form], {"day": session.day, "label": session.label}
    if session.label:
        title += " ({label})"
    return Event(session.key, title, named, session.day, PageContent.create(facts, list(parts)))


def _build_upcoming_sections(session: Session) -> Iterator[Section]:
    """The lines of a session to come, or the sittings and line-ups of a teams evening."""
    if session.form == "teams":
        sittings = ListedSitting.combine_all(session.sittings, strength=None)
        line_ups = [_build_line_up(line_up) for line_up in session.line_ups]
        yield Section("sittings", "Sittings", ListedSitting, sittings, articles=[TEAMS_ARTICLE])
        yield Section("line-ups", "Line-ups", ListedLineUp, line_ups, articles=[TEAMS_ARTICLE])
    else:
        rows = sorted(session.lines, key=attrgetter("line"))
        yield Section("lines", "Lines", UpcomingPair, UpcomingPair.combine_all(rows), articles=["Paren"])


def _build_line_up(line_up: LineUp) -> ListedLineUp:
    return ListedLineUp.combine(line_up, player5=line_up.player5 or "", player6=line_up.player6 or "")


def _build_played_sections(played: SessionSnapshot, club: Club) -> Iterator[Section]:
    """The standings of the session, and how the ranking of each player changed."""
    if played.session.form == "teams":
        rows = build_team_standings(played)
        note = "All sittings of a day count together, once."
        yield Section("teams", "Teams", TeamStanding, rows, note=note, articles=[TEAMS_ARTICLE])
        yield _build_sittings_section(played.session, {row.team: row.strength for row in rows})
    for letters, placed in build_line_standings(played, club.partnership_names):
        yield _build_line_section(letters, placed, played, club.options)
    note = (
        "All points of a session are earned at once. The ranking is the mean of the latest sessions: the"
        " points of this one take the place of those of the session that no longer counts, or of a substitute"
        " ranking."
    )
    yield Section(
        "rankings",
        "Rankings",
        RankingStep,
        build_ranking_steps(played, club.options),
        note=note,
        articles=RANKING_ARTICLES,
    )


def _build_line_section(
    letters: Sequence[str], rows: Sequence[PairStanding], played: SessionSnapshot, options: Options
) -> Section:
    """The standing of a line or top-integral group."""
    worth = next(result.worth for result in played.results if result.receipts[0].line in letters)
    named = {"letters": "+".join(letters), "interval": _format_interval(worth)}
    name, articles = f"line-{'-'.join(letters)}", METHOD_ARTICLES[options.method]
    return Section(name, "Line {letters}: {interval}", PairStanding, rows, params=named, articles=articles)


def _format_interval(worth: ScoreValue) -> str:
    """The points between which a line lies, or those for an average score."""
    bounds = [bound for bound in (worth.top, worth.bottom) if bound is not None] or [worth.middle]
    return " – ".join(f"{bound:.2f}" for bound in bounds)


def _build_sittings_section(session: Session, strength: Mapping[str, float]) -> Section:
    """Whom each team met, how strong they are, and what it scored."""
    rows = [ListedSitting.combine(row, strength=strength[row.opponent]) for row in session.sittings]
    return Section("sittings", "Sittings", ListedSitting, rows, articles=[TEAMS_ARTICLE])
