"""The pairings of a round: article 5 of the regulation."""

from collections.abc import Iterator, Sequence
from datetime import date

from sitegen.request import DrawError, Drawn, Request
from sitegen.systems.ijssel.course import Course, course
from sitegen.systems.ijssel.pairing import Entrant, Pairing, pair
from sitegen.systems.ijssel.rounds import YOUTH
from sitegen.systems.ijssel.season import Season, season
from sitegen.systems.ijssel.tables import FORFEITS, Absence, Game, Inputs, Options, Player


def draw(inputs: Inputs, options: Options, request: Request) -> Drawn:
    """The games of a round between all who are there and have neither game nor absence in it yet.

    Swiss by the latest club ratings (article 5); a pair that stands in a row of the same period, also as a
    forfeit or still to be played, is not drawn again (article 5.1). Raises `DrawError` when the round is
    played, is none of the season, or when no legal pairing exists.
    """
    if request.pairs or request.lines:
        raise DrawError("this ranking is drawn with --round and --absent, not with --pairs or --lines")
    made = course(season(inputs, options, date.max))
    round_ = _round(made.season, request)
    there = _present(made.season, round_, request.absent)
    if not there:
        raise DrawError(
            f"everyone has a game or an absence in round {round_} already: nothing is left to draw"
        )
    paired = pair([_entrant(made, each, round_) for each in there], _met(made.season, round_), round_)
    if paired is None:
        raise DrawError(
            f"no legal pairing of these {len(there)} players exists for round {round_}: too many of them have"
            " met in this period (article 5.1); let somebody take a bye, or enter a game by hand"
        )
    return _drawn(made.season, round_, paired, request.absent)


def _round(season: Season, request: Request) -> int:
    """The round that is asked for, or the first that has not been played."""
    round_ = season.played + 1 if request.round is None else request.round
    if not 1 <= round_ <= season.length:
        raise DrawError(f"round {round_} is not in the calendar, whose last is {season.length}")
    if round_ <= season.played:
        raise DrawError(f"round {round_} has been played; the next is {season.played + 1}")
    return round_


def _present(season: Season, round_: int, absent: Sequence[str]) -> list[Player]:
    """Who belongs to the season, is not away, and has no row in the round yet."""
    rows: list[Game | Absence] = [*season.games(round_), *season.absences(round_)]
    away = {*absent, *(player for row in rows for _, player in row.named)}
    return [each for each in season.players if season.belongs(each, round_) and each.id not in away]


def _met(season: Season, round_: int) -> set[frozenset[str]]:
    """The pairs of all rows of the period."""
    same = (each for each in season.inputs.games if season.period(each.round) == season.period(round_))
    return {each.pair for each in same}


def _entrant(course: Course, player: Player, round_: int) -> Entrant:
    """A player as the draw sees them, with the colours of games that were played or are yet to be."""
    season, id_ = course.season, player.id
    games = [
        each
        for number in range(1, round_)
        for each in season.games(number)
        if id_ in (each.white, each.black) and each.result not in FORFEITS
    ]
    return Entrant(
        id_,
        course.now.ratings.get(id_, course.start[id_]),
        "".join("w" if each.white == id_ else "b" for each in games),
        sum(each.player == id_ and each.code == "odd" for each in season.inputs.absences),
        player.alphabet,
    )


def _drawn(season: Season, round_: int, pairing: Pairing, absent: Sequence[str]) -> Drawn:
    first = max((each.board or 0 for each in season.games(round_)), default=0) + 1
    boards = list(enumerate(pairing.games, first))
    left_over = [pairing.left_over] if pairing.left_over else []
    return Drawn(
        {
            "games": [
                {"round": str(round_), "white": white, "black": black, "result": "", "board": str(board)}
                for board, (white, black) in boards
            ],
            "absences": [{"round": str(round_), "player": each, "code": "odd"} for each in left_over],
        },
        [
            f"Round {round_}, {season.day(round_)}",
            *(_game(season, board, *game) for board, game in boards),
            *(f"Left over: {season.by_id[each].name}" for each in left_over),
            *_still_to_enter(season, round_, absent),
        ],
    )


def _game(season: Season, board: int, white: str, black: str) -> str:
    players = season.by_id[white], season.by_id[black]
    youth = f" ({YOUTH})" if any(each.youth for each in players) else ""
    return f"{board:3}. {players[0].name} – {players[1].name}{youth}"


def _still_to_enter(season: Season, round_: int, absent: Sequence[str]) -> Iterator[str]:
    """Who stays away without a row that says why: the round cannot be calculated without it."""
    playing = {player for row in season.games(round_) for _, player in row.named}
    told = playing | {each.player for each in season.absences(round_)}
    in_a_game = [season.by_id[each].name for each in absent if each in playing]
    unsaid = [season.by_id[each].name for each in absent if each not in told]
    if in_a_game:
        yield f"In a game of the round, to be taken out first: {', '.join(in_a_game)}"
    if unsaid:
        yield f"Still to be entered in absences: {', '.join(unsaid)}"
