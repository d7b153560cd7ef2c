"""Order, ranks and ties, the same in every ranking; rows by player; the column `order` of a day.

Also what checks look for in several systems: duplicates and misspelled names.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby, pairwise, takewhile
from math import ceil, floor
from operator import attrgetter
from typing import Any, TypeVar

from sitegen.core.entities import Player, ResultOutcome
from sitegen.core.missing import CompleteRows, select_complete
from sitegen.core.model import Section
from sitegen.core.names import extract_letters
from sitegen.core.table import PlayerId, Table, column

T = TypeVar("T")


def find_duplicates(rows: Iterable[T], key: Callable[[T], Hashable]) -> Iterator[tuple[T, T]]:
    """Yield each row whose key an earlier row has, with the first row that has it."""
    first_rows: dict[Hashable, T] = {}
    for row in rows:
        first = first_rows.setdefault(key(row), row)
        if first is not row:
            yield row, first


def has_no_missing(rows: Collection[object], *columns: str) -> bool:
    """Whether these cells could be read in all rows."""
    return len(select_complete(rows, *columns)) == len(rows)


L = TypeVar("L", bound=Any)
_STEPS_PER_UNIT = 100
"""Figures of requirements have the two decimals that they are shown with."""


def find_least(is_enough: Callable[[float], bool], lowest: float, highest: float) -> float | None:
    """Return the least figure of two decimals between the bounds that is enough; None if the highest is not.

    Every figure above one that is enough must be enough, too.
    """
    first, last = ceil(lowest * _STEPS_PER_UNIT), floor(highest * _STEPS_PER_UNIT)
    if first > last or not is_enough(last / _STEPS_PER_UNIT):
        return None
    place = bisect_left(range(first, last), True, key=lambda step: is_enough(step / _STEPS_PER_UNIT))
    return (first + place) / _STEPS_PER_UNIT


def find_next_above(rows: Sequence[L]) -> dict[str, L]:
    """Return the row next above that of each player in a ranking, which is in order; the first have none.

    Players who share a rank have the same row above them.
    """
    ranks = [list(rows_of_rank) for _, rows_of_rank in groupby(rows, key=attrgetter("rank"))]
    return {row.player: above[-1] for above, rows_of_rank in pairwise(ranks) for row in rows_of_rank}


K = TypeVar("K", bound=Hashable)
_MET_ONCE = {"won": "Met once, won", "drawn": "Met once, drawn", "lost": "Met once, lost"}


def group_by(items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Return the items by their key, in order of first appearance; groups of `CompleteRows` are such, too."""
    groups = defaultdict[K, list[T]](CompleteRows if isinstance(items, CompleteRows) else list)
    for item in items:
        groups[key(item)].append(item)
    return dict(groups)


def group_by_player(
    ids: Iterable[str], items: Iterable[T], get_players: Callable[[T], Iterable[str]]
) -> dict[str, list[T]]:
    """Return the items of each player in `ids`, in their order; an item may belong to several players."""
    groups: dict[str, list[T]] = {id_: [] for id_ in ids}
    for item in items:
        for player in get_players(item):
            groups[player].append(item)
    return groups


def group_companions(
    rows: Iterable[T], get_companion: Callable[[T], str], places: Mapping[str, int]
) -> list[tuple[str, list[T]]]:
    """Return the partners or opponents of a player with their rows, most often first.

    Equals go by `places`, which is the result of `index_players`. Rows without a companion are left out.
    """
    groups = [(player, group) for player, group in group_by(rows, get_companion).items() if player]
    return sorted(groups, key=lambda pair: (-len(pair[1]), places[pair[0]]))


def build_head_to_head(table: type[Table], opponents: Sequence[Any], **fields: Any) -> Section:
    """Return the section with a row for each opponent met at least twice; those met once are in brief lines.

    `opponents` are rows of `table`, which has the columns `played`, `won`, `lost` and perhaps `drawn`.
    `fields` are further fields of the section.
    """
    often = [row for row in opponents if row.played > 1]
    met_once = [row for row in opponents if row.played == 1]
    brief = {text: [row for row in met_once if getattr(row, result, 0)] for result, text in _MET_ONCE.items()}
    brief = {text: rows for text, rows in brief.items() if rows}
    return Section("head-to-head", "Head to head", table, often, brief_rows=brief, **fields)


_MAX_ORDER = 1_000


class Tally(Table):
    """The games of a player, by result."""

    won: int = column("games won")
    drawn: int = column("games drawn")
    lost: int = column("games lost")


class Opponent(Tally):
    """All games between a player and one opponent; a subclass says which games those are."""

    opponent: PlayerId = column("the other player", before="won")
    played: int = column("games played", before="won")


ORDER: Any = column(
    "when it was played on the day: 1 before 2; blank: the rows stand in the order of play",
    default=None,
    minimum=1,
    maximum=_MAX_ORDER,
    headings=("volgorde", "speelvolgorde", "ronde", "round", "ordre", "ordre de jeu", "tour"),
)
"""The column `order`, by which the rows of a day count; without it they count as they stand."""


_MIN_LENGTH = 4
_MIN_COMMON = 2
_COMMON_RATIO = 10
"""A name that is this many times as common may have been misspelled more than once."""
_NEAR_WORD, _NEAR_NAME = 0.8, 0.9


def find_misspellings(counts: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Yield each rare name with the common one that was probably meant; `counts` has the uses of each."""
    letters = {name: extract_letters(name) for name in counts}
    common_names: defaultdict[tuple[object, ...], list[str]] = defaultdict(list)
    for name in sorted(counts, key=counts.__getitem__, reverse=True):
        for key in _list_keys(letters[name]) if counts[name] >= _MIN_COMMON else ():
            common_names[key].append(name)
    places = {name: place for place, name in enumerate(counts)}
    for rare, count in counts.items():
        least = max(_MIN_COMMON, 0 if count == 1 else count * _COMMON_RATIO)
        keys = {(_NUMBER_BEHIND.sub("", letters[rare]),), *_list_keys(letters[rare], 1)}
        keys |= _list_keys(letters[rare], -1)
        similar = {
            name
            for key in keys
            for name in _take_common(common_names.get(key, ()), counts, least)
            if name != rare and _is_similar(letters[rare], letters[name])
        }
        if similar:
            yield rare, min(similar, key=lambda name: (-counts[name], places[name]))


def _take_common(names: Iterable[str], counts: Mapping[str, int], least: int) -> Iterator[str]:
    """Return those of some names, the most common first, that are used so many times."""
    return takewhile(lambda name: counts[name] >= least, names)


def _list_keys(letters: str, more_words: int = 0) -> set[tuple[object, ...]]:
    """Return keys of a name; names that are similar to it have one of them, and few others have.

    They are the name; its digits with the initials of its words; and its digits, its first or last letters
    and the number of words: `more_words` gives those of names with a word too many or too few.
    """
    digits, joined, initials = _get_digits(letters), letters.replace("-", ""), letters.split("-")
    number = len(initials) + more_words
    ends = (digits, number, joined[:_END], ""), (digits, number, "", joined[-_END:])
    return {(letters,), (digits, *(word[:1] for word in initials)), *ends}


_END = 3
_NUMBER_BEHIND = re.compile(r"-[0-9]+[a-z]{0,3}$")


def _is_similar(first: str, second: str) -> bool:
    """Whether two names differ by a slip of the pen.

    Names with another number, another initial, or a word more are different names; but a number behind a
    name that is there without it is a slip.
    """
    if second in {first, _NUMBER_BEHIND.sub("", first)}:
        return True
    if min(len(first), len(second)) < _MIN_LENGTH or _get_digits(first) != _get_digits(second):
        return False
    first_words, second_words = first.split("-"), second.split("-")
    if len(first_words) == len(second_words):
        pairs = [pair for pair in zip(first_words, second_words, strict=True) if pair[0] != pair[1]]
        return all(a[0] == b[0] and _compute_similarity(a, b) >= _NEAR_WORD for a, b in pairs)
    if {*first_words} < {*second_words} or {*first_words} > {*second_words}:
        return False
    return _compute_similarity("".join(first_words), "".join(second_words)) >= _NEAR_NAME


def _get_digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def _compute_similarity(first: str, second: str) -> float:
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


P = TypeVar("P", bound=Player)
MIN_DIFFERENCE = 2e-6
"""Figures that differ by more than this differ also after `round_for_ranking`."""


def round_for_ranking(figure: float) -> float:
    """Return the figure that ranks and ties: rounded to 6 decimals, so that float noise orders nobody."""
    return round(figure, 6)


def sort_players(players: Iterable[P], *figures: Mapping[str, float]) -> list[P]:
    """Return the players by the first of `figures` (by id), highest first.

    Equals go by the next of `figures`, and those equal in all by the alphabet, hidden players last. So nobody
    shares a place. A system says so on its rules page, since the place of others then hangs on who hides.
    """
    return sorted(
        players,
        key=lambda player: (*(-round_for_ranking(values[player.id]) for values in figures), player.alphabet),
    )


def rank_players(players: Collection[P], figures: Mapping[str, float]) -> list[tuple[int, P]]:
    """Return the players with their rank, highest of `figures` (by id) first; see `assign_ranks`.

    Players who share a rank stand in the order of `sort_alphabetically`.
    """
    by_figure = sorted(players, key=lambda player: figures[player.id], reverse=True)
    if _are_distinct([figures[player.id] for player in by_figure]):  # five times as fast as to round them all
        return list(enumerate(by_figure, start=1))
    rounded_figures = {player.id: -round_for_ranking(figures[player.id]) for player in players}
    ordered_players = sorted(sort_alphabetically(players), key=lambda player: rounded_figures[player.id])
    return list(
        zip(
            _share_ranks([rounded_figures[player.id] for player in ordered_players]),
            ordered_players,
            strict=True,
        )
    )


def assign_ranks(figures: Iterable[float]) -> list[int]:
    """Return the rank of each of `figures`, which stand best first; equal ones share it, the next is skipped.

    41, 40, 40, 39 are ranked 1, 2, 2, 4.
    """
    return _share_ranks([round_for_ranking(figure) for figure in figures])


def rank_items(items: Iterable[T], get_figure: Callable[[T], float]) -> list[tuple[int, T]]:
    """Return the items with their rank, the highest figure first; equal ones share it, in their order."""
    unranked = list(items)
    best_first = sorted(unranked, key=get_figure, reverse=True)
    if _are_distinct([*map(get_figure, best_first)]):
        return list(enumerate(best_first, start=1))
    rounded_figures = [round_for_ranking(get_figure(item)) for item in unranked]
    order = sorted(range(len(unranked)), key=rounded_figures.__getitem__, reverse=True)
    ranks = _share_ranks([rounded_figures[place] for place in order])
    return list(zip(ranks, [unranked[place] for place in order], strict=True))


def _are_distinct(figures: Sequence[float]) -> bool:
    """Whether no two of `figures`, which stand best first, can be equal after rounding."""
    return all(better - figure > MIN_DIFFERENCE for better, figure in pairwise(figures))


def _share_ranks(rounded_figures: Sequence[float]) -> list[int]:
    ranks = [1] * len(rounded_figures)
    for place, (previous, figure) in enumerate(pairwise(rounded_figures), start=1):
        ranks[place] = ranks[place - 1] if figure == previous else place + 1
    return ranks


def sort_alphabetically(players: Iterable[P]) -> list[P]:
    """Return the players by the alphabet, hidden ones last in the order in which they come.

    Among others the place of a hidden player would give their name away.
    """
    return sorted(players, key=lambda player: (player.hidden, 0 if player.hidden else player.alphabet))


def index_players(players: Iterable[Player]) -> dict[str, int]:
    """Return the place of each player, by id, in the order of `sort_alphabetically`."""
    return {player.id: place for place, player in enumerate(sort_alphabetically(players))}


def compute_movement(rank: int | None, previous_rank: int | None) -> int | None:
    """Return the places won (positive) or lost since the previous list; None for who is not on both."""
    return None if rank is None or previous_rank is None else previous_rank - rank


def classify_change(change: float) -> ResultOutcome:
    """Return the result for careers where nobody wins: "won" if a figure rose, "lost" if it fell."""
    rounded_change = round_for_ranking(change)
    return "won" if rounded_change > 0 else "lost" if rounded_change < 0 else "drawn"
