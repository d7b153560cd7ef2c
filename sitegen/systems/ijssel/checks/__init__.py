"""What is wrong with an evening: everyone has one game or one absence, and every game has a result.

Who has neither a game nor an absence in a round that was played, of whom everyone needs one.

What is probably a slip of the pen in the tables of a season, and may be meant: warnings.

What is wrong with the tables of a season that their columns alone do not show.

Every check runs on all rows that were read enough for it, and leaves out what may only follow from a cell
that was not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from sitegen.core.entities import Fault
from sitegen.core.problems import advise, say
from sitegen.core.unread import select_complete
from sitegen.systems.ijssel.checks import calendar
from sitegen.systems.ijssel.scores import BYES_PER_SEASON
from sitegen.systems.ijssel.season import find_period
from sitegen.systems.ijssel.tables import FORFEITS, Absence, Game, Inputs, Options, Player, RoundRow
from sitegen.toolkit.order import find_duplicates, group_by


def check_evenings(
    rows_of: Mapping[int, Sequence[RoundRow]],
    played: Mapping[int, Sequence[RoundRow]],
    names: Mapping[str, str],
) -> Iterator[Fault]:
    """Every round in itself, by its rows, and those that were `played`; `names` are those of the players."""
    for number in sorted(rows_of):
        yield from _check_double_entries(rows_of[number], names)
    for rows in played.values():
        yield from _check_results(rows, names)


def _check_double_entries(rows: Iterable[RoundRow], names: Mapping[str, str]) -> Iterator[Fault]:
    """A player with two entries in a round; of two players with the same two rows one fault.

    Who won by forfeit may be paired again, or be left over (article 5.2 Definitieve indeling): the rows of a
    player are in order when all but one of them are that.
    """
    cells = [
        (player, column, row)
        for row in rows
        for column, player in row.player_cells
        if select_complete([row], column)
    ]
    mine = group_by(cells, lambda cell: cell[0]).values()
    double = [(group[0], group[-1]) for group in mine if not _are_compatible(group)]
    for found in group_by(double, lambda pair: tuple(row.source for *_, row in pair)).values():
        (_, _, first), (player, column, row) = found[0]
        told = {"name": names.get(player, player), "round": row.round, "place": first.source}
        if len(found) == 1:
            message = say("player-twice-in-round", "{name} has another row in round {round}: {place}", **told)
            hint = advise(
                "one game or one absence a round; who won by forfeit may have one more game or an 'odd'"
            )
            yield Fault(row, column, message, hint)
        else:
            message = say(
                "game-twice-in-round", "this game of round {round} stands in {place} already", **told
            )
            hint = advise("players meet once a round: take one of the two out")
            yield Fault(row, "white", message, hint)


def _are_compatible(mine: Sequence[tuple[str, str, RoundRow]]) -> bool:
    """Whether a player can have these rows in a round; each has the column in which the player stands."""
    forfeits = [row for _, column, row in mine if _is_won_by_forfeit(row, column)]
    others = [row for _, _, row in mine if row not in forfeits]
    return len(mine) == 1 or (len(forfeits) == 1 and len(mine) == 2 and _may_follow_forfeit(others[0]))


def _is_won_by_forfeit(row: RoundRow, column: str) -> bool:
    return isinstance(row, Game) and row.result == {"white": "1-0f", "black": "0-1f"}[column]


def _may_follow_forfeit(row: RoundRow) -> bool:
    """Whether a row can stand beside a win by forfeit."""
    return isinstance(row, Game) or row.code == "odd"


def _check_results(rows: Iterable[RoundRow], names: Mapping[str, str]) -> Iterator[Fault]:
    """Games left blank in a round that was played."""
    games = select_complete((row for row in rows if isinstance(row, Game)), "white", "black")
    for row in games:
        if row.result is None and len(row.player_cells) == 2:
            white, black = (names.get(player, player) for player in row.players)
            message = say(
                "game-without-result",
                "round {round} has been played, and the game of {white} and {black} has no result",
                round=row.round,
                white=white,
                black=black,
            )
            yield Fault(row, "result", message, advise("enter the result, or take the row out"))


_LONG_ABSENCE = 3
"""So many rounds in a row are told once, at the player."""
_MAX_TOGETHER = 3
"""So many players can have come or gone together; of more it is the rounds that are not complete."""


def check_missing_players(inputs: Inputs, played: Mapping[int, Sequence[RoundRow]]) -> Iterator[Fault]:
    """One fault a round, at its last game; of who is missing from the start, or to the end, one for all."""
    players = select_complete(inputs.players, "id", "name", "joined", "left")
    there = {number: [player for player in players if _is_member(player, number)] for number in played}
    every: list[RoundRow] = [*inputs.games, *inputs.absences]
    loose = [row for row in every if not select_complete([row], "round")]
    gone = {number: _find_missing(there[number], rows, loose) for number, rows in played.items()}
    strays = dict(_find_long_absences(there, gone))
    yield from strays.values()
    for number, missing in gone.items():
        names = [player.name for player in missing if player.id not in strays]
        if names:
            last = [row for row in played[number] if isinstance(row, Game)][-1]
            yield Fault(last, "round", *_report_round(number, names, len(there[number])))


def _is_member(player: Player, number: int) -> bool:
    return player.joined <= number <= (player.left or number)


def _find_missing(
    there: Sequence[Player], rows: Sequence[RoundRow], loose: Sequence[RoundRow]
) -> Sequence[Player]:
    """Those of a round who have no row in it.

    Nobody, unless there are more of them than can stand in the cells of these rows, or of the `loose` ones of
    any round, that were not read or are wrongly blank.
    """
    every = [*rows, *loose]
    seen = {player for row in every for _, player in row.player_cells}
    unread = sum(not select_complete([row], column) for row in every for column, _ in row.player_cells)
    blank = sum(
        isinstance(row, Game) and len(row.player_cells) < 2 and row.result not in FORFEITS for row in rows
    )
    missing = [player for player in there if player.id not in seen]
    return missing if len(missing) > unread + blank else []


def _find_long_absences(
    there: Mapping[int, Sequence[Player]], gone: Mapping[int, Sequence[Player]]
) -> Iterator[tuple[str, Fault]]:
    """Players, by id, who are missing in several rounds, which are their first or their last."""
    found = [(player, number) for number, missing in gone.items() for player in missing]
    rounds = {
        player: tuple(number for _, number in pairs)
        for player, pairs in group_by(found, lambda pair: pair[0]).items()
    }
    together = Counter(rounds.values())
    for player, mine in rounds.items():
        own = tuple(number for number, everyone in there.items() if player in everyone)
        if (
            len(mine) >= _LONG_ABSENCE
            and together[mine] <= _MAX_TOGETHER
            and mine in (own[: len(mine)], own[-len(mine) :])
        ):
            yield player.id, _report_player(player, mine, own)


def _report_player(player: Player, mine: Sequence[int], own: Sequence[int]) -> Fault:
    """What is said of a player who is missing in `mine`, the first or the last of their `own` rounds."""
    hint = advise("who comes in later has the first round in 'joined'; else add what is missing")
    if len(mine) == len(own):
        message = say(
            "missing-in-every-round",
            "{name} has neither a game nor an absence in any round that was played",
            name=player.name,
        )
        return Fault(player, "joined", message, hint)
    if mine[0] == own[0]:
        told = {"name": player.name, "round": own[len(mine)]}
        message = say(
            "missing-before-round", "{name} has neither a game nor an absence before round {round}", **told
        )
        return Fault(player, "joined", message, hint)
    told = {"name": player.name, "round": own[-len(mine) - 1]}
    message = say(
        "missing-after-round", "{name} has neither a game nor an absence after round {round}", **told
    )
    hint = advise("who left has the last round in 'left'; else add what is missing")
    return Fault(player, "left", message, hint)


def _report_round(number: int, names: Sequence[str], there: int) -> tuple[str, str]:
    """What is said of those who are missing; of nearly everyone, that the round may not be right."""
    told = {"round": number, "missing": len(names), "there": there, "names": ", ".join(names)}
    if len(names) > there / 2:
        message = say(
            "round-hardly-filled",
            "round {round} has neither a game nor an absence of {missing} of its {there} players: {names}",
            **told,
        )
        return message, advise("is the number of the round right? else add what is missing")
    message = say(
        "players-missing-in-round", "round {round} has neither a game nor an absence of {names}", **told
    )
    return message, advise("every player has one or the other: add what is missing")


_MAX_RATING_GAP = 700
"""Points between two ratings of one player, or to the next player, that are more likely a digit too few."""
_MIN_PLAYERS = 4


def check_slips(inputs: Inputs) -> Iterator[Fault]:
    """Every slip that is likely."""
    yield from _check_rating_pairs(inputs.players)
    yield from _check_rating_outliers(inputs.players)
    yield from _check_boards(inputs.games)
    yield from _check_odd_players(inputs)


def _check_rating_pairs(players: Iterable[Player]) -> Iterator[Fault]:
    """A player whose two ratings cannot both be right."""
    hint = advise("is there a digit missing, or changed?")
    for player in select_complete(players, "final_rating", "knsb_rating"):
        if player.final_rating is not None and player.knsb_rating is not None:
            apart = abs(player.final_rating - player.knsb_rating)
            told = {
                "name": player.name,
                "final": player.final_rating,
                "knsb": player.knsb_rating,
                "apart": apart,
            }
            if apart > _MAX_RATING_GAP:
                message = say(
                    "ratings-far-apart",
                    "{name} has a final_rating of {final:g} and a knsb_rating of {knsb:g}: {apart:g} apart",
                    **told,
                )
                yield Fault(player, "knsb_rating", message, hint, warning=True)


def _check_rating_outliers(players: Iterable[Player]) -> Iterator[Fault]:
    """A player who is rated as nobody else is; a child may well be."""
    hint = advise("is there a digit missing, or changed?")
    there = select_complete(players, "final_rating", "knsb_rating", "knsb_reliable", "estimate")
    rated = sorted(
        ((player.basis, player) for player in there if player.basis is not None), key=itemgetter(0)
    )
    ends = [rated[:2], rated[:-3:-1]] if len(rated) >= _MIN_PLAYERS else []
    for (own, player), (nearest, _) in ends:
        if abs(own - nearest) > _MAX_RATING_GAP and not player.youth:
            told = {"name": player.name, "own": own, "nearest": nearest}
            message = say(
                "rating-far-from-all",
                "{name} starts from {own:g}, and the next player from {nearest:g}",
                **told,
            )
            columns = "final_rating", "knsb_rating", "estimate"
            column = next(name for name in columns if getattr(player, name) == own)
            yield Fault(player, column, message, hint, warning=True)


def _check_boards(games: Iterable[Game]) -> Iterator[Fault]:
    """Two games at one board; after a forfeit another can be played there."""
    seated = [row for row in select_complete(games, "round", "board", "result") if row.result not in FORFEITS]
    at_board = (row for row in seated if row.board is not None)
    for row, other in find_duplicates(at_board, lambda row: (row.round, row.board)):
        if other.pair != row.pair:
            told = {"board": row.board, "round": row.round, "place": other.source}
            message = say("board-twice", "board {board} has another game in round {round}: {place}", **told)
            yield Fault(row, "board", message, advise("a board has one game a round"), warning=True)


def _check_odd_players(inputs: Inputs) -> Iterator[Fault]:
    """More than one player left over by an odd number; who won by forfeit can be left over besides."""
    forfeits = Counter(
        row.round for row in select_complete(inputs.games, "round", "result") if row.result in FORFEITS
    )
    odd = [row for row in select_complete(inputs.absences, "round", "code") if row.code == "odd"]
    for round_, rows in group_by(odd, lambda row: row.round).items():
        for count, row in enumerate(rows, 1):
            if count > 1 + forfeits[round_]:
                told = {"round": round_, "count": count}
                message = say(
                    "several-left-over", "round {round} has {count} players who were left over", **told
                )
                hint = advise(
                    "an odd number leaves one over, who has the code 'odd'; two of them could have played"
                )
                yield Fault(row, "code", message, hint, warning=True)


def find_faults(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """All faults, and what is probably a slip."""
    names = {
        player.id: player.name if select_complete([player], "name") else player.id
        for player in select_complete(inputs.players, "id")
    }
    rows: list[RoundRow] = [
        *select_complete(inputs.games, "round"),
        *select_complete(inputs.absences, "round"),
    ]
    rounds = {fixture.round for fixture in select_complete(inputs.rounds, "round")}
    rows_of = group_by((row for row in rows if row.round in rounds), lambda row: row.round)
    played = {number: rows_of[number] for number in sorted(rows_of) if any(map(_has_result, rows_of[number]))}
    yield from calendar.check_calendar(inputs)
    yield from calendar.check_membership(inputs, rows)
    yield from _check_byes(inputs.absences, names)
    yield from check_evenings(rows_of, played, names)
    yield from check_missing_players(inputs, played)
    yield from _check_rematches(inputs, options, names)
    yield from check_slips(inputs)


def _has_result(row: RoundRow) -> bool:
    return isinstance(row, Game) and row.result is not None


def _check_byes(absences: Iterable[Absence], names: Mapping[str, str]) -> Iterator[Fault]:
    """Article 2.3: twice a season."""
    byes = [row for row in select_complete(absences, "round", "player", "code") if row.code == "bye"]
    for player, mine in group_by(byes, lambda row: row.player).items():
        for row in sorted(mine, key=lambda item: item.round)[BYES_PER_SEASON:]:
            told = {"name": names.get(player, player), "byes": BYES_PER_SEASON, "round": row.round}
            message = say("too-many-byes", "{name} has taken {byes} byes before round {round}", **told)
            hint = advise(
                "a player can take {byes} a season; afterwards it is 'absent'", byes=BYES_PER_SEASON
            )
            yield Fault(row, "code", message, hint)


def _check_rematches(inputs: Inputs, options: Options, names: Mapping[str, str]) -> Iterator[Fault]:
    """Article 5.1: two players meet once a period."""
    length = len(inputs.rounds)
    games = [row for row in select_complete(inputs.games, "round", "white", "black") if row.round <= length]
    pairs = sorted((row for row in games if len(row.pair) == 2), key=lambda item: item.round)
    for row, other in find_duplicates(pairs, lambda row: (find_period(row.round, length, options), row.pair)):
        if other.round != row.round:
            white, black = (names.get(player, player) for player in row.players)
            message = say(
                "met-in-period",
                "{white} and {black} met in round {round} of the same period already: {place}",
                white=white,
                black=black,
                round=other.round,
                place=other.source,
            )
            yield Fault(
                row, "black", message, advise("players meet once a period (article 5.1)"), warning=True
            )
