"""Where the theme stands: the templates, the static files and what a new site starts with."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from rcssmin import cssmin

from sitegen import sources
from sitegen.config import Ranking
from sitegen.content import address
from sitegen.content.files import DROPPINGS, File, files_below, paths_below
from sitegen.message import advise, say
from sitegen.problem import Problem, Severity, nearest, suggestion
from sitegen.system import installed, origin

_OWN = "templates"
_STATIC = f"{_OWN}/static"
_STYLE = "sitegen.css"
_PALETTE = "css/_palette.css"
_ALONE = ("alone.html", "effect.html", "import.html", "effect.css")
"""The pages that stand alone: no site has a say in them."""
_ZERO = re.compile(rb"""("[^"]*"|'[^']*')|(?<![\w.])0(?=\.[0-9])""")
"""A zero before the point, which no number needs, outside texts."""
_COMBINED = re.compile(rb"(?<=[{}])[^{}@;\"']+(?=\{)")
"""What rules are for, where a sign between two elements needs no space beside it."""
_OF_EVERY_SYSTEM = ("event.html", "steps.html")
"""What pages include of the templates of a system, where it brings or a site has them."""


def templates() -> Path:
    """The folder `templates`: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def folders(site: Path) -> list[Path]:
    """Where a template is looked for: a site's own folder goes before ours."""
    return [each for each in dict.fromkeys([site / _OWN, templates()]) if each.is_dir()]


def of_systems(rankings: Iterable[Ranking]) -> dict[str, Path]:
    """The folders of templates that systems bring, by the name of each: `systems/<name>/` in a site's own."""
    found = ((each.name_of_system, each.origin.brought(_OWN)) for each in rankings)
    return {name: folder for name, folder in found if folder}


def our_templates(rankings: Iterable[Ranking]) -> dict[str, str]:
    """The templates of the theme and of the systems of a site, by name."""
    found = {name: path for name, path in _files(templates()) if _is_template(name)}
    for system, folder in of_systems(rankings).items():
        found |= {f"systems/{system}/{name}": path for name, path in _files(folder) if _is_text(name)}
    return {name: path.read_text(encoding="utf-8") for name, path in found.items()}


def for_set_up() -> Iterator[tuple[str, str]]:
    """The templates of the theme and of all our systems as their folders name them, with their texts."""
    for folder in (templates(), *sorted(Path(__file__).parent.glob(f"systems/*/{_OWN}"))):
        for name, path in sorted(_files(folder)):
            if _is_text(name) and not name.startswith(("static/", "new/")):
                yield name, path.read_text(encoding="utf-8")


def own_templates(site: Path) -> dict[str, str]:
    """The templates that a site puts in the place of ours, or beside them, by name."""
    if (site / _OWN).resolve() == templates().resolve():
        return {}
    found = {each.name: each.data for each in files_below(site, _OWN, [])}
    return {name: data.decode("utf-8", "replace") for name, data in found.items() if _is_template(name)}


def static_files(site: Path) -> dict[str, Callable[[], bytes]]:
    """What reads each static file, by name; a site's own stand in the place of ours."""
    found: dict[str, Callable[[], bytes]] = {_STYLE: partial(_style, site)}
    return dict(sorted((found | _read(site, "static")).items()))


def _style(site: Path) -> bytes:
    """The one style sheet: the files of `templates/css/`, a subject each, in the order of their names."""
    parts = (read() for name, read in sorted(_read(site, "css").items()) if name.endswith(".css"))
    small = _ZERO.sub(lambda found: found[1] or b"", cssmin(b"\n".join(parts)))
    return _COMBINED.sub(lambda found: re.sub(rb" ([+~]) ", rb"\1", found[0]), small)


def sheet(name: str) -> str:
    """A style sheet of a page that stands alone, on the palette of the theme."""
    parts = ((templates() / each).read_text(encoding="utf-8") for each in (_PALETTE, name))
    return str(cssmin("\n".join(parts)))


def _read(site: Path, folder: str) -> dict[str, Callable[[], bytes]]:
    """What reads each file of a folder of the theme, by name; a site's own stand in the place of ours."""
    found: dict[str, Callable[[], bytes]] = {}
    for name, path in _files(templates() / folder):
        found[name] = path.read_bytes
    for own in paths_below(site, f"{_OWN}/{folder}", []):
        found[own.removeprefix(f"{_OWN}/{folder}/")] = partial(sources.read, site, own)
    return found


def strays(site: Path) -> list[Problem]:
    """What stands in a site's templates and would be passed over, or must not be published."""
    problems: list[Problem] = []
    files = {each.name: each for each in files_below(site, _OWN, problems)}
    if not files:
        return problems
    problems += _unpublished(files.values())
    if (site / _OWN).resolve() == templates().resolve():
        return problems
    texts = {name: each.data.decode("utf-8", "replace") for name, each in files.items() if _is_text(name)}
    names = {name for name in files if not name.startswith(("static/", "systems/")) and not _is_style(name)}
    unused = (name for name in sorted(names - _names()) if not _is_named(name, texts))
    of_systems = sorted(name for name in texts if name.startswith("systems/") and not _is_named(name, texts))
    return [*problems, *(_unused(each, _names()) for each in unused), *_misspelt(of_systems)]


def _misspelt(names: Iterable[str]) -> Iterator[Problem]:
    """Templates of systems that are not there, and those whose names are nearly that of one."""
    systems = installed()
    for name in names:
        _, system, file = name.split("/", 2) if name.count("/") > 1 else ("", "", name)
        if system not in systems:
            yield _unused(name, {f"systems/{each}/{file}" for each in systems})
            continue
        folder = origin(system).brought(_OWN)
        known = {*_OF_EVERY_SYSTEM, *(each for each, _ in _files(folder))} if folder else {*_OF_EVERY_SYSTEM}
        if file not in known and suggestion(file, known):
            yield _unused(name, {f"systems/{system}/{nearest(file, known)}"})


def _unpublished(files: Iterable[File]) -> Iterator[Problem]:
    """The static files that are of no kind to be published, or not what they are called."""
    for file in files:
        if file.path.startswith(f"{_STATIC}/"):
            name = file.path.removeprefix(f"{_STATIC}/")
            if fault := address.fault_of_theme(name) or address.fault_of_data(name.lower(), file.data):
                yield file.problem(*fault)


def _is_style(name: str) -> bool:
    return name.startswith("css/") and name.endswith(".css")


def _is_template(name: str) -> bool:
    return _is_text(name) and name not in _ALONE and not name.startswith(("static/", "new/"))


def _is_text(name: str) -> bool:
    return name.endswith((".html", ".xml"))


def _names() -> set[str]:
    """The templates of the theme."""
    names = {name for name, _ in _files(templates()) if not name.startswith(("static/", "new/"))}
    return names - {*_ALONE}


def _is_named(name: str, texts: Mapping[str, str]) -> bool:
    """Whether another template of the site includes this one, or is made from it."""
    return any(
        re.search(rf"[\"']{re.escape(name)}[\"']", text) for each, text in texts.items() if each != name
    )


def _unused(name: str, known: Iterable[str]) -> Problem:
    message = say("template-unused", "nothing is made with this template")
    hint = suggestion(name, known) or advise(
        "it has the name of a template of the theme, or another includes it"
    )
    if not _is_text(name):
        message = say("not-a-template", "this is no template, and not published where it stands")
        hint = advise("put it in templates/static/")
    return Problem(f"{_OWN}/{name}", 0, 0, message, hint, Severity.WARNING)


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of our own theme, by name; where the package is installed by links, they are links."""
    for path in folder.rglob("*"):
        names = path.relative_to(folder).parts
        if path.is_file() and not any(name.startswith(".") or DROPPINGS.fullmatch(name) for name in names):
            yield "/".join(names), path
