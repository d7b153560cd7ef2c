"""A build, as the preview server wants it."""

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from urllib.parse import urlsplit

from sitegen import build, config, theme
from sitegen.language import Language
from sitegen.problem import Problem
from sitegen.publish import MANIFEST, PublishError
from sitegen.serve.screen import Generated


def builder(
    root: Path, output: Path, as_of: date | None, now: Callable[[], datetime]
) -> Callable[[], Generated]:
    """A function that builds the site and says what may be served.

    Without `as_of` every build is of the day that it is made on, as `now` tells, or at which the site stands
    still.
    """

    def once() -> Generated:
        site, _ = config.load(root)
        origins = [each.origin for each in site.rankings] if site else []
        language = Language(config.language(root)).with_words_of(*origins)
        base = urlsplit(site.url).path if site else "/"
        days = config.days(site, now(), as_of)
        try:
            built = build.build(root, output, days.as_of, latest=days.latest, history=True)
        except PublishError as error:
            refused = [Problem(str(output), 0, 0, error.args[0])]
            return Generated(output, frozenset(), refused, language=language)
        files = {*built.plan.added, *built.plan.changed, *built.plan.unchanged} if built.plan else set()
        return Generated(output, frozenset(files - {MANIFEST}), built.problems, base, language)

    return once


def watched(root: Path) -> list[Path]:
    """What a site is made from; a change there makes another build."""
    return [root / "sitegen.toml", root / "results", root / "content", *theme.folders(root)]
