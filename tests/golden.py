"""Sites that are kept with what they must become; `make golden` writes that anew, to be read in the diff.

Three sites are kept as they are. Of the pages and feeds of the others an outline is kept, which has all that
they say and no markup; a few pages are whole too, each for a template or an element that the three have not.
The static files are left out, being copies, and pictures, which hang on the library that draws them; so are
the record of the build and the digests, which name the commit.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree
from tempfile import TemporaryDirectory

from outline import write_outline
from sites import published

from sitegen.core.model import Outcome
from sitegen.core.problems import Problem
from sitegen.inputs.config import settings
from sitegen.inputs.results import results
from sitegen.publishing import build
from sitegen.publishing.output import CHECKSUMS_FILE
from sitegen.rankings import ranking

SITES = sorted(path.parent for path in (Path(__file__).parent / "sites").glob("*/sitegen.toml"))
AS_OF = date(2026, 11, 21)
WHOLE = frozenset({"evening", "handicap", "values"})
"""The sites of which each page is kept as HTML.

They have nearly every kind of page, and each a ranking of another kind: matches of two, with clubs, news and
written pages; sessions of pairs, teams and butler; rounds with absences. They are the smallest, too.
"""
SAMPLES = frozenset(
    {
        "circuit/circuit/games/7-wonders",
        "circuit/circuit/prizes/2025-may",
        "circuit/circuit/results/2024-may",
        "club/tuesday/players/an",
        "club/tuesday/results",
        "club/tuesday/results/2026-10-13",
        "committee/ludo",
        "committee/nbb/players/an",
        "decisions/fibs",
        "federation/clubs",
        "federation/players/bo-thys",
        "ladder/ladder/players/an",
        "ladder/ladder/players/eve",
        "ladder/ladder/results/2026-11-03",
        "ladder/players",
        "periods/quarter",
        "periods/week/lists/2026-10-25",
        "periods/week/results/2026-W43",
        "season/chess/players/fred",
        "season/chess/results/1",
        "season/chess/rules",
    }
)
"""The pages of other sites that are kept as HTML: test_golden.py says what is on no other."""


def copy_site(site: Path, folder: Path) -> Path:
    """What a club keeps of `site`, below `folder`, where no history of the program is read."""
    return copytree(site, folder / site.name, ignore=ignore_patterns("expected"))


def build_site(site: Path, folder: Path, workers: int = 1) -> Path:
    """The output of `site` below `folder`, made by so many processes."""
    output = folder / "output"
    result = build(copy_site(site, folder), output, AS_OF, workers=workers)
    if result.plan is None:
        raise ValueError("\n".join(map(str, result.problems)))
    return output


def read_output(output: Path) -> dict[str, bytes]:
    """What is published in a folder, but for what is left out."""
    left_out = ("static/", CHECKSUMS_FILE)
    files = published(output).items()
    return {path: data for path, data in files if not path.startswith(left_out) and path[-4:] != ".png"}


def is_whole(site: Path, path: str) -> bool:
    """Whether a file of a site is kept as it is."""
    is_sample = f"{site.name}/{path.removesuffix('/index.html')}" in SAMPLES
    return site.name in WHOLE or is_sample or not path.endswith((".html", "feed.xml"))


def select_kept(site: Path, output: Path) -> dict[str, bytes]:
    """What is kept of the output of a site, by path; the path of an outline ends in `.txt`."""
    kept: dict[str, bytes] = {}
    for path, data in read_output(output).items():
        if is_whole(site, path):
            kept[path] = data
        else:
            kept[f"{path.rpartition('.')[0]}.txt"] = write_outline(data.decode()).encode()
    return kept


@cache
def outcomes(root: Path) -> tuple[Mapping[str, Outcome], Sequence[Problem]]:
    """What each ranking of a site comes to, calculated once; with what is wrong."""
    site, _ = settings.load_site(root)
    assert site is not None
    inputs, _ = results.read_results(site, latest=AS_OF)
    return ranking.rate_rankings(site, inputs, AS_OF)


def read_expected(site: Path) -> dict[str, bytes]:
    """What is kept of what it must become."""
    files = [path for path in (site / "expected").rglob("*") if path.is_file()]
    return {file.relative_to(site / "expected").as_posix(): file.read_bytes() for file in files}


def main() -> None:
    """Keep what the sites become now."""
    for site in SITES:
        with TemporaryDirectory() as folder:
            files = select_kept(site, build_site(site, Path(folder)))
        rmtree(site / "expected", ignore_errors=True)
        for path, text in files.items():
            target = site / "expected" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text)


if __name__ == "__main__":
    main()
