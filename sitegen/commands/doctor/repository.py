"""What is wrong with the repository of a site: none at all, no history, a branch that nothing publishes."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sitegen.commands.doctor.program import REQUIREMENTS, make_warning
from sitegen.compare.repository import HistoryError, Repository, run_git
from sitegen.core.files import find_git_folder
from sitegen.core.problems import Problem, advise, quote_text, say
from sitegen.inputs.config.site import SETTINGS_FILE, SITE_FOLDERS, Site

_GIT, _MAIN, _OUTPUT = ".git", "main", "output"
_GITHUB_REMOTE = re.compile(r"github\.com[:/](?P<name>[\w.-]+/[\w.-]+?)(?:\.git)?/?$")
_OURS = (".csv", ".md", ".toml")
_MAX_NAMES = 3


def find_repository_problems(site: Site) -> list[Problem]:
    """Return what is wrong with the repository that a site is in."""
    if find_git_folder(site.root) is None:
        message = say(
            "no-repository",
            "this folder is in no repository: nothing of it is on GitHub, and no page tells corrections",
        )
        return [make_warning(_GIT, message, advise("begin with `git init --initial-branch main`"))]
    try:
        repository = Repository.from_site(site.root)
        return [
            *_find_place_problems(repository, site),
            *_find_history_problems(repository),
            *_find_file_problems(repository, site.root),
            *_find_remote_problems(repository, site),
        ]
    except HistoryError as error:
        hint = advise("mend that first: without git there is no comparison and no page of corrections")
        return [make_warning(_GIT, error.args[0], hint)]


def _find_place_problems(repository: Repository, site: Site) -> Iterator[Problem]:
    if repository.prefix and (site.root / REQUIREMENTS).is_file():
        message = say(
            "workflows-below",
            "GitHub runs the workflows of the top folder of a repository alone, and this site is in {folder}",
            folder=quote_text(repository.prefix),
        )
        yield make_warning(".github/workflows", message, advise("give the site a repository of its own"))


def _find_history_problems(repository: Repository) -> Iterator[Problem]:
    if not repository.head:
        message = say("nothing-committed", "nothing is committed yet: GitHub gets what is committed")
        yield make_warning(_GIT, message, advise("`git add .` and `git commit`, then `git push`"))
    elif repository.is_shallow:
        message = say(
            "history-missing", "only the latest commits are here: the page of corrections lacks the others"
        )
        yield make_warning(_GIT, message, advise("`git fetch --unshallow` brings all"))
    branches = _list_lines(repository, "for-each-ref", "--format=%(refname:lstrip=-1)", "refs/")
    if repository.head and _MAIN not in branches:
        message = say("no-main-branch", "no branch is called main, and that is the one that is published")
        yield make_warning(_GIT, message, advise("`git branch --move main` calls the one that you are on so"))


def _find_file_problems(repository: Repository, root: Path) -> Iterator[Problem]:
    """Yield a warning about files of the site that git leaves out, and one about a site among them."""
    paths = (SETTINGS_FILE, *SITE_FOLDERS)
    arguments = ("ls-files", "--others", "--ignored", "--exclude-standard", "--", *paths)
    ignored = [path for path in _list_lines(repository, *arguments, folder=root) if path.endswith(_OURS)]
    if ignored:
        names = ", ".join([*map(quote_text, ignored[:_MAX_NAMES]), *"…"[: len(ignored) > _MAX_NAMES]])
        message = say(
            "files-ignored", "git leaves these files out, so that nobody gets them: {names}", names=names
        )
        yield make_warning(".gitignore", message, advise("take out the line that names them or their folder"))
    if repository.tracks(_OUTPUT):
        message = say(
            "output-committed", "the built site is committed: it is made anew from the results each time"
        )
        hint = advise("write the line `/output/` in .gitignore, and say `git rm -r --cached output`")
        yield make_warning(_OUTPUT, message, hint)


def _find_remote_problems(repository: Repository, site: Site) -> Iterator[Problem]:
    urls = _list_lines(repository, "remote", "get-url", "origin")
    if not urls:
        message = say("no-remote", "this repository is on this computer alone")
        hint = advise("make one on GitHub, and say `git remote add origin` with its address, then `git push`")
        yield make_warning(_GIT, message, hint)
        return
    match = _GITHUB_REMOTE.search(urls[0])
    if match and match["name"].lower() != site.repository.lower():
        name = quote_text(match["name"])
        message = (
            say("repository-differs", "repository is not {name}, from where this folder comes", name=name)
            if site.repository
            else say("repository-not-said", "repository is not filled in: no page leads to GitHub")
        )
        hint = advise("write repository = {name} below [site]", name=f'"{match["name"]}"')
        yield make_warning(SETTINGS_FILE, message, hint)


def _list_lines(repository: Repository, *arguments: str, folder: Path | None = None) -> list[str]:
    """Return the lines that git prints; none where it refuses, as for a remote that there is not."""
    with suppress(HistoryError):
        return run_git(folder or repository.root, *arguments).decode(errors="replace").splitlines()
    return []
