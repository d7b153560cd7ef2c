"""What a site promises of the next game is what it shows once that game stands in its results."""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import cycle
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import NamedTuple

import pytest
import sites
from golden import AS_OF
from page_reader import Page, Row, page

from sitegen.build import build

pytestmark = pytest.mark.slow

Write = Callable[..., Path]
SITES = Path(__file__).parents[1] / "sites"
ENDS = {"If won": "1-0", "If drawn": "½-½", "If lost": "0-1"}
SHARES = {"1": 1.0, "2/3": 2 / 3, "1/2": 1 / 2, "1/3": 1 / 3}


class Promise(NamedTuple):
    """What the page of a player promises of a game with an opponent, and how it is to end."""

    player: str
    opponent: str
    end: str
    row: Row

    def meets(self, cell: str, row: Row) -> bool:
        """Whether that is in a cell of another row."""
        return self.row[self.end].figure.meets(row[cell].figure)


@dataclass(frozen=True)
class Site:
    """A site of which a ranking gets one more row in a table."""

    root: Path
    ranking: str
    table: str

    def built(self, name: str = "first", as_of: date = AS_OF, player: str = "") -> Path:
        """The pages of its players, or of one, in a folder of their own: what was read is not read again."""
        below = self.path(player)
        sites.write(self.root / name, sites.render(self.root, as_of, lambda path: path.startswith(below)))
        return self.root / name

    def path(self, player: str) -> str:
        """Where the page of a player stands, or those of all."""
        return f"{self.ranking}/players/{player}{'/' if player else ''}"

    def promises(self, site: Path) -> Iterator[Promise]:
        """The first of each page, by turns of a win, a draw and a loss; a hidden opponent has no page."""
        ends = cycle(ENDS)
        for folder in sorted((site / self.ranking / "players").glob("*/")):
            rows = self.page(site, folder.name).rows("ahead")
            for row in [row for row in rows if row["Opponent"].link][:1]:
                opponent = row["Opponent"].link.rstrip("/").rpartition("/")[2]
                yield Promise(folder.name, opponent, next(end for end in ends if end in row), row)

    def page(self, site: Path, player: str) -> Page:
        """The page of a player."""
        return page(site, self.path(player))

    def after(self, row: Mapping[str, object], player: str, as_of: date = AS_OF) -> Page:
        """The page of a player of the site with one more row, which is then taken away again."""
        path = self.root / "results" / self.ranking / self.table
        before = path.read_text("utf-8")
        (header,) = csv.reader(before.splitlines()[:1])
        cells = ",".join(str(row.get(cell, "")) for cell in header)
        path.write_text(f"{before.rstrip()}\n{cells}\n", "utf-8")
        folder = self.built("-".join(map(str, ["with", *row.values()])), as_of, player)
        path.write_text(before, "utf-8")
        return self.page(folder, player)


def kept(name: str, folder: Path, ranking: str, table: str) -> Site:
    """One of the sites that are kept, to be written in."""
    copytree(SITES / name, folder / name, ignore=ignore_patterns("expected"))
    return Site(folder / name, ranking, table)


@pytest.mark.parametrize(("ranking", "table"), [("ladder", "games/1-results.csv"), ("chess", "games.csv")])
def test_a_game_moves_ratings_as_was_promised(tmp_path: Path, ranking: str, table: str) -> None:
    site = kept("ladder", tmp_path, ranking, table)
    promised = [*site.promises(site.built())]
    assert len(promised) >= len(ENDS)
    for promise in promised[: len(ENDS)]:
        game = {"date": AS_OF, "home": promise.player, "away": promise.opponent, "result": ENDS[promise.end]}
        history = site.after(game, promise.player).rows("history")
        assert promise.meets("±", history[0]), promise
        assert history[0]["Opponent's"] == promise.row["Rating"]


@pytest.mark.parametrize(
    ("ranking", "first", "last"),
    [
        ("month", date(2026, 12, 1), date(2026, 12, 31)),
        ("week", date(2026, 11, 23), date(2026, 11, 29)),
        ("quarter", date(2027, 1, 1), date(2027, 3, 31)),
    ],
)
def test_a_period_with_a_game_moves_ratings_as_was_promised(
    tmp_path: Path, ranking: str, first: date, last: date
) -> None:
    site = kept("periods", tmp_path, ranking, "games.csv")
    promised = [*site.promises(site.built())]
    assert len(promised) >= len(ENDS)
    for promise in promised[: len(ENDS)]:
        scores = {"home_score": promise.end != "If lost", "away_score": promise.end != "If won"}
        sides = {"date": first, "home": promise.player, "away": promise.opponent}
        game = {**sides, **{side: int(score) for side, score in scores.items()}, "result": ENDS[promise.end]}
        row = site.after(game, promise.player, last).rows("history")[0]
        assert promise.meets("±", row), promise


def test_a_match_moves_ratings_as_was_promised(write_site: Write) -> None:
    site = Site(write_site(), "list", "matches.csv")
    first = site.built()
    promised = [*site.promises(first)]
    assert {promise.end for promise in promised} == {"If won", "If lost"}
    for promise in promised:
        title = "".join(site.page(first, promise.player).sections["ahead"][0].itertext())
        pair = (
            (promise.player, promise.opponent)
            if promise.end == "If won"
            else (promise.opponent, promise.player)
        )
        match = dict(
            zip(("date", "winner", "loser", "length"), (AS_OF, *pair, title.split()[-1]), strict=True)
        )
        row = site.after(match, promise.player).rows("history")[0]
        assert promise.meets("±", row), promise


def test_a_game_of_the_competition_scores_as_was_promised_but_for_the_new_values(tmp_path: Path) -> None:
    site = kept("season", tmp_path, "chess", "games.csv")
    games, absences = (site.root / "results/chess" / name for name in ("games.csv", "absences.csv"))
    for path in (games, absences):  # nothing of the last round, which is to come
        rows = path.read_text("utf-8").splitlines(keepends=True)
        path.write_text("".join(row for row in rows if not row.startswith("4,")), "utf-8")
    first, known = site.built(), absences.read_text("utf-8")
    promised = [*site.promises(first)]
    assert [promise.player for promise in promised] == ["an", "bo", "cy", "eva"]  # Fred has left
    for promise in promised:
        rest = {"an", "bo", "cy", "di", "eva"} - {promise.player, promise.opponent}
        absences.write_text(known + "".join(f"4,{player},club\n" for player in sorted(rest)), "utf-8")
        game = {"round": 4, "white": promise.player, "black": promise.opponent, "result": ENDS[promise.end]}
        booked = site.after(game, promise.player).rows("why")[0]
        value = site.page(first, promise.opponent).facts["Value"].figure
        assert promise.row[promise.end].figure.meets(SHARES[booked["Factor"]] * value), promise


def test_a_page_is_made_again_when_somebody_moves_whom_its_player_may_meet(write_site: Write) -> None:
    """Of An nothing changes, nor where she stands; Bob and Cléo have played."""
    site = Site(write_site(), "list", "matches.csv")

    def ahead(name: str) -> Sequence[Row]:
        report = build(site.root, site.root / name, AS_OF)
        assert report.plan, report.problems
        return site.page(site.root / name, "an").rows("ahead")

    before = ahead("first")
    path = site.root / "results/list/matches.csv"
    path.write_text(f"{path.read_text('utf-8').rstrip()}\n{AS_OF},bob,cleo,9,\n", "utf-8")
    (site.root / "first").rename(site.root / "again")
    now, anew = map(ahead, ("again", "anew"))
    assert now == anew != before
    assert [row["Opponent"] for row in now] == [row["Opponent"] for row in before]
