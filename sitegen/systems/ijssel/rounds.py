"""The results pages of the competition: a round with all its calculations, or with its pairings."""

from collections.abc import Iterator, Sequence
from datetime import date
from math import fsum

from sitegen.message import advise
from sitegen.model import Event, Fact, Section, Sheet
from sitegen.systems.ijssel.course import Course, State
from sitegen.systems.ijssel.performance import Performance
from sitegen.systems.ijssel.published import in_order
from sitegen.systems.ijssel.scores import Scored
from sitegen.systems.ijssel.season import Season
from sitegen.systems.ijssel.shown import (
    Evening,
    NotPlaying,
    Pairing,
    Performing,
    Scoring,
    SignedOff,
    ToCome,
    absence,
    colour,
    result,
)
from sitegen.systems.ijssel.tables import Absence, Game

YOUTH = advise("youth game, 20:00–22:00, one hour each")
"""What is said of a game with a youth member (article 3)."""


def events(course: Course) -> list[Event]:
    """A page for each round that was played or drawn."""
    season = course.season
    played = [_event(course, each.round, _played(course, each)) for each in course.states[1:]]
    return [*played, *(_event(course, each, _drawn(course, each)) for each in season.drawn)]


def calendar(course: Course) -> list[Section]:
    """The next pairings, the rounds to come and those that were played."""
    season = course.season
    to_come = ToCome.rows((each, season.day(each), season.period(each)) for each in season.to_come)
    played = [_evening(course, state) for state in reversed(course.states[1:])]
    return [
        *(_pairings(course, each, "Pairings of round {round}") for each in season.drawn[:1]),
        *_signed_off(season.signed_off),
        Section("to-come", "Rounds to come", ToCome, to_come, empty="The season is over."),
        Section("played", "Rounds played", Evening, played, empty="No round has been played yet."),
    ]


def _signed_off(absences: Sequence[Absence]) -> Iterator[Section]:
    """Who will not be there in rounds that are still to be drawn."""
    if absences:
        rows = [SignedOff(each.round, each.player, each.code, each.source) for each in absences]
        yield Section("signed-off", advise("Signed off"), SignedOff, rows)


def _event(course: Course, round_: int, sheet: Sheet) -> Event:
    return Event(str(round_), "Round {round}", {"round": round_}, course.season.day(round_), sheet)


def _evening(course: Course, state: State) -> Evening:
    season, round_ = course.season, state.round
    games, absent = season.games(round_), season.absences(round_)
    numbers = season.period(round_), len(games), len(absent)
    return Evening(round_, season.day(round_), *numbers, state.order[0])


def _facts(course: Course, round_: int) -> Iterator[Fact]:
    season = course.season
    yield Fact("Date", season.day(round_), date)
    yield Fact("Period", f"{season.period(round_)} / {season.options.periods}")
    yield Fact("Games", len(season.games(round_)), int)
    yield Fact("Players without a game", len(season.absences(round_)), int)


def _drawn(course: Course, round_: int) -> Sheet:
    """The page of a round to come."""
    absences = course.season.absences(round_)
    rows = [NotPlaying(each.player, each.code, each.result or "", each.source) for each in absences]
    sections = [_pairings(course, round_, "Pairings")]
    if rows:
        sections.append(Section("absent", "Not playing", NotPlaying, rows))
    return Sheet.of(list(_facts(course, round_)), sections)


def _played(course: Course, state: State) -> Sheet:
    """The page of a round that was played."""
    return Sheet.of(
        list(_facts(course, state.round)),
        [
            _pairings(course, state.round, "Games"),
            Section(
                "scores",
                "Scores",
                Scoring,
                list(_scores(course, state)),
                note="Calculated again after every round, at the values that the players have by then.",
            ),
            Section(
                "ratings",
                "Club ratings",
                Performing,
                [_performing(each, state, course) for each in state.performances],
                note="In the order of the ranking before the round. Opponents count with their club rating"
                " after this round, so that all ratings are solved at once.",
            ),
        ],
    )


def _pairings(course: Course, round_: int, title: str) -> Section:
    rows = [_pairing(course, each) for each in course.season.games(round_)]
    return Section("games", title, Pairing, rows, named={"round": round_})


def _pairing(course: Course, game: Game) -> Pairing:
    before = course.earlier(game.round).ratings
    white, black = (before.get(each, course.start[each]) if each else None for each in game.players)
    points = (game.result or "").replace("-", "–")
    return Pairing(game.board, *game.players, points, white, black, _remark(course.season, game), game.source)


def _remark(season: Season, game: Game) -> str:
    if len(game.named) < 2:
        return advise("the other player was not written down")
    return YOUTH if any(season.by_id[player].youth for player in game.pair) else ""


def _scores(course: Course, state: State) -> Iterator[Scoring]:
    """The scores of a round, now beside those of the day, in the order of the present ranking."""
    then = {_key(each): each.score for each in state.scores if each.entry.round == state.round}
    now = in_order(course.now, _of_round(course.now.scores, state.round))
    for each in now:
        entry, on_the_day = each.entry, then[_key(each)]
        yield Scoring(
            player=entry.player,
            opponent=entry.opponent or None,
            colour=colour(entry),
            result=result(entry),
            absence=absence(entry),
            factor=each.factor,
            basis=each.basis,
            score=each.score,
            on_the_day=on_the_day,
            since=each.score - on_the_day,
        )


def _of_round(scores: Sequence[Scored], round_: int) -> list[Scored]:
    return [each for each in scores if each.entry.round == round_]


def _key(scored: Scored) -> tuple[str, bool]:
    """What tells the entries of a round apart: a player has one that counts."""
    return scored.entry.player, scored.entry.counts


def _performing(made: Performance, state: State, course: Course) -> Performing:
    tally, uncapped = made.tally, state.uncapped
    opponents = [uncapped[each] for each in tally.opponents]
    before = course.states[state.turn - 1].ratings.get(tally.player, tally.start)
    return Performing(
        player=tally.player,
        games=len(opponents),
        opponents=fsum(opponents) / len(opponents) if opponents else None,
        place=tally.place,
        fictitious=tally.fictitious,
        draws=tally.draws,
        start=tally.start,
        expected=tally.score / 2 / tally.games,
        dp=made.dp,
        uncapped=made.uncapped,
        rating=made.rating,
        change=made.rating - before,
        value=state.values[tally.player],
    )
