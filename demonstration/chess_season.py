"""A season of an invented chess club: who comes, whom the draw gives them, and how their games end."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from random import Random

from chess_members import Member, absence, player
from lots import pick

from sitegen.core.entities import DrawRequest
from sitegen.inputs.results.players import rank_alphabetically
from sitegen.systems.ijssel.draw import draw
from sitegen.systems.ijssel.season import find_period
from sitegen.systems.ijssel.tables import Absence, Inputs, Options, Player
from sitegen.toolkit.rounds.tables import Fixture, Game, Result

PLAYED = 22
"""The last round that was played; the one after it is paired."""
_FIRST, _LAST = date(2026, 4, 16), date(2027, 1, 28)
_ASCENSION = date(2026, 5, 14)
_FORFEITS = {6, 10, 13, 19}
_LEFT_OVER = 10
"""The round of a forfeit after which nobody was left to play."""
_WHITE = 35
"""What the first move is worth, in points of rating."""

_Round = tuple[list[Game], list[Absence]]


def calendar() -> list[Fixture]:
    """Every Thursday but Ascension Day, those of the summer, and those around Christmas."""
    days = (_FIRST + timedelta(weeks=week) for week in range((_LAST - _FIRST).days // 7 + 1))
    return [Fixture(number, day) for number, day in enumerate(filter(_is_open, days), 1)]


def _is_open(day: date) -> bool:
    is_summer = (7, 1) <= (day.month, day.day) <= (8, 31)
    return day != _ASCENSION and not is_summer and (day.month, day.day) < (12, 20)


def season(rng: Random, club: Sequence[Member]) -> Inputs:
    """The tables of the season, through the round that is paired."""
    inputs = Inputs(_players(rng, club), calendar(), [], [])
    strength = {each.id: each.strength for each in club}
    for round_ in range(1, PLAYED + 2):
        games, absences = paired(inputs, round_, list(_absences(rng, club, inputs, round_)))
        if round_ <= PLAYED:
            games = [each.replace(result=result(rng, each, strength)) for each in games]
        if round_ in _FORFEITS:
            games, absences = forfeited(rng, inputs, strength, games, absences)
        inputs = inputs._replace(games=[*inputs.games, *games], absences=[*inputs.absences, *absences])
    return inputs


def _players(rng: Random, club: Sequence[Member]) -> list[Player]:
    rows = [player(rng, each) for each in club]
    names = {column: [getattr(each, column) for each in rows] for column in ("sort_name", "name", "id")}
    return [row.replace(alphabet=place) for row, place in zip(rows, rank_alphabetically(names), strict=True)]


def _absences(rng: Random, club: Sequence[Member], inputs: Inputs, round_: int) -> Iterator[Absence]:
    """Who does not come. Of a round still to be played, those who will not say so are not known yet."""
    byes = Counter(each.player for each in inputs.absences if each.code == "bye")
    for who in club:
        code = absence(rng, who, round_, byes[who.id]) if who.belongs(round_) else None
        if code and (round_ <= PLAYED or code != "no-show"):
            yield Absence(round_, who.id, code)


def paired(inputs: Inputs, round_: int, absences: list[Absence]) -> _Round:
    """The games that `sitegen draw` makes of who is there by period alone, and all absences of the round."""
    told = inputs._replace(absences=[*inputs.absences, *absences])
    rows = draw(told, Options(rematch=0), DrawRequest(round_)).rows
    games = [Game(round_, row["white"], row["black"], None, int(row["board"])) for row in rows["games"]]
    odd = [Absence(round_, row["player"], "odd") for row in rows["absences"]]
    return games, [*absences, *odd]


def result(rng: Random, game: Game, strength: Mapping[str, int]) -> Result:
    """How a game ends: by the expectation of Elo's formula; among equals, three of ten are drawn.

    Rounded to 9 decimals, because the last digit of a power differs between C libraries.
    """
    white, black = game.players
    lead = strength[white] + _WHITE - strength[black]
    expected = round(1 / (1 + 10 ** (-lead / 400)), 9)
    drawn = 1.2 * expected * (1 - expected)
    lot = rng.random() - (expected - drawn / 2)
    return "1-0" if lot < 0 else "½-½" if lot < drawn else "0-1"


def forfeited(
    rng: Random, inputs: Inputs, strength: Mapping[str, int], games: list[Game], absences: list[Absence]
) -> _Round:
    """The round with one game that black did not come to. White then plays who is left over, if anyone is."""
    lost = pick(rng, games)
    games = [each.replace(result="1-0f") if each == lost else each for each in games]
    odd = next((each for each in absences if each.code == "odd"), None)
    winner, _ = lost.players
    if odd and not _have_met(inputs, lost.round, {winner, odd.player}):
        again = lost.replace(white=odd.player, black=winner)
        games.append(again.replace(result=result(rng, again, strength)))
        absences = [each for each in absences if each != odd]
    elif lost.round == _LEFT_OVER:
        absences = [*absences, Absence(lost.round, winner, "odd")]
    return games, absences


def _have_met(inputs: Inputs, round_: int, two: set[str]) -> bool:
    """Whether they were drawn against each other in the same period already."""
    rounds = len(inputs.rounds)
    now = find_period(round_, rounds, Options())
    return any(
        {each.white, each.black} == two and find_period(each.round, rounds, Options()) == now
        for each in inputs.games
    )
