"""The pages of the ranking after each round, with highlights above it."""

from collections.abc import Iterator, Sequence

from sitegen.core.entities import Highlight, Highlights, PlayerName
from sitegen.core.model import Fact, Listing, Section
from sitegen.core.table import Change, PlayerId
from sitegen.systems.ijssel.outputs import RankingView
from sitegen.systems.ijssel.ranking import IjsselStanding, Ranking, SeasonTitles, build_ranking_rows
from sitegen.systems.ijssel.scores import Performance
from sitegen.toolkit import highlights
from sitegen.toolkit.history import ListState
from sitegen.toolkit.order import round_for_ranking
from sitegen.toolkit.rounds.pages import add_changes, build_evening_facts, count_games, make_listing
from sitegen.toolkit.rounds.tables import Round, Score


def build_highlights(ranking: Ranking, rows: Sequence[RankingView], round_: int) -> list[Highlights]:
    """Return the highlights of the list after a round, whose ranking is `rows`."""
    entries = ranking.competition.entries[round_]
    return highlights.collect_highlights(
        highlights.find_climber(rows, "Climber of the round"),
        find_biggest_upset(ranking, round_),
        highlights.find_leader(rows, column="score", cell_type=Score),
        count_games(entries),
    )


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
    rows = add_changes(RankingView, build_ranking_rows(ranking.competition, state.standings), ranking, state)
    section = Section(
        "ranking",
        "Ranking",
        RankingView,
        rows,
        note="By the sum of the round scores, all at the values after the last round.",
        empty="Nobody has joined yet.",
        articles=["6.1 Totaalranglijst", "1 Clubrating", "2.1 Waardecijfer", "7 Overige bepalingen"],
    )
    if state.last_event is None:
        return make_listing(state, list(_build_next_facts(ranking, 0)), [section])
    round_ = int(state.last_event.key)
    return make_listing(
        state,
        list(_build_facts(ranking, titles, round_)),
        [*build_highlights(ranking, rows, round_), section],
    )


def _build_facts(ranking: Ranking, titles: SeasonTitles, round_: int) -> Iterator[Fact]:
    competition = ranking.competition
    yield Fact("Round", f"{round_} / {competition.round_count}")
    yield Fact("Period", f"{competition.get_period(round_)} / {competition.options.periods}")
    if earlier_rounds := competition.played_rounds[: competition.played_rounds.index(round_)]:
        yield Fact("Changes since round", earlier_rounds[-1], Round)
    yield from _build_next_facts(ranking, competition.round_positions[round_] + 1)
    if titles.champion and round_ == competition.played_rounds[-1]:
        yield Fact("Club champion", titles.champion, PlayerId)


def _build_next_facts(ranking: Ranking, place: int) -> Iterator[Fact]:
    competition = ranking.competition
    if next_rounds := competition.round_order[place:]:
        yield from build_evening_facts(competition, "Next round", next_rounds[0])
    note = "games played and team matches"
    yield Fact("Games that the champion needs", competition.options.min_games, int, note=note)
