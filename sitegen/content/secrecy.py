"""The names of hidden players must not stand in what people write either."""

from collections.abc import Iterable, Iterator

from sitegen.content import Content, Written, documents
from sitegen.content.files import FOLDER
from sitegen.message import advise, say
from sitegen.problem import Problem, Severity, told_once
from sitegen.read.secrets import Secrets


def exposed(content: Content, secrets: Secrets) -> list[Problem]:
    """Where the pages and files, their addresses among them, name a player who is hidden."""
    if not secrets:
        return []
    files = {f"{FOLDER}/{path}": data for path, data in content.files.items()}
    pages = (problem for each in (*content.pages, *content.news) for problem in _page(each, secrets))
    return [*pages, *in_files(files.items(), secrets)]


def _page(page: Written, secrets: Secrets) -> Iterator[Problem]:
    yield from secrets.problems(page.text, page.path, page.line)
    yield from (_whole(each) for each in secrets.problems(f"{page.title}\n\n{page.summary}", page.path))
    yield from in_path(page.path, secrets)


def in_files(files: Iterable[tuple[str, bytes]], secrets: Secrets) -> list[Problem]:
    """Where files that are copied name a hidden player; a warning of those that cannot be looked into."""
    found: list[Problem] = []
    closed = []
    for path, data in files:
        found += [*in_path(path, secrets), *in_file(path, data, secrets)]
        closed += [path] if documents.is_closed(data) else []
    return [*found, *told_once([_closed(each) for each in closed])]


def in_path(path: str, secrets: Secrets) -> list[Problem]:
    """Whether the name of a file, which is its address, names a hidden player."""
    return [
        _whole(each)._replace(hint=advise("rename the file"))
        for each in secrets.problems(path.rpartition(".")[0] or path, path)
    ]


def in_file(path: str, data: bytes, secrets: Secrets) -> list[Problem]:
    """Where a file names one: line by line where it is text."""
    if documents.is_text(data):
        return secrets.problems(documents.text(data), path)
    in_parts = any(map(secrets.names_in, documents.parts(data)))
    if in_parts or any(map(secrets.long.names_in, documents.strings(data))):
        message = say("hidden-player-named", "a hidden player is named here")
        return [Problem(path, 0, 0, message, advise("take it out, or leave the file out of the site"))]
    return []


def _whole(problem: Problem) -> Problem:
    return problem._replace(line=0, column=0)


def _closed(path: str) -> Problem:
    message = say("not-looked-into", "what is packed or drawn in this file cannot be looked into")
    hint = advise("see for yourself that it names no hidden player")
    return Problem(path, 0, 0, message, hint, Severity.WARNING)
