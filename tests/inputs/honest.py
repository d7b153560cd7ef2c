"""Honest evenings of clubs in all systems, by a seed: nothing was entered twice, and each day is right."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from itertools import combinations
from random import Random
from typing import NamedTuple

SYSTEMS = "elo", "glicko2", "fibs", "keizer", "ijssel", "ludo", "nbb", "ruit"
PLAYERS = [f"p{number:02}" for number in range(20)]
FIRST = date(2026, 2, 5)
Pair = tuple[str, str]
Tables = dict[str, str]


def make_site(system: str, seed: int) -> Mapping[str, str]:
    """Return the files of a site of a system."""
    settings = (
        '[site]\ntitle = "T"\nurl = "https://t.example/"\ndates = "day first"\n'
        f'[[ranking]]\nid = "b"\nsystem = "{system}"\ntitle = "B"\n{_OPTIONS.get(system, "")}'
    )
    players, make_tables = _SYSTEMS[system]
    heading, cell = players.split() if players else ("", "")
    rows = "".join(f"{id_},{name}{cell}\n" for id_, name in zip(PLAYERS, _NAMES, strict=True))
    tables = {"players.csv": f"id,name{heading}\n{rows}", **make_tables(Random(f"{system} {seed}"), seed)}
    return {"sitegen.toml": settings, **{f"results/b/{path}": text for path, text in tables.items()}}


_NAMES = (
    *("An Peeters", "Bo Claes", "Cleo Dubois", "Dirk Maes", "Eva Nowak", "Fred Smid", "Gus Benali"),
    *("Hil Lambert", "Ines Moreau", "Jef Wouters", "Kim Verhulst", "Leo Janssens", "Mia De Wit"),
    *("Noor Hoekstra", "Otto Zwart", "Pia Renard", "Rik Goossens", "Sam Tielen", "Tess Ubachs", "Wim Faber"),
)


def share_out(random: Random, table: str, header: str, evenings: Mapping[date, Sequence[str]]) -> Tables:
    """Return the rows of evenings in one file, or in files by day, by month or by season."""
    name = random.choice(("", "/{:%Y-%m-%d}", "/{:%d-%m-%Y} club", "/{:%Y-%m}", "/2025-2026", "/{:%Y}"))
    files: Tables = {}
    for day, rows in evenings.items():
        path = f"{table}{name.format(day)}.csv"
        files[path] = files.get(path, header) + "".join(f"{day},{row}\n" for row in rows)
    return files


def meet_all(players: Sequence[str]) -> list[Pair]:
    """Return the games of a round robin, by rounds."""
    ring = [*players, *[""] * (len(players) % 2)]
    half, games = len(ring) // 2, list[Pair]()
    for _ in ring[1:]:
        pairs = zip(ring[:half], ring[: half - 1 : -1], strict=True)
        games += [(home, away) for home, away in pairs if home and away]
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return games


def pair_by_lot(random: Random, players: Sequence[str], rounds: int = 1) -> list[Pair]:
    """Return the games of rounds in which everybody plays anybody."""
    orders = [random.sample(players, len(players)) for _ in range(rounds)]
    return [pair for order in orders for pair in zip(order[::2], order[1::2], strict=False)]


def _play_teams(random: Random) -> list[Pair]:
    boards = list(zip(random.sample(PLAYERS[:10], 6), random.sample(PLAYERS[10:], 6), strict=True))
    return [*boards, *((away, home) for home, away in boards)]


def _play_by_chance(random: Random, most: int, games: int) -> list[Pair]:
    pairs = [*combinations(PLAYERS[: random.randint(2, most)], 2)]
    return random.choices(pairs, k=random.randint(1, games))


def _meet_twice(random: Random) -> list[Pair]:
    games = meet_all(PLAYERS[: random.randint(3, 8)])
    again = [(away, home) for home, away in games] if random.random() < 0.5 else games
    return [*games, *again]


KINDS: Mapping[str, Callable[[Random], list[Pair]]] = {
    "round robin": lambda random: meet_all(PLAYERS[: random.randint(3, 8)]),
    "double round robin": _meet_twice,
    "blitz": lambda random: _play_by_chance(random, 5, 40),
    "few friends": lambda random: _play_by_chance(random, 3, 11),
    "one round": lambda random: pair_by_lot(random, PLAYERS[: random.randint(6, 20)]),
    "some rounds": lambda random: pair_by_lot(random, PLAYERS[: random.randint(6, 20)], 3),
    "teams": _play_teams,
    "a group each week": lambda _: meet_all(PLAYERS[:4]),
    "two games a pair": lambda random: [pair for pair in pair_by_lot(random, PLAYERS[:12]) for _ in "12"],
}


class Game(NamedTuple):
    """A game that was played, with the result for the home side."""

    home: str
    away: str
    result: str

    def name_winner_first(self) -> "Game":
        """Return the game from the side of who won."""
        return Game(self.away, self.home, "1-0") if self.result == "0-1" else self


def play(random: Random, pair: Pair, draws: float) -> Game:
    """Return a game; the players are named in the order of their strength."""
    chance = 1 / (1 + 10 ** ((PLAYERS.index(pair[0]) - PLAYERS.index(pair[1])) / 20))
    won = "1-0" if random.random() < chance else "0-1"
    return Game(*pair, "½-½" if random.random() < draws else won)


def list_weeks(random: Random, most: int = 12) -> list[date]:
    """Return the days of evenings, from a first on."""
    return [FIRST + timedelta(weeks=week) for week in range(random.randint(1, most))]


def _draw_games(random: Random, seed: int, draws: float) -> dict[date, list[Game]]:
    play_evening = [*KINDS.values()][seed % len(KINDS)]
    return {day: [play(random, pair, draws) for pair in play_evening(random)] for day in list_weeks(random)}


def _make_games(random: Random, seed: int) -> Tables:
    games = _draw_games(random, seed, random.choice((0, 0.2)))
    if random.random() < 0.3:  # a club that names the winner first
        games = {
            day: [
                Game(away, home, "1-0") if result == "0-1" else Game(home, away, result)
                for home, away, result in played
            ]
            for day, played in games.items()
        }
    rows = {day: [",".join(game) for game in played] for day, played in games.items()}
    return share_out(random, "games", "date,home,away,result\n", rows)


def _make_matches(random: Random, seed: int) -> Tables:
    length, has_scores = random.choice((1, 3, 5, 7)), random.random() < 0.5
    rows: dict[date, list[str]] = {}
    for day, games in _draw_games(random, seed, 0).items():
        pairs = [game[:2] if game.result == "1-0" else game[1::-1] for game in games]
        scores = [str(random.randrange(length)) if has_scores else "" for _ in pairs]
        rows[day] = [
            f"{won},{lost},{length},{score}" for (won, lost), score in zip(pairs, scores, strict=True)
        ]
    return share_out(random, "matches", "date,winner,loser,length,score\n", rows)


def _make_rounds(random: Random, _: int) -> Tables:
    games = meet_all(PLAYERS)
    half = len(PLAYERS) // 2
    rounds, rows = "round,date\n", "round,white,black,result\n"
    for number, day in enumerate(list_weeks(random), 1):
        rounds += f"{number},{day}\n"
        played = [play(random, pair, 0.2) for pair in games[(number - 1) * half : number * half]]
        rows += "".join(f"{number},{','.join(game)}\n" for game in played)
    return {"rounds.csv": rounds, "games.csv": rows}


def _make_tournaments(random: Random, _: int) -> Tables:
    tournaments, rows = "tournament,date,name,kind\n", "tournament,round,game,table,player,place,score\n"
    years = random.random() < 0.5
    for number in range(random.randint(1, 4)):
        day = FIRST.replace(year=2023 + number) if years else FIRST + timedelta(weeks=4 * number)
        tournaments += f"t{number},{day},Day {number},regular\n"
        for round_, game in enumerate(("Catan", "Azul", "Carcassonne"), 1):
            for place, player in enumerate(random.sample(PLAYERS, 16)):
                rows += f"t{number},{round_},{game},{place // 4 + 1},{player},{place % 4 + 1},\n"
    return {"tournaments.csv": tournaments, "results.csv": rows}


def _make_pairs(random: Random, start: str, header: str) -> Tables:
    rows: dict[date, list[str]] = {}
    for day in list_weeks(random):
        half = [round(random.gauss(0, 6), 2) for _ in range(random.choice((2, 3, 4)))]
        scores = random.sample([50 + sign * score for score in half for sign in (1, -1)], 2 * len(half))
        players = [*zip(PLAYERS[::2], PLAYERS[1::2], strict=True)]
        rows[day] = [
            f"{start.format(number + 1)},{','.join(players[number])},{score:.2f}"
            for number, score in enumerate(scores)
        ]
    return share_out(random, "pairs", header, rows)


def _make_lines(random: Random, _: int) -> Tables:
    seasons = "season,start,end\n2025,2025-09-01,2026-08-31\n"
    return {"seasons.csv": seasons, **_make_pairs(random, "A", "date,line,player1,player2,score\n")}


_OPTIONS = {"nbb": "[ranking.options]\nlines = 3\nstart_ranking = 50\n"}
_SYSTEMS: Mapping[str, tuple[str, Callable[[Random, int], Tables]]] = {
    "elo": ("", _make_games),
    "glicko2": ("", _make_games),
    "fibs": ("", _make_matches),
    "keizer": (",rating ,1500", _make_rounds),
    "ijssel": (",estimate ,1500", _make_rounds),
    "ludo": ("", _make_tournaments),
    "nbb": ("", _make_lines),
    "ruit": (
        ",class ,class-1",
        lambda random, _: _make_pairs(random, "{}", "date,pair,player1,player2,score\n"),
    ),
}
