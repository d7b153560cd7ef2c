"""Sites that are kept with what they must become; `make golden` writes that anew, to be read in the diff.

The static files are left out, being copies, and pictures, which hang on the library that draws them; so are
the record of the build and the digests, which name the commit.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree
from tempfile import TemporaryDirectory

from sites import published

from sitegen.build import build
from sitegen.build.output import CHECKSUMS_FILE
from sitegen.core.model import Outcome
from sitegen.core.problems import Problem
from sitegen.inputs.config import settings
from sitegen.inputs.results import results
from sitegen.rankings import ranking

SITES = sorted(path.parent for path in (Path(__file__).parent / "sites").glob("*/sitegen.toml"))
AS_OF = date(2026, 11, 21)


def build_site(site: Path, folder: Path, workers: int = 1) -> dict[str, bytes]:
    """What `site` becomes below `folder`, where no history of the program is read, by so many processes."""
    site_copy = copytree(site, folder / site.name, ignore=ignore_patterns("expected"))
    result = build(site_copy, folder / "output", AS_OF, workers=workers)
    if result.plan is None:
        raise ValueError("\n".join(map(str, result.problems)))
    left_out = ("static/", CHECKSUMS_FILE)
    output_files = published(folder / "output").items()
    return {
        path: text for path, text in output_files if not path.startswith(left_out) and path[-4:] != ".png"
    }


@cache
def outcomes(root: Path) -> tuple[Mapping[str, Outcome], Sequence[Problem]]:
    """What each ranking of a site comes to, calculated once; with what is wrong."""
    site, _ = settings.load_site(root)
    assert site is not None
    inputs, _ = results.read_results(site, latest=AS_OF)
    return ranking.rate_rankings(site, inputs, AS_OF)


def read_expected(site: Path) -> dict[str, bytes]:
    """What it must become."""
    files = [path for path in (site / "expected").rglob("*") if path.is_file()]
    return {file.relative_to(site / "expected").as_posix(): file.read_bytes() for file in files}


def main() -> None:
    """Keep what the sites become now."""
    for site in SITES:
        with TemporaryDirectory() as folder:
            files = build_site(site, Path(folder))
        rmtree(site / "expected", ignore_errors=True)
        for path, text in files.items():
            target = site / "expected" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text)


if __name__ == "__main__":
    main()
