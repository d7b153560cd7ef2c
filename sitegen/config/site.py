"""A site and its rankings, as sitegen.toml describes them."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Literal, NamedTuple, Self, TypeVar
from zoneinfo import ZoneInfo

from sitegen import mishap
from sitegen.config.setting import about
from sitegen.config.title import spoken
from sitegen.message import say
from sitegen.model import When
from sitegen.palette import Palette
from sitegen.problem import Problem, ProblemError, Severity, listing, quoted, suggestion
from sitegen.request import WishError
from sitegen.system import Origin, System
from sitegen.table import Table

FILE = "sitegen.toml"
TIMEZONE = "Europe/Brussels"
T = TypeVar("T")


_FEWEST_LISTS, _LINES = 52, 50_000
"""Where nothing else is said, so many earlier lists are shown in full, or as many as have these lines."""
_MOST_CARDS = 2_000
"""Players of a site: each card takes some 10 kB, and 7 ms to draw when it changes."""


class Days(NamedTuple):
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
    def brief(self) -> str:
        """Its short title, or else its title."""
        return self.short_title or self.title

    def speaking(self, *languages: str) -> Self:
        """The same, as it is called in the first of these languages in which it has a name."""
        title, short = (spoken(each, *languages) for each in (self.title, self.short_title))
        return self._replace(title=title, short_title=short)

    def when(self, as_of: date, players: int) -> When:
        """The moment for which it is calculated, when it has so many players."""
        lists = max(_FEWEST_LISTS, _LINES // max(1, players)) if self.archive is None else self.archive
        return When(as_of, lists)

    def problem(self, option: str, message: str, hint: str = "") -> Problem:
        """A problem with an option, where it stands; with the file where it has its default."""
        return Problem(FILE, *self.places.get(option, (0, 0)), about(option, message), hint)

    def blamed(self, message: str, also: Sequence[str] = ()) -> Problem:
        """A problem that is the fault of the system alone; `also` are places in its code."""
        hint = mishap.hint(self.origin.package, is_ours=self.origin.is_ours)
        return Problem(FILE, *self.place, message, hint, also=tuple(also))

    def told(self, function: str, ask: Callable[[], T]) -> T:
        """What a function of the system says; a `ProblemError` where that ends in an exception."""
        try:
            return ask()
        except MemoryError:
            raise
        except Exception as error:
            raise ProblemError(self.failed(function, error)) from error

    def failed(self, function: str, error: Exception) -> Problem:
        """That a function of the system ended in an exception."""
        code = self.origin.code
        message = mishap.told(self.name_of_system, function, error, code)
        return self.blamed(message, mishap.frames(error, code)[:-1])


class Theme(NamedTuple):
    """What a site changes of the look: colours, and a `logo` and a `font` that lie in templates/static/.

    `places` are line and column of each key in the file.
    """

    palette: Palette = Palette()
    logo: str = ""
    font: str = ""
    places: Mapping[str, tuple[int, int]] = {}

    def problem(self, key: str, severity: Severity, message: str, hint: str = "") -> Problem:
        """A problem with a key, where it stands."""
        return Problem(FILE, *self.places.get(key, (0, 0)), about(key, message), hint, severity)


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
    timezone: str = TIMEZONE
    as_of: date | None = None
    theme: Theme = Theme()
    cards: Literal["all", "rankings", "none"] | None = None
    engine: bool = False
    contact: str = ""

    def has_cards_of_players(self, players: int) -> bool:
        """Whether each of so many players has a picture to share."""
        return self.cards == "all" or (self.cards is None and players <= _MOST_CARDS)

    def find_ranking(self, id_: str) -> Ranking:
        """The ranking with an id; a `WishError` when there is none."""
        known = {each.id: each for each in self.rankings}
        if id_ not in known:
            message = say("no-such-ranking", "no ranking is called {id}", id=quoted(id_))
            raise WishError(message, suggestion(id_, known) or listing(known))
        return known[id_]

    def speaking(self, language: str) -> Self:
        """The same in another of its languages, in which it and its rankings can have other names."""
        either = language, self.languages[0]
        rankings = tuple(each.speaking(*either) for each in self.rankings)
        return self._replace(language=language, title=spoken(self.title, *either), rankings=rankings)


def days(site: Site | None, now: datetime, wanted: date | None = None) -> Days:
    """What a site is made for at the moment `now`: the day that is `wanted`, or its own, or today's.

    Today is a day of the site, not of the machine that makes it.
    """
    today = now.astimezone(ZoneInfo(site.timezone if site else TIMEZONE)).date()
    as_of = wanted or (site and site.as_of) or today
    return Days(as_of, max(as_of, today))
