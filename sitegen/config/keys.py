"""The keys of sitegen.toml, and what their types do not say of them."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Literal

from sitegen.config import setting
from sitegen.config.site import TIMEZONE
from sitegen.config.title import LANGUAGES
from sitegen.message import advise, say
from sitegen.palette import colour
from sitegen.problem import device, quoted
from sitegen.table import Table, column

_FILES = ("404", "feed.xml", "sitemap.xml", "search.json", "card.png", "robots.txt")
_FOLDERS = ("news", "static", "players", "clubs", "rankings", "engine", "check")
RESERVED = frozenset({"index", *_FOLDERS, *_FILES, *LANGUAGES})
"""Addresses at the root of a site that no ranking can have."""
_FONTS = (".woff2", ".woff", ".ttf", ".otf")
_RANKING_ID = re.compile(r"[a-z0-9][a-z0-9-]*")


class SiteKeys(Table):
    """The keys under [site]."""

    title: str = column("the name of the site")
    url: str = column("the address where it will stand; may have a path")
    language: Literal["en", "nl", "fr"] = column("the language of its texts", default="en")
    languages: tuple[Literal["en", "nl", "fr"], ...] = column(
        "instead of that: its languages, the first at the root, the others below /nl/, /fr/ or /en/",
        default=(),
    )
    repository: str = column("owner/name on GitHub; turns on the links to contribute", default="")
    contact: str = column("where results can be sent by mail, such as results@club.example", default="")
    timezone: str = column("where it is that a day begins, such as Europe/Brussels", default=TIMEZONE)
    as_of: date | None = column("the day at which the site stands still", default=None)
    cards: Literal["all", "rankings", "none"] | None = column(
        "what has a picture to share: all players, rankings alone, or none; blank: all, up to 2,000 players",
        default=None,
    )
    engine: bool = column(
        "whether visitors can calculate everything again in their browser; the site is 15 MB larger for it",
        default=False,
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


class ThemeKeys(Table):
    """The keys under [theme]."""

    accent: str = column("the colour of links, charts and the current tab, such as #0b645d", default="")
    accent_dark: str = column("the same in the dark; blank: made of it", default="")
    band: str = column("the colour behind the menu; blank: made of the accent", default="")
    band_dark: str = column("the same in the dark; blank: made of it", default="")
    logo: str = column("the picture beside the title, a file in templates/static/", default="")
    font: str = column("the font of all texts, a file in templates/static/", default="")


def _font(name: str) -> str:
    if name and not name.endswith(_FONTS):
        raise ValueError(
            say("not-a-font", "{name} is not a font", name=quoted(name)),
            advise("save it as WOFF2, in a file that ends in .woff2"),
        )
    return name


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


GRAMMARS: Mapping[type[Table], Mapping[str, Callable[[Any], Any]]] = {
    SiteKeys: {
        "title": setting.title,
        "url": setting.address,
        "languages": setting.languages,
        "repository": setting.repository,
        "contact": setting.contact,
        "timezone": setting.timezone,
    },
    ThemeKeys: {
        **dict.fromkeys(("accent", "accent_dark", "band", "band_dark"), colour),
        "font": _font,
    },
    RankingKeys: {"title": setting.title, "id": _ranking_id},
}
"""What the type of a key does not say."""
IN_LANGUAGES = frozenset({"title", "short_title"})
"""The keys whose text can be another in each language."""
