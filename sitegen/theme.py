"""Where the theme stands: the templates, the static files and what a new site starts with."""

from collections.abc import Iterator
from pathlib import Path

from sitegen.problem import Problem


def templates() -> Path:
    """The folder `templates`: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def folders(site: Path) -> list[Path]:
    """Where a template is looked for: a site's own folder goes before ours."""
    return [each for each in dict.fromkeys([site / "templates", templates()]) if each.is_dir()]


def static_files(site: Path) -> dict[str, Path]:
    """The static files by name, a site's own in the place of ours."""
    found: dict[str, Path] = {}
    for folder in reversed(folders(site)):
        found |= dict(_files(folder / "static"))
    return dict(sorted(found.items()))


def links_out(site: Path) -> list[Problem]:
    """The links in a site's templates that lead out of it: what stands there would be published."""
    own, root = site / "templates", site.resolve()
    links = [path for path in (own, *sorted(own.rglob("*"))) if path.is_symlink()]
    strays = [path for path in links if not path.resolve().is_relative_to(root)]
    message, hint = "this link leads out of the site", "put the file itself here"
    return [Problem(path.relative_to(site).as_posix(), 0, 0, message, hint) for path in strays]


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in folder.rglob("*"):
        if path.is_file() and not path.name.startswith("."):
            yield path.relative_to(folder).as_posix(), path
