"""The page on which a visitor calculates every table again, and compares it with what is published."""

from sitegen import __version__
from sitegen.engine import published, runtime
from sitegen.language import Language
from sitegen.pages.edition import Edition
from sitegen.pages.page import Page


def check(edition: Edition) -> Page:
    """The page, with the name of every table that is published."""
    tables = [(each.ranking.id, each.ranking.title, [*each.files]) for each in edition.boards]
    shows = {
        "title": Language(edition.language).word("Check it yourself"),
        "tables": tables,
        "version": __version__,
        "runtime": runtime.folder(),
        "size": runtime.size(),
        "worker": f"{published.FOLDER}/worker.js",
        "offline": published.OFFLINE,
    }
    return Page(f"{edition.prefix}check/", "check.html", shows)
