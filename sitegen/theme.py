"""Where the theme stands: the templates, the static files and what a new site starts with."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from sitegen.content.files import DROPPINGS, hidden
from sitegen.message import advise, say
from sitegen.problem import Problem, Severity, suggestion


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


def strays(site: Path) -> list[Problem]:
    """What stands in a site's templates and would be passed over, or must not be published."""
    own = site / "templates"
    if not own.exists() or own.resolve() == templates().resolve():
        return _links_out(site)
    texts = {path: path.read_text("utf-8", "replace") for path in own.rglob("*.*ml") if path.is_file()}
    names = {name for name, _ in _files(own) if not name.startswith(("static/", "systems/"))}
    unused = (name for name in sorted(names - _names()) if not _is_named(name, texts, own))
    return [*_links_out(site), *_hidden(own), *(_unused(name) for name in unused)]


def _hidden(own: Path) -> Iterator[Problem]:
    for path in sorted(own.rglob(".*")):
        if not DROPPINGS.fullmatch(path.name):
            yield hidden(f"templates/{path.relative_to(own).as_posix()}")


def _names() -> set[str]:
    """The templates of the theme."""
    return {name for name, _ in _files(templates()) if not name.startswith(("static/", "new/"))}


def _is_named(name: str, texts: Mapping[Path, str], own: Path) -> bool:
    """Whether another template of the site includes this one, or is made from it."""
    return any(
        re.search(rf"[\"']{re.escape(name)}[\"']", text) for path, text in texts.items() if path != own / name
    )


def _unused(name: str) -> Problem:
    message = say("template-unused", "nothing is made with this template")
    hint = suggestion(name, _names()) or advise(
        "it has the name of a template of the theme, or another includes it"
    )
    if not name.endswith((".html", ".xml")):
        message = say("not-a-template", "this is no template, and not published where it stands")
        hint = advise("put it in templates/static/")
    return Problem(f"templates/{name}", 0, 0, message, hint, Severity.WARNING)


def _links_out(site: Path) -> list[Problem]:
    """The links in a site's templates that lead out of it: what stands there would be published."""
    own, root = site / "templates", site.resolve()
    links = [path for path in (own, *sorted(own.rglob("*"))) if path.is_symlink()]
    out = [path for path in links if not path.resolve().is_relative_to(root)]
    message = say("link-out-of-site", "this link leads out of the site")
    hint = advise("put the file itself here")
    return [Problem(path.relative_to(site).as_posix(), 0, 0, message, hint) for path in out]


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in folder.rglob("*"):
        names = path.relative_to(folder).parts
        if path.is_file() and not any(name.startswith(".") or DROPPINGS.fullmatch(name) for name in names):
            yield "/".join(names), path
