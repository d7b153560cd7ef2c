"""A build, as the preview server wants it: what is looked at comes first."""

import gc
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from urllib.parse import urlsplit

from sitegen import build, config, theme
from sitegen.language import Language
from sitegen.memory import Memory
from sitegen.past import past
from sitegen.problem import Problem
from sitegen.publish import MANIFEST, PublishError
from sitegen.serve.screen import Early, Generated, find

_AS_THEY_ARE = ("static/", ".svg")
"""What pages are shown with, the files of the theme and a strip: nothing of it need be looked through."""


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

    def __call__(self, asked: Collection[str] = ()) -> Iterator[Generated]:
        """First the pages at the addresses that are `asked` for, if there are any, then the whole site."""
        with _unhurried():
            site, _ = config.load(self.root, self._memory)
            origins = [each.origin for each in site.rankings] if site else []
            language = Language(config.language(self.root)).with_words_of(*origins)
            base = urlsplit(site.url).path if site else "/"
            days = config.days(site, self.now(), self.as_of)
            prepared = build.prepare(self.root, days.as_of, days.latest, past, self._memory)
            none = Generated(self.output, frozenset(), prepared.problems, base, language)
            yield from _early(prepared, none, asked)
            yield self._whole(prepared, none, days.as_of)

    def _whole(self, prepared: build.Prepared, none: Generated, as_of: date) -> Generated:
        """The site as it was published, or why it was not."""
        try:
            built = build.published_in(self.output, prepared, self.root, as_of, memory=self._memory)
        except PublishError as error:
            return replace(none, problems=[Problem(str(self.output), 0, 0, error.args[0])])
        files = {*built.plan.added, *built.plan.changed, *built.plan.unchanged} if built.plan else set()
        return replace(none, files=frozenset(files - {MANIFEST}), problems=built.problems)


def _early(prepared: build.Prepared, none: Generated, asked: Collection[str]) -> Iterator[Generated]:
    """The pages that are asked for, with what they are shown with."""
    planned = prepared.planned
    if planned is None:
        return
    site = replace(none, files=frozenset(planned.paths))
    wanted = {name for each in asked if (name := find(each, site))}
    made = build.some(prepared, wanted) if wanted else {}
    if made:
        files = {path: make for path, make in planned.files.items() if _is_as_it_is(path)}
        yield replace(site, early=Early(made, files))


def _is_as_it_is(path: str) -> bool:
    return path.startswith(_AS_THEY_ARE[0]) or path.endswith(_AS_THEY_ARE[1])


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
