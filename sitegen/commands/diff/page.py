"""A comparison as a page."""

from sitegen.commands.diff import Comparison
from sitegen.language import Language


def told(comparison: Comparison, language: Language) -> str:
    """The page."""
    return ""
