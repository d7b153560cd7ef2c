"""Plan the pages of people over all rankings: everybody by letter, and who is in the rankings of clubs."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from sitegen.core.language import Language
from sitegen.core.names import make_sort_key, slugify
from sitegen.inputs.config.site import Ranking
from sitegen.pages.overview import PlayerEntry, RankingSummary
from sitegen.pages.page import LocalizedSite, Page, split_rows
from sitegen.pages.players import describe_clubs
from sitegen.rankings.people import People, PersonKey

PEOPLE_URL = "players/"
_MAX_PER_PAGE = 1_500
_OTHER_LETTERS = "0-9"
"""The heading of the names that begin with no letter."""
_PLAIN_LETTERS = str.maketrans("łøđðħıœæþ", "loddhioat")
"""The letters whose accent Unicode does not decompose, and the letters that they stand under."""


class _Person(NamedTuple):
    """A person in one ranking or more, with the pages that they have."""

    sort_key: str
    name: str
    club: str
    rankings: tuple[tuple[str, str], ...]
    """The title of each ranking, and the address of the person's page from the root of the language."""
    url: str = ""
    """The address of the page over all rankings, blank without one."""

    @property
    def letter(self) -> str:
        """The letter that the person stands under."""
        first = self.sort_key.strip()[:1].translate(_PLAIN_LETTERS)
        return first.upper() if first.isalpha() else _OTHER_LETTERS

    @property
    def details(self) -> tuple[str, str, tuple[tuple[str, str], ...], str]:
        """What a page shows of the person."""
        return self.name, self.club, self.rankings, self.url


class _Place(NamedTuple):
    """A person in a ranking, of which the summary is known."""

    ranking: Ranking
    summary: RankingSummary
    player: PlayerEntry

    @property
    def url(self) -> str:
        """The address of the page of the person in the ranking."""
        return f"{self.ranking.id}/players/{self.player.id}/"

    def format_figure(self, language_code: str) -> tuple[str, str]:
        """Return what the figure on the list is called, and the figure; blank without one."""
        if self.player.figure is None:
            return "", ""
        label, value, decimals = self.player.figure
        language = Language(language_code).with_catalogues(self.ranking.origin)
        return language.translate(label), language.make_number_formatter(decimals)(value)


def plan_people(
    localized_site: LocalizedSite, summaries: Sequence[RankingSummary], known_people: People
) -> Iterator[Page]:
    """Yield one page with everybody; of thousands, a page for each letter and one that leads to those."""
    home = f"{localized_site.prefix}{PEOPLE_URL}"
    people = sorted(
        _collect_people(localized_site.site.rankings, summaries, known_people),
        key=lambda person: (person.letter == _OTHER_LETTERS, person.letter, person.sort_key),
    )
    letters = [(letter, list(people)) for letter, people in groupby(people, key=lambda person: person.letter)]
    if len(people) <= _MAX_PER_PAGE:
        yield _build_people_page(home, letters, letters, is_whole=True)
        return
    yield _build_people_page(home, letters, [], is_whole=False)
    for letter, people in letters:
        url = f"{home}{_slug_letter(letter)}/"
        for part in split_rows(url, url, len(people), _MAX_PER_PAGE):
            start = (part.number - 1) * _MAX_PER_PAGE
            groups = [(letter, people[start : start + _MAX_PER_PAGE])]
            page = _build_people_page(part.url, letters, groups, is_whole=False)
            yield page._replace(context={**page.context, "piece": part}) if len(part.links) > 1 else page


def _build_people_page(
    url: str, letters: Sequence[Any], groups: Sequence[tuple[str, list[_Person]]], *, is_whole: bool
) -> Page:
    jumps = [
        (letter, f"#{_slug_letter(letter)}" if is_whole else f"{PEOPLE_URL}{_slug_letter(letter)}/")
        for letter, _ in letters
    ]
    variables = {
        "letters": jumps,
        "is_whole": is_whole,
        "count": sum(len(people) for _, people in letters),
        "groups": [
            (letter, _slug_letter(letter), [person.details for person in people]) for letter, people in groups
        ],
    }
    return Page(url, "people.html", variables)


def _slug_letter(letter: str) -> str:
    """Return a letter as a part of an address."""
    return letter if letter == _OTHER_LETTERS else slugify(letter)


def _collect_people(
    rankings: Sequence[Ranking], summaries: Sequence[RankingSummary], people: People
) -> list[_Person]:
    """Return everybody who has a page in any ranking."""
    places = _group_by_person(rankings, summaries)
    return [_merge_person(person_places, people.urls.get(key, "")) for key, person_places in places.items()]


def _group_by_person(
    rankings: Sequence[Ranking], summaries: Sequence[RankingSummary]
) -> dict[PersonKey, list[_Place]]:
    places: dict[PersonKey, list[_Place]] = {}
    for ranking, summary in zip(rankings, summaries, strict=True):
        for player in summary.players:
            places.setdefault(player.person_key, []).append(_Place(ranking, summary, player))
    return places


def _merge_person(places: Sequence[_Place], url: str) -> _Person:
    """Return a person from the rankings where they play, and what they are there.

    A club is left out where a ranking has its name, which stands beside it.
    """
    first, titles = places[0].player, {place.ranking.title for place in places}
    club = next((place.player.club for place in places if place.player.club not in titles), "")
    rankings = tuple((place.ranking.menu_title, place.url) for place in places)
    return _Person(make_sort_key(first.sort_name), first.name, club, rankings, url)


def plan_persons(
    localized_site: LocalizedSite, summaries: Sequence[RankingSummary], people: People
) -> Iterator[Page]:
    """Yield the page of each person who is in several rankings of a site with clubs."""
    for key, places in _group_by_person(localized_site.site.rankings, summaries).items():
        if key in people.urls:
            load = partial(_describe_person, places, localized_site.language)
            variables = {"name": places[0].player.name}
            url = f"{localized_site.prefix}{people.urls[key]}"
            yield Page(url, "person.html", variables, load_context=load)


def _describe_person(places: Sequence[_Place], language_code: str) -> dict[str, Any]:
    """Return the clubs of a person and their places: the rankings of the site first, then those of clubs.

    Which of several clubs is theirs is what a ranking of the site says.
    """
    periods = max((place.player.clubs for place in places), key=len)
    shared = (place.player.club for place in places if not place.ranking.is_of_club)
    club = next(filter(None, shared), "")
    ordered = sorted(places, key=lambda place: (place.ranking.is_of_club, make_sort_key(place.ranking.title)))
    return {
        "club": club,
        "clubs_told": [fact.value for fact in describe_clubs(periods, Language(language_code))],
        "places": [
            {
                "title": place.ranking.title,
                "region": place.ranking.region,
                "url": place.url,
                "rank": place.player.rank,
                "count": place.summary.listed_count,
                "figure": place.format_figure(language_code),
            }
            for place in ordered
        ],
    }
