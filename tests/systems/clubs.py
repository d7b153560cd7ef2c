"""Random clubs of two-sided games: what is so of them, the files that say it, and what a site publishes."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any
from unicodedata import combining, normalize

from sitegen.core.problems import select_errors
from sitegen.inputs.config import settings
from sitegen.inputs.results import results
from sitegen.rankings.datafiles import DataFiles

WAYS = {
    "1-0": ("1-0", "1–0", "thuis", "home", "1:0"),
    "½-½": ("½-½", "0.5-0.5", "1/2-1/2", "=", "remise", "draw"),
    "0-1": ("0-1", "0 - 1", "uit", "away"),
}
NAMES = ("Émile Zola", "Eve Young", "Zoë de Wit", "änn Peeters", "Ann Peeters", "Öner Ak", "Bo Li", "Łuk Ot")
CLUBS = ("", "Aa", "Dender", "Leie, Kortrijk")


@dataclass(frozen=True)
class Person:
    """A player as the club keeps them; what is None stands blank."""

    id: str
    name: str
    sort_name: str
    club: str
    hidden: bool
    start: Mapping[str, float | None]

    @property
    def alphabet(self) -> tuple[str, str]:
        """By sort name, else name, without accents or case; then by id."""
        plain = normalize("NFKD", self.sort_name or self.name)
        return "".join(letter for letter in plain if not combining(letter)).casefold(), self.id


@dataclass(frozen=True)
class Played:
    """A game as it was played, and where it stands."""

    day: date
    home: str
    away: str
    result: str
    event: str
    rated: bool
    source: str = ""


@dataclass(frozen=True)
class Decided:
    """What a committee decided of a player, and where it stands."""

    day: date
    player: str
    what: str
    figure: float | None
    source: str


@dataclass(frozen=True)
class Club:
    """People, games in the order of path and line, options, and the files that hold them."""

    people: Sequence[Person]
    games: Sequence[Played]
    options: Mapping[str, Any]
    as_of: date
    files: Mapping[str, str] = field(repr=False)
    decisions: Sequence[Decided] = ()
    changes: Sequence[tuple[date, Mapping[str, Any]]] = ()
    """What becomes of the options from some days on, oldest first."""

    def option(self, name: str, default: Any, day: date) -> Any:
        """The value of an option on a day."""
        value = self.options.get(name, default)
        for since, changed in self.changes:
            value = changed.get(name, value) if since <= day else value
        return value

    def shown(self, player: str) -> Person:
        """A player as pages and files show them: who hides has a number among the hidden."""
        person_ = next(person for person in self.people if person.id == player)
        if not person_.hidden:
            return person_
        number = [person.id for person in self.people if person.hidden].index(player) + 1
        return Person(f"player-{number}", f"Player {number}", "", person_.club, person_.hidden, person_.start)

    def list_decided(self, *days: date) -> list[Decided]:
        """What was decided on these days, through that of the site, in order of day."""
        decided = [item for item in self.decisions if item.day in days and item.day <= self.as_of]
        return sorted(decided, key=lambda item: item.day)

    def alphabetical(self) -> list[Person]:
        """Everyone by the alphabet, hidden ones last by their rows."""
        named = sorted(
            (person for person in self.people if not person.hidden), key=lambda item: item.alphabet
        )
        return [*named, *(person for person in self.people if person.hidden)]


def drawn(rng: Random, starts: Mapping[str, Sequence[float | None]], options: Mapping[str, Any]) -> Club:
    """A club whose people have what is chosen of `starts` when they begin."""
    count = rng.randint(2, 7)
    people = [
        Person(
            id=f"p{rng.randint(0, 9)}-{number}",
            name=name,
            sort_name=rng.choice(("", "", f"{name[-1]}, {name}")),
            club=rng.choice(CLUBS),
            hidden=rng.random() < 0.25,
            start={key: rng.choice(values) for key, values in starts.items()},
        )
        for number, name in enumerate(rng.sample(NAMES, count))
    ]
    first = date(2024, 12, 29) + timedelta(rng.randint(-20, 300))
    span = rng.choice((3, 40, 400))
    as_of = first + timedelta(rng.randint(-2, span + 60))
    paths = rng.choice((("games.csv",), ("games/a.csv",), ("games/2.csv", "games/a.csv", "games/b.csv")))
    files, games = {"players.csv": _people(people, [*starts])}, []
    for path in paths:
        played = [_game(rng, people, first, span) for _ in range(rng.choice((0, 3, 8, 20)))]
        text, rows = _file(rng, path, played, people)
        files[path] = text
        games += rows
    return Club(people, games, options, as_of, files)


def decide(rng: Random, club: Club, kinds: Mapping[str, Sequence[float]]) -> Club:
    """The same club, whose committee decides now and then; a figure is chosen of those of its kind."""
    days = [game.day for game in club.games] or [club.as_of]
    span, found = (max(days) - min(days)).days + 20, list[Decided]()
    chosen_days = sorted(min(days) + timedelta(rng.randint(-5, span)) for _ in range(rng.choice((1, 4, 12))))
    for number, day in enumerate(chosen_days):
        player, out = rng.choice(club.people).id, "out of competition"
        own = [item for item in found if item.player == player]
        states = [item.what for item in own if "competition" in item.what]
        other = "in competition" if states[-1:] == [out] else out
        what = rng.choice([*kinds, other])
        figure = None if what == other else rng.choice(kinds[what]) + number
        if all(item.day != day for item in own):
            found.append(Decided(day, player, what, figure, ""))
    rng.shuffle(found)
    rows = [replace(item, source=f"results/r/decisions.csv:{line}") for line, item in enumerate(found, 2)]
    cells = [
        [item.day.isoformat(), item.player, item.what, _cell(item.figure), f"Decided in row {line}."]
        for line, item in enumerate(rows, 2)
    ]
    files = {**club.files, "decisions.csv": _csv(["date", "player", "what", "figure", "reason"], cells)}
    return replace(club, files=files, decisions=rows)


def decision_row(club: Club, item: Decided, before: Decimal | None) -> list[Any]:
    """The row that is published of a decision; nobody reads why where the player hides."""
    person_ = club.shown(item.player)
    reason = "" if person_.hidden else f"Decided in row {item.source.rpartition(':')[2]}."
    after = None if item.figure is None else Decimal(str(item.figure))
    return [item.day, person_.id, item.what, before, after, reason, item.source]


DECISIONS = "date,player,what,before,after,reason,source"


def _game(rng: Random, people: Sequence[Person], first: date, span: int) -> Played:
    home, away = rng.sample([person.id for person in people], 2)
    return Played(
        first + timedelta(rng.randint(0, span)),
        home,
        away,
        rng.choice(("1-0", "½-½", "0-1")),
        rng.choice(("", "Cup", "Final, leg 2")),
        rng.random() < 0.85,
    )


def _people(people: Sequence[Person], columns: Sequence[str]) -> str:
    rows = [
        [
            person.id,
            person.name,
            person.sort_name,
            person.club,
            "yes" if person.hidden else "",
            *map(_cell, values),
        ]
        for person in people
        for values in [[person.start[column] for column in columns]]
    ]
    return _csv(["id", "name", "sort_name", "club", "hidden", *columns], rows)


def _cell(value: float | None) -> str:
    return "" if value is None else str(value)


def _file(
    rng: Random, path: str, played: Sequence[Played], people: Sequence[Person]
) -> tuple[str, list[Played]]:
    """A file of games in one of the two ways, with a comment or not above its header."""
    has_scores, notes = rng.random() < 0.5, rng.randint(0, 2)
    ways = ["home_score", "away_score"] if has_scores else ["result"]
    header = ["date", "home", "away", *ways, "event", "rated"]
    rng.shuffle(header)
    names = {person.id: [person.id, person.name] for person in people}
    lines = []
    for game in played:
        cells = {
            "date": game.day.isoformat(),
            "home": rng.choice(names[game.home]),
            "away": rng.choice(names[game.away]),
            "event": game.event,
            "rated": rng.choice(("yes", "", "ja")) if game.rated else rng.choice(("no", "nee")),
            "result": rng.choice(WAYS[game.result]),
            **_scores(rng, game.result),
        }
        lines.append([cells[cell] for cell in header])
    rows = [
        Played(*(getattr(game, name) for name in Played.__match_args__[:-1]), f"results/r/{path}:{number}")
        for number, game in enumerate(played, notes + 2)
    ]
    return "# a note\n" * notes + _csv(header, lines), rows


def _scores(rng: Random, result: str) -> dict[str, str]:
    low = rng.choice((0, 1, 7, 10.5))
    high = low + rng.choice((0.5, 1, 12))
    home, away = {"1-0": (high, low), "½-½": (low, low), "0-1": (low, high)}[result]
    return {"home_score": str(home), "away_score": str(away)}


def _csv(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([header, *rows])
    return out.getvalue()


def published(club: Club, system: str, folder: Path) -> dict[str, list[list[str]]]:
    """The files that a site publishes of a club: header and rows."""
    options = _lines(club.options)
    changes = "".join(
        f"[[ranking.from]]\ndate = {day}\n[ranking.from.options]\n{_lines(values)}\n"
        for day, values in club.changes
    )
    (folder / "results/r/games").mkdir(parents=True)
    (folder / "sitegen.toml").write_text(
        f'[site]\ntitle = "T"\nurl = "https://t.example/"\n[[ranking]]\nid = "r"\nsystem = "{system}"\n'
        f'title = "R"\n[ranking.options]\n{options}\n{changes}',
        encoding="utf-8",
    )
    for path, text in club.files.items():
        (folder / "results/r" / path).write_text(text, encoding="utf-8")
    site, problems = settings.load_site(folder)
    assert site is not None, problems
    inputs, problems = results.read_results(site)
    assert select_errors(problems) == []
    (ranking,) = site.rankings
    outcome = ranking._replace(archive=3).rate(inputs["r"], club.as_of)
    files = {table.name: DataFiles(table).to_csv().decode() for table in outcome.tables}
    return {name: [*csv.reader(io.StringIO(text))] for name, text in files.items()}


def _lines(options: Mapping[str, Any]) -> str:
    return "\n".join(f"{key} = {_toml(value)}" for key, value in options.items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {item}" for key, item in value.items()) + " }"
    return f'"{value}"' if isinstance(value, str) else str(value)


def assert_same(rows: Sequence[Sequence[str]], header: str, expected: Sequence[Sequence[Any]]) -> None:
    """The rows of a file are those expected: figures to 6 decimals, whatever else exactly."""
    assert ",".join(rows[0]) == header
    assert len(rows) == len(expected) + 1
    for row, other in zip(rows[1:], expected, strict=True):
        assert [_plain(*cells) for cells in zip(other, row, strict=True)] == [*row], (row, other)


def _plain(expected: Any, cell: str) -> str:
    """What is expected in a cell, as it is written there where the two are the same figure."""
    if isinstance(expected, Decimal):
        near = cell and "." in cell and abs(Decimal(cell) - expected) <= Decimal("0.0000011")
        return cell if near else f"{expected:.6f}"
    if isinstance(expected, bool):
        return "yes" if expected else "no"
    return "" if expected is None else str(expected)
