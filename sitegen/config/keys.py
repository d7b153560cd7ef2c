"""The keys of sitegen.toml, and what their types do not say of them."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Literal

from sitegen.config import setting
from sitegen.config.site import TIMEZONE
from sitegen.message import advise, say
from sitegen.problem import device, quoted
from sitegen.table import Table, column

LANGUAGES = ("en", "nl", "fr")
RESERVED = frozenset(
    {"index", "news", "static", "404", "feed.xml", "sitemap.xml", "card.png", "robots.txt", *LANGUAGES}
)
"""Addresses at the root of a site that no ranking can have."""
_RANKING_ID = re.compile(r"[a-z0-9][a-z0-9-]*")


class SiteKeys(Table):
    """The keys under [site]."""

    title: str = column("the name of the site")
    url: str = column("the address where it will stand; may have a path")
    language: Literal["en", "nl", "fr"] = column("the language of its texts", default="en")
    repository: str = column("owner/name on GitHub; turns on the links to contribute", default="")
    timezone: str = column("where it is that a day begins, such as Europe/Brussels", default=TIMEZONE)
    as_of: date | None = column("the day at which the site stands still", default=None)
    cards: Literal["all", "rankings", "none"] | None = column(
        "what has a picture to share: all players, rankings alone, or none; blank: all, up to 2,000 players",
        default=None,
    )


class RankingKeys(Table):
    """The keys under [[ranking]], besides its options."""

    id: str = column("its address, and its folder under results/")
    system: str = column("the system that calculates it")
    title: str = column("the name of the ranking")
    short_title: str = column("its name in the menu of every page; blank: the title", default="")
    archive: int | None = column(
        "how many of the latest earlier lists are shown in full; blank: all, as far as they stay light",
        default=None,
        minimum=0,
        maximum=10_000,
    )


def _ranking_id(name: str) -> str:
    if name in RESERVED:
        raise ValueError(
            say("address-of-site", "{name} is an address of the site itself", name=quoted(name)),
            advise("choose another id"),
        )
    if not _RANKING_ID.fullmatch(name):
        raise ValueError(
            say("ranking-id", "{name} cannot be an address", name=quoted(name)),
            advise("use lower-case letters, digits and '-'"),
        )
    if told := device(name):
        raise ValueError(told, advise("choose another id"))
    return name


GRAMMARS: Mapping[type[Table], Mapping[str, Callable[[str], Any]]] = {
    SiteKeys: {
        "title": setting.title,
        "url": setting.address,
        "repository": setting.repository,
        "timezone": setting.timezone,
    },
    RankingKeys: {"title": setting.title, "id": _ranking_id},
}
"""What the type of a key does not say."""
