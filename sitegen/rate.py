"""What all ranking systems share: order and ties, movement between lists, and which lists keep a page."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from sitegen.model import Outcome, Player, When
from sitegen.problem import Problem
from sitegen.soundness import faults

if TYPE_CHECKING:
    from sitegen.config import Site

P = TypeVar("P", bound=Player)
T = TypeVar("T")


def outcomes(
    site: "Site", results: Mapping[str, Any], as_of: date
) -> tuple[dict[str, Outcome], list[Problem]]:
    """Every ranking of `site` by its id, calculated whole from its tables in `results`, and what is wrong."""
    found: dict[str, Outcome] = {}
    problems: list[Problem] = []
    for each in site.rankings:
        name, system, options = each.name_of_system, each.system, each.options
        try:
            found[each.id] = system.rate(results[each.id], options, When(as_of, each.archive))
            problems += map(each.blamed, faults(name, system, options, found[each.id]))
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - a system can raise whatever Python has
            problems.append(each.failed("rate", error))
    return found, problems


def comparable(figure: float) -> float:
    """`figure` as it is ranked and tied by: rounded to 6 decimals, so that float noise orders nobody."""
    return round(figure, 6)


def ordered(players: Iterable[P], *figures: Mapping[str, float]) -> list[P]:
    """`players` by the first of `figures` (by id), highest first.

    What is equal in it goes by the next of them, and what is equal in all by the alphabet of real names:
    nobody shares a place, and who hides changes nobody's. A system says so on its rules page, since the
    place of a hidden player in such a tie tells between which names theirs lies.
    """
    return sorted(players, key=lambda each: (*(-comparable(by[each.id]) for by in figures), each.alphabet))


def ranked(players: Collection[P], figures: Mapping[str, float]) -> list[tuple[int, P]]:
    """`players` with their rank, highest of `figures` (by id) first; see `shared_ranks`.

    Inside a shared rank, where the order only shows, it is that of `alphabetical`.
    """
    compared = [(-comparable(figures[each.id]), *_shown(each), each) for each in players]
    compared.sort(key=itemgetter(0, 1, 2))
    ranks = _places([figure for figure, *_ in compared])
    return [(rank, player) for rank, (*_, player) in zip(ranks, compared, strict=True)]


def shared_ranks(figures: Iterable[float]) -> list[int]:
    """The rank of each of `figures`, which stand best first: equal ones share it and the next is skipped.

    41, 40, 40, 39 are ranked 1, 2, 2, 4.
    """
    return _places([comparable(each) for each in figures])


def best_first(things: Iterable[T], figure: Callable[[T], float]) -> list[tuple[int, T]]:
    """`things` with their rank, the highest `figure` first; equal ones share it and stay in their order."""
    ordered = sorted(things, key=lambda each: -comparable(figure(each)))
    return list(zip(shared_ranks(map(figure, ordered)), ordered, strict=True))


def _places(compared: Sequence[float]) -> list[int]:
    ranks = [1] * len(compared)
    for place, (before, here) in enumerate(pairwise(compared), start=1):
        ranks[place] = ranks[place - 1] if here == before else place + 1
    return ranks


def alphabetical(players: Iterable[P]) -> list[P]:
    """`players` by the alphabet, hidden ones last in the order in which they come.

    Where an order only shows, the place of a hidden player among the others would give their real name away.
    """
    return sorted(players, key=_shown)


def places(players: Iterable[Player]) -> dict[str, int]:
    """The place of each player, by id, where the order only shows: see `alphabetical`."""
    return {each.id: place for place, each in enumerate(alphabetical(players))}


def _shown(player: Player) -> tuple[bool, int]:
    return player.hidden, 0 if player.hidden else player.alphabet


def movement(rank: int, earlier: int | None) -> int | None:
    """Places won (positive) or lost since a rank on an earlier list; None for who was not on it."""
    return None if earlier is None else earlier - rank


def kept(days: Sequence[date], archive: int) -> list[date]:
    """Those of the lists published on `days`, oldest first, that keep a page.

    The last one is the current list. Kept are that one, the `archive` latest before it, and the last of
    each year.
    """
    latest = set(days[-1 - archive :])
    last_of_year = {day.year: day for day in days}
    return [day for day in days if day in latest or last_of_year[day.year] == day]
