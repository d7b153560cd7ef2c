"""The pages of rounds, the calendar, and the pages of period rankings, start ratings and places."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from math import fsum
from typing import Any

from sitegen.core.entities import Highlight, Highlights
from sitegen.core.model import Event, Fact, PageContent, PageSection, Section, Topic
from sitegen.core.problems import advise
from sitegen.core.table import Change, PlayerId
from sitegen.systems.ijssel import outputs
from sitegen.systems.ijssel.draw import YOUTH_REMARK
from sitegen.systems.ijssel.outputs import (
    GroupRankingView,
    PeriodTitle,
    PlaceHolder,
    StartRating,
    StartRatingView,
)
from sitegen.systems.ijssel.pages.lists import find_biggest_upset
from sitegen.systems.ijssel.ranking import (
    LAST_ROUNDS,
    PLACE_COUNTS,
    IjsselStanding,
    PeriodGroup,
    Ranking,
    SeasonTitles,
)
from sitegen.systems.ijssel.scores import Performance, find_min_games
from sitegen.systems.ijssel.season import Competition
from sitegen.systems.ijssel.tables import Player
from sitegen.toolkit.highlights import collect_highlights
from sitegen.toolkit.history import Snapshot
from sitegen.toolkit.order import round_for_ranking
from sitegen.toolkit.rounds.pages import build_evening_facts, format_place
from sitegen.toolkit.rounds.scores import build_player_score
from sitegen.toolkit.rounds.tables import Absence, Game

_PLACE_TITLES = {
    "cup": "Cup: the first {among}",
    "first team": "First team: the first {among}",
    "second team": "Second team: the first {among}",
}


def build_topics(ranking: Ranking, titles: SeasonTitles) -> list[Topic]:
    """Return the pages with an entry of their own in the menu."""
    return [
        Topic(
            "periods",
            "Periods",
            PageContent.create(
                list(_build_period_facts(ranking)), list(_build_period_sections(ranking, titles))
            ),
        ),
        Topic(
            "places",
            "Places",
            PageContent.create(
                list(_build_title_facts(ranking, titles)), list(_build_place_sections(ranking, titles))
            ),
        ),
        Topic("start-ratings", "Start ratings", PageContent.create([], [_build_start_ratings(ranking)])),
    ]


def _build_period_facts(ranking: Ranking) -> Iterator[Fact]:
    competition = ranking.competition
    if competition.played_rounds:
        period = competition.find_latest_period(competition.played_rounds[-1])
        rounds = competition.rounds_by_period[period]
        yield Fact("Period", f"{period} / {competition.options.periods}")
        yield Fact("Rounds of the period", f"{min(rounds)} – {max(rounds)}")
        yield from build_evening_facts(competition, "Its last round", rounds[-1])


def _build_period_sections(ranking: Ranking, titles: SeasonTitles) -> Iterator[Section]:
    """Yield the champions, and the groups of each period, the latest first."""
    latest_first = sorted(titles.groups, key=lambda item: -item.period)
    champions = [row for group in latest_first for row in group.rows if row.champion]
    yield Section(
        "champions",
        "Period champions",
        PeriodTitle,
        PeriodTitle.combine_all(champions),
        empty="No period is over yet.",
        articles=["6.2 Periode ranglijst"],
    )
    yield from (_build_group(ranking, group) for group in latest_first)


def _build_group(ranking: Ranking, group: PeriodGroup) -> Section:
    note = (
        "The period is over: its ranking stays as it is, at the values after its last round."
        if group.is_final
        else "So far: the period goes on, and its scores still move with the values after each round."
    )
    before = ranking.get_ratings_before(
        next(
            round_
            for round_ in ranking.competition.rounds_by_period[group.period]
            if round_ in ranking.standings_by_round
        )
    )
    return Section(
        f"period-{group.period}-{group.number}",
        "Period {period}, group {group}",
        GroupRankingView,
        [GroupRankingView.combine(row, before=before[row.player]) for row in group.rows],
        note,
        "Nobody.",
        {"period": group.period, "group": group.number},
        articles=["6.2 Periode ranglijst"],
    )


def _build_title_facts(ranking: Ranking, titles: SeasonTitles) -> Iterator[Fact]:
    if last_rounds := ranking.competition.round_order[-LAST_ROUNDS:]:
        yield Fact("Places are held in the rounds", f"{min(last_rounds)} – {max(last_rounds)}")
        yield from build_evening_facts(ranking.competition, "The first of them", last_rounds[0])
    if titles.champion:
        yield Fact("Club champion", titles.champion, PlayerId)


def _build_place_sections(ranking: Ranking, titles: SeasonTitles) -> Iterator[Section]:
    """Yield a section for each competition: who has earned a place, or is on the way to one."""
    note = (
        "Among them after each of the last rounds of the season (article 7)."
        if ranking.competition.is_over
        else "So far: the players who were among them after each of the last rounds."
    )
    for name, holders in titles.holders.items():
        yield Section(
            name.replace(" ", "-"),
            _PLACE_TITLES[name],
            PlaceHolder,
            [PlaceHolder.combine(ranking.current_standings[holder], player=holder) for holder in holders],
            note,
            "Nobody yet: the places are earned in the last rounds of the season.",
            {"among": PLACE_COUNTS[name]},
            articles=["7 Overige bepalingen"],
        )


def _build_start_ratings(ranking: Ranking) -> Section:
    return Section(
        "start-ratings",
        "Start ratings",
        StartRatingView,
        [
            _build_start_rating(start, ranking.competition.players_by_id[start.player])
            for start in ranking.start_ratings
        ],
        note="Of those who were there in round 1 the first has the mean basis of the upper quarter, the last"
        " that of the lower, the others are spaced evenly between; a quarter is rounded half up. Who joined"
        " later starts with their basis.",
        empty="Nobody has joined yet.",
        articles=["1.1 Startratings"],
    )


def _build_start_rating(start: StartRating, player: Player) -> StartRatingView:
    if player.hidden:  # these ratings, and the place of the row, would tell who it is
        hidden_cells = dict.fromkeys(("final_rating", "knsb_rating", "knsb_reliable", "estimate"))
        return StartRatingView.combine(start, player, **hidden_cells, source="")
    reliable = None if player.knsb_rating is None else player.knsb_reliable
    return StartRatingView.combine(start, player, knsb_reliable=reliable)


_PAIRING_ARTICLES = ["3 Jeugdspelers", "5 Wedstrijdindeling", "5.1 Limitering", "5.2 Definitieve indeling"]


def build_events(ranking: Ranking) -> list[Event]:
    """Return a page for each round that was played or drawn."""
    played_events = [
        snapshot.make_event(_build_round_page(ranking, snapshot)) for snapshot in ranking.history.events
    ]
    return [
        *played_events,
        *(_build_pairings_page(ranking, round_) for round_ in ranking.competition.paired_rounds),
    ]


def build_calendar(ranking: Ranking) -> list[Section]:
    """Return the next pairings, the rounds to come and those that were played."""
    competition = ranking.competition
    upcoming = [_build_upcoming_round(competition, round_) for round_ in competition.upcoming_rounds]
    played_rounds = [_build_played_round(ranking, round_) for round_ in reversed(competition.played_rounds)]
    return [
        *(
            _build_pairings(ranking, round_, "Pairings of round {round}")
            for round_ in competition.paired_rounds[:1]
        ),
        *_build_planned_absences(competition.planned_absences),
        Section(
            "to-come",
            "Rounds to come",
            outputs.UpcomingRound,
            upcoming,
            empty="The season is over.",
            articles=["5.1 Limitering"],
        ),
        Section(
            "played",
            "Rounds played",
            outputs.CalendarRound,
            played_rounds,
            empty="No round has been played yet.",
            articles=["5.1 Limitering", "6.1 Totaalranglijst"],
        ),
    ]


def _build_planned_absences(absences: Sequence[Absence]) -> Iterator[Section]:
    """Yield the section of absences in rounds that are still to be drawn."""
    if absences:
        rows = [outputs.PlannedAbsence.combine(absence, absence=absence.code) for absence in absences]
        yield Section(
            "signed-off", advise("Signed off"), outputs.PlannedAbsence, rows, articles=["2.3 Afwezigheid"]
        )


def _build_upcoming_round(competition: Competition, round_: int) -> outputs.UpcomingRound:
    return outputs.UpcomingRound.combine(
        competition.fixtures[round_ - 1], period=competition.get_period(round_)
    )


def _build_played_round(ranking: Ranking, round_: int) -> outputs.CalendarRound:
    return outputs.CalendarRound.combine(
        _build_upcoming_round(ranking.competition, round_),
        games=len(ranking.competition.get_games(round_)),
        absent=len(ranking.competition.get_absences(round_)),
        leader=next(iter(ranking.standings_by_round[round_])),
    )


def _build_facts(competition: Competition, round_: int) -> list[Fact]:
    return [
        Fact("Date", competition.get_day(round_), date),
        Fact("Period", f"{competition.get_period(round_)} / {competition.options.periods}"),
        Fact("Games", len(competition.get_games(round_)), int),
        Fact("Players without a game", len(competition.get_absences(round_)), int),
    ]


def _build_pairings_page(ranking: Ranking, round_: int) -> Event:
    """Return the page of a round to come."""
    competition = ranking.competition
    rows = [
        outputs.AbsentPlayer.combine(absence, absence=absence.code, result=absence.points)
        for absence in competition.get_absences(round_)
    ]
    sections = [_build_pairings(ranking, round_, "Pairings")]
    if rows:
        absent = Section("absent", "Not playing", outputs.AbsentPlayer, rows, articles=["2.3 Afwezigheid"])
        sections.append(absent)
    content = PageContent.create(_build_facts(competition, round_), sections)
    return Event(str(round_), "Round {round}", {"round": round_}, competition.get_day(round_), content)


def _build_round_page(ranking: Ranking, event: Snapshot[Performance, IjsselStanding]) -> PageContent:
    """Return the page of a round that was played."""
    round_ = int(event.key)
    games = _build_games(ranking, round_)
    sections: list[PageSection] = [
        *_build_highlights(ranking, round_, games),
        Section(
            "games",
            "Games",
            outputs.RoundGame,
            games,
            articles=["2.2 Rondescore", *_PAIRING_ARTICLES],
            calculation=outputs.CALCULATION,
        ),
        Section(
            "scores",
            "Without a game",
            outputs.ScoreStep,
            _build_steps(ranking, round_),
            note="Calculated again after every round, at the values that the players have by then.",
            articles=["2.3 Afwezigheid", "5.2 Definitieve indeling"],
        ),
        Section(
            "ratings",
            "Club ratings",
            outputs.ClubRatingRow,
            list(_build_performances(ranking, event)),
            note="In the order of the ranking before the round. Opponents count with their rating after this"
            " round as it is before outliers are capped (the column Uncapped), so that all ratings are solved"
            " at once. As many draws against the own start rating as are missing from the minimum number of"
            " games make up for them.",
            articles=["1 Clubrating", "1.1 Startratings", "2.1 Waardecijfer"],
        ),
    ]
    min_games = Fact("Minimum of games for a club rating", find_min_games(ranking.competition, round_), int)
    return PageContent.create([*_build_facts(ranking.competition, round_), min_games], sections)


def _build_highlights(ranking: Ranking, round_: int, games: Sequence[outputs.RoundGame]) -> list[Highlights]:
    """Return who won most points in a round, and the biggest upset."""
    sides = [(row.white, row.white_score or 0.0) for row in games]
    sides += [(row.black, row.black_score or 0.0) for row in games]
    player, most = max(sides, key=lambda side: round_for_ranking(side[1]), default=("", 0.0))
    upset = find_biggest_upset(ranking, round_)
    return collect_highlights(
        Highlight("Most points", player, "", most, Change) if player else None,
        upset and upset._replace(event=""),
    )


def _build_pairings(ranking: Ranking, round_: int, title: str) -> Section:
    ratings = ranking.get_ratings_before(round_)
    rows = [
        _build_paired_game(ranking.competition, game, ratings)
        for game in ranking.competition.get_games(round_)
    ]
    return Section(
        "games",
        title,
        outputs.PairedGame,
        rows,
        params={"round": round_},
        articles=_PAIRING_ARTICLES,
        opened_columns=["source"],
    )


def _build_paired_game(
    competition: Competition, game: Game, ratings: Mapping[str, float]
) -> outputs.PairedGame:
    white, black = game.players
    return outputs.PairedGame.combine(
        game,
        white=white,
        black=black,
        result=(game.result or "").replace("-", "–"),
        white_rating=ratings.get(white),
        black_rating=ratings.get(black),
        remark=_choose_remark(competition, game),
    )


def _choose_remark(competition: Competition, game: Game) -> str:
    """Return the remark at a game, such as for a youth member (article 3 Jeugdspelers)."""
    if len(game.player_cells) < 2:
        return advise("the other player was not written down")
    return YOUTH_REMARK if any(competition.players_by_id[player].youth for player in game.pair) else ""


def _build_games(ranking: Ranking, round_: int) -> list[outputs.RoundGame]:
    """Return the games of a round, with the scores of both sides."""
    scores = {(step.source, step.player): step for step in _build_scores(ranking, round_)}
    ratings = ranking.get_ratings_before(round_)
    games = []
    for game in ranking.competition.get_games(round_):
        figures: dict[str, Any] = {}
        for colour, player in zip(("white", "black"), game.players, strict=True):
            step = scores.get((game.source, player))
            figures |= {
                colour: player,
                f"{colour}_place": format_place(ranking.standings_by_round[round_].get(player)),
                f"{colour}_rating": ratings.get(player),
                f"{colour}_score": step and step.score,
                f"{colour}_factor": step.factor if step else "",
                f"{colour}_value": step and step.basis,
                f"{colour}_then": step and step.on_the_day,
                f"{colour}_since": step and step.since,
            }
        result = (game.result or "").replace("-", "–")
        remark = _choose_remark(ranking.competition, game)
        games.append(outputs.RoundGame.combine(game, **figures, result=result, remark=remark))
    return games


def _build_steps(ranking: Ranking, round_: int) -> list[outputs.ScoreStep]:
    """Return the scores of players without a game between two."""
    in_games = {game.source for game in ranking.competition.get_games(round_) if len(game.player_cells) > 1}
    return [step for step in _build_scores(ranking, round_) if step.source not in in_games]


def _build_scores(ranking: Ranking, round_: int) -> list[outputs.ScoreStep]:
    """Return the scores of a round, now and on the day, in the order of the current ranking."""
    scored_entries = (
        scored_entry
        for standing in ranking.standings_by_round[round_].values()
        for scored_entry in standing.scores
    )
    scores_on_the_day = {
        scored_entry.key: scored_entry.score
        for scored_entry in scored_entries
        if scored_entry.entry.round == round_
    }
    return [
        build_player_score(
            outputs.ScoreStep,
            scored_entry,
            on_the_day=scores_on_the_day[scored_entry.key],
            since=scored_entry.score - scores_on_the_day[scored_entry.key],
        )
        for scored_entry in ranking.scores_by_round[round_]
    ]


def _build_performances(
    ranking: Ranking, event: Snapshot[Performance, IjsselStanding]
) -> Iterator[outputs.ClubRatingRow]:
    ratings_before = ranking.get_ratings_before(int(event.key))
    uncapped = {performance.tally.player: performance.uncapped for performance in event.rows}
    for performance in event.rows:
        tally = performance.tally
        opponents = [uncapped[opponent] for opponent in tally.opponents]
        yield outputs.ClubRatingRow.combine(
            tally,
            performance,
            games=len(opponents),
            points=tally.half_points / 2,
            opponents=fsum(opponents) / len(opponents) if opponents else None,
            met=tuple(zip(tally.opponents, opponents, strict=True)),
            expected=tally.score / 2 / tally.games,
            change=performance.rating - ratings_before[tally.player],
            value=event.standings[tally.player].value,
        )
