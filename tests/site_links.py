"""The links of a published site."""

import re
from collections.abc import Mapping
from urllib.parse import unquote, urljoin


def find_dead_links(published: Mapping[str, bytes]) -> set[tuple[str, str]]:
    """The links that lead to nothing in a site, whose files are given by path, each with its page."""
    pages = {path: data.decode() for path, data in published.items() if path.endswith("/index.html")}
    assert len(pages) > 1
    return {
        (path, link)
        for path, text in pages.items()
        for link in re.findall(r'(?:href|src)="?([^"\s>#?]+)', text)
        if not re.match(r"[a-z]+:|//", link)
        for target in [unquote(urljoin(f"/{path}", link)).removeprefix("/")]
        if (target if target and not target.endswith("/") else f"{target}index.html") not in published
    }
