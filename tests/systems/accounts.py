"""What a player's page says of why a figure changed."""

from sitegen.core.model import PlayerPage, Section


def account(page: PlayerPage) -> Section | None:
    """The section of a player's page that explains the figure."""
    parts = (section for section in page.content.sections() if isinstance(section, Section))
    return next((part for part in parts if part.explanation), None)
