"""A build, as the preview server wants it: what is looked at comes first."""

import gc
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from sitegen import build, config, theme
from sitegen.language import Language
from sitegen.memory import Memory
from sitegen.pages.files import static
from sitegen.pages.sought import Known
from sitegen.past import past
from sitegen.prepared import Look, Prepared, Rated
from sitegen.problem import Problem
from sitegen.publication import published_in
from sitegen.publish import MANIFEST, PublishError
from sitegen.serve.early import some
from sitegen.serve.screen import Early, Generated, find, read


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
    _known: Known | None = None
    _paths: frozenset[str] = frozenset()

    def __call__(self, asked: Collection[str] = ()) -> Iterator[Generated]:
        """First the pages at the addresses that are `asked` for, if there are any, then the whole site."""
        with _unhurried():
            site, _ = config.load(self.root, self._memory)
            origins = [each.origin for each in site.rankings] if site else []
            language = Language(config.language(self.root)).with_words_of(*origins)
            base = urlsplit(site.url).path if site else "/"
            days = config.days(site, self.now(), self.as_of)
            rated = build.rated(self.root, days.as_of, days.latest, self._look, self._memory)
            none = Generated(self.output, frozenset(), rated.problems, base, language)
            early = self._early(rated, none, asked)
            if early.early:
                yield early
            self._memory.tidy()
            yield self._whole(build.planned(rated), early, days.as_of)

    def _early(self, rated: Rated, none: Generated, asked: Collection[str]) -> Generated:
        """The pages that are asked for, with what they are shown with, once something is known of others."""
        if rated.site is None or self._known is None:
            return none
        site = replace(none, files=self._paths)
        wanted = {name for each in asked if (name := find(each, site))}
        made = some(rated, self._known, wanted) if wanted else {}
        return replace(site, early=Early(made, static(rated.site))) if made else none

    def _whole(self, prepared: Prepared, before: Generated, as_of: date) -> Generated:
        """The site as it was published, or why it was not."""
        none = replace(before, files=frozenset(), problems=prepared.problems, early=None)
        try:
            built = published_in(self.output, prepared, self.root, as_of)
        except PublishError as error:
            return replace(none, problems=[Problem(str(self.output), 0, 0, error.args[0])])
        if built.plan is None or prepared.planned is None:
            return replace(none, problems=built.problems)
        self._known = Known.of(prepared.planned)
        files = {*built.plan.added, *built.plan.changed, *built.plan.unchanged}
        whole = replace(none, files=frozenset(files - {MANIFEST}), problems=built.problems)
        self._paths = whole.files
        early = before.early.pages if before.early else {}
        return replace(whole, revised=any(read(whole, name) != data for name, data in early.items()))


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
