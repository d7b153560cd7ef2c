"""A site and its rankings as sitegen.toml describes them, and the keys of that file with their validators."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from traceback import print_exception
from typing import Any, Literal, NamedTuple, Self, TypeVar

from sitegen.core import problems
from sitegen.core.cache import NULL_CACHE, BuildCache
from sitegen.core.entities import InvalidRequestError, Moment
from sitegen.core.language import LANGUAGES
from sitegen.core.model import Outcome
from sitegen.core.options import select_until
from sitegen.core.problems import (
    Problem,
    ProblemError,
    Severity,
    advise,
    list_known,
    quote_text,
    say,
    suggest_nearest,
)
from sitegen.core.system import Origin, System
from sitegen.core.table import Column, Table
from sitegen.inputs.config import values
from sitegen.inputs.config.palette import Palette
from sitegen.inputs.config.values import add_key_name
from sitegen.inputs.content.typography import set_type

SETTINGS_FILE, RANKING_FILE = "sitegen.toml", "ranking.toml"
CLUBS = "clubs"
"""The address of the clubs of a site, and of the rankings in results/clubs/."""
SITE_FOLDERS = ("content", "results", "templates")
DEFAULT_TIMEZONE = "Europe/Brussels"
SEPARATE_ERRORS = "stop their club"
"""The value of `errors` with which those of a club stop no other."""
T = TypeVar("T")


_FEWEST_LISTS, _LINES = 52, 50_000
"""By default so many earlier lists are shown in full, or more as long as they have at most these lines."""
_MAX_CARDS = 2_000
"""The most players with cards by default; a card has some 10 kB, and takes 7 ms to draw."""


class Title(str):
    """A title in one language, with its `texts` in all languages."""

    __slots__ = ("texts",)
    texts: Mapping[str, str]

    def __new__(cls, texts: Mapping[str, str], *languages: str) -> Self:
        """Return the title in the first of these languages that it has."""
        language = next(language for language in (*languages, *texts) if language in texts)
        title = super().__new__(cls, set_type(texts[language], language))
        title.texts = texts
        return title

    def __getnewargs__(self) -> tuple[Any, ...]:
        """Return what a copy is made of, in another process too: the texts, and the language it is in."""
        shown = (language for language, text in self.texts.items() if set_type(text, language) == self)
        return self.texts, *shown


def read_title(table: Mapping[str, Any], column: Column) -> Title:
    """Return the title in a table `{ nl = "…", fr = "…" }`; raises as a parser of cells does."""
    for language in table:
        if language not in LANGUAGES:
            message = say(
                "unknown-language", "{language} is no language of a site", language=quote_text(language)
            )
            raise ValueError(message, suggest_nearest(language, LANGUAGES) or list_known(LANGUAGES))
    text_column = column._replace(kind=str, choices=())
    texts = {
        language: values.validate_title(values.read_setting(text, text_column))
        for language, text in table.items()
    }
    if not texts:
        raise ValueError(say("blank-title", "a blank title"), advise("say what it is called"))
    return Title(texts)


def check_translation(title: object, language: str) -> tuple[str, str] | None:
    """Return a message and a hint when a title lacks the first language of a site."""
    if not isinstance(title, Title) or language in title.texts:
        return None
    message = say(
        "title-without-language", "it says nothing in the first language, {language}", language=language
    )
    return message, advise("write {example} too", example=f'{language} = "…"')


def localize_title(title: str, *languages: str) -> str:
    """Return a title in the first of these languages that it has, with the marks of that language."""
    return Title(title.texts, *languages) if isinstance(title, Title) else set_type(title, languages[0])


def get_title_texts(title: str) -> tuple[str, ...]:
    """Return a title in every language that it has."""
    return tuple(title.texts.values()) if isinstance(title, Title) else (title,)


class SiteDates(NamedTuple):
    """The day of a build, and the last day on which something can have been played."""

    as_of: date
    latest: date


class Place(NamedTuple):
    """A place in the settings: a file, and a line and column of it, 0 for all of the file."""

    file: str = SETTINGS_FILE
    line: int = 0
    column: int = 0


class Ranking(NamedTuple):
    """One ranking: its address, the system that calculates it, and that system's options."""

    id: str
    name_of_system: str
    system: System
    title: str
    options: Table
    archive: int | None = None
    places: Mapping[tuple[date, str], Place] = {}
    """The place of each option, by the day from which it holds and its name."""
    origin: Origin = Origin()
    place: Place = Place()
    """The place of the name of the system."""
    short_title: str = ""
    """The name for narrow places, such as the menu."""
    file: str = SETTINGS_FILE
    """The file with its titles."""
    region: str = ""
    """Where a club is, among the clubs of a federation."""
    keepers: tuple[str, ...] = ()
    """Who keeps the files of a club: names on GitHub with `@`, or addresses of mail."""
    clubs: tuple[str, ...] = ()
    """The ids of the rankings of clubs whose results it takes too."""

    @property
    def folders(self) -> Sequence[str]:
        """The folders under results/ with what it is calculated from, its own first."""
        return [self.id, *dict.fromkeys(club.rpartition("/")[0] for club in self.clubs)]

    @property
    def sources(self) -> Sequence[str]:
        """The ids of the rankings in whose folders all that it is calculated from stands, its own first."""
        return [self.id, *self.clubs]

    @property
    def is_of_club(self) -> bool:
        """Whether it is one of many that a pattern found, with an id such as `clubs/toren`."""
        return "/" in self.id

    @property
    def menu_title(self) -> str:
        """The short title, or else the title."""
        return self.short_title or self.title

    def localize(self, *languages: str) -> Self:
        """Return the ranking with its titles in the first of these languages that they have."""
        names = self.title, self.short_title, self.region
        title, short, region = (localize_title(name, *languages) for name in names)
        return self._replace(title=title, short_title=short, region=region)

    def rate(self, inputs: Any, as_of: date, cache: BuildCache = NULL_CACHE) -> Outcome:
        """Return everything that is published of these tables on a day, by the options of that day.

        `cache` has what was calculated of the ranking before.
        """
        when = self.make_moment(as_of, len(inputs.players))._replace(cache=cache)
        return self.system.rate(inputs, select_until(self.options, as_of), when)

    def make_moment(self, as_of: date, players: int) -> Moment:
        """Return the moment of a calculation with so many players: its day, and how many lists are kept."""
        lists = max(_FEWEST_LISTS, _LINES // max(1, players)) if self.archive is None else self.archive
        return Moment(as_of, lists)

    def make_problem(self, options: Table, option: str, message: str, hint: str = "") -> Problem:
        """Make a problem with an option of some day, at the place of its value then.

        It is one with the file when the option has its default.
        """
        since = getattr(options, "since", date.min)
        places = [
            (day, place) for (day, name), place in self.places.items() if name == option and day <= since
        ]
        place = max(places, default=(since, Place()))[1]
        return Problem(*place, add_key_name(option, message), hint)

    def blame_system(self, message: str, also: Sequence[str] = ()) -> Problem:
        """Make a problem that is a fault of the system; `also` are places in its code."""
        hint = problems.suggest_report(self.origin.package, is_ours=self.origin.is_builtin)
        return Problem(*self.place, message, hint, other_places=tuple(also))

    def call_system(self, function: str, call: Callable[[], T]) -> T:
        """Call a function of the system; raise `ProblemError` when it raises an exception."""
        try:
            return call()
        except MemoryError:
            raise
        except Exception as error:
            raise ProblemError(self.report_failure(function, error)) from error

    def report_failure(self, function: str, error: Exception) -> Problem:
        """Make the problem that a function of the system raised an exception.

        With `SITEGEN_DEBUG` in the environment its traceback is printed too, for the author of the system.
        """
        if os.environ.get("SITEGEN_DEBUG"):
            print_exception(error)
        code = self.origin.code
        message = problems.describe_plugin_error(self.name_of_system, function, error, code)
        return self.blame_system(message, problems.extract_frames(error, code)[:-1])


class Theme(NamedTuple):
    """A site's own colours, and its `logo` and `font`: files in templates/static/.

    `places` has the place of each key.
    """

    palette: Palette = Palette()
    logo: str = ""
    font: str = ""
    places: Mapping[str, Place] = {}

    def make_problem(self, key: str, severity: Severity, message: str, hint: str = "") -> Problem:
        """Make a problem with a key at its place."""
        return Problem(*self.places.get(key, Place()), add_key_name(key, message), hint, severity)


class WithheldClub(NamedTuple):
    """A club whose files have errors, so that they are taken as they were before, or not at all.

    Its system is blank where its settings cannot be read.
    """

    id: str
    title: str
    region: str = ""
    name_of_system: str = ""
    has_pages: bool = False


class Site(NamedTuple):
    """A site as sitegen.toml describes it. `url` ends in `/`; `repository` is owner/name or empty.

    `language` is the one it is shown in, by default the first of its `languages`. With `as_of` it stays at
    that day. `cards` says what has a picture to share: by default every player of a site with not too many.
    With an `engine` it calculates in the browsers of visitors. Results can be sent to its `contact` by mail.
    `dates` says how 2/5/2026 is read: by default the day comes first. Clubs with errors may be `withheld`.
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
    dates: Literal["day first", "month first"] | None = None
    errors: Literal["stop all", "stop their club"] = "stop all"
    withheld: tuple[WithheldClub, ...] = ()

    def has_player_cards(self, players: int) -> bool:
        """Whether each player of a site with so many has a picture to share."""
        return self.cards == "all" or (self.cards is None and players <= _MAX_CARDS)

    @property
    def own_rankings(self) -> Sequence[Ranking]:
        """The rankings of the site itself, without those of clubs that a pattern found."""
        return [ranking for ranking in self.rankings if not ranking.is_of_club]

    @property
    def club_rankings(self) -> Sequence[Ranking]:
        """The rankings of clubs that a pattern found."""
        return [ranking for ranking in self.rankings if ranking.is_of_club]

    def find_ranking(self, id_: str) -> Ranking:
        """Return the ranking with an id; raise `InvalidRequestError` when there is none."""
        rankings = {ranking.id: ranking for ranking in self.rankings}
        if id_ not in rankings:
            message = say("no-such-ranking", "no ranking is called {id}", id=quote_text(id_))
            raise InvalidRequestError(message, suggest_nearest(id_, rankings) or list_known(rankings))
        return rankings[id_]

    def find_lacking(self, ranking: Ranking) -> list[str]:
        """Return the titles of clubs withheld from a ranking: its own, or those whose results it takes."""
        groups = {club.rpartition("/")[0] for club in ranking.clubs}
        return [
            club.title
            for club in self.withheld
            if club.id in ranking.sources
            or (club.id.rpartition("/")[0] in groups and club.name_of_system in ("", ranking.name_of_system))
        ]

    def localize(self, language: str) -> Self:
        """Return the site in another of its languages, with its titles and those of its rankings."""
        languages = language, self.languages[0]
        rankings = tuple(ranking.localize(*languages) for ranking in self.rankings)
        title = localize_title(self.title, *languages)
        withheld = tuple(
            club._replace(
                title=localize_title(club.title, *languages), region=localize_title(club.region, *languages)
            )
            for club in self.withheld
        )
        return self._replace(language=language, title=title, rankings=rankings, withheld=withheld)


def compute_dates(site: Site | None, now: datetime, requested_day: date | None = None) -> SiteDates:
    """Return the dates of a build at the moment `now`: for `requested_day`, that of the site, or today.

    Today is the day in the time zone of the site, not of the machine.
    """
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - the engine in a browser, which is slow to import, asks for no time

    today = now.astimezone(ZoneInfo(site.timezone if site else DEFAULT_TIMEZONE)).date()
    as_of = requested_day or (site and site.as_of) or today
    return SiteDates(as_of, max(as_of, today))


def find_misnamed_folders(root: Path) -> Iterator[Problem]:
    """Yield a warning for each folder with nearly the name of a folder of a site: `Content`, `result`."""
    folders = {entry.name for entry in root.iterdir() if entry.is_dir()}
    for name in sorted(folders.difference(SITE_FOLDERS)):
        nearest = get_close_matches(name.casefold(), SITE_FOLDERS, n=1, cutoff=0.9)
        if nearest and nearest[0] not in folders:
            message = say("folder-misnamed", "nothing is read from this folder")
            hint = advise("rename it to {name}", name=quote_text(nearest[0]))
            yield Problem(name, 0, 0, message, hint, Severity.WARNING)
