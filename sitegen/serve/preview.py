"""A build, as the preview server wants it: what is looked at comes first."""

import gc
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from sitegen import build, config, render, secrecy, theme
from sitegen.language import Language
from sitegen.memory import Memory
from sitegen.pages.files import static
from sitegen.past import past
from sitegen.prepared import Look, Prepared
from sitegen.problem import Problem, errors
from sitegen.publication import published_in
from sitegen.publish import MANIFEST, PublishError
from sitegen.serve.screen import Early, Generated, find


@dataclass
class Builder:
    """Builds the site in `root` again and again, into `output`, and says what may be served.

    Without `as_of` every build is of the day that it is made on, as `now` tells, or at which the site stands
    still. What has not changed from one build to the next is read and rated once.
    """

    root: Path
    output: Path
    as_of: date | None
    now: Callable[[], datetime]
    _memory: Memory = field(default_factory=Memory)
    _look: Look = field(default_factory=lambda: partial(past, memory={}))

    def __call__(self, asked: Collection[str] = ()) -> Iterator[Generated]:
        """First the pages at the addresses that are `asked` for, if there are any, then the whole site."""
        with _unhurried():
            site, _ = config.load(self.root, self._memory)
            origins = [each.origin for each in site.rankings] if site else []
            language = Language(config.language(self.root)).with_words_of(*origins)
            base = urlsplit(site.url).path if site else "/"
            days = config.days(site, self.now(), self.as_of)
            rated = build.rated(self.root, days.as_of, days.latest, self._look, self._memory)
            prepared = build.planned(rated)
            none = Generated(self.output, frozenset(), prepared.problems, base, language)
            yield from _early(prepared, none, asked)
            self._memory.tidy()
            yield self._whole(prepared, none, days.as_of)

    def _whole(self, prepared: Prepared, none: Generated, as_of: date) -> Generated:
        """The site as it was published, or why it was not."""
        try:
            built = published_in(self.output, prepared, self.root, as_of)
        except PublishError as error:
            return replace(none, problems=[Problem(str(self.output), 0, 0, error.args[0])])
        if built.plan is None:
            return replace(none, problems=built.problems)
        files = {*built.plan.added, *built.plan.changed, *built.plan.unchanged}
        return replace(none, files=frozenset(files - {MANIFEST}), problems=built.problems)


def _early(prepared: Prepared, none: Generated, asked: Collection[str]) -> Iterator[Generated]:
    """The pages that are asked for, before all others; nothing where anything is wrong with them."""
    site, planned = prepared.site, prepared.planned
    if site is None or planned is None or not asked:
        return
    every = replace(none, files=frozenset(planned.paths))
    names = {find(address, every) for address in asked}
    pages, problems = render.some(site, planned, [page for page in planned.pages if page.path in names])
    problems += secrecy.in_output(site, planned, [*pages], pages.__getitem__, prepared.hush.secrets)
    if pages and not errors(problems):
        yield replace(every, early=Early(pages, static(site)))


@contextmanager
def _unhurried() -> Iterator[None]:
    """A build makes millions of values and drops few before it ends: garbage is looked for after it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def watched(root: Path) -> list[Path]:
    """What a site is made from; a change there makes another build."""
    return [root / "sitegen.toml", root / "results", root / "content", *theme.folders(root)]
