"""Checks of the tables of a season that columns alone cannot express.

In each round everyone has one game or one absence, and every game has a result. Probable slips of the pen are
warnings. Every check uses all rows whose cells could be read, and reports nothing that may only follow from a
cell that could not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from sitegen.core.entities import EventDate, Fault, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.problems import advise
from sitegen.systems.ijssel.scores import BYES_PER_SEASON
from sitegen.systems.ijssel.season import find_period
from sitegen.systems.ijssel.tables import Absence, Inputs, Options, Player
from sitegen.toolkit.order import find_duplicates, group_by
from sitegen.toolkit.rounds import calendar, checks
from sitegen.toolkit.rounds.attendance import Attendance
from sitegen.toolkit.rounds.tables import WON_FORFEITS, Game, RoundRow

_LONG_ABSENCE = 3
"""So many missing rounds in a row are reported once, at the player."""
_MAX_TOGETHER = 3
"""So many players may have come or gone together; if there are more, the rounds are incomplete."""


def check_missing_players(inputs: Inputs, played_rounds: Mapping[int, Sequence[RoundRow]]) -> Iterator[Fault]:
    """Yield players without a row: one fault a round, and one for a player missing to either end."""
    players = select_complete(inputs.players, "id", "name", "joined", "left")
    members = {
        number: [player for player in players if player.joined <= number <= (player.left or number)]
        for number in played_rounds
    }
    all_rows: list[RoundRow] = [*inputs.games, *inputs.absences]
    unplaced = [row for row in all_rows if not select_complete([row], "round")]
    pairs = [
        (player, number)
        for number, rows in played_rounds.items()
        for player in _find_missing(members[number], rows, unplaced)
    ]
    missing_rounds = {
        player: tuple(number for _, number in own) for player, own in group_by(pairs, itemgetter(0)).items()
    }
    together = Counter(missing_rounds.values())
    reported = set()
    for player, missing in missing_rounds.items():
        own_rounds = tuple(number for number in members if player in members[number])
        is_at_end = missing in (own_rounds[: len(missing)], own_rounds[-len(missing) :])
        if len(missing) >= _LONG_ABSENCE and together[missing] <= _MAX_TOGETHER and is_at_end:
            reported.add(player)
            yield _report_player(player, missing, own_rounds)
    for number, missing_pairs in group_by(pairs, itemgetter(1)).items():
        names = [player.name for player, _ in missing_pairs if player not in reported]
        if names:
            last = [row for row in played_rounds[number] if isinstance(row, Game)][-1]
            yield _report_round(last, names, len(members[number]))


def _find_missing(
    members: Sequence[Player], rows: Sequence[RoundRow], unplaced: Sequence[RoundRow]
) -> Sequence[Player]:
    """Return the members of a round without a row in it.

    Nobody if all of them may stand in cells that could not be read or are wrongly blank, in these rows or in
    the `unplaced` ones, whose round could not be read.
    """
    all_rows = [*rows, *unplaced]
    cells = [(row, column, player) for row in all_rows for column, player in row.player_cells]
    unreadable_count = sum(not select_complete([row], column) for row, column, _ in cells)
    blank = sum(
        isinstance(row, Game) and len(row.player_cells) < 2 and row.result not in WON_FORFEITS for row in rows
    )
    present = {player for *_, player in cells}
    missing_players = [player for player in members if player.id not in present]
    return missing_players if len(missing_players) > unreadable_count + blank else []


_MISSING_IN_EVERY_ROUND = declare_error(
    "missing-in-every-round",
    "{name} has neither a game nor an absence in any round that was played",
    "for a player who came later, write the first round in 'joined'; else add the missing row",
)
_MISSING_BEFORE_ROUND = declare_error(
    "missing-before-round",
    "{name} has neither a game nor an absence before round {round}",
    "for a player who came later, write the first round in 'joined'; else add the missing row",
)
_MISSING_AFTER_ROUND = declare_error(
    "missing-after-round",
    "{name} has neither a game nor an absence after round {round}",
    "for a player who left, write the last round in 'left'; else add the missing row",
)


def _report_player(player: Player, missing_rounds: Sequence[int], own_rounds: Sequence[int]) -> Fault:
    """Return the fault of a player who is missing in the first or the last of their rounds."""
    if len(missing_rounds) == len(own_rounds):
        return _MISSING_IN_EVERY_ROUND(player, "joined", name=player.name)
    if missing_rounds[0] == own_rounds[0]:
        next_round = own_rounds[len(missing_rounds)]
        return _MISSING_BEFORE_ROUND(player, "joined", name=player.name, round=next_round)
    last_round = own_rounds[-len(missing_rounds) - 1]
    return _MISSING_AFTER_ROUND(player, "left", name=player.name, round=last_round)


_ROUND_HARDLY_FILLED = declare_error(
    "round-hardly-filled",
    "round {round} has neither a game nor an absence of {missing} of its {there} players: {names}",
    "if the number of the round is right, add the missing games and absences",
)
_PLAYERS_MISSING_IN_ROUND = declare_error(
    "players-missing-in-round",
    "round {round} has neither a game nor an absence of {names}",
    "every player has one or the other: add the missing one",
)


def _report_round(row: Game, names: Sequence[str], member_count: int) -> Fault:
    """Return the fault of players missing in a round; for most players it is another one."""
    kind = _ROUND_HARDLY_FILLED if len(names) > member_count / 2 else _PLAYERS_MISSING_IN_ROUND
    counts: dict[str, Any] = {"round": row.round, "missing": len(names), "there": member_count}
    return kind(row, "round", names=", ".join(names), **counts)


_MAX_RATING_GAP = 700
"""A larger gap between two ratings of a player, or to the next player, is probably a missing digit."""
_MIN_PLAYERS = 4
_RATINGS_FAR_APART = declare_warning(
    "ratings-far-apart",
    "{name} has a final_rating of {final:g} and a knsb_rating of {knsb:g}: {apart:g} apart",
    "is there a digit missing, or changed?",
)
_RATING_FAR_FROM_ALL = declare_warning(
    "rating-far-from-all",
    "{name} starts from {own:g}, and the next player from {nearest:g}",
    "is there a digit missing, or changed?",
)
_SEVERAL_LEFT_OVER = declare_warning(
    "several-left-over",
    "{count} players were left over in round {round}",
    "an odd number leaves one over, who has the code 'odd'; two of them could have played",
)


def check_slips(inputs: Inputs) -> Iterator[Fault]:
    """Yield warnings of probable slips."""
    yield from _check_rating_pairs(inputs.players)
    yield from _check_rating_outliers(inputs.players)
    yield from checks.check_boards(inputs.games)
    yield from _check_odd_players(inputs)


def _check_rating_pairs(players: Iterable[Player]) -> Iterator[Fault]:
    """Yield players whose two ratings cannot both be right."""
    for player in select_complete(players, "final_rating", "knsb_rating"):
        final, knsb = player.final_rating, player.knsb_rating
        if final is not None and knsb is not None and abs(final - knsb) > _MAX_RATING_GAP:
            ratings: dict[str, Any] = {"final": final, "knsb": knsb, "apart": abs(final - knsb)}
            yield _RATINGS_FAR_APART(player, "knsb_rating", name=player.name, **ratings)


def _check_rating_outliers(players: Iterable[Player]) -> Iterator[Fault]:
    """Yield players far above or below all others; youth members may be."""
    complete = select_complete(players, "final_rating", "knsb_rating", "knsb_reliable", "estimate")
    rated_players = sorted(
        ((player.basis, player) for player in complete if player.basis is not None), key=itemgetter(0)
    )
    ends = [rated_players[:2], rated_players[:-3:-1]] if len(rated_players) >= _MIN_PLAYERS else []
    for (basis, player), (nearest, _) in ends:
        if abs(basis - nearest) > _MAX_RATING_GAP and not player.youth:
            columns = "final_rating", "knsb_rating", "estimate"
            column = next(name for name in columns if getattr(player, name) == basis)
            yield _RATING_FAR_FROM_ALL(player, column, name=player.name, own=basis, nearest=nearest)


def _check_odd_players(inputs: Inputs) -> Iterator[Fault]:
    """Yield further players left over by an odd number; besides one, each winner by forfeit can be."""
    forfeits = Counter(
        row.round for row in select_complete(inputs.games, "round", "result") if row.result in WON_FORFEITS
    )
    odd = [row for row in select_complete(inputs.absences, "round", "code") if row.code == "odd"]
    for round_, rows in group_by(odd, lambda row: row.round).items():
        for count, row in enumerate(rows, 1):
            if count > 1 + forfeits[round_]:
                yield _SEVERAL_LEFT_OVER(row, "code", round=round_, count=count)


def event_dates(inputs: Inputs) -> Iterator[EventDate]:
    """Yield the dates of the calendar, and of each round the first row that says that it has been played.

    A team match on another evening may come before the round in whose place it is, so that only those of the
    same evening count.
    """
    rows = select_complete(inputs.absences, "round")
    external = [row for row in rows if row.result and row.code == "external"]
    return calendar.find_event_dates(inputs, Attendance(inputs).ahead, external)


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Yield what is wrong with the calendar and with what was played, and what is probably a slip."""
    names, rows_by_round = checks.find_names(inputs.players), checks.group_rows(inputs)
    attendance = Attendance(inputs)
    played_rounds = {
        number: rows
        for number, rows in checks.find_played_rounds(rows_by_round).items()
        if number not in attendance.waiting
    }
    ahead = {number: played_rounds.pop(number) for number in attendance.ahead if number in played_rounds}
    yield from calendar.check_calendar(inputs, attendance.ahead)
    yield from calendar.check_membership(inputs)
    yield from _check_byes(inputs.absences, names)
    advice = advise(
        "a player has one game or one absence a round; after a win by forfeit one more game or an 'odd' is"
        " allowed"
    )
    yield from checks.check_evenings(inputs, rows_by_round, advice)
    yield from checks.check_waiting(inputs, attendance)
    yield from check_missing_players(inputs, played_rounds)
    for number, rows in ahead.items():
        faults = check_missing_players(inputs, {number: rows})
        yield from (fault._replace(since=attendance.ahead[number]) for fault in faults)
    yield from _check_rematches(inputs, options, names)
    yield from checks.check_decisions(inputs, is_left_listed=True)
    yield from check_slips(inputs)


_TOO_MANY_BYES = declare_error(
    "too-many-byes",
    "{name} has taken {byes} byes before round {round}",
    "a player can take {byes} a season; afterwards it is 'absent'",
)
_MET_IN_PERIOD = declare_warning(
    "met-in-period",
    "{white} and {black} met in round {round} of the same period already: {place}",
    "players meet once a period (article 5.1)",
)


def _check_byes(absences: Iterable[Absence], names: Mapping[str, str]) -> Iterator[Fault]:
    """Yield byes beyond those allowed in a season (article 2.3 Afwezigheid)."""
    byes = [row for row in select_complete(absences, "round", "player", "code") if row.code == "bye"]
    for player, byes_of_player in group_by(byes, lambda row: row.player).items():
        for row in sorted(byes_of_player, key=lambda item: item.round)[BYES_PER_SEASON:]:
            name = names.get(player, player)
            yield _TOO_MANY_BYES(row, "code", name=name, byes=BYES_PER_SEASON, round=row.round)


def _check_rematches(inputs: Inputs, options: Options, names: Mapping[str, str]) -> Iterator[Fault]:
    """Yield games of players who met in the same period already (article 5.1 Limitering)."""
    length = len(inputs.rounds)
    games = [row for row in select_complete(inputs.games, "round", "white", "black") if row.round <= length]
    pairs = sorted((row for row in games if len(row.pair) == 2), key=lambda item: item.round)
    for row, other in find_duplicates(pairs, lambda row: (find_period(row.round, length, options), row.pair)):
        if other.round != row.round:
            white, black = (names.get(player, player) for player in row.players)
            sides = {"white": white, "black": black}
            yield _MET_IN_PERIOD(row, "black", **sides, round=other.round, place=other.source)
