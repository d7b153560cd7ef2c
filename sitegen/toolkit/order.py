"""Order, ranks and ties, the same in every ranking, and movement between two lists.

What several systems check of their tables.

What somebody still needs, asked of what ranks: with results that are only supposed.

Rows by what they are of: those of each player, and with whom or against whom somebody played.

The order of play of a day, where it moves figures: a column that says it, and what is wrong with that.

Names that are nearly alike, of which the rare one is probably the common one with a slip in it.

How somebody fared, where nobody wins or loses.
"""

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby, pairwise, repeat
from math import ceil, floor
from operator import attrgetter, gt, sub
from typing import Any, TypeVar

from sitegen.core.entities import EventDate, Fault, Player, ResultOutcome
from sitegen.core.model import Section
from sitegen.core.names import extract_letters
from sitegen.core.problems import advise, say
from sitegen.core.table import Table, column, make_rows
from sitegen.core.unread import select_complete

T = TypeVar("T")


def find_duplicates(rows: Iterable[T], key: Callable[[T], Hashable]) -> Iterator[tuple[T, T]]:
    """The rows with the key of one above them, each with the first that has it."""
    first: dict[Hashable, T] = {}
    for row in rows:
        other = first.setdefault(key(row), row)
        if other is not row:
            yield row, other


def has_no_missing(rows: Collection[object], *columns: str) -> bool:
    """Whether these cells of all rows were read, so that what is in none of them is nowhere."""
    return len(select_complete(rows, *columns)) == len(rows)


L = TypeVar("L", bound=Any)
_STEPS_PER_UNIT = 100
"""Steps in one: a figure that is needed has the two decimals that it is shown with."""


def find_least(does: Callable[[float], bool], lowest: float, highest: float) -> float | None:
    """The least figure of two decimals between these bounds that does it; None where the highest does not.

    What it is asked of must do it with every higher figure, too.
    """
    first, last = ceil(lowest * _STEPS_PER_UNIT), floor(highest * _STEPS_PER_UNIT)
    if first > last or not does(last / _STEPS_PER_UNIT):
        return None
    place = bisect_left(range(first, last), True, key=lambda step: does(step / _STEPS_PER_UNIT))
    return (first + place) / _STEPS_PER_UNIT


def find_next_above(lines: Sequence[L]) -> dict[str, L]:
    """The line next above that of each player in a ranking, which is in order; none above the first.

    Above who share a place stands who is before them all.
    """
    shared = [list(group) for _, group in groupby(lines, key=attrgetter("rank"))]
    return {line.player: before[-1] for before, here in pairwise(shared) for line in here}


K = TypeVar("K", bound=Hashable)
_MET_ONCE = {"won": "Met once, won", "drawn": "Met once, drawn", "lost": "Met once, lost"}


def read_event_dates(rows: Iterable[Any], *, is_played: bool) -> Iterator[EventDate]:
    """The days of rows in their column `date`, as far as they could be read."""
    read = select_complete(rows, "date")
    days = map(attrgetter("date"), read)
    return iter(make_rows(EventDate, zip(read, repeat("date"), days, repeat(is_played), strict=False)))


def group_by(things: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """`things` by their key, in the order in which the keys come; those of one key as they stand."""
    found: defaultdict[K, list[T]] = defaultdict(list)
    for thing in things:
        found[key(thing)].append(thing)
    return dict(found)


def group_by_player(
    ids: Iterable[str], things: Iterable[T], who: Callable[[T], Iterable[str]]
) -> dict[str, list[T]]:
    """The things of each of `ids`, in the order in which they stand; a thing may be of several."""
    found: dict[str, list[T]] = {id_: [] for id_ in ids}
    for thing in things:
        for player in who(thing):
            found[player].append(thing)
    return found


def index_by_player(ids: Iterable[str], rows: Iterable[Iterable[str]]) -> dict[str, Sequence[int]]:
    """The places of the rows of each of `ids`; a row is given as the ids that it names."""
    found = {id_: array("i") for id_ in ids}
    add = {id_: places.append for id_, places in found.items()}
    for place, named in enumerate(rows):
        for id_ in named:
            add[id_](place)
    return {**found}


def group_companions(
    mine: Iterable[T], who: Callable[[T], str], places: Mapping[str, int]
) -> list[tuple[str, list[T]]]:
    """With whom, or against whom, a player played, with the rows of each: most often first.

    Those as often go by `order.places`; what is with nobody is passed over.
    """
    found = [(other, rows) for other, rows in group_by(mine, who).items() if other]
    return sorted(found, key=lambda pair: (-len(pair[1]), places[pair[0]]))


def build_head_to_head(table: type[Table], opponents: Sequence[Any], **more: Any) -> Section:
    """The section with a row for each opponent met at least twice; those met once are brief.

    `opponents` are rows of `table`, which has the columns `played`, `won`, `lost` and perhaps `drawn`; `more`
    is what else the section has.
    """
    often = [row for row in opponents if row.played > 1]
    once = [row for row in opponents if row.played == 1]
    brief = {text: [row for row in once if getattr(row, how, 0)] for how, text in _MET_ONCE.items()}
    brief = {text: rows for text, rows in brief.items() if rows}
    return Section("head-to-head", "Head to head", table, often, brief_rows=brief, **more)


_MAX_ORDER = 1_000


def make_order_column() -> Any:
    """The column `order`: a table that has it counts the rows of a day by it, and as they stand without."""
    return column(
        "when it was played on the day: 1 before 2; blank: the rows stand in the order of play",
        default=None,
        minimum=1,
        maximum=_MAX_ORDER,
        headings=("volgorde", "speelvolgorde", "ronde", "round", "ordre", "ordre de jeu", "tour"),
    )


def find_order_faults(rows: Sequence[Any], *players: str) -> Iterator[Fault]:
    """The rows whose place in the order of play of a player is not clear; `players` are two columns.

    A player has an order for all rows of a day or for none, and each number once. So whoever sorts a table
    in which the order is written down moves no figure.
    """
    read = select_complete(rows, "date", "order", *players)
    days = {row.date for row in read if row.order is not None}
    of_days = [row for row in read if row.date in days]
    sides = [(row.date, getattr(row, player), row) for row in of_days for player in players]
    told = set[int]()
    for side in group_by(sides, lambda side: side[:2]).values():
        own = [row for *_, row in side]
        first = {row.order: row for row in reversed(own)}
        numbered = next((row for row in own if row.order is not None), None)
        for row in own:
            other = numbered if row.order is None else first[row.order]
            if other and other is not row and id(row) not in told:
                told.add(id(row))
                yield _report_missing(row, other) if row.order is None else _report_duplicate(row, other)


def _report_missing(row: Any, other: Any) -> Fault:
    message = say(
        "no-order-of-play",
        "when on the day this was played is not said, and of {place} it is: one player played both",
        place=other.source,
    )
    return Fault(row, "order", message, advise("number all that a player played on the day, or nothing"))


def _report_duplicate(row: Any, other: Any) -> Fault:
    message = say(
        "order-of-play-twice",
        "{number} is also {place}, which one of the two players played on the same day",
        number=row.order,
        place=other.source,
    )
    return Fault(row, "order", message, advise("number what a player played on a day in its order: 1, 2, 3"))


_MIN_LENGTH = 4
_MIN_COMMON = 3
_COMMON_RATIO = 10
"""What is this many times as common may hide slips, also where one was made more than once."""
_NEAR_WORD, _NEAR_NAME = 0.8, 0.9


def find_misspellings(counts: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Each rare name with the common one that it was probably meant to be, by how often each occurs."""
    for rare, count in counts.items():
        common = [name for name in counts if name != rare and _is_rare(count, counts[name])]
        near = [name for name in common if _is_similar(extract_letters(rare), extract_letters(name))]
        if near:
            yield rare, max(near, key=counts.__getitem__)


def _is_rare(count: int, other: int) -> bool:
    return other >= _MIN_COMMON and (count == 1 or count * _COMMON_RATIO <= other)


def _is_similar(one: str, other: str) -> bool:
    """Whether two names differ by a slip: another number, a word more, or another initial is another name."""
    if one == other:
        return True
    if min(len(one), len(other)) < _MIN_LENGTH or _get_digits(one) != _get_digits(other):
        return False
    words, others = one.split("-"), other.split("-")
    if len(words) == len(others):
        pairs = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
        return all(mine[0] == its[0] and _compute_similarity(mine, its) >= _NEAR_WORD for mine, its in pairs)
    if {*words} < {*others} or {*words} > {*others}:
        return False
    return _compute_similarity("".join(words), "".join(others)) >= _NEAR_NAME


def _get_digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def _compute_similarity(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


P = TypeVar("P", bound=Player)
MIN_DIFFERENCE = 2e-6
"""What differs by more than this differs also as `comparable`."""


def round_for_ranking(figure: float) -> float:
    """`figure` as it is ranked and tied by: rounded to 6 decimals, so that float noise orders nobody."""
    return round(figure, 6)


def sort_players(players: Iterable[P], *figures: Mapping[str, float]) -> list[P]:
    """`players` by the first of `figures` (by id), highest first.

    What is equal in it goes by the next of them, and what is equal in all by the alphabet of real names:
    nobody shares a place, and who hides changes nobody's. A system says so on its rules page, since the
    place of a hidden player in such a tie tells between which names theirs lies.
    """
    return sorted(
        players, key=lambda item: (*(-round_for_ranking(by[item.id]) for by in figures), item.alphabet)
    )


def rank_players(players: Collection[P], figures: Mapping[str, float]) -> list[tuple[int, P]]:
    """`players` with their rank, highest of `figures` (by id) first; see `shared_ranks`.

    Inside a shared rank, where the order only shows, it is that of `alphabetical`.
    """
    by_figure = sorted(players, key=lambda item: figures[item.id], reverse=True)
    if _are_distinct([figures[player.id] for player in by_figure]):  # five times as fast as to round them all
        return list(enumerate(by_figure, start=1))
    compared = {player.id: -round_for_ranking(figures[player.id]) for player in players}
    ordered = sorted(sort_alphabetically(players), key=lambda item: compared[item.id])
    return list(zip(_share_ranks([compared[player.id] for player in ordered]), ordered, strict=True))


def assign_ranks(figures: Iterable[float]) -> list[int]:
    """The rank of each of `figures`, which stand best first: equal ones share it and the next is skipped.

    41, 40, 40, 39 are ranked 1, 2, 2, 4.
    """
    return _share_ranks([round_for_ranking(figure) for figure in figures])


def rank_items(things: Iterable[T], figure: Callable[[T], float]) -> list[tuple[int, T]]:
    """`things` with their rank, the highest `figure` first; equal ones share it and stay in their order."""
    found = list(things)
    best = sorted(found, key=figure, reverse=True)
    if _are_distinct([*map(figure, best)]):
        return list(enumerate(best, start=1))
    compared = [round_for_ranking(value) for value in map(figure, found)]
    order = sorted(range(len(found)), key=compared.__getitem__, reverse=True)
    return list(zip(_share_ranks([compared[at] for at in order]), [found[at] for at in order], strict=True))


def _are_distinct(figures: Sequence[float]) -> bool:
    """Whether no two of `figures`, which stand best first, could be equal when they are rounded."""
    return all(map(gt, map(sub, figures, figures[1:]), repeat(MIN_DIFFERENCE)))


def _share_ranks(compared: Sequence[float]) -> list[int]:
    ranks = [1] * len(compared)
    for place, (before, here) in enumerate(pairwise(compared), start=1):
        ranks[place] = ranks[place - 1] if here == before else place + 1
    return ranks


def sort_alphabetically(players: Iterable[P]) -> list[P]:
    """`players` by the alphabet, hidden ones last in the order in which they come.

    Where an order only shows, the place of a hidden player among the others would give their real name away.
    """
    return sorted(players, key=_get_display_order)


def index_players(players: Iterable[Player]) -> dict[str, int]:
    """The place of each player, by id, where the order only shows: see `alphabetical`."""
    return {player.id: place for place, player in enumerate(sort_alphabetically(players))}


def _get_display_order(player: Player) -> tuple[bool, int]:
    return player.hidden, 0 if player.hidden else player.alphabet


def compute_movement(rank: int, earlier: int | None) -> int | None:
    """Places won (positive) or lost since a rank on an earlier list; None for who was not on it."""
    return None if earlier is None else earlier - rank


def classify_change(change: float) -> ResultOutcome:
    """Whether a figure rose, stayed or fell, as careers tell it where nobody wins."""
    moved = round_for_ranking(change)
    return "won" if moved > 0 else "lost" if moved < 0 else "drawn"
