"""The people of a federation: who is the same person in the rankings of clubs, by the registers of all."""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Self

from sitegen.inputs.config.site import Site
from sitegen.inputs.results.club_results import ListedPlayers
from sitegen.inputs.results.players import PlayerDirectory

PersonKey = tuple[str, str]
"""The id and the name of a person: players of two rankings with the same are one person."""
_LETTERS = "0-9"
"""A part of the address of all players, as every single letter is."""


class People(NamedTuple):
    """Who the players of clubs are: `keys` has a person by ranking and id, `urls` the page of each by key.

    Both are empty for a site without clubs, where players of the same id and name are one person.
    """

    keys: Mapping[tuple[str, str], PersonKey] = MappingProxyType({})
    urls: Mapping[PersonKey, str] = MappingProxyType({})

    @classmethod
    def find(cls, site: Site, directories: Sequence[PlayerDirectory]) -> Self:
        """Return the people of a site, from the registers of its rankings; nobody who hides is among them.

        In a list over clubs, players of a club are who they are there. A page has everybody who is in two
        rankings or more; of two people with one id the first.
        """
        if not site.club_rankings:
            return cls()
        pairs = zip(site.rankings, directories, strict=True)
        by_ranking = {ranking.id: directory for ranking, directory in pairs}
        keys = {
            (ranking, person.id): (person.id, person.name)
            for ranking, directory in by_ranking.items()
            for person in directory.persons
            if not person.hidden
        }
        own_keys = dict(keys)
        for ranking in site.rankings:
            listed = ListedPlayers(by_ranking[ranking.id])
            for club in ranking.clubs:
                for own_id, id_ in listed.match(by_ranking[club].persons).ids.items():
                    if (club, own_id) in keys and (ranking.id, id_) in keys:
                        keys[club, own_id] = own_keys[ranking.id, id_]
        counts = Counter(keys.values())
        urls = {key: f"players/{key[0]}/" for key in counts if counts[key] > 1}
        first = {url: key for key, url in reversed(urls.items()) if len(key[0]) > 1 and key[0] != _LETTERS}
        return cls(keys, {key: url for url, key in first.items()})

    def get_key(self, ranking: str, player: str, name: str) -> PersonKey:
        """Return the key of a player of a ranking, who has this name there."""
        return self.keys.get((ranking, player), (player, name))

    def get_url(self, ranking: str, player: str) -> str:
        """Return the address of the page over all rankings of a player of one; blank without one."""
        return self.urls.get(self.keys.get((ranking, player), ("", "")), "")


NOBODY = People()
"""The people of a site without clubs."""
