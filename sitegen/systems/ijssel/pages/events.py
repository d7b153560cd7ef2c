"""The pages of the ranking and of rounds, the calendar, and those of periods, start ratings and places."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import fsum
from typing import Any

from sitegen.core.entities import Highlight, Highlights, PlayerName
from sitegen.core.model import Fact, Listing, PageContent, Section, Topic
from sitegen.core.table import Change, PlayerId, Table
from sitegen.core.views import PageParts
from sitegen.systems.ijssel import outputs
from sitegen.systems.ijssel.draw import YOUTH_REMARK
from sitegen.systems.ijssel.outputs import (
    GROUP_RANKING,
    PERIOD_TITLE,
    START_RATINGS,
    PlaceHolder,
    RankingRow,
    StartRating,
)
from sitegen.systems.ijssel.ranking import (
    LAST_ROUNDS,
    PLACE_COUNTS,
    IjsselStanding,
    PeriodGroup,
    Ranking,
    SeasonTitles,
    Standings,
)
from sitegen.systems.ijssel.scores import Performance, find_min_games
from sitegen.systems.ijssel.season import Competition
from sitegen.systems.ijssel.tables import Player
from sitegen.toolkit.highlights import collect_highlights
from sitegen.toolkit.history import ListState, Snapshot
from sitegen.toolkit.order import round_for_ranking
from sitegen.toolkit.rounds import pages
from sitegen.toolkit.rounds.events import RoundPages
from sitegen.toolkit.rounds.pages import build_evening_facts
from sitegen.toolkit.rounds.tables import Game, Round

_PLACE_TITLES = {
    "cup": "Cup: the first {among}",
    "first team": "First team: the first {among}",
    "second team": "Second team: the first {among}",
}


def find_biggest_upset(ranking: Ranking, round_: int) -> Highlight | None:
    """Return the win against the opponent whose club rating before the round was most above the winner's."""
    ratings = ranking.get_ratings_before(round_)
    wins = [entry for entry in ranking.competition.entries[round_] if entry.result == "1"]
    differences = {entry.player: ratings[entry.opponent] - ratings[entry.player] for entry in wins}
    best = max(wins, key=lambda item: round_for_ranking(differences[item.player]), default=None)
    if best is None or differences[best.player] <= 0:
        return None
    score = ranking.standings_by_round[round_][best.player].sum_scores([round_])
    params = {"player": PlayerName(best.opponent), "points": round(differences[best.player])}
    note = "beat {player}, whose club rating is {points} higher"
    return Highlight("Biggest upset", best.player, "", score, Change, note, params, str(round_))


def build_listing(
    ranking: Ranking, titles: SeasonTitles, state: ListState[Performance, IjsselStanding]
) -> Listing:
    """Return the ranking after a round; before the first it is that of the start."""
    event = state.last_event
    return pages.build_listing(
        ranking,
        state,
        RankingRow,
        ranking.build_rows(state.standings),
        facts=_build_facts(ranking, titles, event),
        note="By the sum of the round scores, all at the values after the last round.",
        articles=["6.1 Totaalranglijst", "1 Clubrating", "2.1 Waardecijfer", "7 Overige bepalingen"],
        upset=find_biggest_upset(ranking, int(event.key)) if event else None,
    )


def _build_facts(
    ranking: Ranking, titles: SeasonTitles, event: Snapshot[Performance, IjsselStanding] | None
) -> Iterator[Fact]:
    competition, played_rounds = ranking.competition, ranking.competition.played_rounds
    if event:
        round_ = int(event.key)
        yield from _list_period(competition, event.key)
        if earlier_rounds := played_rounds[: played_rounds.index(round_)]:
            yield Fact("Changes since round", earlier_rounds[-1], Round)
    yield from pages.list_next_round(competition, event)
    note = "games played and team matches"
    yield Fact("Games that the champion needs", competition.options.min_games, int, note=note)
    if titles.champion and event and int(event.key) == played_rounds[-1]:
        yield Fact("Club champion", titles.champion, PlayerId)


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
        PERIOD_TITLE,
        PERIOD_TITLE.combine_all(champions),
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
        GROUP_RANKING,
        [GROUP_RANKING.combine(row, before=before[row.player]) for row in group.rows],
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
        START_RATINGS,
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


def _build_start_rating(start: StartRating, player: Player) -> Table:
    if player.hidden:  # these ratings, and the place of the row, would tell who it is
        hidden_cells = dict.fromkeys(("final_rating", "knsb_rating", "knsb_reliable", "estimate"))
        return START_RATINGS.combine(start, player, **hidden_cells, source="")
    reliable = None if player.knsb_rating is None else player.knsb_reliable
    return START_RATINGS.combine(start, player, knsb_reliable=reliable)


PAIRING_ARTICLES = ["3 Jeugdspelers", "5 Wedstrijdindeling", "5.1 Limitering", "5.2 Definitieve indeling"]
ARTICLES = {
    "race": ["6.1 Totaalranglijst"],
    "games": ["2.2 Rondescore", *PAIRING_ARTICLES],
    "scores": ["2.3 Afwezigheid", "5.2 Definitieve indeling"],
    "absent": ["2.3 Afwezigheid"],
    "signed-off": ["2.3 Afwezigheid"],
    "to-come": ["5.1 Limitering"],
    "played": ["5.1 Limitering", "6.1 Totaalranglijst"],
    "why": ["2.2 Rondescore", "2.3 Afwezigheid", "1 Clubrating"],
    "ahead": ["2.2 Rondescore", "5.1 Limitering"],
    "revalued": ["2.2 Rondescore", "2.3 Afwezigheid"],
    "rounds": ["2.2 Rondescore", "2.3 Afwezigheid", "1 Clubrating", "6.1 Totaalranglijst"],
}
"""The articles of sections of the toolkit, by their names."""
_RATINGS_NOTE = (
    "In the order of the ranking before the round. Opponents count with their rating after this round as it"
    " is before outliers are capped (the column Uncapped), so that all ratings are solved at once. As many"
    " draws against the own start rating as are missing from the minimum number of games make up for them."
)


def make_rounds(ranking: Ranking) -> RoundPages[Ranking]:
    """Return the pages of rounds and the calendar, with periods, club ratings and youth games."""
    return RoundPages(
        ranking,
        outputs.CALCULATION,
        PAIRING_ARTICLES,
        partial(_find_game_cells, ranking),
        lambda round_: {"period": ranking.competition.get_period(round_)},
        outputs.RoundGame,
        "white white_rating result black black_rating board remark source",
        outputs.UpcomingRound,
        outputs.CalendarRound,
    )


def _find_game_cells(ranking: Ranking, game: Game) -> dict[str, Any]:
    """Return the club ratings before the round, and the remark on a youth game (3 Jeugdspelers)."""
    ratings, players = ranking.get_ratings_before(game.round), ranking.competition.players_by_id
    white, black = game.players
    cells = {"white_rating": ratings.get(white), "black_rating": ratings.get(black)}
    is_youth_game = len(game.pair) > 1 and any(players[player].youth for player in game.pair)
    return {**cells, "remark": YOUTH_REMARK} if is_youth_game else cells


def declare_page(rounds: RoundPages[Ranking]) -> PageParts:
    """Return what the page of each round shows."""
    ranking = rounds.ranking
    return PageParts(
        [
            rounds.list_day,
            partial(_list_period, ranking.competition),
            rounds.list_counts,
            partial(_list_min_games, ranking.competition),
        ],
        [
            partial(_build_highlights, rounds),
            rounds.build_games,
            rounds.build_scores,
            rounds.build_decisions,
            partial(_build_ratings, ranking),
        ],
    )


def _list_period(competition: Competition, key: str) -> Iterator[Fact]:
    """Yield the period of a round."""
    yield Fact("Period", f"{competition.get_period(int(key))} / {competition.options.periods}")


def _list_min_games(competition: Competition, key: str) -> Iterator[Fact]:
    """Yield the minimum of games for a club rating after a round that was played."""
    if (round_ := int(key)) in competition.entries:
        yield Fact("Minimum of games for a club rating", find_min_games(competition, round_), int)


def _build_highlights(rounds: RoundPages[Ranking], key: str) -> Sequence[Highlights]:
    """Return who won most points in a round, and the biggest upset; nothing before it has been played."""
    round_ = int(key)
    if round_ not in rounds.ranking.standings_by_round:
        return ()
    games = rounds.get_games(round_)
    sides = [(row.white, row.white_score or 0.0) for row in games]
    sides += [(row.black, row.black_score or 0.0) for row in games]
    player, most = max(sides, key=lambda side: round_for_ranking(side[1]), default=("", 0.0))
    upset = find_biggest_upset(rounds.ranking, round_)
    return collect_highlights(
        Highlight("Most points", player, "", most, Change) if player else None,
        upset and upset._replace(event=""),
    )


def _build_ratings(ranking: Ranking, key: str) -> Iterator[Section]:
    """Yield the club ratings after a round that was played."""
    if performances := ranking.rows_by_round.get(int(key)):
        yield Section(
            "ratings",
            "Club ratings",
            outputs.ClubRatingRow,
            list(_build_performances(performances, ranking.standings_by_round[int(key)])),
            note=_RATINGS_NOTE,
            articles=["1 Clubrating", "1.1 Startratings", "2.1 Waardecijfer"],
        )


def _build_performances(
    performances: Sequence[Performance], standings: Standings
) -> Iterator[outputs.ClubRatingRow]:
    uncapped = {performance.tally.player: performance.uncapped for performance in performances}
    for performance in performances:
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
            change=standings[tally.player].rating_change,
            value=standings[tally.player].value,
        )
