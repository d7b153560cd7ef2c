"""What plain CPython needs for a league: ratings, pages, tables and feeds of the sizes that we make.

    python benchmarks/floor.py SITE BUILT OUTPUT

No part of the program, but a measure of it: no library, no check, no message, one system and one language.
SITE is a league of league.py and BUILT what `sitegen` made of it; the sentences and small sections of a page
are cut out of one there. The files are written to OUTPUT, which must not exist yet.
"""

import csv
import gc
import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from html import escape
from math import sqrt
from pathlib import Path
from typing import NamedTuple, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec")
_RANKED, _MATCHES, _ENTRIES = 500, 250, 20
"""Rows of a page of a list and of an event, and entries of a feed."""
_LISTS = 53
"""So many are shown in full, and the last of each year."""
_FIRST = date(2021, 11, 1)
_MODEL_EVENT, _MODEL_LIST = "2026-W42", "2026-11-14"
_SITE = "https://league.example/backgammon/"
_HEAD = (
    "date,winner,loser,length,score,kind,event,counted,reason,winner_before,loser_before,probability,stake,"
    "change,winner_after,loser_after,source\n"
)
_FIGURES = "%.6f,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f"


class Memo(dict[K, V]):
    """Each value of a function, made once."""

    def __init__(self, function: Callable[[K], V]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, key: K) -> V:
        value = self[key] = self._function(key)
        return value


class Player(NamedTuple):
    """A row of the register."""

    id: str
    name: str
    club: str


class Match(NamedTuple):
    """A match with its calculation: the ratings `before` and `after`, of the winner first."""

    day: date
    winner: str
    loser: str
    length: int
    score: str
    kind: str
    event: str
    source: str
    before: tuple[float, float]
    chance: float
    stake: float
    change: float
    after: tuple[float, float]


class Result(NamedTuple):
    """A match as one of the two sees it, with its row in their history and what stands above it."""

    day: date
    opponent: str
    is_won: bool
    change: float
    rating: float
    row: str
    group: tuple[int, str]


Lists = Mapping[date, Mapping[str, float]]
"""The rating of everybody at the end of each week."""


def _points(tenths: int) -> str:
    return f"{tenths / 10:+.1f}".replace("-", "\N{MINUS SIGN}")


_WEEK = Memo[date, str]("{0:%G}-W{0:%V}".format)
_SATURDAY = Memo[date, date](lambda day: day + timedelta((5 - day.weekday()) % 7))
_DAY = Memo[date, str](
    lambda day: f"\n<tr><td><a href=../../results/{_WEEK[day]}/>{day.day} {_MONTHS[day.month - 1]}</a>"
)
_POINTS = Memo[int, str](lambda tenths: f"<td{' class=l' if tenths < 0 else ''}>{_points(tenths)}")
_NUMBER = Memo[int, str]("<td>{}".format)
_PERCENT = Memo[int, str]("<td>{}\N{NO-BREAK SPACE}%".format)


def read(results: Path) -> tuple[dict[str, Player], list[list[str]]]:
    """The players by id, and the rows of all matches, each with its source."""
    with (results / "players.csv").open(encoding="utf-8") as file:
        players = {id_: Player(id_, name, club) for id_, name, _, club in [*csv.reader(file)][1:]}
    rows = list[list[str]]()
    for path in sorted((results / "matches").iterdir()):
        with path.open(encoding="utf-8") as file:
            rows += (
                [*row, f"{path.stem}:{line}"] for line, row in enumerate(csv.reader(file), 1) if line > 1
            )
    return players, rows


def rate(players: Iterable[str], rows: Iterable[list[str]]) -> tuple[list[Match], Lists]:
    """Every match with its calculation, and the lists."""
    ratings = dict.fromkeys(players, 1500.0)
    days, stakes = Memo(date.fromisoformat), Memo[int, float](lambda length: 4 * sqrt(length))
    matches, lists = list[Match](), dict[date, Mapping[str, float]]()
    saturday = None
    for text, winner, loser, points, score, kind, event, _, source in rows:
        day, length = days[text], int(points)
        if saturday and _SATURDAY[day] != saturday:
            lists[saturday] = dict(ratings)
        saturday = _SATURDAY[day]
        before = ratings[winner], ratings[loser]
        stake = stakes[length]
        chance = 1 / (1 + 10 ** ((before[1] - before[0]) * stake / 8000))
        change = (1 - chance) * stake
        after = ratings[winner], ratings[loser] = before[0] + change, before[1] - change
        played = (day, winner, loser, length, score, kind, event, source)
        matches.append(Match(*played, before, chance, stake, change, after))
    return matches, lists | {saturday or _FIRST: ratings}


class Output:
    """The folder that is written, and the sums of its files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sums: list[str] = []

    def put(self, path: str, text: str) -> None:
        """Write a file."""
        data, file = text.encode(), self._folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        self._sums.append(f"{hashlib.sha256(data).hexdigest()}  {path}\n")

    def put_parts(self, folder: str, rows: Sequence[str], size: int, around: Sequence[str]) -> None:
        """Write a page for each so many rows, with what stands above and below them."""
        for start in range(0, len(rows), size):
            part = f"{start // size + 1}/" if start else ""
            page = "".join([around[0], *rows[start : start + size], around[1]])
            self.put(f"{folder}/{part}index.html", page)

    def end(self) -> None:
        """Write the sums."""
        self.put("SHA256SUMS", "".join(self._sums))


def _around(page: str, section: str) -> tuple[str, str]:
    """What stands on a page above and below the rows of a section."""
    start = page.index("\n<tbody>", page.index(f'<section id="{section}"')) + len("\n<tbody>")
    return page[:start], page[page.index("\n</table>", start) :]


def _page(built: Path, address: str) -> str:
    return (built / address / "index.html").read_text(encoding="utf-8")


def _links(players: Mapping[str, Player], way: str) -> Mapping[str, str]:
    return {
        id_: f"<a href={way}{id_}/>{escape(player.name, quote=False)}</a>" for id_, player in players.items()
    }


def put_matches(output: Output, matches: Iterable[Match]) -> None:
    """Write the table of matches, as CSV and as JSON."""
    rows, lists = list[str](), list[str]()
    for day, winner, loser, length, score, kind, event, source, before, *odds, after in matches:
        figures = _FIGURES % (*before, *odds, *after)
        path = "results/backgammon/matches/" + source.replace(":", ".csv:")
        cell = f'"{event}"' if "," in event else event
        rows.append(f"{day},{winner},{loser},{length},{score},{kind},{cell},yes,,{figures},{path}\n")
        lists.append(
            f'["{day}","{winner}","{loser}",{length},{score or "null"},"{kind}",{json.dumps(event)},true,"",'
            f'{figures},"{path}"]'
        )
    output.put("matches.csv", _HEAD + "".join(rows))
    output.put("matches.json", '{"table": "matches", "rows": [\n' + ",\n".join(lists) + "]}")


def put_events(output: Output, built: Path, players: Mapping[str, Player], matches: Iterable[Match]) -> None:
    """Write the page of each week."""
    above, below = _around(_page(built, f"results/{_MODEL_EVENT}"), "matches")
    links, weeks = _links(players, "../../players/"), defaultdict[str, list[str]](list)
    for match in matches:
        (own, other), (won, lost), tenths = match.before, match.after, round(10 * match.change)
        weeks[_WEEK[match.day]].append(
            f"\n<tr><th>{links[match.winner]}{_POINTS[tenths]}<td>{match.length}–{match.score or '?'}"
            f"<td>{links[match.loser]}{_POINTS[-tenths]}{_PERCENT[round(100 * match.chance)]}\n"
            "<tr><td colspan=6><details><summary>Calculation</summary>P = 1/(1+10<sup>("
            f"{other:.2f}\N{MINUS SIGN}{own:.2f})√{match.length}/2000</sup>) = {match.chance:.4f}; "
            f"W = {match.stake:.2f}(1\N{MINUS SIGN}P) = {match.change:.2f} → {won:.2f}, {lost:.2f}; "
            f"{match.source}</details>"
        )
    for week, rows in weeks.items():
        output.put_parts(f"results/{week}", rows, _MATCHES, (above.replace(_MODEL_EVENT, week), below))


def put_lists(
    output: Output, built: Path, players: Mapping[str, Player], matches: Iterable[Match], lists: Lists
) -> Mapping[str, list[tuple[date, int]]]:
    """Write the lists that are shown in full, with their tables; the ranks of each player on them."""
    around = _around(_page(built, f"lists/{_MODEL_LIST}"), "rating-list")
    links, counts = _links(players, "../../players/"), {id_: [0, 0] for id_ in players}
    for match in matches:
        for count in (counts[match.winner], counts[match.loser]):
            count[0] += match.length
            count[1] += 1
    shown = {*[*lists][-_LISTS:], *{day.year: day for day in lists}.values()}
    ranks = defaultdict[str, list[tuple[date, int]]](list)
    last: Mapping[str, float] = {}
    for day, ratings in lists.items():
        if day in shown:
            rows, table = list[str](), list[str]()
            for rank, (id_, rating) in enumerate(sorted(ratings.items(), key=lambda item: -item[1]), 1):
                change, (experience, played) = rating - last.get(id_, rating), counts[id_]
                moved = ranks[id_][-1][1] - rank if id_ in ranks else 0
                move = (
                    f"{'▲' if moved > 0 else '▼'}{abs(moved)}<i> places</i>" if moved else "<i>as before</i>"
                )
                rows.append(
                    f"\n<tr id={id_}><td>{rank}<td>{move}<th>{links[id_]} {players[id_].club}"
                    f"<td>{rating:.0f}{_POINTS[round(10 * change)]}<td>{experience}<td>{played}"
                )
                person = f"{id_},{players[id_].name},{players[id_].club}"
                table.append(f"{rank},{person},{rating:.6f},{experience},{played},{change:.6f},{moved}\n")
                ranks[id_].append((day, rank))
            output.put_parts(f"lists/{day}", rows, _RANKED, around)
            output.put(f"lists/{day}/rating-list.csv", "".join(table))
        last = ratings
    return ranks


def results(players: Mapping[str, Player], matches: Iterable[Match]) -> Mapping[str, list[Result]]:
    """What each player did, with the rows of their histories."""
    found, links = defaultdict[str, list[Result]](list), _links(players, "../")
    names = Memo[str, tuple[str, str]](
        lambda event: (
            event.partition(", ")[0],
            f" <small>{event.partition(', ')[2]}</small>" if event else "",
        )
    )
    for match in matches:
        day, (title, part), (own, other) = match.day, names[match.event], match.before
        score, group = f"{match.length}–{match.score or '?'}", (day.year, title)
        against = f"{match.score or '?'}–{match.length}"
        tenths, chance = round(10 * match.change), round(100 * match.chance)
        for is_won, id_, opponent, sign, outcome in (
            (True, match.winner, match.loser, 1, f"<td><b>won</b><td>{score}{_NUMBER[round(other)]}"),
            (False, match.loser, match.winner, -1, f"<td><u>lost</u><td>{against}{_NUMBER[round(own)]}"),
        ):
            rating = match.after[0 if is_won else 1]
            percent = _PERCENT[chance if is_won else 100 - chance]
            row = (
                f"{_DAY[day]}<th>{links[opponent]}{part}{outcome}{percent}{_POINTS[sign * tenths]}"
                f"{_NUMBER[round(rating)]}"
            )
            found[id_].append(Result(day, opponent, is_won, sign * match.change, rating, row, group))
    return found


def put_players(
    output: Output,
    built: Path,
    players: Mapping[str, Player],
    played: Mapping[str, list[Result]],
    ranks: Mapping[str, list[tuple[date, int]]],
) -> None:
    """Write the page of each player, and what can be followed of them."""
    middle = sorted(map(len, played.values()))[len(played) // 2]
    model = min(played, key=lambda id_: abs(len(played[id_]) - middle))
    links, name = _links(players, "../"), escape(players[model].name, quote=False)
    page = _page(built, f"players/{model}").replace(name, "\0").replace(model, "\1")
    above, rest = _around(page, "history")
    between, below = _around(rest, "head-to-head")
    head, *after = above.split('class="line" d="')
    charts = [text.partition('"')[2] for text in after]
    for id_, found in played.items():
        lines = (_line([(result.day, result.rating) for result in found]), _line(ranks[id_]))
        drawn = "".join(f'class="line" d="{line}"{chart}' for line, chart in zip(lines, charts, strict=False))
        text = (head + drawn).replace("\0", escape(players[id_].name, quote=False)).replace("\1", id_)
        output.put(
            f"players/{id_}/index.html", f"{text}{_history(found)}{between}{_opponents(found, links)}{below}"
        )
        output.put(f"players/{id_}/feed.xml", _feed(players, players[id_], found[: -_ENTRIES - 1 : -1]))


def _line(points: Sequence[tuple[date, float]]) -> str:
    """The course of a rating or a rank, as a path."""
    least, most = min(value for _, value in points), max(value for _, value in points)
    scale = 200 / ((most - least) or 1)
    days = dict(points)
    return "M0 100" + "".join(
        f"H{(day - _FIRST).days}V{(most - value) * scale:.2f}" for day, value in days.items()
    )


def _history(found: Sequence[Result]) -> str:
    """The rows of a history, the latest first, below their year and event."""
    pieces, year, group = list[str](), 0, (0, "")
    for result in reversed(found):
        if result.group != group:
            group = result.group
            pieces.append(
                f"\n<tr class=year><th colspan=8 scope=rowgroup>{group[0]}" if group[0] != year else ""
            )
            title = '\n<tr class=event><th colspan=8 scope=rowgroup data-label="Event">' + escape(group[1])
            pieces.append(f"\n<tbody>{title if group[1] else ''}")
            year = group[0]
        pieces.append(result.row)
    return "".join(pieces)


def _opponents(found: Iterable[Result], links: Mapping[str, str]) -> str:
    """The rows of who was met, the most often first."""
    met = defaultdict[str, list[Result]](list)
    for result in found:
        met[result.opponent].append(result)
    rows = list[str]()
    for id_, against in sorted(met.items(), key=lambda item: -len(item[1])):
        won = sum(result.is_won for result in against)
        counts = f"{_NUMBER[len(against)]}{_NUMBER[won]}{_NUMBER[len(against) - won]}"
        change = _POINTS[round(10 * sum(result.change for result in against))]
        rows.append(f"\n<tr><th>{links[id_]}{counts}{change}")
    return "".join(rows)


def _feed(players: Mapping[str, Player], player: Player, latest: Iterable[Result]) -> str:
    entries = "".join(
        f"<entry>\n<id>{_SITE}players/{player.id}/#{_WEEK[result.day]}</id>\n"
        f"<title>{_WEEK[result.day]}: {_points(round(10 * result.change))} → {result.rating:.0f}</title>\n"
        f'<link href="{_SITE}results/{_WEEK[result.day]}/"/>\n<updated>{result.day}T00:00:00Z</updated>\n'
        f"<summary>{'won' if result.is_won else 'lost'} · {escape(players[result.opponent].name)}</summary>\n"
        "</entry>\n"
        for result in latest
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n'
        f"<id>{player.id}</id>\n<title>{escape(player.name)}</title>\n{entries}</feed>\n"
    )


def main() -> None:
    """Make everything of a league once."""
    gc.disable()  # as a build does
    site, built, folder = map(Path, sys.argv[1:])
    output, pages = Output(folder), built / "backgammon"
    players, rows = read(site / "results" / "backgammon")
    matches, lists = rate(players, rows)
    put_matches(output, matches)
    put_events(output, pages, players, matches)
    ranks = put_lists(output, pages, players, matches, lists)
    put_players(output, pages, players, results(players, matches), ranks)
    output.end()


if __name__ == "__main__":
    main()
