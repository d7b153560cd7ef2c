"""The folders of a site, of which one that is called almost so would be passed over."""

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from sitegen.message import advise, say
from sitegen.problem import Problem, Severity, quoted

FOLDERS = ("content", "results", "templates")


def misnamed(root: Path) -> Iterator[Problem]:
    """A warning of each folder that was probably meant to be one of a site: `Content`, `result`."""
    there = {each.name for each in root.iterdir() if each.is_dir()}
    for name in sorted(there.difference(FOLDERS)):
        meant = get_close_matches(name.casefold(), FOLDERS, n=1, cutoff=0.9)
        if meant and meant[0] not in there:
            message = say("folder-misnamed", "nothing is read from this folder")
            hint = advise("rename it to {name}", name=quoted(meant[0]))
            yield Problem(name, 0, 0, message, hint, Severity.WARNING)
