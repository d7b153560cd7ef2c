"""A list over clubs: what it takes from their folders, whom their players are, what two of them entered."""

import random
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest
import sites

from sitegen.compare.loading import load_state
from sitegen.compare.state import SiteState
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import SiteDates
from sitegen.inputs.results.results import read_results

TODAY = SiteDates(date(2026, 11, 21), date(2026, 11, 21))
FEDERATION = Path(__file__).parents[1] / "sites" / "federation"
FOU, REBOND, TOREN = (f"results/clubs/{club}" for club in ("fou", "rebond", "toren"))
SETTINGS = """[site]
title = "Three"
url = "https://three.example/"
{pattern}
[[ranking]]
id = "rating"
system = "{system}"
title = "Rating"
"""
PATTERN = """
[[ranking]]
folder = "results/clubs/*"
system = "{system}"
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The federation of the golden sites, to be changed."""
    return shutil.copytree(FEDERATION, tmp_path / "site", ignore=shutil.ignore_patterns("expected"))


def change(root: Path, path: str, old: str, new: str) -> None:
    """Replace a text in a file."""
    text = (root / path).read_text()
    assert old in text
    (root / path).write_text(text.replace(old, new))


def read_problems(root: Path) -> list[str]:
    """All problems of results, each on a line without its cure."""
    site, wrong = settings.load_site(root)
    assert site is not None, wrong
    _, problems = read_results(site)
    return [f"{each.path}:{each.line}: {each.severity.value}: {each.message}" for each in problems]


def list_sources(state: SiteState) -> list[str]:
    """Where the rows of the list stand."""
    return [game.source for game in state.inputs["rating"].games]


def test_the_list_takes_its_own_results_and_those_of_its_clubs(root: Path) -> None:
    sources = list_sources(load_state(root, TODAY))
    assert {source.rpartition("/")[0] for source in sources} == {"results/rating", FOU, REBOND, TOREN}
    assert len(sources) == len({*sources}) == 13


def test_players_are_known_by_id_and_name_by_an_alias_or_by_their_name_alone(root: Path) -> None:
    games = {game.source: (game.home, game.away) for game in load_state(root, TODAY).inputs["rating"].games}
    assert games[f"{TOREN}/games.csv:3"] == ("bo-thys", "jan-smit-1")
    assert games[f"{REBOND}/games.csv:2"] == ("eva-nys", "jan-smit-2")
    assert games[f"{REBOND}/games.csv:4"] == ("jan-smit-2", "cas-maes")
    assert games[f"{FOU}/games.csv:2"] == ("cas-maes", "player-1")  # who hides in both


def test_the_same_id_of_somebody_else_is_somebody_else(root: Path) -> None:
    change(root, "results/rating/players.csv", "an-peeters,An Peeters,", "an,An Peeters,")
    change(root, "results/rating/games.csv", "an-peeters", "an")
    change(root, f"{TOREN}/players.csv", "an,An Peeters,", "an,Anna Claes,")
    assert f"{TOREN}/games.csv:2" not in list_sources(load_state(root, TODAY))


def test_results_of_players_who_are_not_in_the_list_do_not_count_and_are_told(root: Path) -> None:
    assert f"{TOREN}/games.csv:5" not in list_sources(load_state(root, TODAY))
    unknown = "warning: results/rating/players.csv does not have this player"
    assert f"{TOREN}/players.csv:5: {unknown}" in read_problems(root)
    change(root, "results/rating/players.csv", "eva-nys,", "gil-gast,Gil Gast,,,,\neva-nys,")
    assert f"{TOREN}/games.csv:5" in list_sources(load_state(root, TODAY))
    assert not any(unknown in problem for problem in read_problems(root))


def test_a_name_of_several_is_told_with_its_cure(root: Path) -> None:
    change(root, f"{TOREN}/players.csv", "jan,Jan Smit,jan-smit-1", "jan,Jan Smit,")
    several = f"{TOREN}/players.csv:4: warning: results/rating/players.csv has several of this name"
    assert several in read_problems(root)
    assert f"{TOREN}/games.csv:3" not in list_sources(load_state(root, TODAY))


def test_what_two_clubs_entered_counts_once_and_both_are_told(root: Path) -> None:
    sources, problems = list_sources(load_state(root, TODAY)), read_problems(root)
    assert f"{FOU}/games.csv:5" in sources
    assert f"{REBOND}/games.csv:3" not in sources
    for own, line, other in ((FOU, 5, REBOND), (REBOND, 3, FOU)):
        told = f"{own}/games.csv:{line}: warning: {other}/games.csv has this result too, and it counts once"
        assert told in problems


def test_two_games_of_one_club_and_one_of_the_other_are_two(root: Path) -> None:
    with (root / REBOND / "games.csv").open("a") as file:
        file.write("2026-10-06,eva-nys,cas,1-0\n")
    sources = list_sources(load_state(root, TODAY))
    assert [source for source in sources if source.startswith(FOU)] == [
        f"{FOU}/games.csv:{n}" for n in (2, 3, 4)
    ]
    assert {f"{REBOND}/games.csv:3", f"{REBOND}/games.csv:5"} <= {*sources}


def test_another_result_of_the_same_two_on_that_day_is_told_to_both_and_counts(root: Path) -> None:
    change(root, f"{REBOND}/games.csv", "eva-nys,cas,1-0", "eva-nys,cas,0-1")
    sources, problems = list_sources(load_state(root, TODAY)), read_problems(root)
    assert {f"{FOU}/games.csv:5", f"{REBOND}/games.csv:3"} <= {*sources}
    assert sum("has another result of these players on this day" in problem for problem in problems) == 2


def test_a_slip_of_a_club_is_told_once(root: Path) -> None:
    change(root, f"{TOREN}/games.csv", "an,bo,1-0", "an,boo,1-0")
    change(root, f"{TOREN}/games.csv", "2026-06-02,", "2026-06-32,")
    errors = [problem.partition(": ")[0] for problem in read_problems(root) if ": error: " in problem]
    assert errors == [f"{TOREN}/games.csv:2", f"{TOREN}/games.csv:6"]


def test_who_hides_in_a_club_hides_in_the_list_also_by_an_alias(root: Path) -> None:
    change(root, f"{REBOND}/players.csv", "id,name,aliases", "id,name,aliases,hidden")
    change(root, f"{REBOND}/players.csv", "cas,C. Maes,cas-maes", "cas,C. Maes,cas-maes,yes")
    players = load_state(root, TODAY).inputs["rating"].players
    assert "Cas Maes" not in {player.name for player in players}


@pytest.mark.parametrize("system", ["ijssel", "keizer", "ludo", "nbb", "ruit"])
def test_a_system_of_one_club_is_refused_with_a_cure(root: Path, system: str) -> None:
    change(root, "sitegen.toml", 'id = "rating"\nsystem = "elo"', f'id = "rating"\nsystem = "{system}"')
    change(root, "sitegen.toml", "provisional_below = 3", "")
    site, problems = settings.load_site(root)
    assert site is None
    told = [(each.line, str(each.message)) for each in problems]
    assert (12, f"the system '{system}' ranks one club: it cannot take the results of several") in told


def test_clubs_need_a_pattern_that_reads_them(root: Path) -> None:
    change(root, "sitegen.toml", 'clubs = "results/clubs/*"', 'clubs = "results/teams/*"')
    _, problems = settings.load_site(root)
    assert [str(each.message) for each in problems] == ["no ranking is read from 'results/teams/*'"]


HEADERS = {
    "elo": "date,home,away,result",
    "glicko2": "date,home,away,result",
    "fibs": "date,winner,loser,length,score",
}
TABLES = {"elo": "games", "glicko2": "games", "fibs": "matches"}


def draw_clubs(system: str, seed: int) -> Mapping[str, list[list[str]]]:
    """Random results of twelve players by club: the day, the numbers of the two, and the result."""
    draw = random.Random(seed)
    clubs: dict[str, list[list[str]]] = {f"club-{number}": [] for number in range(draw.randint(2, 5))}
    day = date(2025, 1, 7)
    for _ in range(draw.randint(5, 40)):
        day += timedelta(days=draw.randint(0, 9))
        match = [draw.choice("357"), draw.choice("012")]
        result = match if system == "fibs" else [draw.choice(("1-0", "0-1", "="))]
        clubs[draw.choice([*clubs])].append([str(day), *map(str, draw.sample(range(12), 2)), *result])
    return clubs


def write_register(ids: Sequence[str]) -> str:
    """A table of the twelve players."""
    return "".join(["id,name\n", *(f"{id_},Player {chr(65 + n)}\n" for n, id_ in enumerate(ids))])


def write_results(system: str, ids: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of results."""
    lines = [[day, ids[int(one)], ids[int(two)], *result] for day, one, two, *result in rows]
    return "".join(f"{line}\n" for line in (HEADERS[system], *map(",".join, lines)))


def write_site(
    root: Path, system: str, clubs: Mapping[str, Sequence[Sequence[str]]], *, over_clubs: bool
) -> None:
    """Write a federation of clubs that each call the players otherwise, or one club with all their files."""
    ids, table = [f"p{n}" for n in range(12)], TABLES[system]
    pattern = PATTERN.format(system=system) if over_clubs else ""
    text = SETTINGS.format(pattern=pattern, system=system) + 'clubs = "results/clubs/*"\n' * over_clubs
    files = {"sitegen.toml": text, "results/rating/players.csv": write_register(ids)}
    for place, (club, rows) in enumerate(clubs.items(), 1):
        own = ids[place:] + ids[:place]
        folder = f"results/clubs/{club}"
        if over_clubs:
            files[f"{folder}/{table}.csv"] = write_results(system, own, rows)
            files[f"{folder}/players.csv"] = write_register(own)
            files[f"{folder}/ranking.toml"] = f'title = "{club}"\n'
        else:
            files[f"results/rating/{table}/{club}.csv"] = write_results(system, ids, rows)
    sites.write(root, {path: text.encode() for path, text in files.items()})


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("system", [*HEADERS])
def test_figures_are_those_of_one_club_with_all_files_put_together(
    tmp_path: Path, system: str, seed: int
) -> None:
    clubs, published = draw_clubs(system, seed), list[dict[str, str]]()
    for over_clubs in (False, True):
        root = tmp_path / str(over_clubs)
        write_site(root, system, clubs, over_clubs=over_clubs)
        state = load_state(root, TODAY)
        assert "rating" in state.contexts, state.problems
        tables = {name: file.to_csv().decode() for name, file in state.contexts["rating"].files.items()}
        published.append(
            {name: re.sub("results/[^:]*(club-.)[^:]*", r"\1", csv) for name, csv in tables.items()}
        )
    assert published[0] == published[1]
    assert published[0][TABLES[system]].count("\n") == 1 + sum(map(len, clubs.values()))


def test_a_list_is_not_read_while_the_players_of_a_club_cannot_be(root: Path) -> None:
    """Else its rows would have nobody in them, and no error: that is one of the club."""
    change(root, f"{TOREN}/players.csv", "id,", "number,")
    assert "rating" not in load_state(root, TODAY).inputs
    errors = [problem for problem in read_problems(root) if ": error: " in problem]
    assert {error.partition(":")[0] for error in errors} == {f"{TOREN}/players.csv"}
