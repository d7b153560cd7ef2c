"""Random seasons of the chess competition, in which all happens that the tables can say."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any

from decided_rounds import decided

from sitegen.systems.ijssel.tables import Absence, Inputs, Options, Player
from sitegen.toolkit.rounds.tables import Fixture, Game

FIRST = date(2026, 9, 3)
RESULTS = ("1-0", "0-1", "½-½", "1-0f", "0-1f", "0-0f")
CODES = ("external", "external-moved", "club", "bye", "absent", "absent", "no-show")


def made(seed: int) -> tuple[Inputs, Options]:
    """A season by number: the same one every time."""
    random = Random(seed)
    length = random.randint(1, 12)
    options = Options(
        periods=random.randint(1, min(5, length)),
        groups=random.choice((3, 4)),
        performance=random.choice(("fide", "fide", "logistic")),
        min_games=random.randint(0, 8),
    )
    players = _players(random, length)
    rounds = [Fixture(k, evening(k), source=f"rounds.csv:{k + 1}") for k in range(1, length + 1)]
    evenings = _Evenings(random)
    last = random.randint(1, length)
    for round_ in range(1, last + 1):
        evenings.play(round_, _there(players, round_))
    if random.random() < 0.3:
        evenings.put_off()
    if last < length and random.random() < 0.5:
        evenings.pair(last + 1, _there(players, last + 1))
    decisions = decided(random, players, [fixture.date for fixture in rounds])
    return Inputs(players, rounds, evenings.games, evenings.absences, decisions=decisions), options


def made_with_moved_rounds(seed: int) -> tuple[Inputs, Options]:
    """The same season with one or two rounds on a day between two others; some of them not played yet."""
    inputs, options = made(seed)
    random = Random(seed)
    rounds, games = list(inputs.rounds), list(inputs.games)
    for place in random.sample(range(len(rounds)), min(len(rounds), random.randint(1, 2))):
        day = evening(random.randint(0, len(rounds))) + timedelta(days=random.randint(1, 6))
        rounds[place] = rounds[place].replace(date=day)
        if random.random() < 0.3:
            games = [game for game in games if game.round != place + 1]
    decisions = decided(random, inputs.players, [fixture.date for fixture in rounds])
    return inputs._replace(rounds=rounds, games=games, decisions=decisions), options


def evening(round_: int) -> date:
    """The evening of a round."""
    return FIRST + timedelta(weeks=round_ - 1)


def count_played(inputs: Any) -> int:
    """The last round of a season, of chess or by Keizer, with a result."""
    return max((game.round for game in inputs.games if game.result), default=0)


def _players(random: Random, length: int) -> list[Player]:
    count = random.randint(2, 14)
    places = random.sample(range(1, count + 1), count)
    players = []
    for number, alphabet in enumerate(places):
        joined = 1 if number < 2 or random.random() < 0.8 else random.randint(1, length)
        left = random.randint(joined, length) if number > 1 and random.random() < 0.2 else None
        final = random.choice((None, 1500.0, 1500.0, float(random.randint(900, 2200))))
        knsb = random.choice((None, 1500.0, float(random.randint(900, 2200))))
        players.append(
            Player(
                id=f"p{number}",
                name=f"Player {chr(65 + alphabet)}",
                alphabet=alphabet,
                hidden=random.random() < 0.1,
                final_rating=final,
                knsb_rating=knsb,
                knsb_reliable=random.random() < 0.7,
                estimate=float(random.randint(800, 1800)),
                joined=joined,
                left=left,
                source=f"players.csv:{number + 2}",
            )
        )
    return players


def _there(players: list[Player], round_: int) -> list[str]:
    return [player.id for player in players if player.joined <= round_ <= (player.left or round_)]


class _Evenings:
    """The games and absences of one round after another."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._byes: Counter[str] = Counter()
        self.games: list[Game] = []
        self.absences: list[Absence] = []

    def play(self, round_: int, present: list[str]) -> None:
        """Two at least play; who won by forfeit may play again, or be left over; the others are away."""
        waiting = self._random.sample(present, len(present))
        playing = 2 * self._random.randint(1, len(waiting) // 2)
        won_by_forfeit = list(self._play(round_, waiting[:playing]))
        if len(won_by_forfeit) > 1 and self._random.random() < 0.6:
            self._game(round_, won_by_forfeit.pop(), won_by_forfeit.pop(), self._random.choice(RESULTS[:3]))
        if won_by_forfeit:
            self._absence(round_, won_by_forfeit.pop(), "odd")
        for player in waiting[playing:]:
            if self._random.random() < 0.1:
                self._forfeit_of_one(round_, player)
                continue
            code = self._random.choice((*CODES, "odd"))
            self._absence(round_, player, "absent" if code == "bye" and self._byes[player] == 2 else code)

    def put_off(self) -> None:
        """One of the games between two is still to be played, if its round has another with a result."""
        number = self._random.randrange(len(self.games))
        game = self.games[number]
        if game.result in RESULTS[:3] and any(
            other.round == game.round and other.result and other is not game for other in self.games
        ):
            self.games[number] = game.replace(result=None)

    def pair(self, round_: int, present: list[str]) -> None:
        """A round to come."""
        for white, black in zip(present[::2], present[1::2], strict=False):
            self._game(round_, white, black, None)

    def _play(self, round_: int, pool: list[str]) -> Iterator[str]:
        """Games between all of them; some of who won by forfeit, who are to be placed again."""
        while pool:
            white, black = pool.pop(), pool.pop()
            result = self._random.choice(RESULTS if self._random.random() < 0.5 else RESULTS[:3])
            self._game(round_, white, black, result)
            if result in {"1-0f", "0-1f"} and self._random.random() < 0.7:
                yield white if result == "1-0f" else black

    def _game(self, round_: int, white: str, black: str, result: Any) -> None:
        self.games.append(Game(round_, white, black, result, source=f"games.csv:{len(self.games) + 2}"))

    def _forfeit_of_one(self, round_: int, player: str) -> None:
        """Won or lost, with white or black; nobody wrote down who the other was."""
        white, black = self._random.choice(((player, None), (None, player)))
        source = f"games.csv:{len(self.games) + 2}"
        self.games.append(Game(round_, white, black, self._random.choice(RESULTS[3:5]), source=source))

    def _absence(self, round_: int, player: str, code: Any) -> None:
        self._byes[player] += code == "bye"
        source = f"absences.csv:{len(self.absences) + 2}"
        result = self._random.choice(("1", "½", "0", None)) if code.startswith("external") else None
        self.absences.append(Absence(round_, player, code, result, source))
