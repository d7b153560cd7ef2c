"""`sitegen doctor`: what is wrong around a site, before what `sitegen check` finds in it.

Around it are the program that calculates it, its repository and workflows, and where it is published. What is
wrong there is a problem like any other: with a place, a message, and a hint on how to mend it. What keeps a
site from being published is an error, all else a warning.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from sitegen.commands import check as checking
from sitegen.commands.doctor import program, publication, repository
from sitegen.core.problems import Problem
from sitegen.inputs.config import settings


def examine(root: Path, as_of: date, latest: date, workers: int = 1) -> list[Problem]:
    """Return what is wrong around the site in `root`, then all that a check finds in it; write nothing.

    `as_of`, `latest` and `workers` are those of a check. Errors of a club that stop none but that club keep
    no site from being published: they are warnings.
    """
    problems = checking.check(root, as_of, latest, workers, may_withhold=lambda *_: True)
    return [*_examine_surroundings(root), *problems]


def _examine_surroundings(root: Path) -> Iterator[Problem]:
    """Yield what is wrong around a site; a check tells why its settings cannot be read."""
    site, _ = settings.load_site(root)
    if site is None:
        return
    yield from program.find_python_problems()
    yield from program.find_program_problems(root)
    yield from program.find_workflow_problems(root)
    yield from repository.find_repository_problems(site)
    yield from publication.find_publication_problems(site)
    yield from publication.find_missing_columns(site)
