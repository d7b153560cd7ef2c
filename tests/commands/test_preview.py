"""A preview builds again and again with what it knows: every site is the one that is built anew."""

import shutil
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import multilingual_site
import pytest
from examples import times
from hypothesis import given
from hypothesis import strategies as st
from sites import files_with_pictures, published, write
from table_changes import EVERY

from sitegen.commands.serve.preview import PreviewBuilder
from sitegen.commands.serve.server import GeneratedSite
from sitegen.core.problems import select_errors
from sitegen.publishing import build

pytestmark = pytest.mark.slow

AS_OF = date(2026, 11, 21)
SYSTEMS = ("fibs", "nbb")
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
PLAYER = "results/fibs/players.csv"
ASKED = ("/", "/fibs/", "/nbb/", "/nbb/results/", "/fibs/rules/", "/fibs/records/", "/search/", "/x")
Files = dict[str, bytes]


def text(rng: Random, given: Files) -> None:
    """A page says something else, or there is one more."""
    given[rng.choice(("content/about.md", "content/new.md"))] = f"# About {rng.random()}\n".encode()


def theme(rng: Random, given: Files) -> None:
    """The site has a template of its own, another one, or one with a mistake, or none any more."""
    said = rng.choice(("<p>{{ page.url }}</p>", "<p>ours</p>", "{{ nothing.at.all }}", "{% if %}", ""))
    given["templates/about-the-site.html"] = said.encode()
    given["templates/foot.html"] = said.encode()
    if not said:
        del given["templates/about-the-site.html"], given["templates/foot.html"]


def look(rng: Random, given: Files) -> None:
    """The site has another colour, or its title is another one."""
    old, new = rng.choice(
        ((b'title = "', b'title = "New '), (b"[[ranking]]", b"[theme]\naccent = '#123456'\n[[ranking]]"))
    )
    given["sitegen.toml"] = given["sitegen.toml"].replace(old, new, 1)


def elsewhere(rng: Random, given: Files) -> None:
    """A player of one ranking is a player of another one too, who may hide there."""
    name = given[PLAYER].decode("utf-8-sig").splitlines()[-1].split(",")[0]
    path = "results/nbb/players.csv"
    given[path] = given[path].rstrip() + f"\n{name},{name.title()}{rng.choice((',', ',,yes'))}\n".encode()


def broken(rng: Random, given: Files) -> None:
    """A file that cannot be read."""
    path = rng.choice([text for text in sorted(given) if text.endswith(".csv")])
    given[path] = rng.choice((b"\xff\xfe\xfa", b"", b"what,is,this\n1,2,3\n", given[path] + b"oops\n"))


def gone(rng: Random, given: Files) -> None:
    """A file is there no more."""
    del given[rng.choice([text for text in sorted(given) if text.endswith(".csv")])]


OTHERS: Sequence[Callable[[Random, Files], None]] = (text, theme, look, elsewhere, broken, gone)


def changed(rng: Random, given: Files, kind: str) -> Files:
    """The files after a change of a kind; as they were where that kind cannot be done to them."""
    system = rng.choice(SYSTEMS)
    mine = {path: data for path, data in given.items() if path.startswith((f"results/{system}/", "sitegen"))}
    others = {path: data for path, data in given.items() if path not in mine}
    try:
        EVERY[kind](rng, mine)
    except (IndexError, ValueError, StopIteration, KeyError, UnicodeDecodeError):
        return given
    return others | mine


def altered(rng: Random, given: Files, number: int) -> Files:
    """The files after some other change."""
    found = dict(given)
    try:
        OTHERS[number % len(OTHERS)](rng, found)
    except (IndexError, KeyError, UnicodeDecodeError):
        return given
    return found


class Club:
    """A site in which files are saved, with a preview of it."""

    def __init__(self, folder: Path) -> None:
        self.root, self.output = folder / "site", folder / "output"
        self.builder = PreviewBuilder(self.root, self.output, AS_OF, lambda: NOW)

    def save(self, given: Files) -> None:
        """Let these be the files of the site."""
        shutil.rmtree(self.root, ignore_errors=True)
        write(self.root, given)

    def shown(self, asked: Collection[str]) -> tuple[GeneratedSite, dict[str, bytes]]:
        """What the preview comes to, and the pages that came early."""
        *early, whole = self.builder(asked)
        return whole, {
            path: data
            for each in early
            if each.partial_site
            for path, data in each.partial_site.pages.items()
        }

    def anew(self) -> tuple[Sequence[object], dict[str, bytes]]:
        """What a build says that knows nothing, and the site that it makes in an empty folder."""
        return anew(frozenset(published(self.root).items()))


@lru_cache(maxsize=16)  # every example begins with the same files, and many come back to them
def anew(given: frozenset[tuple[str, bytes]]) -> tuple[Sequence[object], dict[str, bytes]]:
    """The same, of these files."""
    with TemporaryDirectory() as folder:
        write(Path(folder, "site"), dict(given))
        built = build(Path(folder, "site"), Path(folder, "output"), AS_OF, latest=AS_OF, history=True)
        return built.problems, published(Path(folder, "output"))


def agree(club: Club, asked: Collection[str], before: dict[str, bytes]) -> dict[str, bytes]:
    """See that the preview shows what a build anew makes, or what was there before an error."""
    whole, early = club.shown(asked)
    problems, site = club.anew()
    assert list(whole.problems) == list(problems)
    expected = before if select_errors(whole.problems) else site
    assert published(club.output) == expected if expected else not club.output.exists()
    if not select_errors(whole.problems):
        assert {path: site.get(path) for path in early} == early
    return expected


@times(0.2)
@given(
    seed=st.integers(0, 10**6),
    steps=st.lists(
        st.sampled_from([*sorted(EVERY), *map(str, range(len(OTHERS))), "undo", "again"]),
        min_size=1,
        max_size=4,
    ),
)
def test_after_every_change_the_site_is_the_one_that_is_built_anew(seed: int, steps: list[str]) -> None:
    rng = Random(seed)
    with TemporaryDirectory() as folder:
        club, site = Club(Path(folder)), dict[str, bytes]()
        past = [files_with_pictures(*SYSTEMS)]
        club.save(past[-1])
        site = agree(club, (), site)
        for step in steps:
            if step == "undo":
                past.append(past[0])
            elif step != "again":
                last = past[-1]
                past.append(altered(rng, last, int(step)) if step.isdigit() else changed(rng, last, step))
            club.save(past[-1])
            site = agree(club, rng.sample(ASKED, rng.choice((0, 1, 2))), site)


def test_every_page_of_a_ranking_can_come_first_and_is_what_it_is_in_the_whole_site(tmp_path: Path) -> None:
    club = Club(tmp_path)
    multilingual_site.write_site(club.root, languages='["nl", "fr"]')
    before, _ = club.shown(())
    matches = next(club.root.glob("results/fibs/matches*/*.csv"), club.root / "results/fibs/matches.csv")
    *_, last = matches.read_text("utf-8-sig").splitlines()
    day, one, other, *rest = last.split(",")
    with matches.open("a", encoding="utf-8") as file:
        file.write(",".join([day, other, one, *rest]) + "\n")
    homes = [f"{prefix}{system}/" for prefix in ("", "fr/") for system in multilingual_site.SYSTEMS]
    others = tuple(f"{home}{name}/" for home in homes for name in ("enter", "share", "embed"))
    pages = sorted(path for path in before.files if path.endswith(".html") and path.startswith((*homes,)))
    wanted = {*Random(1).sample([path for path in pages if not path.startswith(others)], 30), "index.html"}
    _, early = club.shown([f"/{path}" for path in wanted])
    _, site = club.anew()
    assert early == {path: site[path] for path in wanted}
