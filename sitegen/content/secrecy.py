"""The names of hidden players must not stand in what people write either."""

from itertools import chain

from sitegen.content import Content
from sitegen.problem import Problem
from sitegen.read.secrets import Secrets


def exposed(content: Content, secrets: Secrets) -> list[Problem]:
    """Where the pages, their addresses among them, name a player who is hidden."""
    written = [*content.pages, *content.news]
    return [
        *chain.from_iterable(secrets.problems(each.text, each.path, each.line) for each in written),
        *chain.from_iterable(
            secrets.problems(f"{each.title} {each.summary} {each.path}", each.path) for each in written
        ),
        *chain.from_iterable(secrets.problems(path, f"content/{path}") for path in content.files),
    ]
