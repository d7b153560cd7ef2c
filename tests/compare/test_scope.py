"""Which rankings a change can touch: what is told of them is what is told where all are rated."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import federation
import pytest
import sites
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from table_changes import EVERY, Files

from sitegen.commands.diff import compare, data, formats
from sitegen.commands.diff.compare import Comparison, compare_revision
from sitegen.compare.loading import load_state
from sitegen.compare.repository import Repository
from sitegen.compare.scope import find_scope
from sitegen.core.language import Language
from sitegen.inputs.config.site import SiteDates
from tests.club import Club

pytestmark = pytest.mark.slow

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAYS = SiteDates(NOW.date(), NOW.date())
CLUBS = "results/clubs"
TOREN, KEIZER, ZENNE = f"{CLUBS}/toren", f"{CLUBS}/keizer", f"{CLUBS}/zenne"
GAMES = "games/2026.csv"
LISTS = {"clubs/toren", "elo"}
"""What a result of De Toren counts for: its own ranking, and the list over clubs."""


def begin(root: Path, files: Mapping[str, bytes]) -> Club:
    """A repository with these files, in a first commit."""
    club = Club(root)
    sites.write(root, files)
    club.commit("Begin", "2026-10-14", {})
    return club


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four clubs, and a list over those of them who play by the same system."""
    root = tmp_path_factory.mktemp("federation") / "site"
    return begin(root, federation.list_files(is_over_clubs=True)).root


@pytest.fixture
def club(committed: Path, tmp_path: Path) -> Club:
    """The same, to be changed."""
    return Club(shutil.copytree(committed, tmp_path / "site"))


def find_rankings(club: Club) -> set[str] | None:
    """The rankings that the working tree can change; None where that is any."""
    head = club.git("rev-parse", "HEAD")
    scope = find_scope(Repository.from_site(club.root), head, club.root)
    return {*scope.rankings} if scope else None


def append(file: Path, text: str = "\n") -> None:
    """Write more into a file, which may be new."""
    with file.open("a") as opened:
        opened.write(text)


def compare_tree(club: Club) -> dict[str, object]:
    """All that is told of the working tree."""
    with compare_revision(club.root, "HEAD", NOW) as comparison:
        return tell(comparison)


def tell(comparison: Comparison) -> dict[str, object]:
    """What is told in every form, or what is wrong: then nothing is compared."""
    if comparison.problems:
        return {"problems": comparison.problems}
    language = Language("en")
    return {
        "json": data.dump_comparison(comparison, language),
        "text": [*formats.format_text(comparison, language)],
        "markdown": formats.format_markdown(comparison, language),
        "html": formats.format_html(comparison, language),
        "notice": formats.format_notice(comparison, language),
        "warnings": [*formats.format_warnings(comparison, language)],
    }


@pytest.mark.parametrize(
    ("change", "touched"),
    [
        (lambda root: append(root / "content/index.md"), set()),
        (lambda root: append(root / TOREN / ".~lock.games.csv#"), set()),
        (lambda root: append(root / TOREN / GAMES), LISTS),
        (lambda root: append(root / KEIZER / GAMES), {"clubs/keizer"}),
        (lambda root: append(root / "results/elo/players.csv"), {"elo"}),
        (lambda root: append(root / KEIZER / "ranking.toml"), {"clubs/keizer"}),
        (lambda root: append(root / TOREN / "ranking.toml"), LISTS),
        (lambda root: (root / TOREN / GAMES).unlink(), LISTS),
        (lambda root: (root / TOREN / "empty").mkdir(), LISTS),
        (lambda root: (root / TOREN / "ideas").symlink_to("/etc"), LISTS),
        (lambda root: append(root / "results/.DS_Store"), set()),
        (lambda root: shutil.rmtree(root / TOREN), LISTS),
        (lambda root: shutil.copytree(root / TOREN, root / ZENNE), {"clubs/zenne", "elo"}),
        (lambda root: shutil.copytree(root / KEIZER, root / ZENNE), {"clubs/zenne"}),
        (lambda root: append(root / "sitegen.toml"), None),
        (lambda root: append(root / CLUBS / "astray.csv"), None),
        (lambda root: (root / "results/astray").symlink_to("/etc"), None),
    ],
)
def test_a_change_touches_what_is_calculated_from_the_files_that_change(
    club: Club, change: Callable[[Path], object], touched: set[str] | None
) -> None:
    assert find_rankings(club) == set()
    change(club.root)
    assert find_rankings(club) == touched


def test_a_file_that_git_is_told_to_overlook_is_looked_at(club: Club) -> None:
    """As the site is: whatever git says of a file, it is read."""
    club.git("update-index", "--assume-unchanged", f"{TOREN}/{GAMES}")
    append(club.root / TOREN / GAMES)
    assert club.git("status", "--short") == ""
    assert find_rankings(club) == LISTS


def test_a_file_that_git_leaves_out_is_looked_at(club: Club) -> None:
    append(club.root / ".git/info/exclude", "more.csv\n")
    append(club.root / KEIZER / "games/more.csv")
    assert club.git("status", "--short") == ""
    assert find_rankings(club) == {"clubs/keizer"}


@pytest.mark.parametrize("folder", ["", "our rankings/[é]"])
@pytest.mark.parametrize("ids", ["sha1", "sha256"])
def test_a_site_in_any_repository_is_compared_with_its_commit(tmp_path: Path, ids: str, folder: str) -> None:
    repository = Club(tmp_path)
    repository.git("init", "-q", "-b", "main", f"--object-format={ids}")
    (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    club = begin(tmp_path / folder, federation.list_files(is_over_clubs=True))
    assert find_rankings(club) == set()
    append(club.root / TOREN / GAMES)
    assert find_rankings(club) == LISTS


def test_a_folder_that_only_a_hidden_file_keeps_is_one(club: Club) -> None:
    """A folder among those of clubs is a club, and lacks its settings."""
    (club.root / ZENNE).mkdir()
    append(club.root / ZENNE / ".gitkeep")
    club.commit("An empty folder", "2026-10-15", {})
    shutil.rmtree(club.root / ZENNE)
    assert find_rankings(club) is None


def test_a_club_whose_settings_come_after_its_files_touches_every_ranking(club: Club) -> None:
    """Until then, nothing of the site could be read."""
    shutil.copytree(club.root / KEIZER, club.root / ZENNE)
    (club.root / ZENNE / "ranking.toml").unlink()
    club.commit("Half a club", "2026-10-15", {})
    shutil.copy(club.root / KEIZER / "ranking.toml", club.root / ZENNE)
    assert find_rankings(club) is None
    assert "has an error" in str(compare_tree(club))


def test_a_change_of_who_hides_touches_every_ranking(club: Club) -> None:
    """A hidden name may stand in any file of any club."""
    club.write({f"{KEIZER}/players.csv": "id,name,hidden\nz-y,Zoe Ypsilon,yes\n"})
    assert find_rankings(club) is None


@pytest.mark.parametrize(
    ("name", "touched"),
    [("Wim Quack", {"clubs/keizer"}), ("Zoë Quack", None), ("Z. Quack", None), ("Anna Ypsilon", None)],
)
def test_a_new_player_touches_every_ranking_only_by_a_word_of_a_hidden_name(
    club: Club, name: str, touched: set[str] | None
) -> None:
    """Such a name may explain in any file what would else name the player who hides."""
    rows = "id,name,hidden\nzy,Zoe Ypsilon,yes\n"
    club.commit("Hide", "2026-10-15", {f"{KEIZER}/players/hidden.csv": rows})
    club.write({f"{KEIZER}/players/new.csv": f"id,name\nnew,{name}\n"})
    assert find_rankings(club) == touched


def test_of_a_site_that_stands_at_a_day_every_ranking_is_read(club: Club) -> None:
    """Whether that day is after all results, no club can tell alone."""
    settings = (club.root / "sitegen.toml").read_text()
    club.commit(
        "A day", "2026-10-15", {"sitegen.toml": settings.replace("[site]", "[site]\nas_of = 2026-11-21")}
    )
    assert find_rankings(club) is None


def test_an_error_in_a_club_that_nobody_touched_stops_no_comparison(club: Club) -> None:
    """A check tells it; here nothing of it is new."""
    club.commit("A slip", "2026-10-15", {f"{KEIZER}/rounds.csv": "round,date\none,two\n"})
    append(club.root / TOREN / "ranking.toml", 'short_title = "T"\n')
    told = compare_tree(club)
    assert "problems" not in told
    assert "  short_title: – → T" in str(told["text"])


# The same is told as where all rankings are rated


def change_club(name: str) -> Callable[[Random, Files], None]:
    """One of the changes that happen to the tables of a club, in one of the folders of the federation."""

    def change(rng: Random, files: Files) -> None:
        folder = rng.choice(("results/elo", *list_clubs(files)))
        system = "keizer" if folder == KEIZER else "elo"
        own = {path: data for path, data in files.items() if path.startswith(f"{folder}/")}
        settings = f'system = "{system}"\n'.encode()
        changed = own | {"sitegen.toml": settings}
        EVERY[name](rng, changed)
        for path in own:
            del files[path]
        files |= {path: data for path, data in changed.items() if path != "sitegen.toml"}

    return change


def list_clubs(files: Files) -> list[str]:
    return sorted(path.removesuffix("/ranking.toml") for path in files if path.endswith("/ranking.toml"))


def set_option(rng: Random, files: Files) -> None:
    """A club has another title, or plays by another option."""
    path = f"{rng.choice(list_clubs(files))}/ranking.toml"
    text = files[path].decode().partition("short_title")[0].partition("[options]")[0]
    option = "rounding = 0.5" if path.startswith(KEIZER) else f"k = {rng.choice((10, 40))}"
    files[path] = rng.choice(
        (f"{text}short_title = 'T{rng.randrange(9)}'\n", f"{text}[options]\n{option}\n")
    ).encode()


def set_title(rng: Random, files: Files) -> None:
    """The federation has another title."""
    files["sitegen.toml"] = files["sitegen.toml"].replace(
        b"Our rankings", b"All rankings %d" % rng.randrange(9)
    )


def add_club(rng: Random, files: Files) -> None:
    """A club more, which begins as another one did."""
    folder, new = rng.choice(list_clubs(files)), f"{CLUBS}/new-{rng.randrange(9)}"
    files |= {
        path.replace(folder, new): data for path, data in files.items() if path.startswith(f"{folder}/")
    }


def remove_club(rng: Random, files: Files) -> None:
    """A club less."""
    folder = rng.choice(list_clubs(files))
    for path in [path for path in files if path.startswith(f"{folder}/")]:
        del files[path]


def misplace(rng: Random, files: Files) -> None:
    """A file stands where none belongs."""
    files[f"{CLUBS}/{rng.choice(('astray.csv', 'toren/astray.csv'))}"] = b"An"


def damage(rng: Random, files: Files) -> None:
    """A cell says what nobody can read, or names somebody of another club."""
    path = rng.choice(sorted(path for path in files if path.endswith(".csv")))
    *lines, last = files[path].decode().splitlines()
    cells = last.split(",")
    cells[rng.randrange(len(cells))] = rng.choice(("Nobody Known", "2026-13-01", "An Peeters"))
    files[path] = "\n".join([*lines, ",".join(cells), ""]).encode()


CHANGES: Mapping[str, Callable[[Random, Files], None]] = {
    **{name: change_club(name) for name in EVERY if name != "option"},
    **{each.__name__: each for each in (set_option, set_title, add_club, remove_club, misplace, damage)},
}
NAMES = st.lists(st.sampled_from([*CHANGES]), max_size=3)


def make_base(folder: Path, rng: Random, names: Sequence[str]) -> Files:
    """The files of a federation to which some changes happened: those that leave no error."""
    files: Files = federation.list_files(is_over_clubs=True)
    for number, name in enumerate(names):
        tried = dict(files)
        CHANGES[name](rng, tried)
        sites.write(folder / str(number), tried)
        if load_state(folder / str(number), DAYS).is_valid:
            files = tried
    return files


@times(0.4)
@given(st.integers(0, 10**6), NAMES, NAMES)
def test_the_same_is_told_as_where_every_ranking_is_rated(
    seed: int, earlier: Sequence[str], changes: Sequence[str]
) -> None:
    """In every form; also where the change makes an error, or mends none."""
    rng = Random(seed)
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        files = make_base(Path(name), rng, earlier)
        club = begin(Path(name) / "site", files)
        shutil.rmtree(club.root / "results")
        for change in changes:
            CHANGES[change](rng, files)
        sites.write(club.root, files)
        narrow = compare_tree(club)
        patch.setattr(compare, "find_scope", lambda *_: None)
        assert narrow == compare_tree(club)
