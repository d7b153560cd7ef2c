"""What is told of each page where somebody finds or shares it: a line of text, a picture, what it is."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from sitegen.board import Board
from sitegen.config import Site
from sitegen.derived.standings import Standing
from sitegen.language import Language
from sitegen.pages import schema
from sitegen.pages.edition import Edition
from sitegen.pages.page import About, Page
from sitegen.pages.pictures import nearest
from sitegen.table import column_of

_TOP = 3
_LONGEST = 300  # characters: nobody shows more


def described(edition: Edition, cards: Collection[str], pages: Iterable[Page]) -> list[Page]:
    """The pages of one language, with what tells of each; `cards` are the addresses of all pictures."""
    every = [*pages]
    addresses = frozenset(each.url for each in every if each.make)
    tell = {each.ranking.id: _Telling(edition.site, each, cards, addresses).about for each in edition.boards}
    of_site, language, prefix = partial(_of_site, edition, cards), edition.language, edition.prefix
    return [
        each._replace(
            language=language,
            prefix=prefix,
            tell=tell.get(each.ranking, of_site) if _is_told_of(each) else None,
        )
        for each in every
    ]


def _is_told_of(page: Page) -> bool:
    return not page.make and not page.path.endswith(".xml")


def _of_site(edition: Edition, cards: Collection[str], page: Page) -> About:
    """What is told of a page that is of no ranking."""
    site, is_home = edition.site, not page.place
    titles = ", ".join(each.ranking.title for each in edition.boards)
    title = str(page.shows.get("title", page.shows.get("name", site.title)))
    summary = page.text.summary if page.text and not is_home else ""
    named = f"{site.title}{Language(site.language).colon} {titles}"
    text = f"{title}. {named}" if title != site.title else named
    return About(
        title,
        _cut(summary or text),
        nearest(page.place, cards),
        trail=() if is_home else ((page.prefix, site.title),),
        data=schema.organization(site) if is_home else None,
    )


class _Telling(NamedTuple):
    """Tells of the pages of one ranking."""

    site: Site
    board: Board
    cards: Collection[str]
    made: Collection[str]

    def about(self, page: Page) -> About:
        """What is told of one of the pages."""
        tell = self._by_template.get(page.template, _Telling._other)
        title, description, data = tell(self, page)
        home = self.board.home
        own = f"{page.url}feed.xml"
        return About(
            title,
            _cut(description),
            nearest(page.place, self.cards),
            own if own in self.made else f"{home}feed.xml",
            (
                (page.prefix, self.site.title),
                *([(home, self.board.ranking.title)] if page.url != home else []),
            ),
            data,
        )

    @property
    def _by_template(self) -> Mapping[str, Callable[["_Telling", Page], tuple[str, str, Any]]]:
        return {"list.html": _Telling._list, "player.html": _Telling._player, "event.html": _Telling._event}

    def _other(self, page: Page) -> tuple[str, str, Any]:
        ranking, title = self.board.ranking.title, page.shows.get("title", "")
        told = {"title": title, "ranking": ranking, "site": self.site.title}
        text = "{title}: {ranking}, {site}" if title else "{ranking}, {site}"
        return f"{title}, {ranking}" if title else ranking, self.board.language.titled(text, told), None

    def _list(self, page: Page) -> tuple[str, str, Any]:
        ranking, day = self.board.ranking, page.shows["day"]
        title = f"{ranking.title}, {self.board.language.full_date(day)}"
        text = (
            f"{self._top()}. {page.shows['dated']}"
            if page.shows["current"]
            else f"{title}. {self.site.title}"
        )
        return title, text.removeprefix(". "), schema.dataset(self.site, self.board, page, title, day)

    def _top(self) -> str:
        """Who lead the list."""
        rows = self.board.standings.rows
        first = ", ".join(
            " ".join(filter(None, [str(each.rank or ""), each.name, each.figure])) for each in rows[:_TOP]
        )
        counted = self.board.language.titled("Players: {count}", {"count": len(rows)})
        return f"{counted}. {first}" if first else ""

    def _player(self, page: Page) -> tuple[str, str, Any]:
        name, club = page.shows["name"], page.shows["club"]
        standing = self.board.standings.of.get(page.shows["id"])
        who = f"{name} ({club})" if club else name
        told = self._stands(standing) if standing else self._first_fact(page)
        figure = f", {standing.figure}" if standing and standing.figure else ""
        title = f"{name}{figure} – {self.board.ranking.title}"
        text = f"{who}{self.board.language.colon} {told}" if told else who
        return title, f"{text}. {self.board.ranking.title}, {self.site.title}", schema.person(self.site, page)

    def _stands(self, standing: Standing) -> str:
        """`Rating 1559, place 22 of 76, +16.2 since 14 November 2026`."""
        language, before = self.board.language, self.board.derived.before(self.board.outcome.listing)
        label = language.word(self.board.standings.label)
        place = {"rank": standing.rank, "count": self.board.standings.ranked}
        since = {"change": standing.change, "day": language.full_date(before.day) if before else ""}
        return ", ".join(
            filter(
                None,
                [
                    f"{label} {standing.figure}" if standing.figure else "",
                    language.titled("place {rank} of {count}", place) if standing.rank else "",
                    language.titled("{change} since {day}", since)
                    if standing.change and since["day"]
                    else "",
                ],
            )
        )

    def _first_fact(self, page: Page) -> str:
        """The first figure on the page of who is on no list."""
        fact = next(iter(page.sheet.facts if page.sheet else ()), None)
        if fact is None or not isinstance(fact.value, int | float) or isinstance(fact.value, bool):
            return ""
        language, shown = self.board.language, column_of(fact.label, fact.shown).shown
        value = language.number(shown.decimals)(fact.value) if isinstance(fact.value, float) else fact.value
        return f"{language.word(fact.label)} {value}"

    def _event(self, page: Page) -> tuple[str, str, Any]:
        title, day = page.shows["title"], self.board.language.full_date(page.shows["day"])
        named = f"{title}, {self.board.ranking.title}"
        data = schema.event(self.site, page, named)
        return named, f"{named}. {day}. {self.site.title}", data


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
