"""The clubs of a federation: rankings that a pattern finds are like any other, and a page leads to them."""

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
import sites
from click.testing import CliRunner
from commits import commit
from federation import CLUBS, PATTERN, list_files
from site_links import find_dead_links

from sitegen import publishing
from sitegen.commands.check import check
from sitegen.commands.cli import main

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A site with clubs, to be changed."""
    sites.write(tmp_path / "site", list_files())
    return tmp_path / "site"


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """What such a site becomes."""
    folder = tmp_path_factory.mktemp("clubs")
    sites.write(folder / "site", list_files())
    result = publishing.build(folder / "site", folder / "output", TODAY, 2)
    assert result.problems == []
    return sites.published(folder / "output")


def read_main(published: Mapping[str, bytes], path: str) -> str:
    """The main part of a page."""
    return published[path].decode().partition("<main")[2].partition("</main>")[0]


def test_a_club_has_the_figures_that_it_would_have_as_a_ranking_of_the_site(
    published: Mapping[str, bytes],
) -> None:
    tables = [path.removeprefix("elo/") for path in published if re.fullmatch(r"elo/.*\.(csv|json)", path)]
    assert {"rating-list.csv", "games.json"} <= {*tables}
    for table in tables:
        text = published[f"clubs/toren/{table}"].decode().replace("clubs/toren", "elo")
        assert text == published[f"elo/{table}"].decode(), table
    assert published["clubs/rebond/games.csv"] != published["elo/games.csv"]


def test_every_link_of_the_site_leads_to_something(published: Mapping[str, bytes]) -> None:
    assert {"clubs/toren/players/mia-claes/index.html", "clubs/toren/enter/index.html"} <= {*published}
    assert find_dead_links(published) == set()


def test_the_clubs_stand_by_region_on_a_page_of_their_own(published: Mapping[str, bytes]) -> None:
    page = read_main(published, "clubs/index.html")
    headings = [re.sub("<[^>]*>", "", heading) for heading in re.findall("<h2[^>]*>(.*?)</h2>", page)]
    assert headings == ["Antwerp 2", "Ghent 1", "Without a region 1", "Other clubs"]
    clubs = re.findall(r'<(?:th scope=row|li)><a href="([^"#]+)"', page)
    assert clubs == ["../clubs/fou/", "../clubs/rebond/", "../clubs/toren/", "../clubs/keizer/", "topspin/"]
    assert "7 players" in page
    assert '<a href="../clubs/rebond/club/">in other rankings: 3</a>' in page
    assert 'href="../elo/"' not in page


def test_a_club_of_players_with_a_ranking_has_its_page_below_that(published: Mapping[str, bytes]) -> None:
    assert "clubs/le-rebond/index.html" not in published
    page = read_main(published, "clubs/rebond/club/index.html")
    assert '<a href="../../../clubs/rebond/">List</a>' in page
    assert '<a href="../../../clubs/rebond/club/">Le Rebond</a>' in read_main(
        published, "elo/players/louis-lambert/index.html"
    )


def test_menu_and_home_have_one_entry_for_all_clubs(published: Mapping[str, bytes]) -> None:
    for path, current in (("index.html", ""), ("clubs/toren/players/mia-claes/index.html", "true")):
        menu = published[path].decode().partition("<nav class=site")[2].partition("</nav>")[0]
        entries = re.findall(r'<li><a href="?([^" >]*)"?(?: aria-current=(\w+))?>([^<]+)', menu)
        root = "" if path == "index.html" else "../../../../"
        assert [entry[2] for entry in entries] == ["Elo ratings", "Clubs", "News"]
        assert (f"{root or './'}clubs/", current, "Clubs") in entries
    assert "The rankings of 4 clubs" in published["index.html"].decode()
    assert "De Toren" not in read_main(published, "index.html")
    assert "De Toren plays on Tuesday." in read_main(published, "clubs/toren/rules/index.html")
    sections = published["clubs/toren/results/index.html"].decode().partition("<nav class=sections")[2]
    assert re.findall(r"aria-current=page>(\w+)", sections.partition("</nav>")[0]) == ["Results"]


def test_a_site_may_have_clubs_alone(root: Path, tmp_path: Path) -> None:
    settings = (root / "sitegen.toml").read_text(encoding="utf-8")
    own = settings[settings.index("[[ranking]]") : settings.index(PATTERN)]
    (root / "sitegen.toml").write_text(settings.replace(own, ""), encoding="utf-8")
    for path in ("results/elo/players.csv", "results/elo/games/2026.csv", "content/elo.md"):
        (root / path).unlink()
    (root / "results/elo/games").rmdir()
    (root / "results/elo").rmdir()
    result = publishing.build(root, tmp_path / "output", TODAY)
    assert result.problems == []
    assert (tmp_path / "output/clubs/index.html").exists()


def test_an_error_of_a_club_is_told_in_its_own_file(root: Path) -> None:
    games = root / "results/clubs/fou/games/2026.csv"
    games.write_bytes(games.read_bytes() + b"2026-02-03,mia-claes,nobody,1-0\n")
    for workers in (1, 2):
        (problem,) = check(root, TODAY, TODAY, workers)
        assert str(problem).startswith("results/clubs/fou/games/2026.csv:13:22:")
        assert "nobody" in str(problem)


def test_a_hidden_name_in_the_title_of_a_club_is_found_there(root: Path) -> None:
    players = root / "results/clubs/fou/players.csv"
    text = players.read_text(encoding="utf-8").splitlines()
    names = [line for line in text if line and not line.startswith("#")]
    hidden = sites.mark_hidden(names, lambda row: row.startswith("mia-claes"))
    players.write_text("\n".join(hidden), encoding="utf-8")
    (root / "results/clubs/toren/ranking.toml").write_text("title = 'Mia Claes'\n", encoding="utf-8")
    places = {str(problem).partition(" ")[0] for problem in check(root, TODAY, TODAY)}
    assert "results/clubs/toren/ranking.toml:1:10:" in places


def run(root: Path, *arguments: str) -> str:
    """What a command prints, which must succeed."""
    result = CliRunner().invoke(main, [*arguments, "--site", str(root)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_difference_of_a_club_is_told_under_its_title(root: Path) -> None:
    commit(root)
    games = root / "results/clubs/fou/games/2026.csv"
    games.write_bytes(games.read_bytes() + b"2026-02-03,mia-claes,karim-benali,1-0\n")
    told = run(root, "diff", "HEAD")
    assert re.findall(r"(?m)^\w.*", told)[1:] == ["Le Fou"]
    settings = root / "results/clubs/rebond/ranking.toml"
    settings.write_text(settings.read_text("utf-8").replace("16", "20"), encoding="utf-8")
    told = run(root, "diff", "HEAD")
    assert re.findall(r"(?m)^\w.*", told)[1:] == ["Le Rebond – by the settings", "Le Fou – by the results"]


def test_a_new_club_is_a_folder(root: Path) -> None:
    commit(root)
    for path, data in list_files().items():
        if path.startswith("results/clubs/fou/"):
            sites.write(root, {path.replace("fou", "new"): data.replace(b"Le Fou", b"The New")})
    assert check(root, TODAY, TODAY) == []
    assert re.findall(r"(?m)^\w.*", run(root, "diff", "HEAD"))[1:] == ["The New"]


def test_options_of_pattern_and_club_are_corrections_of_the_clubs_that_have_them(
    root: Path, tmp_path: Path
) -> None:
    commit(root, "First")
    settings, own = root / "sitegen.toml", root / "results/clubs/rebond/ranking.toml"
    own.write_text(own.read_text("utf-8").replace("16", "20"), encoding="utf-8")
    commit(root, "Own option")
    settings.write_text(settings.read_text("utf-8") + "[ranking.options]\nk = 30\n", encoding="utf-8")
    own_keizer = root / "results/clubs/keizer/ranking.toml"
    own_keizer.write_text(own_keizer.read_text("utf-8") + 'region = "Liège"\n', encoding="utf-8")
    commit(root, "Option of all")
    result = publishing.build(root, tmp_path / "output", TODAY, history=True)
    assert result.problems == []
    told = {
        club: re.findall(r"<strong>([^<]+)</strong>", page.read_text(encoding="utf-8"))
        for club in CLUBS
        for page in [tmp_path / f"output/clubs/{club}/corrections/index.html"]
    }
    assert told == {
        "toren": ["Option of all"],
        "fou": ["Option of all"],
        "rebond": ["Own option"],
        "keizer": [],
    }


def test_commands_take_the_ranking_of_a_club(root: Path, tmp_path: Path) -> None:
    run(root, "season", "clubs/keizer", "--start", "2026-09-01")
    (new,) = (root / "results/clubs").glob("keizer-2026*/ranking.toml")
    assert new.read_text("utf-8") == 'title = "Keizer club 2026-2027"\nsystem = "keizer"\n'
    run(root, "export", "clubs/toren", "--output", str(tmp_path / "toren.xlsx"))
    assert (tmp_path / "toren.xlsx").exists()
    source = tmp_path / "new.csv"
    source.write_text("date,home,away,result\n2026-02-10,Mia Claes,Karim Benali,1-0\n", encoding="utf-8")
    run(root, "import", str(source), "--to", "clubs/toren")
    (added,) = (root / "results/clubs/toren/games").glob("import-*.csv")
    assert "2026-02-10,mia-claes,karim-benali,1-0" in added.read_text(encoding="utf-8")
    assert check(root, TODAY, TODAY) == []
