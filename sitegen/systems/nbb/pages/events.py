"""The pages of sessions, of pairs and trios, and of the championships, and the calendar."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from operator import attrgetter
from typing import Any, NamedTuple

from sitegen.core.cache import keep_results
from sitegen.core.entities import Highlights
from sitegen.core.model import MIN_RACE, Event, Fact, PageContent, PageSection, Race, Section, Topic
from sitegen.core.names import slugify
from sitegen.core.table import PlayerId, Table
from sitegen.core.views import PageParts, View, make_view_table
from sitegen.systems.nbb.championships import JointResults, get_minimum, get_pair_minimum
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.outputs import (
    LISTED_PAIR,
    LISTED_PAIR_CHAMPION,
    LISTED_SITTING,
    OPENED_PAIR,
    OPENED_RANKING,
    OPENED_TEAM,
    PARTNERSHIP_RESULT,
    TEAM_CALCULATION,
    CalendarSession,
    Champion,
    DecidedChampion,
    ListedLineUp,
    RankedScore,
    SessionPair,
    TeamStanding,
    UpcomingPair,
    write_ranking_calculation,
    write_session_calculation,
)
from sitegen.systems.nbb.pages.lists import build_season_facts, find_best_score
from sitegen.systems.nbb.points import Session, find_line_articles, make_session_key
from sitegen.systems.nbb.ranking import SessionSnapshot
from sitegen.systems.nbb.scores import SessionScores, build_line_standings, build_team_standings
from sitegen.systems.nbb.tables import (
    INDIVIDUAL_ARTICLE,
    PAIRS_CHAMPIONSHIP_ARTICLE,
    RANKING_ARTICLES,
    TEAMS_ARTICLE,
    Championship,
    Form,
    Gain,
    Options,
    Partnership,
    Season,
)
from sitegen.toolkit.decision_days import list_decided, make_decision_page
from sitegen.toolkit.highlights import collect_highlights, find_extremes
from sitegen.toolkit.order import group_by

_SEASON = attrgetter("season")
_MEMBER_LABELS = ("Player", "Partner", "Third of the trio")
_PLAYER_NOTE = (
    "By the mean of the points that count. Those who have not played enough have no rank. The page of"
    " a player shows what fell away."
)
_PAIR_NOTE = (
    "By the mean of the points that count. Those who have not played enough have no rank. The page of"
    " a pair or trio shows what counts."
)


def build_topics(club: Club) -> Iterator[Topic]:
    """Yield the rankings of pairs, the championships of the club, and the page of each partnership."""
    section = Section(
        "pairs",
        "Pairs and trios",
        LISTED_PAIR,
        list(_build_pair_rows(club)),
        note="The sum of the two rankings; of a trio two thirds of the sum of three.",
        empty="There are no partnerships.",
        articles=["Paren", "Driemanschappen"],
    )
    yield Topic("partnerships", "Pairs and trios", PageContent.create([], [section]))
    if championships := list(_list_championships(club)):
        facts = list(_build_minimum_facts(club, championships))
        sections = partial(_list_championship_sections, club, championships)
        yield Topic("champions", "Championships", PageContent.create(facts, sections))
    partnerships, names = club.inputs.partnerships, club.partnership_names
    addresses = map_topic_addresses(partnerships, names)
    for partnership in partnerships:
        key, members = partnership.partnership, [player for _, player in partnership.players]
        facts = [
            Fact(label, member, PlayerId) for label, member in zip(_MEMBER_LABELS, members, strict=False)
        ]
        content = PageContent.create(facts, list(_build_result_sections(club, partnership)))
        yield Topic(addresses[key], "{name}", content, {"name": names[key]})


def map_topic_addresses(partnerships: Sequence[Partnership], names: Mapping[str, str]) -> dict[str, str]:
    """Return the address of the page of each partnership, by its key and by its name on pages.

    A key that shares its slug with another has a digest instead.
    """
    slugs = {partnership.partnership: slugify(partnership.partnership) for partnership in partnerships}
    counts = Counter(slugs.values())
    digests = {key: sha256(key.encode()).hexdigest()[:8] for key in slugs}
    addresses = {
        key: f"partnerships/{slug if slug and counts[slug] == 1 else digests[key]}"
        for key, slug in slugs.items()
    }
    return {names[key]: address for key, address in addresses.items()} | addresses


def _build_pair_rows(club: Club) -> Iterator[Table]:
    partnerships = {partnership.partnership: partnership for partnership in club.inputs.partnerships}
    for row in club.pairs:
        pair = partnerships[row.partnership]
        rankings = [club.history.standings[player].ranking for _, player in pair.players]
        ranking1, ranking2, ranking3 = [*rankings, None][:3]
        name = club.partnership_names[row.partnership]
        yield LISTED_PAIR.combine(
            row, partnership=name, ranking1=ranking1, ranking2=ranking2, ranking3=ranking3, source=pair.source
        )


def _build_result_sections(club: Club, pair: Partnership) -> Iterator[Section]:
    """Yield the results of a pair or trio in each season, the current one first, with those that count."""
    for number, season in reversed(list(enumerate(club.snapshots, 1))):
        if joint_results := club.joint_results.get((season.season, pair.partnership)):
            yield Section(
                f"season-{number}",
                "{season}",
                PARTNERSHIP_RESULT,
                [*_build_result_rows(joint_results)][::-1],
                "The average of the championship is the mean of the points that count.",
                "No session of this season has been played yet.",
                {"season": season.season},
                articles=[PAIRS_CHAMPIONSHIP_ARTICLE],
            )


def _build_result_rows(joint_results: JointResults) -> Iterator[Table]:
    """Yield the results with each other and with a substitute, in the order in which they were played."""
    results = [
        (result.player_scores[0], place, result.entry) for place, result in enumerate(joint_results.results)
    ]
    for row, place, entry in sorted(results, key=lambda result: (result[0].date, result[0].session)):
        yield PARTNERSHIP_RESULT.combine(
            row,
            player1="" if row.team else row.player,
            player2=row.partner,
            substitute=place >= joint_results.tally.played or None,
            counts=place in joint_results.tally.places,
            source=entry.source,
            key=make_session_key(row.date, row.session),
        )


class _ListedChampionship(NamedTuple):
    """A championship on its page: the section without rows, the rows by season, and what it needs."""

    name: Championship
    section: Section
    rows: Mapping[str, Sequence[Any]]
    label: str
    compute_minimum: Callable[[int, Options], int]


def _list_championships(club: Club) -> Iterator[_ListedChampionship]:
    empty = "No session of this season has been played yet."
    if "individual" in club.championships:
        title, label = "Players, {season} – sessions needed: {needed}", "Sessions that a champion needs"
        articles = [INDIVIDUAL_ARTICLE]
        table, champions = _show_decided(club)
        section = Section("individual", title, table, [], _PLAYER_NOTE, empty, articles=articles)
        rows = group_by(champions, _SEASON)
        yield _ListedChampionship("individual", section, rows, label, get_minimum)
    if "pairs" in club.championships:
        title, label = (
            "Pairs and trios, {season} – results needed: {needed}",
            "Results that a champion pair needs",
        )
        listed_rows = [
            LISTED_PAIR_CHAMPION.combine(row, partnership=club.partnership_names[row.partnership])
            for row in club.pair_champions
        ]
        articles = [PAIRS_CHAMPIONSHIP_ARTICLE]
        section = Section("pairs", title, LISTED_PAIR_CHAMPION, [], _PAIR_NOTE, empty, articles=articles)
        pair_rows = group_by(listed_rows, _SEASON)
        yield _ListedChampionship("pairs", section, pair_rows, label, get_pair_minimum)


def _show_decided(club: Club) -> tuple[type[Champion], Sequence[Champion]]:
    """Return the table and the rows of the championship, with the points by decision if there are any."""
    decided = [club.tallies[row.season, row.player].decided for row in club.champions]
    if not any(decided):
        return Champion, club.champions
    pairs = zip(club.champions, decided, strict=True)
    return DecidedChampion, [DecidedChampion.combine(row, decided=points or None) for row, points in pairs]


def _build_minimum_facts(club: Club, championships: Iterable[_ListedChampionship]) -> Iterator[Fact]:
    if club.season:
        snapshots, options = club.snapshots[club.season], club.options.on(club.season.start)
        yield from build_season_facts(club.season, snapshots)
        for championship in championships:
            if championship.name in options.championships:
                yield Fact(championship.label, championship.compute_minimum(len(snapshots), options), int)


def _list_championship_sections(
    club: Club, championships: Sequence[_ListedChampionship]
) -> list[PageSection]:
    """Return the course of the season, and the championships of each."""
    return [*_build_race(club), *_build_championship_sections(club, championships)]


def _build_race(club: Club) -> Iterator[Race]:
    """Yield how the individual championship of the season went; nothing before a few sessions."""
    season = club.season
    ranked = [row.player for row in club.champions if season and row.season == season.season and row.rank]
    if season and ranked and len(snapshots := club.snapshots[season]) >= MIN_RACE:
        averages = [
            club.find_averages(season, count, snapshot.day) for count, snapshot in enumerate(snapshots, 1)
        ]
        yield Race(
            "race",
            "How the season went",
            [(snapshot.day, snapshot.session.key) for snapshot in snapshots],
            {player: [average.get(player) for average in averages] for player in ranked},
            note="Points behind the leader after each session, of who had played enough by then.",
            articles=[INDIVIDUAL_ARTICLE],
            decimals=2,
        )


def _build_championship_sections(
    club: Club, championships: Sequence[_ListedChampionship]
) -> Iterator[Section]:
    """Yield the championships of each season, the current one first."""
    for number, (season, snapshots) in reversed(list(enumerate(club.snapshots.items(), 1))):
        options = club.options.on(season.start)
        for name, section, rows_by_season, _, compute_minimum in championships:
            if name in options.championships:
                rows = rows_by_season.get(season.season, [])
                params = {"season": season.season, "needed": compute_minimum(len(snapshots), options)}
                yield section._replace(name=f"{section.name}-{number}", rows=rows, params=params)


_TITLES = {
    "pairs": "Pairs session of {day}",
    "butler": "Butler session of {day}",
    "teams": "Teams evening of {day}",
}


def build_events(club: Club, scores: SessionScores) -> list[Event]:
    """Return the page of each session, played or drawn, and of each day of decisions."""
    page = SessionPage(club, scores).declare()
    decided = [make_decision_page(event) for event in club.history.events if event.decisions]
    return sorted(
        [*(_build_event(session, page) for session in club.sessions), *decided], key=attrgetter("day")
    )


def _build_event(session: Session, page: PageParts) -> Event:
    title, params = _TITLES[session.form], {"day": session.day, "label": session.label}
    if session.label:
        title += " ({label})"
    return Event(session.key, title, params, session.day, page.build_content(session.key))


def build_calendar(club: Club) -> list[Section]:
    """Return the sessions that have been drawn, then those played and all decisions, the latest first."""
    sessions = club.sessions
    drawn_up = [_build_calendar_row(session) for session in sessions if not session.is_played]
    played_rows = [_build_calendar_row(session) for session in reversed(sessions) if session.is_played]
    upcoming = [Section("drawn", "Sessions to come", CalendarSession, drawn_up)] if drawn_up else []
    return [
        *upcoming,
        Section(
            "sessions", "Sessions", CalendarSession, played_rows, empty="No session has been played yet."
        ),
        *list_decided(club.history.decisions[::-1]),
    ]


def _build_calendar_row(session: Session) -> CalendarSession:
    line_count = len(session.groups) or None
    return CalendarSession(
        session.key, session.day, session.season.season, session.form, line_count, len(session.players)
    )


class SessionPage:
    """What the page of a session shows, played or drawn; subjects are their keys."""

    def __init__(self, club: Club, scores: SessionScores) -> None:
        self._club = club
        self._scores = scores
        self._sessions = {session.key: session for session in club.sessions}

    def declare(self) -> PageParts:
        """Return the facts and the parts of the page."""
        return PageParts(
            [self._build_facts],
            [
                self._list_drawn,
                self._find_highlights,
                self._list_teams,
                self._list_lines,
                self._list_rankings,
            ],
        )

    def _list_rankings(self, key: str) -> Iterator[Section]:
        """Yield the rankings after a teams evening, each with its calculation; pairs open their own."""
        session = self._sessions[key]
        if session.form == "teams":
            yield from self._view_season(session.season)(key)

    @keep_results()
    def _view_season(self, season: Season) -> View:
        return View(
            self._scores.by_session,
            "player change after team points replaced of before",
            "rankings",
            "Rankings",
            articles=RANKING_ARTICLES,
            calculation=write_ranking_calculation(self._scores.sessions_in_ranking[season.season]),
            opened_columns=OPENED_RANKING,
        )

    def _build_facts(self, key: str) -> Iterator[Fact]:
        session = self._sessions[key]
        yield Fact("Season", session.season.season)
        yield Fact("Form", session.form, Form)
        yield Fact("Players", len(session.players), int)

    def _list_drawn(self, key: str) -> Iterator[Section]:
        """Yield the lines of a session to come, or the sittings and line-ups of a teams evening."""
        session = self._sessions[key]
        if session.is_played:
            return
        if session.form == "teams":
            sittings = LISTED_SITTING.combine_all(session.sittings)
            line_ups = ListedLineUp.combine_all(session.line_ups)
            yield Section("sittings", "Sittings", LISTED_SITTING, sittings, articles=[TEAMS_ARTICLE])
            yield Section("line-ups", "Line-ups", ListedLineUp, line_ups, articles=[TEAMS_ARTICLE])
        else:
            rows = sorted(session.lines, key=attrgetter("line"))
            yield Section("lines", "Lines", UpcomingPair, UpcomingPair.combine_all(rows), articles=["Paren"])

    def _find_highlights(self, key: str) -> Sequence[Highlights]:
        """Return who played best, and whose ranking rose and fell most."""
        if not (snapshot := self._scores.snapshots.get(key)):
            return []
        gains = ((row.player, row.after - row.before) for row in snapshot.rows)
        return collect_highlights(find_best_score([snapshot])._replace(event=""), *find_extremes(gains, Gain))

    def _list_teams(self, key: str) -> Iterator[Section]:
        """Yield the standing of a teams evening, and its sittings."""
        snapshot = self._scores.snapshots.get(key)
        if not snapshot or snapshot.session.form != "teams":
            return
        rows = build_team_standings(snapshot, self._club.options)
        table = make_view_table(TeamStanding, "rank team score points strength opposition", TEAM_CALCULATION)
        yield Section(
            "teams",
            "Teams",
            table,
            table.combine_all(rows),
            note="All sittings of a day count together, once.",
            articles=[TEAMS_ARTICLE],
            calculation=TEAM_CALCULATION,
            opened_columns=OPENED_TEAM,
        )
        strengths = {row.team: row.strength for row in rows}
        sittings = [
            LISTED_SITTING.combine(row, strength=strengths[row.opponent]) for row in snapshot.session.sittings
        ]
        yield Section("sittings", "Sittings", LISTED_SITTING, sittings, articles=[TEAMS_ARTICLE])

    def _list_lines(self, key: str) -> Iterator[Section]:
        """Yield the standing of each line or top-integral group."""
        if not (snapshot := self._scores.snapshots.get(key)):
            return
        options, scores = self._club.options.on(snapshot.day), self._scores
        calculation = write_session_calculation(
            options, scores.sessions_in_ranking[snapshot.session.season.season]
        )
        table = make_view_table(SessionPair, _PAIR_COLUMNS, calculation)
        rows = {row.player: row for row in scores.by_session.select(key)}
        groups = snapshot.session.groups
        for letters, standings in build_line_standings(snapshot, self._club):
            yield Section(
                f"line-{'-'.join(letters)}",
                "Line {letters}: {interval}",
                table,
                [
                    table.combine(pair, **_find_cells(rows[pair.player1], rows[pair.player2]))
                    for pair in standings
                ],
                params={"letters": "+".join(letters), "interval": _find_interval(letters, snapshot)},
                articles=[*find_line_articles(letters, groups, options), *RANKING_ARTICLES],
                calculation=calculation,
                opened_columns=OPENED_PAIR,
            )


_PAIR_COLUMNS = " ".join(["rank player1 after1 change1 points player2 after2 change2 score", *OPENED_PAIR])


def _find_cells(*scores: RankedScore) -> dict[str, Any]:
    """Return what a session did to the rankings of a pair, as cells of `SessionPair`."""
    names = ("after", "change", "before", "replaced", "of", "outgoing")
    return {
        f"{name}{number}": getattr(score, name) for number, score in enumerate(scores, 1) for name in names
    }


def _find_interval(letters: Sequence[str], snapshot: SessionSnapshot) -> str:
    """Return the points between which a line lies, or those for an average score where it has no bounds."""
    value = next(result.value for result in snapshot.results if result.player_scores[0].line in letters)
    bounds = [bound for bound in (value.top, value.bottom) if bound is not None] or [value.middle]
    return " – ".join(f"{bound:.2f}" for bound in bounds)
