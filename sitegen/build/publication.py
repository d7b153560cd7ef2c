"""From pages to what is published: render -> look for hidden names -> publish.

The names of hidden players must stand in no byte of a site: the last look before anything is written.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from sitegen import __version__, render
from sitegen.browser.published import get_ranking_path as copies
from sitegen.build import staging as publish_stage
from sitegen.build.output import (
    CHECKSUMS_FILE,
    BuildInfo,
    PublishPlan,
    apply_plan,
    check_size,
    format_checksums,
    open_previous_output,
    plan_changes,
)
from sitegen.build.stages import PlannedSite
from sitegen.core.files import read_git_head
from sitegen.core.problems import Problem, advise, say, select_errors
from sitegen.core.workers import ProgressCallback, ignore_progress, run_parallel
from sitegen.inputs.config.site import SETTINGS_FILE, Site, get_title_texts
from sitegen.inputs.content import sanitise
from sitegen.inputs.content.texts import check_files
from sitegen.inputs.privacy.folding import TEXT_BOUNDARY, fold_text
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.pages import theme
from sitegen.pages.page import Page, SitePlan
from sitegen.pages.site import SEARCH_INDEX

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_WORD_FILES = ("*.html", "*.xml", "*.po", "*.py")
_DATA_SUFFIXES = (".csv", ".json")


def check_sources(site: Site, secrets: HiddenNames) -> list[Problem]:
    """Where the settings, the templates and the static files of a site name a player who is hidden."""
    if not secrets:
        return []
    return [*_check_settings(site, secrets), *_check_templates(site, secrets)]


def _check_settings(site: Site, secrets: HiddenNames) -> list[Problem]:
    """The titles and addresses, and what the options say: comments are not published."""
    titles = (
        get_title_texts(title) for ranking in site.rankings for title in (ranking.title, ranking.short_title)
    )
    of_rankings = (text for ranking in site.rankings for text in (ranking.id, *_iter_texts(ranking.options)))
    shown = TEXT_BOUNDARY.join(
        [*get_title_texts(site.title), site.url, site.repository, site.contact, *chain(*titles), *of_rankings]
    )
    if not secrets.has_name(shown):
        return []
    text = (site.root / SETTINGS_FILE).read_text("utf-8-sig")
    lines = text.splitlines()
    found = select_errors(secrets.find_problems(text, SETTINGS_FILE))
    told = [problem for problem in found if not lines[problem.line - 1].lstrip().startswith("#")]
    return told or [_report_published_name(SETTINGS_FILE)]


def _iter_texts(value: object) -> Iterator[str]:
    """The words in the value of an option, whatever it is made of."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(_iter_texts, chain(value.keys(), value.values())))
    elif isinstance(value, Iterable):
        yield from chain.from_iterable(map(_iter_texts, value))


def _check_templates(site: Site, secrets: HiddenNames) -> list[Problem]:
    own = site.root / "templates"
    if not own.is_dir() or own.resolve() == theme.get_templates_folder().resolve():
        return []
    paths = [path for path in sorted(own.rglob("*")) if path.is_file() and not path.is_symlink()]
    files = ((f"templates/{path.relative_to(own).as_posix()}", path.read_bytes()) for path in paths)
    uncommented = ((path, _blank_comments(path, data)) for path, data in files)
    return check_files(uncommented, _exclude_program_words(site, secrets))


def _blank_comments(path: str, data: bytes) -> bytes:
    """A template without what it does not publish, every line at its place."""
    if not path.endswith((".html", ".xml")) or not sanitise.is_text_file(data):
        return data
    return _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), sanitise.decode_text(data)).encode()


def _exclude_program_words(site: Site, secrets: HiddenNames) -> HiddenNames:
    """The names that are no words of the program: what it makes says those for other reasons."""
    systems = frozenset(ranking.origin.code for ranking in site.rankings if ranking.origin.code)
    return secrets.exclude_words(_collect_vocabulary(systems) if secrets.has_single_word else ())


@cache
def _collect_vocabulary(systems: frozenset[Path]) -> frozenset[str]:
    """The words of the program, its systems and the theme, in all languages, which a name may be too."""
    folders = Path(__file__).parents[1], theme.get_templates_folder(), *systems
    paths = {
        path for folder in folders for kind in (*_WORD_FILES, "*.css", "*.js") for path in folder.rglob(kind)
    }
    texts = (fold_text(path.read_text("utf-8", "replace")) for path in paths)
    return frozenset(chain.from_iterable(re.findall(r"[^\W\d_]+", text) for text in texts))


def make_name_test(site: Site, planned: SitePlan, secrets: HiddenNames) -> Callable[[str, bytes], bool]:
    """What tells of a file, as soon as it is made, whether it or its address may name one.

    Pictures may, and what has a name that can stand there for another reason: `in_output` looks at those.
    """
    if not secrets:
        return lambda *_: False
    secrets, shown, drawn = (
        _exclude_program_words(site, secrets),
        _find_text_files(planned),
        _find_pictures(planned),
    )
    return lambda path, data: (
        path in drawn or _is_in_address(path, secrets) or (path in shown and secrets.is_published(data))
    )


def _find_pictures(planned: SitePlan) -> set[str]:
    """The pictures that are made."""
    return {page.path for page in planned.pages if page.path.endswith(".png") and page.make}


def _find_text_files(planned: SitePlan) -> set[str]:
    """The files that say what was read and calculated: others are copied, or the program's own."""
    pages = {page.path for page in planned.pages} - _find_pictures(planned)
    names = {f"{board.ranking.id}/{name}" for board in planned.boards for name in board.files}
    tables = {f"{name}{kind}" for name in names for kind in _DATA_SUFFIXES}
    return {*pages, *tables, *(copies(board.ranking) for board in planned.boards), SEARCH_INDEX}


def _is_in_address(path: str, secrets: HiddenNames) -> bool:
    return secrets.is_published(path.replace("/", TEXT_BOUNDARY).encode())


def check_output(  # noqa: PLR0913, PLR0917 - whatever a build has at that moment
    site: Site,
    planned: SitePlan,
    every: Collection[str],
    read: Callable[[str], bytes],
    secrets: HiddenNames,
    workers: int = 1,
) -> list[Problem]:
    """Where what is about to be published names one: `every` file, which `read` reads, and its address.

    Files that are copied have been looked at where they stand.
    """
    if not secrets:
        return []
    secrets = _exclude_program_words(site, secrets)

    def look(paths: Iterable[str]) -> list[str]:
        return [path for path in paths if secrets.is_published(read(path))]

    pages, shown, drawn = (
        {page.path: page for page in planned.pages},
        _find_text_files(planned),
        _find_pictures(planned),
    )
    _, parts = run_parallel(look, [path for path in every if path in shown], workers, lambda: None)
    pictured = [path for path in every if path in drawn and _is_in_picture(pages[path], secrets)]
    addressed = [path for path in every if _is_in_address(path, secrets)]
    found = dict.fromkeys([*addressed, *pictured, *chain.from_iterable(parts)])
    if found:  # what stands in an address or a picture has no text beside it
        secrets = secrets.add_visible_texts(_iter_entered_texts(site, planned))
        found = dict.fromkeys([*addressed, *pictured, *look(set(found) & shown)])
    return list(_report_sources(site, planned.pages, sorted(found)))


def _is_in_picture(page: Page, secrets: HiddenNames) -> bool:
    """Whether a name is drawn in a picture."""
    return secrets.has_name(TEXT_BOUNDARY.join(_iter_texts(page.context)), TEXT_BOUNDARY)


def _iter_entered_texts(site: Site, planned: SitePlan) -> Iterator[str]:
    """What is published of what people wrote in tables and settings, and has been looked at there."""
    yield from chain(
        get_title_texts(site.title), *(get_title_texts(ranking.title) for ranking in site.rankings)
    )
    for board in planned.boards:
        yield from (player.club for player in board.players)
        rows = chain.from_iterable(table.rows for table in board.input_tables)
        yield from (cell for row in rows for cell in row if isinstance(cell, str))


def _report_sources(site: Site, pages: Iterable[Page], paths: Iterable[str]) -> Iterator[Problem]:
    """Once for each source: what was written, the site's own template, else the page itself."""
    of = {page.path: page for page in pages}
    sources: dict[str, list[str]] = {}
    for path in paths:
        sources.setdefault(_find_source(site, path, of.get(path)), []).append(path)
    for source, found in sources.items():
        yield _report_published_name(source)._replace(
            other_places=tuple(path for path in found if path != source)
        )


def _find_source(site: Site, path: str, page: Page | None) -> str:
    if page and page.text:
        return page.text.path
    own = site.root / "templates" / page.template if page else None
    return f"templates/{page.template}" if page and own and own.is_file() else path


def _report_published_name(path: str) -> Problem:
    message = say("hidden-player-published", "a hidden player would be named in what is made of this")
    return Problem(path, 0, 0, message, advise("look at what it shows, and take the name out"))


class _ScannedFile(NamedTuple):
    """What became of a file, and whether it, or its address, may name a hidden player."""

    file: publish_stage.StagedFile
    may_name: bool


class BuildResult(NamedTuple):
    """What a build did: `plan` is what was published, None when errors stood in the way."""

    plan: PublishPlan | None
    problems: list[Problem]


def publish_site(  # noqa: PLR0913, PLR0917 - the last two are for whole sites
    output: Path,
    prepared: PlannedSite,
    root: Path,
    as_of: date,
    watch: ProgressCallback = ignore_progress,
    workers: int = 1,
) -> BuildResult:
    """A site that is prepared, published in `output`; nothing is touched there when anything is wrong.

    `watch` is told how many of how many pages have been begun; `workers` processes share the work.
    """
    site, planned, problems = prepared.site, prepared.page_plan, prepared.problems
    if site is None or planned is None:
        return BuildResult(None, problems)
    with (
        open_previous_output(output, root) as before,
        publish_stage.stage_site(before, [*planned.paths, CHECKSUMS_FILE]) as stage,
    ):
        may_name = make_name_test(site, planned, prepared.redactor.hidden_names)

        def put(path: str, content: bytes) -> _ScannedFile:
            return _ScannedFile(stage.write_file(path, content), may_name(path, content))

        sink = render.Sink(put, [before.lock] if before.lock else [])
        made, found = render.render_site(site, planned, sink, watch, workers)
        if not select_errors(found):
            suspects = [path for path, file in made.items() if file.may_name]
            found += check_output(
                site, planned, suspects, stage.read_file, prepared.redactor.hidden_names, workers
            )
        problems = sorted(
            [*problems, *prepared.redactor.redact_problems(found)], key=lambda problem: problem.sort_key
        )
        if select_errors(problems):
            return BuildResult(None, problems)
        files = {path: file.file for path, file in made.items()}
        files[CHECKSUMS_FILE] = stage.write_file(
            CHECKSUMS_FILE, format_checksums(files, BuildInfo(__version__, read_git_head(root), as_of))
        )
        plan = plan_changes(before, files)
        apply_plan(plan)
    return BuildResult(plan, [*problems, *check_size(plan.sizes)])
