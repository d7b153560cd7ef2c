"""The text of PGN -> games with their tags, by line; what stands in comments is never taken for a tag."""

import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field

from sitegen.commands.importing.chess.tournament import text
from sitegen.commands.importing.source import SourceCell

_TOKEN = re.compile(
    r"\{[^{}]*\}|;[^\n]*|^%[^\n]*"
    r'|^[ \t]*\[\s*(?P<tag>\w{1,50})\s+"(?P<value>(?:[^"\\\n]|\\.)*)"[^\n\]]*\]?'
    r"|(?P<result>1-0|0-1|1/2-1/2|½-½|0-0(?!-)|\*)(?!\S)"
    r"|(?P<move>[A-Z]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)",
    re.MULTILINE,
)


@dataclass
class Game:
    """The tags of a game with their lines, whether it has moves, and how its moves end."""

    line: int
    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    has_moves: bool = False
    end: str = ""

    def value(self, *tags: str) -> str:
        """The first of the tags that says something."""
        values = (self.tags[tag][0].strip() for tag in tags if tag in self.tags)
        return next((value for value in values if value.strip("?.- ")), "")

    def cell(self, value: str, *tags: str) -> SourceCell:
        """A value with the line of its tag."""
        return text(value, f"line {next((self.tags[tag][1] for tag in tags if tag in self.tags), self.line)}")


def games_of(words: str) -> Iterator[Game]:
    """The games of a text: one begins at the first tag after moves, and at a tag that it has already."""
    ends = [found.end() for found in re.finditer("\n", words)]
    game, in_tags = None, False
    for token in _TOKEN.finditer(words):
        if tag := token["tag"]:
            line = bisect(ends, token.start("tag")) + 1
            if game is None or not in_tags or tag in game.tags:
                if game:
                    yield game
                game = Game(line)
            in_tags = True
            game.tags[tag] = re.sub(r"\\(.)", r"\1", token["value"]), line
        elif game and (token["move"] or token["result"]):
            in_tags = False
            game.has_moves = game.has_moves or bool(token["move"])
            game.end = token["result"] or game.end
    if game:
        yield game
