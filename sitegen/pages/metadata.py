"""The metadata of pages for search engines and for programs in which a page is shared.

That is a title, a description, a picture called card, and JSON-LD (https://schema.org). A card has names,
figures and a line but no words, so that all languages share it. This module says what is on the cards of a
site, its rankings and its players; `cards` draws them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple
from urllib.parse import quote

from sitegen.core.language import Language
from sitegen.core.problems import Problem, Severity, advise, merge_repeated, pluralize, quote_text
from sitegen.core.table import make_column
from sitegen.inputs.config.site import SETTINGS_FILE, Site
from sitegen.pages.card_content import PlayerCard, Poster
from sitegen.pages.overview import RankingSummary
from sitegen.pages.page import LocalizedSite, Page, PageMetadata
from sitegen.pages.shaping import PLAIN_TEXT
from sitegen.rankings.ranking import RankingContext, StandingRow

_MAX_MOVES = 48
"""The most figures in the line of a card: the latest."""
_POSTER_ROWS = 5
CARD_FILE = "card.png"


def plan_site_card(site: Site, summaries: Sequence[RankingSummary]) -> Iterator[Page]:
    """Yield the card of the site, if it wants any."""
    if site.cards != "none":
        lines = [
            (ranking.title, str(summary.listed_count or ""))
            for ranking, summary in zip(site.rankings, summaries, strict=True)
        ]
        yield _plan_poster(site, CARD_FILE, site.title, lines)


def plan_cards(site: Site, context: RankingContext, *, with_players: bool) -> Iterator[Page]:
    """Yield the card of a ranking and those of its players, as far as the site wants them."""
    if site.cards == "none":
        return
    lines = [
        (f"{row.rank or ''} {row.name}".strip(), row.figure) for row in context.standings.rows[:_POSTER_ROWS]
    ]
    ranking = context.ranking
    yield _plan_poster(site, f"{ranking.id}/{CARD_FILE}", ranking.title, lines, ranking.id)
    if with_players:
        yield from _plan_player_cards(site, context)


def list_unusual_texts(site: Site, context: RankingContext, *, with_players: bool) -> "list[CardText]":
    """Return what people write that stands on the cards of a ranking and is more than plain letters."""
    texts = _iter_card_texts(context, with_players=with_players) if site.cards != "none" else ()
    return [text for text in texts if not PLAIN_TEXT.fullmatch(text.text)]


def find_missing_letters(site: Site, card_texts: "Iterable[CardText]") -> list[Problem]:
    """Return a warning of all texts with letters that the cards of a site cannot show.

    `card_texts` are those on the cards of its rankings.
    """
    own = [CardText(SETTINGS_FILE, 0, site.title)] if site.cards != "none" else []
    unusual = [text for text in (*own, *card_texts) if not PLAIN_TEXT.fullmatch(text.text)]
    if not unusual:
        return []
    from sitegen.pages import lettering  # noqa: PLC0415 - it loads fonts, and a check draws nothing else

    missing = {text: lettering.find_missing_letters(text.text) for text in unusual}
    undrawn = [text for text in missing if missing[text]]
    for text in undrawn[:1]:
        message = pluralize(
            len(undrawn),
            "in the pictures to share a box stands for {letters} of {text}",
            "in the pictures to share boxes stand for letters of {number} texts, such as {letters} of {text}",
            code="letters-not-drawn",
            letters=quote_text("".join(missing[text])),
            text=quote_text(text.text),
        )
        return merge_repeated(
            [Problem(each.path, each.line, 0, message, _SPELL_HINT, Severity.WARNING) for each in undrawn]
        )
    return []


_SPELL_HINT = advise(
    "no font has it: write Latin letters, and a name as it is among the 'aliases' too; or leave the pictures"
    ' out, with `cards = "none"` below [site]'
)


class CardText(NamedTuple):
    """A text on a card, and where it is written."""

    path: str
    line: int
    text: str


def _iter_card_texts(context: RankingContext, *, with_players: bool) -> Iterator[CardText]:
    yield CardText(context.ranking.file, 0, context.ranking.title)
    shown = {row.player for row in context.standings.rows[:_POSTER_ROWS]}
    shown |= {player.id for player in context.outcome.players if with_players}
    clubs = {player.id: player.club for player in context.outcome.players if with_players}
    for player in context.players:
        if player.id in shown:
            path, _, line = player.source.rpartition(":")
            for text in (player.name, clubs.get(player.id, "")):
                yield CardText(path, int(line or 0), text)


def get_colour(site: Site) -> str:
    """Return the colour that a site chose, blank for that of the theme."""
    return site.theme.palette.band or site.theme.palette.accent


def find_nearest_card(page: str, cards: Collection[str]) -> str:
    """Return the address of the card of a page or of the nearest page above it, blank if there is none."""
    while page and f"{page}{CARD_FILE}" not in cards:
        page = page.rstrip("/").rpartition("/")[0]
        page += "/" if page else ""
    return f"{page}{CARD_FILE}" if f"{page}{CARD_FILE}" in cards else ""


@lru_cache(maxsize=1_000)  # a preview asks for the same cards after every change
def render_card(card: PlayerCard | Poster) -> bytes:
    """Return a card as PNG."""
    from sitegen.pages import cards  # noqa: PLC0415 - a check draws nothing

    return cards.draw_card(card) if isinstance(card, PlayerCard) else cards.draw_poster(card)


def _plan_poster(
    site: Site, url: str, title: str, lines: Iterable[tuple[str, str]], ranking: str = ""
) -> Page:
    poster, language = Poster(site.title, title, (*lines,), get_colour(site)), site.language
    make = partial(render_card, poster)
    return Page(url, CARD_FILE, {"poster": poster}, ranking, make=make, language=language)


def _plan_player_cards(site: Site, context: RankingContext) -> Iterator[Page]:
    standings, ranking = context.standings, context.ranking
    for player in context.outcome.players:
        row = standings.by_player.get(player.id)
        card = PlayerCard(
            site.title,
            ranking.title,
            player.name,
            player.club,
            place=f"{row.rank} / {standings.ranked_count}" if row and row.rank else "",
            figure=row.figure if row else "",
            change=row.change if row else "",
            line=(),
            colour=get_colour(site),
        )
        url = f"{ranking.id}/players/{player.id}/{CARD_FILE}"
        make = partial(_render_player_card, context, player.id, card)
        variables = {"card": card}
        yield Page(url, f"players/{CARD_FILE}", variables, ranking.id, make=make, language=site.language)


def _render_player_card(context: RankingContext, player: str, card: PlayerCard) -> bytes:
    """Return the card of a player with the latest figures of their career."""
    careers = context.outcome.careers
    history = careers.get_career(player).history[-_MAX_MOVES:] if careers else ()
    return render_card(card._replace(line=tuple(value for _, value in history)))


_TOP_ROWS = 3
_MAX_DESCRIPTION = 300
"""The most characters of a description: no program shows more."""
_JsonLd = Mapping[str, Any]
Describer = Callable[[Page], PageMetadata]


def make_ranking_describer(
    site: Site, context: RankingContext, cards: Collection[str], pages: Iterable[Page]
) -> Describer:
    """Return the function for the metadata of the `pages` of a ranking, which has these `cards`."""
    file_urls = frozenset(page.url for page in pages if page.make)
    return _PageDescriber(site, context, cards, file_urls).describe


def make_site_describer(site: Site, cards: Collection[str]) -> Describer:
    """Return the function for the metadata of pages that belong to no ranking.

    `cards` are the addresses of all cards.
    """
    return partial(
        _describe_site_page, site, ", ".join(ranking.title for ranking in site.own_rankings), cards
    )


def add_metadata(localized_site: LocalizedSite, describe: Describer, pages: Iterable[Page]) -> list[Page]:
    """Return pages in one language with a function for their metadata; files and XML documents have none."""
    return [
        page._replace(
            language=localized_site.language,
            prefix=localized_site.prefix,
            describe=None if page.make or page.path.endswith(".xml") else describe,
        )
        for page in pages
    ]


def _describe_site_page(site: Site, titles: str, cards: Collection[str], page: Page) -> PageMetadata:
    """Return the metadata of a page that belongs to no ranking; `titles` are those of all rankings."""
    is_home = not page.relative_url
    title = str(page.context.get("title", page.context.get("name", site.title)))
    summary = page.text.summary if page.text and not is_home else ""
    site_text = f"{site.title}{Language(site.language).colon} {titles}"
    text = f"{title}. {site_text}" if title != site.title else site_text
    return PageMetadata(
        site.title if is_home else "",
        _truncate(summary or text),
        find_nearest_card(page.relative_url, cards),
        f"{page.prefix}feed.xml",
        _describe_organization(site) if is_home else None,
    )


def _describe_organization(site: Site) -> _JsonLd:
    return {"@type": "SportsOrganization", "name": site.title, "url": site.url}


class _PageDescriber(NamedTuple):
    """Describes the pages of one ranking; `file_urls` are the addresses of its feeds, among others."""

    site: Site
    context: RankingContext
    cards: Collection[str]
    file_urls: Collection[str]

    def describe(self, page: Page) -> PageMetadata:
        """Return the metadata of one of the pages; of most the title says all that a description would."""
        is_player, is_current = page.template == "player.html", bool(page.context.get("current"))
        feed = f"{page.url}feed.xml"
        return PageMetadata(
            self._format_player(page) if is_player else self._format_list(page) if is_current else "",
            self._describe_player(page) if is_player else self._describe_list(page) if is_current else "",
            find_nearest_card(page.relative_url, self.cards),
            feed if feed in self.file_urls else f"{self.context.home}feed.xml",
            self._describe_dataset(page) if is_current else None,
        )

    def _describe_list(self, page: Page) -> str:
        return _truncate(f"{self._format_top()}. {page.context['dated']}".removeprefix(". "))

    def _format_list(self, page: Page) -> str:
        """Return the title of a list, with its day."""
        return f"{self.context.ranking.title}, {self.context.language.format_full_date(page.context['day'])}"

    def _describe_dataset(self, page: Page) -> _JsonLd:
        """Return the JSON-LD of the current list; searches for data would find each earlier one beside it."""
        site, context = self.site, page.context
        colon, ranking, title = (
            self.context.language.colon,
            self.context.ranking.title,
            self._format_list(page),
        )
        return {
            "@type": "Dataset",
            "name": title,
            "description": f"{title}{colon} {ranking}, {site.title}, {context['dated']}",
            "url": f"{site.url}{quote(page.url)}",
            "dateModified": context["day"].isoformat(),
            "creator": _describe_organization(site),
            "distribution": [
                {
                    "@type": "DataDownload",
                    "encodingFormat": media_type,
                    "contentUrl": f"{site.url}{context['data']}{name}.{suffix}",
                }
                for name in context["tables"]
                for suffix, media_type in {"csv": "text/csv", "json": "application/json"}.items()
            ],
        }

    def _format_top(self) -> str:
        """Return the number of players and the first of the list, blank if nobody is on it."""
        rows = self.context.standings.rows
        first = ", ".join(
            " ".join(filter(None, [str(row.rank or ""), row.name, row.figure])) for row in rows[:_TOP_ROWS]
        )
        player_count = self.context.language.format_title("Players: {count}", {"count": len(rows)})
        return f"{player_count}. {first}" if first else ""

    def _format_player(self, page: Page) -> str:
        """Return the title of a player where the page is shared, with the figure of today."""
        row = self.context.standings.by_player.get(page.context["id"])
        figure = f", {row.figure}" if row and row.figure else ""
        return f"{page.context['name']}{figure} – {self.context.ranking.title}"

    def _describe_player(self, page: Page) -> str:
        name, club = page.context["name"], page.context["club"]
        ranking, colon = self.context.ranking.title, self.context.language.colon
        row = self.context.standings.by_player.get(page.context["id"])
        summary = self._format_standing(row) if row else self._format_first_fact(page)
        description = f"{name} ({club})" if club else name
        description += f"{colon} {summary}" if summary else ""
        return _truncate(f"{description}. {ranking}, {self.site.title}")

    def _format_standing(self, row: StandingRow) -> str:
        """Return a standing in words: `Rating 1559, place 22 of 76, +16.2 since 14 November 2026`."""
        language, standings = self.context.language, self.context.standings
        previous = self.context.dataset.get_previous_list(self.context.outcome.listing.day)
        texts = []
        if row.figure:
            texts.append(f"{language.translate(standings.label)} {row.figure}")
        if row.rank:
            params: dict[str, object] = {"rank": row.rank, "count": standings.ranked_count}
            texts.append(language.format_title("place {rank} of {count}", params))
        if row.change and previous:
            params = {"change": row.change, "day": language.format_full_date(previous.day)}
            texts.append(language.format_title("{change} since {day}", params))
        return ", ".join(texts)

    def _format_first_fact(self, page: Page) -> str:
        """Return the first figure on the page of a player who is on no list, blank if there is none."""
        fact = next(iter(page.content.facts if page.content else ()), None)
        if fact is None or not isinstance(fact.value, int | float) or isinstance(fact.value, bool):
            return ""
        language, value = self.context.language, str(fact.value)
        if isinstance(fact.value, float):
            decimals = make_column(fact.label, fact.cell_type).display.decimals
            value = language.make_number_formatter(decimals)(fact.value)
        return f"{language.translate(fact.label)} {value}"


def _truncate(text: str) -> str:
    return text if len(text) <= _MAX_DESCRIPTION else f"{text[: _MAX_DESCRIPTION - 1].rstrip()}…"
