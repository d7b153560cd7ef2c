"""Cards: the pictures that stand beside a link where somebody shares it; the home of Pillow.

A card says nothing that is of one language: names, figures and a line, so that it stands once for all. What
is shown on it is said here, and drawn in `drawn`, for which no page has to wait.

The ten colours of a card: five shades from paper to ink, and five from the accent to white.

The icon on the home screen of a phone: the bars of the theme's own; a site can bring another.

The pictures of a site: one of itself, of each ranking and of each player, as far as they are wanted.

What pages are in the words of schema.org, for programs that look for that.

What is told of each page where somebody finds or shares it: a line of text, a picture, what it is.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from zlib import crc32

from sitegen.core.language import Language
from sitegen.core.model import PlayerPage
from sitegen.core.table import make_column
from sitegen.inputs.config.site import Site
from sitegen.pages.page import LocalizedSite, Page, PageMetadata
from sitegen.rankings.ranking import RankingContext, StandingRow


class PlayerCard(NamedTuple):
    """One player: the name, what stands beside it, the place (`22 / 76`), the figure and its change.

    `line` is the course of the figure, at moments equally far apart; `colour` that of the site, `#rrggbb`.
    """

    site: str
    ranking: str
    name: str
    subtitle: str
    place: str
    figure: str
    change: str
    line: tuple[float, ...]
    colour: str = ""


class Poster(NamedTuple):
    """A ranking or a site: its title, and lines of what stands left and right, a name and a figure."""

    site: str
    title: str
    lines: tuple[tuple[str, str], ...]
    colour: str = ""


SHADE_COUNT = 5
_PAPER, _INK, _ACCENT, _WHITE = (255, 255, 255), (22, 27, 29), (11, 93, 87), (255, 255, 255)
_Colour = tuple[int, ...]


def build_palette(colour: str = "") -> bytes:
    """All of them, three bytes each; `colour` is the accent, as `#rrggbb`, blank for that of the theme."""
    accent = tuple(bytes.fromhex(colour.removeprefix("#"))) or _ACCENT
    return bytes([*_build_ramp(_PAPER, _INK), *_build_ramp(accent, _WHITE)])


def _build_ramp(first: _Colour, last: _Colour) -> list[int]:
    steps = SHADE_COUNT - 1
    return [
        round(one + (other - one) * step / steps)
        for step in range(SHADE_COUNT)
        for one, other in zip(first, last, strict=True)
    ]


_ICON_FILE = Path(__file__).with_name("touch.png")
_PALETTE_START = 8 + 25  # the signature of a PNG and its head; then come the colours
_CHUNK_OVERHEAD = 4 + 4 + 4  # their length, their name and their sum


def build_touch_icon(colour: str = "") -> bytes:
    """The icon in the colours of a site, for which nothing has to be drawn."""
    drawn, colours = _ICON_FILE.read_bytes(), b"PLTE" + build_palette(colour)
    part = (len(colours) - 4).to_bytes(4) + colours + crc32(colours).to_bytes(4)
    return drawn[:_PALETTE_START] + part + drawn[_PALETTE_START + _CHUNK_OVERHEAD + len(build_palette()) :]


_MAX_MOVES = 48
"""So many of the latest moves of a figure are drawn."""
_CARD_FILE = "card.png"


def plan_cards(site: Site, boards: Sequence[RankingContext]) -> Iterator[Page]:
    """Each picture, by the address where `picture_of` finds it."""
    if site.cards == "none":
        return
    titles = [(board.ranking.title, str(len(board.standings.by_player) or "")) for board in boards]
    yield _plan_poster(_CARD_FILE, Poster(site.title, site.title, (*titles,), get_colour(site)), "")
    players = sum(len(board.outcome.players) for board in boards)
    for board in boards:
        top = [(f"{row.rank or ''} {row.name}".strip(), row.figure) for row in board.standings.rows[:5]]
        title = board.ranking.title
        yield _plan_poster(
            f"{board.ranking.id}/{_CARD_FILE}",
            Poster(site.title, title, (*top,), get_colour(site)),
            board.ranking.id,
        )
        if site.has_player_cards(players):
            yield from _plan_player_cards(site, board)


def get_colour(site: Site) -> str:
    """The colour that a site chose, blank for that of the theme."""
    return site.theme.palette.band or site.theme.palette.accent


def find_nearest_card(page: str, known: Collection[str]) -> str:
    """The address of the picture of a page, or of what it lies below; blank where there is none."""
    while page and f"{page}{_CARD_FILE}" not in known:
        page = page.rstrip("/").rpartition("/")[0]
        page += "/" if page else ""
    return f"{page}{_CARD_FILE}" if f"{page}{_CARD_FILE}" in known else ""


@lru_cache(maxsize=1_000)  # which a preview asks for again after every change
def render_card(shown: PlayerCard | Poster) -> bytes:
    """The picture, as PNG."""
    from sitegen.pages import cards  # noqa: PLC0415 - a check draws nothing

    return cards.draw_card(shown) if isinstance(shown, PlayerCard) else cards.draw_poster(shown)


def _plan_poster(url: str, poster: Poster, ranking: str) -> Page:
    return Page(url, _CARD_FILE, {"poster": poster}, ranking, make=lambda: render_card(poster))


def _plan_player_cards(site: Site, board: RankingContext) -> Iterator[Page]:
    places = board.standings.ranked_count
    for player in board.outcome.players:
        card = _build_card(site, board, player, board.standings.by_player.get(player.id), places)
        url = f"{board.ranking.id}/players/{player.id}/{_CARD_FILE}"
        yield Page(
            url,
            f"players/{_CARD_FILE}",
            {"card": card},
            board.ranking.id,
            make=lambda card=card, id_=player.id: render_card(
                card._replace(line=_get_latest_figures(board, id_))
            ),  # type: ignore[misc]
        )


def _build_card(
    site: Site, board: RankingContext, player: PlayerPage, standing: StandingRow | None, places: int
) -> PlayerCard:
    place = f"{standing.rank} / {places}" if standing and standing.rank else ""
    figure, change = (standing.figure, standing.change) if standing else ("", "")
    return PlayerCard(
        site.title, board.ranking.title, player.name, player.club, place, figure, change, (), get_colour(site)
    )


def _get_latest_figures(board: RankingContext, player: str) -> Sequence[float]:
    careers = board.outcome.careers
    return tuple(value for _, value in careers.get_career(player).history[-_MAX_MOVES:]) if careers else ()


JsonLd = Mapping[str, Any]


def describe_organization(site: Site) -> JsonLd:
    """The club or federation whose site it is."""
    return {"@type": "SportsOrganization", "name": site.title, "url": site.url}


def describe_person(site: Site, page: Page) -> JsonLd:
    """A player, with the club that they play for."""
    club = page.context["club"]
    member = {"memberOf": {"@type": "SportsOrganization", "name": club}} if club else {}
    who = {"@type": "Person", "name": page.context["name"], "url": _get_page_url(site, page), **member}
    return {"@type": "ProfilePage", "mainEntity": who}


def describe_event(site: Site, page: Page, name: str) -> JsonLd:
    """An evening, a round or a tournament."""
    day = page.context["day"].isoformat()
    place = {"@type": "Place", "name": site.title}
    return {
        "@type": "SportsEvent",
        "name": name,
        "startDate": day,
        "endDate": day,
        "url": _get_page_url(site, page),
        "location": place,
        "organizer": describe_organization(site),
    }


def describe_dataset(site: Site, board: RankingContext, page: Page, name: str, day: date) -> JsonLd:
    """A list, with the files in which it stands as data."""
    names, colon = page.context["tables"], board.language.colon
    kinds = (
        {"csv": "text/csv", "json": "application/json"} if page.context["current"] else {"csv": "text/csv"}
    )
    found = [
        {
            "@type": "DataDownload",
            "encodingFormat": kind,
            "contentUrl": f"{site.url}{page.context['data']}{name}.{ending}",
        }
        for name in names
        for ending, kind in kinds.items()
    ]
    return {
        "@type": "Dataset",
        "name": name,
        "description": f"{name}{colon} {board.ranking.title}, {site.title}, {page.context['dated']}",
        "url": _get_page_url(site, page),
        "dateModified": day.isoformat(),
        "creator": describe_organization(site),
        "distribution": found,
    }


def _get_page_url(site: Site, page: Page) -> str:
    return f"{site.url}{quote(page.url)}"


_TOP_ROWS = 3
_MAX_DESCRIPTION = 300  # characters: nobody shows more


def add_metadata(edition: LocalizedSite, cards: Collection[str], pages: Iterable[Page]) -> list[Page]:
    """The pages of one language, with what tells of each; `cards` are the addresses of all pictures."""
    every = [*pages]
    addresses = frozenset(page.url for page in every if page.make)
    tell = {
        board.ranking.id: _PageDescriber(edition.site, board, cards, addresses).describe
        for board in edition.boards
    }
    of_site, language, prefix = partial(_describe_site_page, edition, cards), edition.language, edition.prefix
    return [
        page._replace(
            language=language,
            prefix=prefix,
            describe=tell.get(page.ranking, of_site) if _needs_metadata(page) else None,
        )
        for page in every
    ]


def _needs_metadata(page: Page) -> bool:
    return not page.make and not page.path.endswith(".xml")


def _describe_site_page(edition: LocalizedSite, cards: Collection[str], page: Page) -> PageMetadata:
    """What is told of a page that is of no ranking."""
    site, is_home = edition.site, not page.relative_url
    titles = ", ".join(board.ranking.title for board in edition.boards)
    title = str(page.context.get("title", page.context.get("name", site.title)))
    summary = page.text.summary if page.text and not is_home else ""
    named = f"{site.title}{Language(site.language).colon} {titles}"
    text = f"{title}. {named}" if title != site.title else named
    return PageMetadata(
        title,
        _truncate(summary or text),
        find_nearest_card(page.relative_url, cards),
        breadcrumbs=() if is_home else ((page.prefix, site.title),),
        json_ld=describe_organization(site) if is_home else None,
    )


class _PageDescriber(NamedTuple):
    """Tells of the pages of one ranking."""

    site: Site
    board: RankingContext
    cards: Collection[str]
    generated_urls: Collection[str]

    def describe(self, page: Page) -> PageMetadata:
        """What is told of one of the pages."""
        tell = self._describers.get(page.template, _PageDescriber._describe_other)
        title, description, data = tell(self, page)
        home = self.board.home
        own = f"{page.url}feed.xml"
        return PageMetadata(
            title,
            _truncate(description),
            find_nearest_card(page.relative_url, self.cards),
            own if own in self.generated_urls else f"{home}feed.xml",
            (
                (page.prefix, self.site.title),
                *([(home, self.board.ranking.title)] if page.url != home else []),
            ),
            data,
        )

    @property
    def _describers(self) -> Mapping[str, Callable[["_PageDescriber", Page], tuple[str, str, Any]]]:
        return {
            "list.html": _PageDescriber._describe_list,
            "player.html": _PageDescriber._describe_player,
            "event.html": _PageDescriber._describe_event,
        }

    def _describe_other(self, page: Page) -> tuple[str, str, Any]:
        ranking, title = self.board.ranking.title, page.context.get("title", "")
        told = {"title": title, "ranking": ranking, "site": self.site.title}
        text = "{title}: {ranking}, {site}" if title else "{ranking}, {site}"
        return f"{title}, {ranking}" if title else ranking, self.board.language.format_title(text, told), None

    def _describe_list(self, page: Page) -> tuple[str, str, Any]:
        ranking, day = self.board.ranking, page.context["day"]
        title = f"{ranking.title}, {self.board.language.format_full_date(day)}"
        text = (
            f"{self._format_top()}. {page.context['dated']}"
            if page.context["current"]
            else f"{title}. {self.site.title}"
        )
        return (
            title,
            text.removeprefix(". "),
            describe_dataset(self.site, self.board, page, title, day),
        )

    def _format_top(self) -> str:
        """Who lead the list."""
        rows = self.board.standings.rows
        first = ", ".join(
            " ".join(filter(None, [str(row.rank or ""), row.name, row.figure])) for row in rows[:_TOP_ROWS]
        )
        counted = self.board.language.format_title("Players: {count}", {"count": len(rows)})
        return f"{counted}. {first}" if first else ""

    def _describe_player(self, page: Page) -> tuple[str, str, Any]:
        name, club = page.context["name"], page.context["club"]
        standing = self.board.standings.by_player.get(page.context["id"])
        who = f"{name} ({club})" if club else name
        told = self._format_standing(standing) if standing else self._format_first_fact(page)
        figure = f", {standing.figure}" if standing and standing.figure else ""
        title = f"{name}{figure} – {self.board.ranking.title}"
        text = f"{who}{self.board.language.colon} {told}" if told else who
        return (
            title,
            f"{text}. {self.board.ranking.title}, {self.site.title}",
            describe_person(self.site, page),
        )

    def _format_standing(self, standing: StandingRow) -> str:
        """`Rating 1559, place 22 of 76, +16.2 since 14 November 2026`."""
        language, before = (
            self.board.language,
            self.board.derived.get_previous_list(self.board.outcome.listing),
        )
        label = language.translate(self.board.standings.label)
        place = {"rank": standing.rank, "count": self.board.standings.ranked_count}
        since = {"change": standing.change, "day": language.format_full_date(before.day) if before else ""}
        return ", ".join(
            filter(
                None,
                [
                    f"{label} {standing.figure}" if standing.figure else "",
                    language.format_title("place {rank} of {count}", place) if standing.rank else "",
                    language.format_title("{change} since {day}", since)
                    if standing.change and since["day"]
                    else "",
                ],
            )
        )

    def _format_first_fact(self, page: Page) -> str:
        """The first figure on the page of who is on no list."""
        fact = next(iter(page.content.facts if page.content else ()), None)
        if fact is None or not isinstance(fact.value, int | float) or isinstance(fact.value, bool):
            return ""
        language, shown = self.board.language, make_column(fact.label, fact.cell_type).display
        value = (
            language.make_number_formatter(shown.decimals)(fact.value)
            if isinstance(fact.value, float)
            else fact.value
        )
        return f"{language.translate(fact.label)} {value}"

    def _describe_event(self, page: Page) -> tuple[str, str, Any]:
        title, day = page.context["title"], self.board.language.format_full_date(page.context["day"])
        named = f"{title}, {self.board.ranking.title}"
        data = describe_event(self.site, page, named)
        return named, f"{named}. {day}. {self.site.title}", data


def _truncate(text: str) -> str:
    return text if len(text) <= _MAX_DESCRIPTION else f"{text[: _MAX_DESCRIPTION - 1].rstrip()}…"
