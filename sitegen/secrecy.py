"""The names of hidden players must stand in no byte of a site: the last look before anything is written."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

from sitegen import theme
from sitegen.config import FILE, Site
from sitegen.config.title import texts
from sitegen.content import documents, secrecy
from sitegen.engine.published import tables as copies
from sitegen.message import advise, say
from sitegen.pages import Page, Planned
from sitegen.pages.search import INDEX
from sitegen.problem import Problem, errors
from sitegen.read.folding import folded
from sitegen.read.secrets import Secrets
from sitegen.read.spelling import APART
from sitegen.workers import divided

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_WORDED = ("*.html", "*.xml", "*.po", "*.py")
_DATA = (".csv", ".json")


def in_sources(site: Site, secrets: Secrets) -> list[Problem]:
    """Where the settings, the templates and the static files of a site name a player who is hidden."""
    if not secrets:
        return []
    return [*_in_settings(site, secrets), *_in_templates(site, secrets)]


def _in_settings(site: Site, secrets: Secrets) -> list[Problem]:
    """The titles and addresses, and what the options say: comments are not published."""
    titles = (texts(title) for each in site.rankings for title in (each.title, each.short_title))
    of_rankings = (text for each in site.rankings for text in (each.id, *_said(each.options)))
    shown = APART.join(
        [*texts(site.title), site.url, site.repository, site.contact, *chain(*titles), *of_rankings]
    )
    if not secrets.names_in(shown):
        return []
    text = (site.root / FILE).read_text("utf-8-sig")
    lines = text.splitlines()
    found = errors(secrets.problems(text, FILE))
    told = [each for each in found if not lines[each.line - 1].lstrip().startswith("#")]
    return told or [_named(FILE)]


def _said(value: object) -> Iterator[str]:
    """The words in the value of an option, whatever it is made of."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(_said, chain(value.keys(), value.values())))
    elif isinstance(value, Iterable):
        yield from chain.from_iterable(map(_said, value))


def _in_templates(site: Site, secrets: Secrets) -> list[Problem]:
    own = site.root / "templates"
    if not own.is_dir() or own.resolve() == theme.templates().resolve():
        return []
    paths = [each for each in sorted(own.rglob("*")) if each.is_file() and not each.is_symlink()]
    files = ((f"templates/{each.relative_to(own).as_posix()}", each.read_bytes()) for each in paths)
    uncommented = ((path, _without_comments(path, data)) for path, data in files)
    return secrecy.in_files(uncommented, _unmistakable(site, secrets))


def _without_comments(path: str, data: bytes) -> bytes:
    """A template without what it does not publish, every line at its place."""
    if not path.endswith((".html", ".xml")) or not documents.is_text(data):
        return data
    return _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), documents.text(data)).encode()


def _unmistakable(site: Site, secrets: Secrets) -> Secrets:
    """The names that are no words of the program: what it makes says those for other reasons."""
    systems = frozenset(each.origin.code for each in site.rankings if each.origin.code)
    return secrets.but(_vocabulary(systems) if secrets.has_single else ())


@cache
def _vocabulary(systems: frozenset[Path]) -> frozenset[str]:
    """The words of the program, its systems and the theme, in all languages, which a name may be too."""
    folders = Path(__file__).parent, theme.templates(), *systems
    paths = {
        path for folder in folders for kind in (*_WORDED, "*.css", "*.js") for path in folder.rglob(kind)
    }
    texts = (folded(path.read_text("utf-8", "replace")) for path in paths)
    return frozenset(chain.from_iterable(re.findall(r"[^\W\d_]+", text) for text in texts))


def may_name(site: Site, planned: Planned, secrets: Secrets) -> Callable[[str, bytes], bool]:
    """What tells of a file, as soon as it is made, whether it or its address may name one.

    Pictures may, and what has a name that can stand there for another reason: `in_output` looks at those.
    """
    if not secrets:
        return lambda *_: False
    secrets, shown, drawn = _unmistakable(site, secrets), _shown(planned), _drawn(planned)
    return lambda path, data: (
        path in drawn or _is_in_address(path, secrets) or (path in shown and secrets.published_in(data))
    )


def _drawn(planned: Planned) -> set[str]:
    """The pictures that are made."""
    return {each.path for each in planned.pages if each.path.endswith(".png") and each.make}


def _shown(planned: Planned) -> set[str]:
    """The files that say what was read and calculated: others are copied, or the program's own."""
    pages = {each.path for each in planned.pages} - _drawn(planned)
    names = {f"{board.ranking.id}/{name}" for board in planned.boards for name in board.files}
    tables = {f"{name}{kind}" for name in names for kind in _DATA}
    return {*pages, *tables, *(copies(each.ranking) for each in planned.boards), INDEX}


def _is_in_address(path: str, secrets: Secrets) -> bool:
    return secrets.published_in(path.replace("/", APART).encode())


def in_output(  # noqa: PLR0913, PLR0917 - whatever a build has at that moment
    site: Site,
    planned: Planned,
    every: Collection[str],
    read: Callable[[str], bytes],
    secrets: Secrets,
    workers: int = 1,
) -> list[Problem]:
    """Where what is about to be published names one: `every` file, which `read` reads, and its address.

    Files that are copied have been looked at where they stand.
    """
    if not secrets:
        return []
    secrets = _unmistakable(site, secrets)

    def look(paths: Iterable[str]) -> list[str]:
        return [path for path in paths if secrets.published_in(read(path))]

    pages, shown, drawn = {each.path: each for each in planned.pages}, _shown(planned), _drawn(planned)
    _, parts = divided(look, [path for path in every if path in shown], workers, lambda: None)
    pictured = [path for path in every if path in drawn and _is_drawn(pages[path], secrets)]
    addressed = [path for path in every if _is_in_address(path, secrets)]
    found = dict.fromkeys([*addressed, *pictured, *chain.from_iterable(parts)])
    if found:  # what stands in an address or a picture has no text beside it
        secrets = secrets.beside(_texts(site, planned))
        found = dict.fromkeys([*addressed, *pictured, *look(set(found) & shown)])
    return list(_told(site, planned.pages, sorted(found)))


def _is_drawn(page: Page, secrets: Secrets) -> bool:
    """Whether a name is drawn in a picture."""
    return secrets.names_in(APART.join(_said(page.shows)), APART)


def _texts(site: Site, planned: Planned) -> Iterator[str]:
    """What is published of what people wrote in tables and settings, and has been looked at there."""
    yield from chain(texts(site.title), *(texts(each.title) for each in site.rankings))
    for board in planned.boards:
        yield from (each.club for each in board.players)
        rows = chain.from_iterable(table.rows for table in board.entered)
        yield from (cell for row in rows for cell in row if isinstance(cell, str))


def _told(site: Site, pages: Iterable[Page], paths: Iterable[str]) -> Iterator[Problem]:
    """Once for each source: what was written, the site's own template, else the page itself."""
    of = {each.path: each for each in pages}
    sources: dict[str, list[str]] = {}
    for path in paths:
        sources.setdefault(_source(site, path, of.get(path)), []).append(path)
    for source, found in sources.items():
        yield _named(source)._replace(also=tuple(path for path in found if path != source))


def _source(site: Site, path: str, page: Page | None) -> str:
    if page and page.text:
        return page.text.path
    own = site.root / "templates" / page.template if page else None
    return f"templates/{page.template}" if page and own and own.is_file() else path


def _named(path: str) -> Problem:
    message = say("hidden-player-published", "a hidden player would be named in what is made of this")
    return Problem(path, 0, 0, message, advise("look at what it shows, and take the name out"))
