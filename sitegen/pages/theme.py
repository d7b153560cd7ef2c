"""Find the templates and static files of the theme and those that a site puts in their place.

A site can also set colours, a logo and a font: they are checked here.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from sitegen.core.files import read_file
from sitegen.core.problems import Problem, Severity, advise, find_nearest, quote_text, say, suggest_nearest
from sitegen.core.system import find_origin, find_systems
from sitegen.inputs.config import palette
from sitegen.inputs.config.palette import MIN_CONTRAST, ColourPair
from sitegen.inputs.config.site import Ranking, Site, Theme
from sitegen.inputs.content.files import (
    IGNORED_FILES,
    ContentFile,
    check_data,
    check_theme_file,
    iter_files,
    iter_paths,
)
from sitegen.pages.sheets import explain_missing_file, find_dead_addresses, find_sheet_faults

_TEMPLATES_FOLDER = "templates"
_STATIC_FOLDER = f"{_TEMPLATES_FOLDER}/static"
_JOINED_KINDS = "css", "js"
"""Kinds of files that have a folder each, whose files are joined to the one that all pages share."""
_PALETTE_FILE = "css/_palette.css"
_STANDALONE_PAGES = ("alone.html", "effect.html", "import.html", "effect.css")
"""The templates of pages that are one file; no site can replace them."""
_NEEDLESS = re.compile(rb"\s*/\*.*?\*/|(?<=\n)\s+", re.DOTALL)
"""Comments and indentation, which no string in a style sheet of ours has."""
_SYSTEM_TEMPLATES = ("event.html", "steps.html")
"""The templates of a system that pages include, if the system or the site has them."""


def get_templates_folder() -> Path:
    """Return the folder `templates`: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def list_template_folders(site: Path) -> list[Path]:
    """Return the folders in which a template is looked for: a site's own goes before ours."""
    return [
        folder
        for folder in dict.fromkeys([site / _TEMPLATES_FOLDER, get_templates_folder()])
        if folder.is_dir()
    ]


def find_system_templates(rankings: Iterable[Ranking]) -> dict[str, Path]:
    """Return the folders of templates that systems bring, by the names of the systems."""
    folders = (
        (ranking.name_of_system, ranking.origin.find_folder(_TEMPLATES_FOLDER)) for ranking in rankings
    )
    return {name: folder for name, folder in folders if folder}


def load_theme_templates(rankings: Iterable[Ranking]) -> dict[str, str]:
    """Return the templates of the theme and of the systems of a site, by name."""
    paths = {name: path for name, path in _list_files(get_templates_folder()) if _is_template(name)}
    for system, folder in find_system_templates(rankings).items():
        paths |= {f"systems/{system}/{name}": path for name, path in _list_files(folder) if _is_text(name)}
    return {name: path.read_text(encoding="utf-8") for name, path in paths.items()}


def iter_setup_templates() -> Iterator[tuple[str, str]]:
    """Yield the name within its folder and the text of each template of the theme and of our systems."""
    for folder in (
        get_templates_folder(),
        *sorted(Path(__file__).parents[1].glob(f"systems/*/{_TEMPLATES_FOLDER}")),
    ):
        for name, path in sorted(_list_files(folder)):
            if _is_text(name) and not name.startswith(("static/", "new/")):
                yield name, path.read_text(encoding="utf-8")


def load_site_templates(site: Path) -> dict[str, str]:
    """Return the templates that a site puts in the place of ours, or beside them, by name."""
    if (site / _TEMPLATES_FOLDER).resolve() == get_templates_folder().resolve():
        return {}
    files = {file.name: file.data for file in iter_files(site, _TEMPLATES_FOLDER, [])}
    return {name: data.decode("utf-8", "replace") for name, data in files.items() if _is_template(name)}


def find_static_files(site: Path) -> dict[str, Callable[[], bytes]]:
    """Return functions that read the static files, by name; a site's own replace ours."""
    files = {f"sitegen.{kind}": partial(_join_files, site, kind) for kind in _JOINED_KINDS}
    return dict(sorted((files | _find_theme_files(site, "static")).items()))


def _join_files(site: Path, kind: str) -> bytes:
    """Return the style sheet or the script of all pages: the files of a kind in the order of their names."""
    files = sorted(_find_theme_files(site, kind).items())
    return b"\n".join(read().removeprefix(BOM_UTF8) for name, read in files if name.endswith(f".{kind}"))


def build_standalone_css(name: str) -> str:
    """Return the style sheet of a page that is one file, with the palette of the theme."""
    return "\n".join(_read_ours(get_templates_folder() / file).decode() for file in (_PALETTE_FILE, name))


def _find_theme_files(site: Path, folder: str) -> dict[str, Callable[[], bytes]]:
    """Return functions that read the files of a folder of the theme, by name; a site's own replace ours."""
    files: dict[str, Callable[[], bytes]] = {}
    for name, theme_path in _list_files(get_templates_folder() / folder):
        files[name] = partial(_read_ours, theme_path)
    for path in iter_paths(site, f"{_TEMPLATES_FOLDER}/{folder}", []):
        files[path.removeprefix(f"{_TEMPLATES_FOLDER}/{folder}/")] = partial(read_file, site, path)
    return files


def _read_ours(path: Path) -> bytes:
    """Return a file of the theme: of a style sheet what browsers need. A site's own is copied as it is."""
    return _NEEDLESS.sub(b"", path.read_bytes()) if path.suffix == ".css" else path.read_bytes()


def find_stray_files(site: Path) -> list[Problem]:
    """Return problems for files in a site's templates that are unused, or must not be published."""
    problems: list[Problem] = []
    files = {file.name: file for file in iter_files(site, _TEMPLATES_FOLDER, problems)}
    if not files:
        return problems
    problems += _find_unpublishable_files(files.values())
    sheets = [file for name, file in files.items() if re.fullmatch(r"(css|static)/.*\.css", name)]
    static_files = find_static_files(site)
    for sheet in sheets:
        problems += [*find_sheet_faults(sheet), *find_dead_addresses(sheet, static_files)]
    if _is_theme(site / _TEMPLATES_FOLDER):
        return problems
    texts = {name: file.data.decode("utf-8", "replace") for name, file in files.items() if _is_text(name)}
    theme_names = _list_theme_templates()
    unused_files = [
        name
        for name in sorted({*files} - theme_names)
        if not name.startswith(("static/", "systems/"))
        and not any(name.startswith(f"{kind}/") and name.endswith(f".{kind}") for kind in _JOINED_KINDS)
        and not _is_referenced(name, texts)
    ]
    of_systems = [name for name in texts if name.startswith("systems/") and not _is_referenced(name, texts)]
    return [
        *problems,
        *(_report_unused(name, theme_names) for name in unused_files),
        *_find_misspelt_templates(sorted(of_systems)),
    ]


def _is_theme(folder: Path) -> bool:
    """Return whether a folder is a whole theme: that of this program, or of a checkout of another version."""
    return all((folder / name).is_file() for name in _STANDALONE_PAGES)


def _find_misspelt_templates(names: Iterable[str]) -> Iterator[Problem]:
    """Yield problems for unused templates of systems that do not exist, or whose names are nearly right."""
    systems = find_systems()
    for name in names:
        _, system, file = name.split("/", 2) if name.count("/") > 1 else ("", "", name)
        if system not in systems:
            yield _report_unused(name, {f"systems/{other}/{file}" for other in systems})
            continue
        folder = find_origin(system).find_folder(_TEMPLATES_FOLDER)
        system_names = {*_SYSTEM_TEMPLATES, *(own for own, _ in (_list_files(folder) if folder else ()))}
        if file not in system_names and suggest_nearest(file, system_names):
            yield _report_unused(name, {f"systems/{system}/{find_nearest(file, system_names)}"})


def _find_unpublishable_files(files: Iterable[ContentFile]) -> Iterator[Problem]:
    """Yield problems for static files of a kind that is not published, or not what their name says."""
    for file in files:
        if file.path.startswith(f"{_STATIC_FOLDER}/"):
            name = file.path.removeprefix(f"{_STATIC_FOLDER}/")
            if fault := check_theme_file(name) or check_data(name.lower(), file.data):
                yield file.make_problem(*fault)


def _is_template(name: str) -> bool:
    return _is_text(name) and name not in _STANDALONE_PAGES and not name.startswith(("static/", "new/"))


def _is_text(name: str) -> bool:
    return name.endswith((".html", ".xml"))


def _list_theme_templates() -> set[str]:
    """Return the names of the templates of the theme, and of its style sheets."""
    names = {name for name, _ in _list_files(get_templates_folder())} - {*_STANDALONE_PAGES}
    return {name for name in names if not name.startswith(("static/", "new/"))}


def _is_referenced(name: str, texts: Mapping[str, str]) -> bool:
    """Return whether another template of the site includes or extends this one."""
    return any(
        re.search(rf"[\"']{re.escape(name)}[\"']", text) for other, text in texts.items() if other != name
    )


def _report_unused(name: str, known_names: Iterable[str]) -> Problem:
    message = say("template-unused", "nothing is made with this template")
    hint = suggest_nearest(name, known_names) or advise(
        "it has the name of a template of the theme, or another includes it"
    )
    if not _is_text(name):
        message = say("not-a-template", "this is no template, and not published where it stands")
        hint = advise("put it in templates/static/")
    return Problem(f"{_TEMPLATES_FOLDER}/{name}", 0, 0, message, hint, Severity.WARNING)


def _list_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the names and paths of the files in a folder of the theme, which can be links."""
    for path in folder.rglob("*"):
        names = path.relative_to(folder).parts
        if path.is_file() and not any(
            name.startswith(".") or IGNORED_FILES.fullmatch(name) for name in names
        ):
            yield "/".join(names), path


def find_branding_faults(site: Site) -> list[Problem]:
    """Return problems for colours that cannot be read, and for a logo or a font that is missing."""
    faint = [pair for pair in site.theme.palette.pairs if _compute_contrast(pair) < MIN_CONTRAST]
    return [*_find_missing_files(site), *(_report_low_contrast(site.theme, pair) for pair in faint)]


def _find_missing_files(site: Site) -> Iterator[Problem]:
    static_files = find_static_files(site.root)
    for key, name in (("logo", site.theme.logo), ("font", site.theme.font)):
        if name and name not in static_files:
            yield site.theme.make_problem(key, Severity.ERROR, *explain_missing_file(name, static_files))


def _compute_contrast(pair: ColourPair) -> float:
    return palette.compute_contrast(pair.colour, pair.background)


def _report_low_contrast(theme: Theme, pair: ColourPair) -> Problem:
    contrast = f"{_compute_contrast(pair):.1f}"
    message = say(
        "faint-colour",
        "{colour} on {behind} has a contrast of {found}; texts need {least}",
        colour=quote_text(pair.colour),
        behind=quote_text(pair.background),
        found=contrast,
        least=str(MIN_CONTRAST),
    )
    hint = advise(
        "write {value}, which is the nearest that can be read", value=quote_text(palette.find_readable(pair))
    )
    return theme.make_problem(pair.key, Severity.WARNING, message, hint)
