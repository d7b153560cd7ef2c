"""A build, as the preview server wants it."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

from sitegen import build, config, theme
from sitegen.problem import Problem
from sitegen.publish import MANIFEST, PublishError
from sitegen.serve.screen import Generated


def builder(root: Path, output: Path, as_of: date) -> Callable[[], Generated]:
    """A function that builds the site and says what may be served."""

    def once() -> Generated:
        try:
            built = build.build(root, output, as_of)
        except PublishError as error:
            return Generated(output, frozenset(), [Problem(str(output), 0, 0, str(error))])
        if built.plan is None:
            return Generated(output, frozenset(), built.problems)
        files = {*built.plan.added, *built.plan.changed, *built.plan.unchanged} - {MANIFEST}
        return Generated(output, frozenset(files), built.problems, _base(root))

    return once


def watched(root: Path) -> list[Path]:
    """What a site is made from; a change there makes another build."""
    return [root / "sitegen.toml", root / "results", root / "content", *theme.folders(root)]


def _base(root: Path) -> str:
    site, _ = config.load(root)
    return urlsplit(site.url).path if site else "/"
