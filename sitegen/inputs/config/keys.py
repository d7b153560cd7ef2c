"""The keys of the settings, with what is required of their values: of sitegen.toml, and of a ranking.toml."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Literal

from sitegen.core.language import LANGUAGES
from sitegen.core.problems import advise, check_device_name, quote_text, say
from sitegen.core.table import PlayDate, Table, column
from sitegen.inputs.config import values
from sitegen.inputs.config.palette import parse_colour
from sitegen.inputs.config.site import CLUBS, DEFAULT_TIMEZONE

_FILES = ("404", "feed.xml", "sitemap.xml", "search.json", "card.png", "robots.txt")
_FOLDERS = ("news", "static", "players", CLUBS, "rankings", "engine", "check")
RESERVED_IDS = frozenset({"index", *_FOLDERS, *_FILES, *LANGUAGES})
"""Addresses at the root of a site that no ranking can have."""
_FONT_SUFFIXES = (".woff2", ".woff", ".ttf", ".otf")
_RANKING_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_ARCHIVE = column(
    "how many of the latest earlier lists are shown in full; blank: all, as far as they stay light",
    default=None,
    minimum=0,
    maximum=10_000,
)
"""The key of a ranking, of a pattern of some and of one of its folders."""


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
    timezone: str = column(
        "the time zone in which a day begins, such as Europe/Brussels", default=DEFAULT_TIMEZONE
    )
    as_of: date | None = column("the day whose state the site shows", default=None)
    dates: Literal["day first", "month first"] | None = column(
        "how 2/5/2026 is read in results; blank: day first, 2 May", default=None
    )
    errors: Literal["stop all", "stop their club"] = column(
        "what an error in the files of a club stops: all, or that club alone, which stays as it was before",
        default="stop all",
    )
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
    archive: int | None = _ARCHIVE
    clubs: str = column(
        "the folders of clubs whose results it takes too, such as results/clubs/*; blank: none", default=""
    )


class PatternKeys(Table):
    """The keys under a [[ranking]] that stands for many folders, besides its options."""

    folder: str = column("the folders of its rankings, such as results/clubs/*")
    system: str = column("the system that calculates it", default="")
    archive: int | None = _ARCHIVE


class FolderKeys(Table):
    """The keys of a ranking.toml, besides its options."""

    title: str = column("the name of the ranking, that of its club")
    system: str = column("the system that calculates it, unless the pattern in sitegen.toml says it")
    short_title: str = column("its name in narrow places; blank: the title", default="")
    region: str = column("where the club is, by which the page of all clubs is divided", default="")
    keepers: tuple[str, ...] = column(
        'who keeps it, on GitHub, such as ["@an", "@club/board"]; `sitegen owners` tells GitHub', default=()
    )
    archive: int | None = _ARCHIVE


class ChangeKeys(Table):
    """The keys under [[ranking.from]], besides its options."""

    date: PlayDate = column("the first day on which these options hold")


class ThemeKeys(Table):
    """The keys under [theme]."""

    accent: str = column("the colour of links, charts and the current tab, such as #0b645d", default="")
    accent_dark: str = column("the same in the dark; blank: made of it", default="")
    band: str = column("the colour behind the menu; blank: made of the accent", default="")
    band_dark: str = column("the same in the dark; blank: made of it", default="")
    logo: str = column("the picture beside the title, a file in templates/static/", default="")
    font: str = column("the font of all texts, a file in templates/static/", default="")


def _validate_font(name: str) -> str:
    if name and not name.endswith(_FONT_SUFFIXES):
        raise ValueError(
            say("not-a-font", "{name} is not a font", name=quote_text(name)),
            advise("save it as WOFF2, in a file that ends in .woff2"),
        )
    return name


def check_ranking_id(name: str) -> str:
    """Return an id, or the last part of one; raises `ValueError` where it cannot be an address."""
    if not _RANKING_ID.fullmatch(name):
        raise ValueError(
            say("ranking-id", "{name} cannot be an address", name=quote_text(name)),
            advise("use lower-case letters, digits and '-'"),
        )
    if reserved := check_device_name(name):
        raise ValueError(reserved, advise("choose another id"))
    return name


def _validate_ranking_id(name: str) -> str:
    if name in RESERVED_IDS:
        raise ValueError(
            say("address-of-site", "{name} is an address of the site itself", name=quote_text(name)),
            advise("choose another id"),
        )
    return check_ranking_id(name)


def find_group(folder: str) -> str:
    """Return the name of the folder that a pattern looks into: `clubs` of `results/clubs/*`; else blank."""
    parts = folder.split("/")
    return parts[1] if len(parts) == 3 and (parts[0], parts[2]) == ("results", "*") else ""


def _validate_folder(folder: str) -> str:
    group = find_group(folder)
    if not group:
        message = say("folder-no-pattern", "{folder} stands for no folders", folder=quote_text(folder))
        raise ValueError(message, advise("write it as {example}", example='"results/clubs/*"'))
    if group != CLUBS:
        _validate_ranking_id(group)
    return folder


VALIDATORS: Mapping[type[Table], Mapping[str, Callable[[Any], Any]]] = {
    SiteKeys: {
        "title": values.validate_title,
        "url": values.validate_url,
        "languages": values.validate_languages,
        "repository": values.validate_repository,
        "contact": values.validate_contact,
        "timezone": values.validate_timezone,
    },
    ThemeKeys: {
        **dict.fromkeys(("accent", "accent_dark", "band", "band_dark"), parse_colour),
        "font": _validate_font,
    },
    RankingKeys: {
        "title": values.validate_title,
        "id": _validate_ranking_id,
        "clubs": _validate_folder,
    },
    PatternKeys: {"folder": _validate_folder},
    FolderKeys: {"title": values.validate_title, "keepers": values.validate_keepers},
}
"""What is required of the value of a key beside its type."""
TRANSLATABLE_KEYS = frozenset({"title", "short_title", "region"})
"""The keys whose text can differ by language."""
