"""The files of the demonstration's second ranking: a season of an invented chess club, not yet over."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from chess_members import members
from chess_season import season
from sheets import Cell, csv_text

from sitegen.systems.ijssel.season import find_period
from sitegen.systems.ijssel.tables import Inputs, Options, Player
from sitegen.toolkit.rounds.tables import Game

SEED = 77
_EXCEL = 2
"""The period whose games were kept in Excel."""
_PLAYERS = (
    *("id", "name", "sort_name", "club", "aliases", "hidden"),
    *("final_rating", "knsb_rating", "knsb_reliable", "estimate", "youth", "joined", "left"),
)
_GAMES = ("round", "board", "white", "black", "result")
_HOLIDAYS = "# No round on Ascension Day (14 May), in July and August, and around Christmas."


def files(seed: int = SEED) -> Iterator[tuple[str, str]]:
    """Every file of `results/chess/`: its path there, and its text."""
    inputs = season(Random(seed), members())
    yield "players.csv", csv_text(_PLAYERS, map(_player, inputs.players))
    rounds = csv_text(("round", "date"), [(each.round, each.date) for each in inputs.rounds])
    yield "rounds.csv", rounds.replace("\n", f"\n{_HOLIDAYS}\n", 1)
    absences = [(each.round, each.player, each.code) for each in inputs.absences]
    yield "absences.csv", csv_text(("round", "player", "code"), absences)
    for number, rows in _by_period(inputs).items():
        is_from_excel = number == _EXCEL
        yield f"games/period-{number}.csv", _from_excel(inputs, rows) if is_from_excel else _games(rows)


def _by_period(inputs: Inputs) -> Mapping[int, Sequence[Game]]:
    found: dict[int, list[Game]] = {}
    for each in inputs.games:
        found.setdefault(find_period(each.round, len(inputs.rounds), Options()), []).append(each)
    return found


def _games(rows: Sequence[Game]) -> str:
    return csv_text(_GAMES, map(_game, rows))


def _from_excel(inputs: Inputs, rows: Sequence[Game]) -> str:
    """As a Dutch Excel saves it: a byte order mark and semicolons; with names for ids, and no fractions."""
    name = {each.id: each.name for each in inputs.players}
    sides = [[name[each] for each in row.players] for row in rows]
    named = [
        _game(row.replace(white=white, black=black)) for row, (white, black) in zip(rows, sides, strict=True)
    ]
    typed = [[*cells, result.replace("½", "0.5")] for *cells, result in named]
    return "\ufeff" + csv_text([each.capitalize() for each in _GAMES], typed, ";")


def _game(row: Game) -> tuple[Cell, Cell, str, str, str]:
    return row.round, row.board or "", *row.players, row.result or ""


def _player(row: Player) -> Sequence[Cell]:
    """A row with what its officer knows, the defaults left blank."""
    ratings = [_whole(row.final_rating), _whole(row.knsb_rating)]
    is_told = "" if row.knsb_reliable else "no"
    joined = row.joined if row.joined > 1 else ""
    told = [*ratings, is_told, _whole(row.estimate), _yes(row.youth), joined, row.left or ""]
    return [row.id, row.name, row.sort_name, row.club, row.aliases, _yes(row.hidden), *told]


def _whole(rating: float | None) -> Cell:
    return "" if rating is None else int(rating)


def _yes(is_so: bool) -> str:
    return "yes" if is_so else ""
