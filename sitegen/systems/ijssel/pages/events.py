"""The results pages of the competition: a round with all its calculations, or with its pairings."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from math import fsum
from typing import Any

from sitegen.message import advise
from sitegen.model import Coming, Event, Fact, Section, Sheet
from sitegen.systems.ijssel import shown
from sitegen.systems.ijssel.competition import Competition
from sitegen.systems.ijssel.draw import YOUTH
from sitegen.systems.ijssel.performance import Performance, minimum
from sitegen.systems.ijssel.ranking import Ranking, Standing
from sitegen.systems.ijssel.tables import Absence, Game
from sitegen.toolkit.course import After

_PAIRING = ["3 Jeugdspelers", "5 Wedstrijdindeling", "5.1 Limitering", "5.2 Definitieve indeling"]


def events(made: Ranking) -> list[Event]:
    """A page for each round that was played or drawn."""
    played = [each.event(_played(made, each)) for each in made.course.events]
    return [*played, *(_drawn(made, each) for each in made.competition.drawn)]


def calendar(made: Ranking) -> list[Section]:
    """The next pairings, the rounds to come and those that were played."""
    competition = made.competition
    to_come = [_announced(competition, each) for each in competition.to_come]
    played = [_held(made, each) for each in reversed(competition.played)]
    return [
        *(_pairings(made, each, "Pairings of round {round}") for each in competition.drawn[:1]),
        *_signed_off(competition.signed_off),
        Section(
            "to-come",
            "Rounds to come",
            shown.Announced,
            to_come,
            empty="The season is over.",
            articles=["5.1 Limitering"],
        ),
        Section(
            "played",
            "Rounds played",
            shown.Held,
            played,
            empty="No round has been played yet.",
            articles=["5.1 Limitering", "6.1 Totaalranglijst"],
        ),
    ]


def coming(competition: Competition, as_of: date) -> list[Coming]:
    """The rounds to come from this day on, the next first; one that has been drawn has a page."""
    ahead = [each for each in competition.to_come if competition.day(each) >= as_of]
    return [
        Coming(
            competition.day(each),
            "Round {round}",
            {"round": each},
            str(each) if each in competition.drawn else "",
        )
        for each in ahead
    ]


def _signed_off(absences: Sequence[Absence]) -> Iterator[Section]:
    """Who will not be there in rounds that are still to be drawn."""
    if absences:
        rows = [shown.SignedOff.like(each, absence=each.code) for each in absences]
        yield Section("signed-off", advise("Signed off"), shown.SignedOff, rows, articles=["2.3 Afwezigheid"])


def _announced(competition: Competition, round_: int) -> shown.Announced:
    return shown.Announced.like(competition.fixtures[round_ - 1], period=competition.period(round_))


def _held(made: Ranking, round_: int) -> shown.Held:
    return shown.Held.like(
        _announced(made.competition, round_),
        games=len(made.competition.games(round_)),
        absent=len(made.competition.absences(round_)),
        leader=next(iter(made.after[round_])),
    )


def _facts(competition: Competition, round_: int) -> list[Fact]:
    return [
        Fact("Date", competition.day(round_), date),
        Fact("Period", f"{competition.period(round_)} / {competition.options.periods}"),
        Fact("Games", len(competition.games(round_)), int),
        Fact("Players without a game", len(competition.absences(round_)), int),
    ]


def _drawn(made: Ranking, round_: int) -> Event:
    """The page of a round to come."""
    competition = made.competition
    rows = [
        shown.NotPlaying.like(each, absence=each.code, result=each.result or "")
        for each in competition.absences(round_)
    ]
    sections = [_pairings(made, round_, "Pairings")]
    if rows:
        absent = Section("absent", "Not playing", shown.NotPlaying, rows, articles=["2.3 Afwezigheid"])
        sections.append(absent)
    sheet = Sheet.of(_facts(competition, round_), sections)
    return Event(str(round_), "Round {round}", {"round": round_}, competition.day(round_), sheet)


def _played(made: Ranking, after: After[Performance, Standing]) -> Sheet:
    """The page of a round that was played."""
    round_ = int(after.key)
    sections = [
        Section(
            "games",
            "Games",
            shown.RoundGame,
            _games(made, round_),
            articles=["2.2 Rondescore", *_PAIRING],
            calculation=shown.CALCULATION,
        ),
        Section(
            "scores",
            "Without a game",
            shown.Step,
            _steps(made, round_),
            note="Calculated again after every round, at the values that the players have by then.",
            articles=["2.3 Afwezigheid", "5.2 Definitieve indeling"],
        ),
        Section(
            "ratings",
            "Club ratings",
            shown.Performing,
            list(_performances(made, after)),
            note="In the order of the ranking before the round. Opponents count with their rating after this"
            " round as it is before outliers are capped (the column Uncapped), so that all ratings are solved"
            " at once. As many draws against the own start rating as are missing from the minimum number of"
            " games make up for them.",
            articles=["1 Clubrating", "1.1 Startratings", "2.1 Waardecijfer"],
        ),
    ]
    least = Fact("Minimum of games for a club rating", minimum(made.competition, round_), int)
    return Sheet.of([*_facts(made.competition, round_), least], sections)


def _pairings(made: Ranking, round_: int, title: str) -> Section:
    before = made.ratings_before(round_)
    rows = [_paired(made.competition, each, before) for each in made.competition.games(round_)]
    return Section("games", title, shown.Paired, rows, named={"round": round_}, articles=_PAIRING)


def _paired(competition: Competition, game: Game, before: Mapping[str, float]) -> shown.Paired:
    white, black = game.players
    return shown.Paired.like(
        game,
        white=white,
        black=black,
        result=(game.result or "").replace("-", "–"),
        white_rating=before.get(white),
        black_rating=before.get(black),
        remark=_remark(competition, game),
    )


def _remark(competition: Competition, game: Game) -> str:
    """Whether it is a game with a youth member (article 3 Jeugdspelers)."""
    if len(game.named) < 2:
        return advise("the other player was not written down")
    return YOUTH if any(competition.by_id[player].youth for player in game.pair) else ""


def _games(made: Ranking, round_: int) -> list[shown.RoundGame]:
    """The games of a round, with what they bring both sides."""
    scores = {(step.source, step.player): step for step in _scores(made, round_)}
    before = made.ratings_before(round_)
    games = []
    for game in made.competition.games(round_):
        figures: dict[str, Any] = {}
        for colour, player in zip(("white", "black"), game.players, strict=True):
            step = scores.get((game.source, player))
            figures |= {
                colour: player,
                f"{colour}_rating": before.get(player),
                f"{colour}_score": step and step.score,
                f"{colour}_factor": step.factor if step else "",
                f"{colour}_value": step and step.basis,
                f"{colour}_then": step and step.on_the_day,
                f"{colour}_since": step and step.since,
            }
        result = (game.result or "").replace("-", "–")
        remark = _remark(made.competition, game)
        games.append(shown.RoundGame.like(game, **figures, result=result, remark=remark))
    return games


def _steps(made: Ranking, round_: int) -> list[shown.Step]:
    """The scores of all whom no game with somebody else shows."""
    in_games = {game.source for game in made.competition.games(round_) if len(game.named) > 1}
    return [step for step in _scores(made, round_) if step.source not in in_games]


def _scores(made: Ranking, round_: int) -> list[shown.Step]:
    """The scores of a round, now beside those of the day, in the order of the present ranking."""
    played = (each for own in made.after[round_].values() for each in own.scores)
    then = {each.key: each.score for each in played if each.entry.round == round_}
    return [
        shown.seen(shown.Step, each, on_the_day=then[each.key], since=each.score - then[each.key])
        for each in made.scores[round_]
    ]


def _performances(made: Ranking, after: After[Performance, Standing]) -> Iterator[shown.Performing]:
    before = made.ratings_before(int(after.key))
    uncapped = {each.tally.player: each.uncapped for each in after.rows}
    for each in after.rows:
        tally = each.tally
        opponents = [uncapped[opponent] for opponent in tally.opponents]
        yield shown.Performing.like(
            tally,
            each,
            games=len(opponents),
            points=tally.half_points / 2,
            opponents=fsum(opponents) / len(opponents) if opponents else None,
            met=tuple(zip(tally.opponents, opponents, strict=True)),
            expected=tally.score / 2 / tally.games,
            change=each.rating - before[tally.player],
            value=after.left[tally.player].value,
        )
