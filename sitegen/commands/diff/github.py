"""A comparison as one annotation of a run on GitHub."""

from sitegen.commands.diff import Comparison
from sitegen.commands.diff.account import account
from sitegen.language import Language
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
