"""The ranking after each round, as pages show it."""

from collections.abc import Iterator

from sitegen.model import Fact, Listing, Section, Sheet
from sitegen.systems.ijssel.honours import Honours
from sitegen.systems.ijssel.pages import evening
from sitegen.systems.ijssel.pages.strip import highlights
from sitegen.systems.ijssel.performance import Performance
from sitegen.systems.ijssel.ranking import Ranking, Standing, ranked
from sitegen.systems.ijssel.shown import Listed
from sitegen.systems.ijssel.tables import Round
from sitegen.table import PlayerId
from sitegen.toolkit.course import Stood


def listing(made: Ranking, won: Honours, stood: Stood[Performance, Standing]) -> Listing:
    """The ranking after a round; before the first it is that of the start."""
    rows = _listed(made, stood)
    section = Section(
        "ranking",
        "Ranking",
        Listed,
        rows,
        note="By the sum of the round scores, all at the values after the last round.",
        empty="Nobody has joined yet.",
        articles=["6.1 Totaalranglijst", "1 Clubrating", "2.1 Waardecijfer", "7 Overige bepalingen"],
    )
    if stood.last is None:
        sheet = Sheet.of(list(_to_come(made, 0)), [section])
        return Listing(stood.day, stood.day, sheet, "List of {day} – before the first round")
    round_ = int(stood.last.key)
    sheet = Sheet.of(list(_facts(made, won, round_)), [*highlights(made, rows, round_), section])
    return Listing(stood.day, stood.day, sheet, "List of {day} – after round {round}", stood.last.named)


def _listed(made: Ranking, stood: Stood[Performance, Standing]) -> list[Listed]:
    """The ranking with what everyone's score won or lost since the round before; nothing in the first."""
    rows, played = ranked(made.competition, stood.now), made.competition.played
    round_ = int(stood.last.key) if stood.last else 0
    before = made.before(round_) if round_ and round_ != played[0] else {}
    return [
        Listed.like(row, change=row.score - before[row.player].score if row.player in before else None)
        for row in rows
    ]


def _facts(made: Ranking, won: Honours, round_: int) -> Iterator[Fact]:
    competition = made.competition
    yield Fact("Round", f"{round_} / {competition.length}")
    yield Fact("Period", f"{competition.period(round_)} / {competition.options.periods}")
    if before := competition.played[: competition.played.index(round_)]:
        yield Fact("Changes since round", before[-1], Round)
    yield from _to_come(made, competition.turn[round_] + 1)
    if won.champion and round_ == competition.played[-1]:
        yield Fact("Club champion", won.champion, PlayerId)


def _to_come(made: Ranking, turn: int) -> Iterator[Fact]:
    competition = made.competition
    if after := competition.order[turn:]:
        yield from evening(competition, "Next round", after[0])
    note = "games played and team matches"
    yield Fact("Games that the champion needs", competition.options.min_games, int, note=note)
