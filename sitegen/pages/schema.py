"""What pages are in the words of schema.org, for programs that look for that."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from urllib.parse import quote

from sitegen.board import Board
from sitegen.config import Site
from sitegen.pages.page import Page

Data = Mapping[str, Any]


def organization(site: Site) -> Data:
    """The club or federation whose site it is."""
    return {"@type": "SportsOrganization", "name": site.title, "url": site.url}


def person(site: Site, page: Page) -> Data:
    """A player, with the club that they play for."""
    club = page.shows["club"]
    member = {"memberOf": {"@type": "SportsOrganization", "name": club}} if club else {}
    who = {"@type": "Person", "name": page.shows["name"], "url": _address(site, page), **member}
    return {"@type": "ProfilePage", "mainEntity": who}


def event(site: Site, page: Page, name: str) -> Data:
    """An evening, a round or a tournament."""
    day = page.shows["day"].isoformat()
    place = {"@type": "Place", "name": site.title}
    return {
        "@type": "SportsEvent",
        "name": name,
        "startDate": day,
        "endDate": day,
        "url": _address(site, page),
        "location": place,
        "organizer": organization(site),
    }


def dataset(site: Site, board: Board, page: Page, name: str, day: date) -> Data:
    """A list, with the files in which it stands as data."""
    names, colon = page.shows["tables"], board.language.colon
    kinds = {"csv": "text/csv", "json": "application/json"} if page.shows["current"] else {"csv": "text/csv"}
    found = [
        {
            "@type": "DataDownload",
            "encodingFormat": kind,
            "contentUrl": f"{site.url}{page.shows['data']}{each}.{ending}",
        }
        for each in names
        for ending, kind in kinds.items()
    ]
    return {
        "@type": "Dataset",
        "name": name,
        "description": f"{name}{colon} {board.ranking.title}, {site.title}, {page.shows['dated']}",
        "url": _address(site, page),
        "dateModified": day.isoformat(),
        "creator": organization(site),
        "distribution": found,
    }


def _address(site: Site, page: Page) -> str:
    return f"{site.url}{quote(page.url)}"
