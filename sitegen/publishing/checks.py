"""Checks of a whole site: files that stand astray, and names of hidden players in sources and in pages.

No byte of a published site may hold such a name. `check_site` looks at what people write, before anything is
rated; `check_output` is the last look at what was made, before it is published.
"""

import functools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from sitegen.browser.published import find_missing_runtime, get_ranking_path
from sitegen.compare.histories import find_committed_cache
from sitegen.core.cache import BuildCache
from sitegen.core.options import list_versions, read_values
from sitegen.core.problems import Problem, advise, say, select_errors
from sitegen.core.system import list_input_tables
from sitegen.core.table import get_columns
from sitegen.core.workers import run_parallel
from sitegen.inputs.config.site import SETTINGS_FILE, Site, find_misnamed_folders, get_title_texts
from sitegen.inputs.content import sanitise
from sitegen.inputs.content.texts import Content, check_files, find_exposed_names
from sitegen.inputs.privacy.folding import TEXT_BOUNDARY, fold_text
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.pages import theme
from sitegen.pages.page import Page, SitePlan
from sitegen.pages.site import SEARCH_INDEX

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_MESSAGE = re.compile(r'^msg(?:id|id_plural|str|str\[\d\]) ((?:".*"\n)+)', re.MULTILINE)
"""A text in a catalogue: lines between quotes."""
_TEXT_END = re.compile(r'\{[^{}]*\}|<[^<>]*>|["=%\n]')
"""What separates the texts of a catalogue or template: what is filled in, and markup."""
_WORD_FILES = ("*.html", "*.xml", "*.po", "*.py", "*.css", "*.js")
_DATA_SUFFIXES = (".csv", ".json")


def check_site(site: Site, content: Content, hidden_names: HiddenNames, cache: BuildCache) -> list[Problem]:
    """Return what only the whole site can show to be wrong.

    That is where texts, settings, templates and static files name a hidden player, and which files are stray,
    missing or committed by mistake.
    """
    find_exposed = functools.partial(find_exposed_names, content, hidden_names)
    return [
        *cache.memoize("exposed", [], (content, hidden_names), find_exposed),
        *(_check_settings(site, hidden_names) if hidden_names else ()),
        *(_check_templates(site, hidden_names) if hidden_names else ()),
        *find_misnamed_folders(site.root),
        *theme.find_stray_files(site.root),
        *theme.find_branding_faults(site),
        *find_missing_runtime(site),
        *find_committed_cache(site.root),
    ]


def _check_settings(site: Site, hidden_names: HiddenNames) -> list[Problem]:
    """Look at titles, addresses and options; comments are not published."""
    published_texts = {SETTINGS_FILE: [*get_title_texts(site.title), site.url, site.repository, site.contact]}
    for ranking in site.rankings:
        titles = ranking.title, ranking.short_title, ranking.region
        values = [read_values(options).values() for options in list_versions(ranking.options)]
        published_texts.setdefault(ranking.file, []).extend(
            (ranking.id, *chain.from_iterable(map(get_title_texts, titles)), *_iter_texts(values))
        )
    return [
        problem
        for file, texts in published_texts.items()
        if hidden_names.has_name(TEXT_BOUNDARY.join(texts))
        for problem in _find_names(site.root, file, hidden_names)
    ]


def _find_names(root: Path, file: str, hidden_names: HiddenNames) -> list[Problem]:
    """Return the names in a file of settings, or that one is published of it where no line has one."""
    text = (root / file).read_text("utf-8-sig")
    lines = text.splitlines()
    problems = select_errors(hidden_names.find_problems(text, file))
    published = [problem for problem in problems if not lines[problem.line - 1].lstrip().startswith("#")]
    return published or [_report_published_name(file)]


def _iter_texts(value: object) -> Iterator[str]:
    """Yield the texts in a value, with those in the mappings and collections that it is made of."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _iter_texts([*value.keys(), *value.values()])
    elif isinstance(value, Iterable):
        for item in value:
            yield from _iter_texts(item)


def _check_templates(site: Site, hidden_names: HiddenNames) -> list[Problem]:
    own = site.root / "templates"
    if not own.is_dir() or own.resolve() == theme.get_templates_folder().resolve():
        return []
    paths = [path for path in sorted(own.rglob("*")) if path.is_file() and not path.is_symlink()]
    files = ((f"templates/{path.relative_to(own).as_posix()}", path.read_bytes()) for path in paths)
    return check_files(
        ((path, _blank_comments(path, data)) for path, data in files),
        _add_program_texts(site, _exclude_program_words(site, hidden_names)),
    )


def _blank_comments(path: str, data: bytes) -> bytes:
    """Return a template without its comments, which are not published; lines keep their numbers."""
    if not path.endswith((".html", ".xml")) or not sanitise.is_text_file(data):
        return data
    return _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), sanitise.decode_text(data)).encode()


def _add_program_texts(site: Site, hidden_names: HiddenNames) -> HiddenNames:
    """Add the texts of the program to names, inside which these may stand for other reasons."""
    texts = chain(_collect_texts(_find_systems(site)), _iter_column_texts(site))
    return hidden_names.add_program_texts(texts)


def _iter_column_texts(site: Site) -> Iterator[str]:
    """Yield what the columns of the tables of a site are called."""
    for system in (ranking.system for ranking in site.rankings):
        for table in [*(table.rows for table in list_input_tables(system)), *system.outputs.values()]:
            for column in get_columns(table):
                yield from (column.name, column.label, *column.headings)


@functools.cache
def _collect_texts(systems: frozenset[Path]) -> frozenset[str]:
    """Return the texts of the program, its systems and the theme, in all languages.

    What stands in code alone is no such text: there are names among its examples.
    """
    texts: set[str] = set()
    for path in _find_sources(systems, ("*.html", "*.xml", "*.po")):
        source = path.read_text("utf-8")
        if path.suffix == ".po":
            messages = (lines.replace('"\n"', "").strip('"\n') for lines in _MESSAGE.findall(source))
            source = "\n".join(messages).replace('\\"', '"').replace("\\n", "\n")
        texts.update(map(str.strip, _TEXT_END.split(source)))
    return frozenset(texts)


def _find_systems(site: Site) -> frozenset[Path]:
    return frozenset(ranking.origin.code for ranking in site.rankings if ranking.origin.code)


def _find_sources(systems: frozenset[Path], patterns: Collection[str]) -> set[Path]:
    """Return the files of the program, these systems and the theme that match one of the patterns."""
    folders = Path(__file__).parents[1], theme.get_templates_folder(), *systems
    return {path for folder in folders for pattern in patterns for path in folder.rglob(pattern)}


def _exclude_program_words(site: Site, hidden_names: HiddenNames) -> HiddenNames:
    """Return the names without those that are words of the program, which pages hold for other reasons."""
    if not hidden_names.has_single_word:
        return hidden_names.exclude_words(())
    return hidden_names.exclude_words(_collect_vocabulary(_find_systems(site)))


@functools.cache
def _collect_vocabulary(systems: frozenset[Path]) -> frozenset[str]:
    """Return the words of the program, its systems and the theme, in all languages."""
    texts = (fold_text(path.read_text("utf-8", "replace")) for path in _find_sources(systems, _WORD_FILES))
    return frozenset(word for text in texts for word in re.findall(r"[^\W\d_]+", text))


def make_name_test(site: Site, plan: SitePlan, hidden_names: HiddenNames) -> Callable[[str, bytes], bool]:
    """Return a quick test whether a file, by its path and content, may name a hidden player.

    It is run as soon as a file is made. It is true of every picture, and of a name that can stand there for
    another reason: `check_output` looks at those files again.
    """
    if not hidden_names:
        return lambda *_: False
    names = _exclude_program_words(site, hidden_names)
    texts, pictures = _find_text_files(plan), _find_pictures(plan)
    return lambda path, data: (
        path in pictures or _is_in_address(path, names) or (path in texts and names.is_published(data))
    )


def _find_pictures(plan: SitePlan) -> set[str]:
    return {page.path for page in plan.pages if page.path.endswith(".png") and page.make}


def _find_text_files(plan: SitePlan) -> set[str]:
    """Return the paths of files that hold what was read and rated: others are copied, or the program's."""
    pages = {page.path for page in plan.pages} - _find_pictures(plan)
    tables = {
        f"{context.ranking.id}/{name}{suffix}"
        for context in plan.contexts
        for name in context.files
        for suffix in _DATA_SUFFIXES
    }
    engine_data = {get_ranking_path(context.ranking) for context in plan.contexts}
    return {*pages, *tables, *engine_data, SEARCH_INDEX}


def _is_in_address(path: str, hidden_names: HiddenNames) -> bool:
    return hidden_names.is_published(path.replace("/", TEXT_BOUNDARY).encode())


def check_output(  # noqa: PLR0913, PLR0917 - all that a build has at that moment
    site: Site,
    plan: SitePlan,
    paths: Collection[str],
    read_file: Callable[[str], bytes],
    hidden_names: HiddenNames,
    workers: int = 1,
) -> list[Problem]:
    """Return where files that are about to be published, or their addresses, name a hidden player.

    `read_file` reads each of `paths`. Files that are copied were checked where they stand.
    """
    if not hidden_names:
        return []
    names = _exclude_program_words(site, hidden_names)
    pages = {page.path: page for page in plan.pages}
    texts, pictures = _find_text_files(plan), _find_pictures(plan)

    def select_named(candidates: Iterable[str]) -> list[str]:
        return [path for path in candidates if names.is_published(read_file(path))]

    _, named_paths = run_parallel(
        select_named, [path for path in paths if path in texts], workers, lambda: None
    )
    pictured = [path for path in paths if path in pictures and _is_in_picture(pages[path], names)]
    addressed = [path for path in paths if _is_in_address(path, names)]
    named = {path for some_paths in named_paths for path in some_paths}
    if named or addressed or pictured:
        names = _add_program_texts(site, names)
        pictured = [path for path in pictured if _is_in_picture(pages[path], names)]
        addressed = [path for path in addressed if _is_in_address(path, names)]
        # an address and a picture have no text beside the name that could explain it
        names = names.add_visible_texts(_iter_entered_texts(site, plan))
        named = {*select_named({*named, *addressed} & texts)}
    return list(_report_sources(site, pages, sorted({*named, *addressed, *pictured})))


def _is_in_picture(page: Page, hidden_names: HiddenNames) -> bool:
    return hidden_names.has_name(TEXT_BOUNDARY.join(_iter_texts(page.context)), TEXT_BOUNDARY)


def _iter_entered_texts(site: Site, plan: SitePlan) -> Iterator[str]:
    """Yield the published texts of tables and settings, which were checked where they stand."""
    for title in [site.title, *(ranking.title for ranking in site.rankings)]:
        yield from get_title_texts(title)
    yield from chain.from_iterable(texts.value.decode().split(TEXT_BOUNDARY) for texts in plan.entered_texts)


def _report_sources(site: Site, pages: Mapping[str, Page], paths: Iterable[str]) -> Iterator[Problem]:
    """Yield one problem for each source of the files at `paths`."""
    by_source: dict[str, list[str]] = {}
    for path in paths:
        by_source.setdefault(_find_source(site, path, pages.get(path)), []).append(path)
    for source, published_paths in by_source.items():
        yield _report_published_name(source)._replace(
            other_places=tuple(path for path in published_paths if path != source)
        )


def _find_source(site: Site, path: str, page: Page | None) -> str:
    """Return what a file is made from: what people wrote, else the site's own template, else the file."""
    if page and page.text:
        return page.text.path
    if page and (site.root / "templates" / page.template).is_file():
        return f"templates/{page.template}"
    return path


def _report_published_name(path: str) -> Problem:
    message = say("hidden-player-published", "the site made of this would name a hidden player")
    return Problem(path, 0, 0, message, advise("look at the picture, and take the name out"))
