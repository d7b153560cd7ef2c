"""What a new site starts with: settings, a few example results, pages, and its workflows."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from sitegen import __version__, system, theme
from sitegen.problem import listing, quoted, suggestion
from sitegen.table import cell_columns, columns

_SITE = """\
[site]
title = {title}
url = "https://rankings.example/"  # where the site will stand; it may have a path
language = "en"                    # en, nl or fr
# repository = "owner/name"        # on GitHub: turns on the links to report and to edit
"""

_RANKING = """
[[ranking]]
id = {id}  # its folder in results, its page in content and its address
system = {system}
title = {title}
{options}
"""

_RULES = """\
---
title: Rules
---

This ranking follows: {title}.

Write here what else players should know: what counts, and until when one can complain about a result.
"""


class NewSiteError(Exception):
    """Why no site was made, and what to do about it."""


def plan(systems: Sequence[str], *, title: str = "Our rankings") -> Mapping[str, bytes]:
    """The files of a small working site by path, with one ranking for each of `systems`.

    Raises `NewSiteError` when no system of such a name is installed.
    """
    found = {name: _found(name) for name in systems}
    settings = _SITE.format(title=_quoted(title)) + "".join(map(_ranking, found, found.values()))
    rankings = [file for name, each in found.items() for file in _files(name, each)]
    return dict(_tree(_starter() / "site")) | {
        "sitegen.toml": settings.encode(),
        # The distribution is not called as the command is: that name on the index is somebody else's.
        "requirements.txt": f"sitegen-rankings=={__version__}\n".encode(),
        **dict(rankings),
    }


def create(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write `files` as the new folder `folder`: all of them, or nothing at all.

    Raises `NewSiteError` when something stands there already, or when it cannot be written.
    """
    place = folder.resolve()
    try:
        _refuse_occupied(place, folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f".{place.name}-", dir=place.parent) as beside:
            staged = Path(beside) / "site"
            _write(staged, files)
            staged.rename(place)
    except OSError as error:
        raise NewSiteError(f"{folder}: nothing was written: {error.strerror}") from error


def _found(name: str) -> system.System:
    known = system.installed()
    if name not in known:
        hint = suggestion(name, known) or listing(known)
        raise NewSiteError(f"no ranking system is called {quoted(name)} ({hint})")
    return system.find(name)


def _starter() -> Path:
    return theme.templates() / "new"


def _tree(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _ranking(name: str, of: system.System) -> str:
    given = {"id": _id(name), "system": name, "title": of.title}
    quoted_ = {key: _quoted(value) for key, value in given.items()}
    return _RANKING.format(**quoted_, options=_options(name, of))


def _options(name: str, of: system.System) -> str:
    """The options that have no default, each at the least that is possible; others are left to be found."""
    required = [each for each in columns(of.Options) if each.required]
    head = f"[ranking.options]  # `sitegen systems {name}` shows them"
    values = [f"{each.name} = {each.minimum or 0:g}  # {each.doc}" for each in required]
    return "\n".join([head, *values]) if required else f"# {head}"


def _id(name: str) -> str:
    """An address of the system's name, which may have any character that an entry point may."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


def _quoted(text: str) -> str:
    """A basic string of TOML; what JSON escapes, TOML escapes alike."""
    return json.dumps(text, ensure_ascii=False)


def _files(name: str, of: system.System) -> Iterator[tuple[str, bytes]]:
    """The example results of the system and its rules; without examples, tables to be filled in."""
    sample = _starter() / "systems" / name
    given = dict(_tree(sample)) if sample.is_dir() else dict(_blank(of))
    for path, content in given.items():
        inside = f"content/{_id(name)}.md" if path == "rules.md" else f"results/{_id(name)}/{path}"
        yield inside, content


def _blank(of: system.System) -> Iterator[tuple[str, bytes]]:
    """A header for every table that a club must keep.

    One with a default is left out: a table that may be missing can mean something else when it is empty.
    """
    yield "rules.md", _RULES.format(title=of.title).encode()
    for table in system.kept(of):
        if not table.may_be_missing:
            header = ",".join(each.name for each in cell_columns(table.rows))
            yield f"{table.name}.csv", f"{header}\n".encode()


def _refuse_occupied(place: Path, named: Path) -> None:
    if place == Path.cwd():
        # It would be put in the place of the folder that the shell is in, which would then be in none.
        raise NewSiteError(f"{named}: is the folder you are in; name one that does not exist yet")
    found = sorted(each.name for each in place.iterdir()) if place.is_dir() else []
    if found:
        shown = ", ".join(map(quoted, found[:3])) + (" …" if found[3:] else "")
        raise NewSiteError(f"{named}: is not empty ({shown}); name a folder that does not exist yet")
    if place.exists() and not place.is_dir():
        raise NewSiteError(f"{named}: is a file; name a folder that does not exist yet")


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
