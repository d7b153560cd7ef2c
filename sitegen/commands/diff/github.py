"""A comparison as annotations of a run on GitHub."""

from collections.abc import Iterator

from sitegen.commands.diff import Comparison
from sitegen.commands.diff.account import account
from sitegen.difference.matching import grouped
from sitegen.difference.wording import Wording
from sitegen.language import Language
from sitegen.message import advise
from sitegen.tell import command, one_line

_MOST = 3


def notice(comparison: Comparison, language: Language) -> str:
    """The command that shows what matters most: a few sentences, on one line."""
    found = account(comparison, language, _MOST)
    return command(
        "notice",
        one_line(" ".join([*found.notes, *(each.whole for each in found.first)])),
        title="sitegen diff",
    )


def warnings(comparison: Comparison, language: Language) -> Iterator[str]:
    """A command for each file in which rows of past days stand in another order of play.

    A check of the files alone has nothing to compare them with.
    """
    message = advise(
        "Rows of past days stand in another order than before, which is the order of play: put them back, "
        "unless they were played so"
    )
    for effect in comparison.steps[-1].difference.effects:
        wording = Wording(effect, language)
        for path, rows in grouped(effect.replayed, lambda each: each.row.path).items():
            place = {"file": comparison.prefix + wording.path(path), "line": rows[0].row.line}
            yield command("warning", language.told(message), title="sitegen diff", **place)
