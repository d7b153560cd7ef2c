"""What a page is, as JSON-LD inside it: data, which no browser runs."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from sitegen.pages.page import About

_written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_OF_HTML = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def linked(about: About, address: str, url: str) -> Markup:
    """The element for a page at `address`, from the root of a site at `url`; empty where there is nothing."""
    found = [each for each in (about.data, _trail(about, address, url)) if each]
    if not found:
        return Markup()
    told = {"@context": "https://schema.org", **({"@graph": found} if len(found) > 1 else found[0])}
    text = _written(told)
    for sign, code in _OF_HTML.items():
        text = text.replace(sign, code)
    return Markup(f'<script type="application/ld+json">{text}</script>')  # noqa: S704 - nothing of HTML in it


def _trail(about: About, address: str, url: str) -> Mapping[str, Any]:
    if not about.trail:
        return {}
    steps: Sequence[tuple[str, str]] = [*about.trail, (address, about.title)]
    items = [
        {"@type": "ListItem", "position": place, "name": name, "item": url + quote(way)}
        for place, (way, name) in enumerate(steps, start=1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}
