"""What is wrong with where a site is published, as far as its settings tell, and what its tables lack."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from sitegen.commands.doctor.program import make_warning
from sitegen.commands.new.site import build_pages_url
from sitegen.core.problems import Problem, advise, quote_heading, quote_text, say
from sitegen.core.table import get_input_columns
from sitegen.inputs.config.site import SETTINGS_FILE, Site
from sitegen.inputs.results.files import PLAYERS, open_files

_EXAMPLES = (".example", "example.com", "example.org", "example.net")
"""The ends of the names of hosts that nobody can have (RFC 2606)."""
_PAGES_HOST = ".github.io"
_HIDDEN = "hidden"


def find_publication_problems(site: Site) -> Iterator[Problem]:
    """Yield what the settings say that cannot be meant of a site that is published."""
    host = urlsplit(site.url).hostname or ""
    if host.endswith(_EXAMPLES):
        message = say(
            "url-is-example", "url is still an example, and so are the addresses in feeds and links"
        )
        hint = advise("write where the site will stand; on GitHub that is under Settings → Pages")
        yield make_warning(SETTINGS_FILE, message, hint)
    elif host.endswith(_PAGES_HOST) and site.repository:
        address = build_pages_url(site.repository)
        if site.url.lower() != address.lower():
            message = say(
                "url-is-not-pages",
                "GitHub Pages publishes {name} elsewhere than url says",
                name=quote_text(site.repository),
            )
            yield make_warning(SETTINGS_FILE, message, advise("write url = {url}", url=f'"{address}"'))
    if site.as_of:
        message = say("site-stands-still", "as_of keeps the site at a day: no later result counts")
        yield make_warning(SETTINGS_FILE, message, advise("take that line out, unless it is meant"))


def find_missing_columns(site: Site) -> Iterator[Problem]:
    """Yield a warning for each file of players without the column by which somebody is hidden."""
    for ranking in site.rankings:
        files = open_files(site.root, ranking, {PLAYERS})
        columns = {column.name: column for column in get_input_columns(files.tables[PLAYERS])}
        for file in files.csv_files[PLAYERS]:
            if _HIDDEN in columns and _HIDDEN not in file.names:
                heading = quote_heading(columns[_HIDDEN].heading)
                message = say("no-column-to-hide", "this file has no column {column}", column=heading)
                hint = advise("add it for whoever asks to be off the site: yes in it hides a player")
                yield make_warning(file.path, message, hint)
