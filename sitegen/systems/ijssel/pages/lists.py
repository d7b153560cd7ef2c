"""The ranking after each round, as pages show it.

What is shown of the club competition, a module for each kind of page.

What members ask first after a round: who climbed, who upset whom, who leads, how much was played.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from sitegen.core.entities import Highlight, Highlights, PlayerName
from sitegen.core.model import Fact, Listing, PageContent, Section
from sitegen.core.table import Change, PlayerId
from sitegen.systems.ijssel.outputs import RankingView
from sitegen.systems.ijssel.ranking import IjsselStanding, Ranking, SeasonTitles, build_ranking_rows
from sitegen.systems.ijssel.scores import Performance
from sitegen.systems.ijssel.season import Competition, RoundEntry
from sitegen.systems.ijssel.tables import Round, Score
from sitegen.toolkit import highlights
from sitegen.toolkit.course import ListState
from sitegen.toolkit.order import round_for_ranking


def build_evening_facts(competition: Competition, label: str, round_: int) -> Iterator[Fact]:
    """A round, which leads to its page where it has one, and the evening that it is played on.

    An evening alone leads nowhere: two rounds may be played on it.
    """
    has_page = round_ in competition.entries or round_ in competition.paired_rounds
    yield Fact(label, round_, Round if has_page else int)
    yield Fact("Evening", competition.get_day(round_), date)


def build_highlights(made: Ranking, rows: Sequence[RankingView], round_: int) -> list[Highlights]:
    """The strip of the list after a round, whose ranking is `rows`."""
    entries = made.competition.entries[round_]
    return highlights.collect_highlights(
        highlights.find_climber(rows, "Climber of the round"),
        _find_biggest_upset(made, round_),
        highlights.find_leader(rows, column="score", cell_type=Score),
        _count_games(entries),
    )


def _find_biggest_upset(made: Ranking, round_: int) -> Highlight | None:
    """The game won against the club rating that was highest above the own, before the round."""
    ratings = made.get_ratings_before(round_)
    won = [entry for entry in made.competition.entries[round_] if entry.result == "1"]
    ahead = {entry.player: ratings[entry.opponent] - ratings[entry.player] for entry in won}
    best = max(won, key=lambda item: round_for_ranking(ahead[item.player]), default=None)
    if best is None or ahead[best.player] <= 0:
        return None
    scored = made.standings_by_round[round_][best.player].sum_scores([round_])
    named = {"player": PlayerName(best.opponent), "points": round(ahead[best.player])}
    note = "beat {player}, whose club rating is {points} higher"
    return Highlight("Biggest upset", best.player, "", scored, Change, note, named, str(round_))


def _count_games(entries: Sequence[RoundEntry]) -> Highlight:
    games = [entry for entry in entries if entry.is_played]
    there = {game.player for game in games}
    away = len({entry.player for entry in entries} - there)
    note = "by {players} players; {absent} did not play"
    return Highlight(
        "Games",
        figure=len(games) // 2,
        cell_type=int,
        note=note,
        params={"players": len(there), "absent": away},
    )


def build_listing(made: Ranking, won: SeasonTitles, stood: ListState[Performance, IjsselStanding]) -> Listing:
    """The ranking after a round; before the first it is that of the start."""
    rows = _build_rows(made, stood)
    section = Section(
        "ranking",
        "Ranking",
        RankingView,
        rows,
        note="By the sum of the round scores, all at the values after the last round.",
        empty="Nobody has joined yet.",
        articles=["6.1 Totaalranglijst", "1 Clubrating", "2.1 Waardecijfer", "7 Overige bepalingen"],
    )
    if stood.last_event is None:
        sheet = PageContent.create(list(_build_next_facts(made, 0)), [section])
        return Listing(stood.day, stood.day, sheet, "List of {day} – before the first round")
    round_ = int(stood.last_event.key)
    sheet = PageContent.create(
        list(_build_facts(made, won, round_)), [*build_highlights(made, rows, round_), section]
    )
    return Listing(
        stood.day, stood.day, sheet, "List of {day} – after round {round}", stood.last_event.params
    )


def _build_rows(made: Ranking, stood: ListState[Performance, IjsselStanding]) -> list[RankingView]:
    """The ranking with what everyone's score won or lost since the round before; nothing in the first."""
    rows, played = build_ranking_rows(made.competition, stood.standings), made.competition.played_rounds
    round_ = int(stood.last_event.key) if stood.last_event else 0
    before = made.get_standings_before(round_) if round_ and round_ != played[0] else {}
    return [
        RankingView.combine(
            row, change=row.score - before[row.player].score if row.player in before else None
        )
        for row in rows
    ]


def _build_facts(made: Ranking, won: SeasonTitles, round_: int) -> Iterator[Fact]:
    competition = made.competition
    yield Fact("Round", f"{round_} / {competition.round_count}")
    yield Fact("Period", f"{competition.get_period(round_)} / {competition.options.periods}")
    if before := competition.played_rounds[: competition.played_rounds.index(round_)]:
        yield Fact("Changes since round", before[-1], Round)
    yield from _build_next_facts(made, competition.round_positions[round_] + 1)
    if won.champion and round_ == competition.played_rounds[-1]:
        yield Fact("Club champion", won.champion, PlayerId)


def _build_next_facts(made: Ranking, turn: int) -> Iterator[Fact]:
    competition = made.competition
    if after := competition.round_order[turn:]:
        yield from build_evening_facts(competition, "Next round", after[0])
    note = "games played and team matches"
    yield Fact("Games that the champion needs", competition.options.min_games, int, note=note)
