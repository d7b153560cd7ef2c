"""A site and its rankings, as sitegen.toml describes them.

The folders of a site, of which one that is called almost so would be passed over.

What a site or a ranking is called, in each of the languages in which that is said.

The keys of sitegen.toml, and what their types do not say of them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self, TypeVar
from zoneinfo import ZoneInfo

from sitegen.core import problems
from sitegen.core.entities import InvalidRequestError, Moment
from sitegen.core.problems import (
    Problem,
    ProblemError,
    Severity,
    advise,
    check_device_name,
    list_known,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.core.system import Origin, System
from sitegen.core.table import Column, Table, column
from sitegen.inputs.config import values
from sitegen.inputs.config.palette import Palette, parse_colour
from sitegen.inputs.config.values import add_key_name

SITE_FOLDERS = ("content", "results", "templates")


def find_misnamed_folders(root: Path) -> Iterator[Problem]:
    """A warning of each folder that was probably meant to be one of a site: `Content`, `result`."""
    there = {entry.name for entry in root.iterdir() if entry.is_dir()}
    for name in sorted(there.difference(SITE_FOLDERS)):
        meant = get_close_matches(name.casefold(), SITE_FOLDERS, n=1, cutoff=0.9)
        if meant and meant[0] not in there:
            message = say("folder-misnamed", "nothing is read from this folder")
            hint = advise("rename it to {name}", name=quote_text(meant[0]))
            yield Problem(name, 0, 0, message, hint, Severity.WARNING)


LANGUAGES = ("en", "nl", "fr")


class Title(str):
    """A title in one language, which knows its `texts` in all that it has."""

    __slots__ = ("texts",)
    texts: Mapping[str, str]

    def __new__(cls, texts: Mapping[str, str], *languages: str) -> Self:
        """The title in the first of these languages that it has."""
        made = super().__new__(
            cls, next(texts[language] for language in (*languages, *texts) if language in texts)
        )
        made.texts = texts
        return made


def read_title(found: Mapping[str, Any], column: Column) -> Title:
    """The title that a table `{ nl = "…", fr = "…" }` says; raises as a parser of cells does."""
    for language in found:
        if language not in LANGUAGES:
            message = say(
                "unknown-language", "{language} is no language of a site", language=quote_text(language)
            )
            raise ValueError(message, suggest_nearest(language, LANGUAGES) or list_known(LANGUAGES))
    one = column._replace(kind=str, choices=())
    texts = {
        language: values.validate_title(values.read_setting(text, one)) for language, text in found.items()
    }
    if not texts:
        raise ValueError(say("blank-title", "a blank title"), advise("say what it is called"))
    return Title(texts)


def check_translation(title: object, language: str) -> tuple[str, str] | None:
    """That a title says nothing in the first language of a site, and how to mend it."""
    if not isinstance(title, Title) or language in title.texts:
        return None
    message = say(
        "title-without-language", "it says nothing in the first language, {language}", language=language
    )
    return message, advise("write {example} too", example=f'{language} = "…"')


def localize_title(title: str, *languages: str) -> str:
    """A title in the first of these languages that it has."""
    return Title(title.texts, *languages) if isinstance(title, Title) else title


def get_title_texts(title: str) -> tuple[str, ...]:
    """A title in every language that it has."""
    return tuple(title.texts.values()) if isinstance(title, Title) else (title,)


SETTINGS_FILE = "sitegen.toml"
DEFAULT_TIMEZONE = "Europe/Brussels"
T = TypeVar("T")


_FEWEST_LISTS, _LINES = 52, 50_000
"""Where nothing else is said, so many earlier lists are shown in full, or as many as have these lines."""
_MAX_CARDS = 2_000
"""Players of a site: each card takes some 10 kB, and 7 ms to draw when it changes."""


class SiteDates(NamedTuple):
    """The day that a site is made for, and the last one on which something can have been played."""

    as_of: date
    latest: date


class Ranking(NamedTuple):
    """One ranking: its address, the system that calculates it, and that system's options."""

    id: str
    name_of_system: str
    system: System
    title: str
    options: Table
    archive: int | None = None
    places: Mapping[str, tuple[int, int]] = {}
    """Line and column of each option in the file."""
    origin: Origin = Origin()
    place: tuple[int, int] = (0, 0)
    """Line and column at which the file names the system."""
    short_title: str = ""
    """Its name where there is little room, as in the menu."""

    @property
    def menu_title(self) -> str:
        """Its short title, or else its title."""
        return self.short_title or self.title

    def localize(self, *languages: str) -> Self:
        """The same, as it is called in the first of these languages in which it has a name."""
        title, short = (localize_title(name, *languages) for name in (self.title, self.short_title))
        return self._replace(title=title, short_title=short)

    def make_moment(self, as_of: date, players: int) -> Moment:
        """The moment for which it is calculated, when it has so many players."""
        lists = max(_FEWEST_LISTS, _LINES // max(1, players)) if self.archive is None else self.archive
        return Moment(as_of, lists)

    def make_problem(self, option: str, message: str, hint: str = "") -> Problem:
        """A problem with an option, where it stands; with the file where it has its default."""
        return Problem(SETTINGS_FILE, *self.places.get(option, (0, 0)), add_key_name(option, message), hint)

    def blame_system(self, message: str, also: Sequence[str] = ()) -> Problem:
        """A problem that is the fault of the system alone; `also` are places in its code."""
        hint = problems.suggest_report(self.origin.package, is_ours=self.origin.is_builtin)
        return Problem(SETTINGS_FILE, *self.place, message, hint, other_places=tuple(also))

    def call_system(self, function: str, ask: Callable[[], T]) -> T:
        """What a function of the system says; a `ProblemError` where that ends in an exception."""
        try:
            return ask()
        except MemoryError:
            raise
        except Exception as error:
            raise ProblemError(self.report_failure(function, error)) from error

    def report_failure(self, function: str, error: Exception) -> Problem:
        """That a function of the system ended in an exception."""
        code = self.origin.code
        message = problems.describe_plugin_error(self.name_of_system, function, error, code)
        return self.blame_system(message, problems.extract_frames(error, code)[:-1])


class Theme(NamedTuple):
    """What a site changes of the look: colours, and a `logo` and a `font` that lie in templates/static/.

    `places` are line and column of each key in the file.
    """

    palette: Palette = Palette()
    logo: str = ""
    font: str = ""
    places: Mapping[str, tuple[int, int]] = {}

    def make_problem(self, key: str, severity: Severity, message: str, hint: str = "") -> Problem:
        """A problem with a key, where it stands."""
        return Problem(
            SETTINGS_FILE, *self.places.get(key, (0, 0)), add_key_name(key, message), hint, severity
        )


class Site(NamedTuple):
    """A site as sitegen.toml describes it. `url` ends in `/`; `repository` is owner/name or empty.

    `language` is the one it is shown in, the first of its `languages` where nothing else is said. It stands
    still at `as_of` where that is given. `cards` says what has a picture to share; where it does not, every
    player does as long as they are not too many. With an `engine` it calculates in the browser of a visitor.
    Results can be sent to its `contact` by mail.
    """

    root: Path
    title: str
    url: str
    languages: tuple[str, ...]
    language: str
    repository: str
    rankings: tuple[Ranking, ...]
    timezone: str = DEFAULT_TIMEZONE
    as_of: date | None = None
    theme: Theme = Theme()
    cards: Literal["all", "rankings", "none"] | None = None
    engine: bool = False
    contact: str = ""

    def has_player_cards(self, players: int) -> bool:
        """Whether each of so many players has a picture to share."""
        return self.cards == "all" or (self.cards is None and players <= _MAX_CARDS)

    def find_ranking(self, id_: str) -> Ranking:
        """The ranking with an id; a `WishError` when there is none."""
        known = {ranking.id: ranking for ranking in self.rankings}
        if id_ not in known:
            message = say("no-such-ranking", "no ranking is called {id}", id=quote_text(id_))
            raise InvalidRequestError(message, suggest_nearest(id_, known) or list_known(known))
        return known[id_]

    def localize(self, language: str) -> Self:
        """The same in another of its languages, in which it and its rankings can have other names."""
        either = language, self.languages[0]
        rankings = tuple(ranking.localize(*either) for ranking in self.rankings)
        return self._replace(language=language, title=localize_title(self.title, *either), rankings=rankings)


def compute_dates(site: Site | None, now: datetime, wanted: date | None = None) -> SiteDates:
    """What a site is made for at the moment `now`: the day that is `wanted`, or its own, or today's.

    Today is a day of the site, not of the machine that makes it.
    """
    today = now.astimezone(ZoneInfo(site.timezone if site else DEFAULT_TIMEZONE)).date()
    as_of = wanted or (site and site.as_of) or today
    return SiteDates(as_of, max(as_of, today))


_FILES = ("404", "feed.xml", "sitemap.xml", "search.json", "card.png", "robots.txt")
_FOLDERS = ("news", "static", "players", "clubs", "rankings", "engine", "check")
RESERVED_IDS = frozenset({"index", *_FOLDERS, *_FILES, *LANGUAGES})
"""Addresses at the root of a site that no ranking can have."""
_FONT_SUFFIXES = (".woff2", ".woff", ".ttf", ".otf")
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
    timezone: str = column("where it is that a day begins, such as Europe/Brussels", default=DEFAULT_TIMEZONE)
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


def _validate_font(name: str) -> str:
    if name and not name.endswith(_FONT_SUFFIXES):
        raise ValueError(
            say("not-a-font", "{name} is not a font", name=quote_text(name)),
            advise("save it as WOFF2, in a file that ends in .woff2"),
        )
    return name


def _validate_ranking_id(name: str) -> str:
    if name in RESERVED_IDS:
        raise ValueError(
            say("address-of-site", "{name} is an address of the site itself", name=quote_text(name)),
            advise("choose another id"),
        )
    if not _RANKING_ID.fullmatch(name):
        raise ValueError(
            say("ranking-id", "{name} cannot be an address", name=quote_text(name)),
            advise("use lower-case letters, digits and '-'"),
        )
    if told := check_device_name(name):
        raise ValueError(told, advise("choose another id"))
    return name


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
    RankingKeys: {"title": values.validate_title, "id": _validate_ranking_id},
}
"""What the type of a key does not say."""
TRANSLATABLE_KEYS = frozenset({"title", "short_title"})
"""The keys whose text can be another in each language."""
