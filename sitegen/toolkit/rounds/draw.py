"""What the draw of a round is asked for, and what it returns: rows to be added, and lines for who draws."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sitegen.core.entities import DrawError, DrawRequest, InvalidRequestError, declare_error
from sitegen.core.problems import Message, advise
from sitegen.toolkit.rounds.outlook import LaterRound, Outlook, Pair
from sitegen.toolkit.rounds.pairing import Entrant, RoundPairing
from sitegen.toolkit.rounds.season import P, Season
from sitegen.toolkit.rounds.tables import FORFEITS, Game, RoundRow

_SEASON_OVER = declare_error("season-over", "all rounds of the calendar have been played")
_OUTSIDE_CALENDAR = declare_error(
    "draw-outside-calendar",
    "round {round} is not in the calendar, whose last is {last}",
    "add it to rounds.csv",
)
_ALREADY_PLAYED = declare_error("round-already-played", "round {round} has been played; the next is {next}")
_EARLIER_NOT_DRAWN = declare_error(
    "round-before-not-drawn",
    "round {before} of {day} comes before round {round}, and has not been drawn",
    "draw it first; where it was put off, give it its new date",
)
_NOTHING_TO_DRAW = declare_error(
    "nothing-to-draw",
    "everyone has a game or an absence in round {round} already: nothing is left to draw",
)
draw_options = ("round", "absent")
"""The options of a request that a draw of a round takes."""


def choose_round(season: Season[Any], request: DrawRequest) -> int:
    """Return the requested round, or the first after the last that has been played.

    Raises `InvalidRequestError` if it has been played, is not in the calendar, or comes after one that is
    still to be drawn, and `DrawError` if all rounds have been played.
    """
    upcoming_rounds = [
        *season.next_rounds,
        *(number for number in season.upcoming_rounds if number not in season.next_rounds),
    ]
    if not upcoming_rounds:
        raise DrawError(*_SEASON_OVER.fill())
    round_ = upcoming_rounds[0] if request.round is None else request.round
    params: dict[str, Any] = {"round": round_, "last": season.round_count, "next": upcoming_rounds[0]}
    if not 1 <= round_ <= season.round_count:
        raise InvalidRequestError(*_OUTSIDE_CALENDAR.fill(**params))
    if round_ in season.entries:
        raise InvalidRequestError(*_ALREADY_PLAYED.fill(**params))
    for number in list_earlier_rounds(season, round_):  # on which colours depend
        if number not in season.paired_rounds:
            day = season.get_day(number)
            raise InvalidRequestError(*_EARLIER_NOT_DRAWN.fill(before=number, day=day, **params))
    return round_


def list_earlier_rounds(season: Season[Any], round_: int) -> Sequence[int]:
    """Return the rounds after the last that was played, through the one before `round_`."""
    return [
        number
        for number in season.next_rounds
        if season.round_positions[number] < season.round_positions[round_]
    ]


def list_present(season: Season[P], round_: int, absent: Sequence[str]) -> list[P]:
    """Return the members in the round who are not absent and have no row in it yet.

    Raises `DrawError` if there are none.
    """
    players = _list_without_row(season, round_, absent)
    if not players:
        raise DrawError(*_NOTHING_TO_DRAW.fill(round=round_))
    return players


def _list_without_row(season: Season[P], round_: int, absent: Sequence[str]) -> list[P]:
    rows: list[RoundRow] = [*season.get_games(round_), *season.get_absences(round_)]
    unavailable = {*absent, *(player for row in rows for _, player in row.player_cells)}
    return [
        player
        for player in season.players
        if season.is_member(player, round_) and player.id not in unavailable
    ]


def list_games_before(season: Season[Any], round_: int) -> list[Game]:
    """Return the games of two that were played or drawn before a round, in order; a forfeit is none."""
    rounds = [*season.played_rounds, *list_earlier_rounds(season, round_)]
    games = [game for number in rounds for game in season.get_games(number)]
    return [game for game in games if len(game.pair) > 1 and game.result not in FORFEITS]


def build_entrants(
    season: Season[P],
    round_: int,
    players: Iterable[P],
    figures: Mapping[str, float],
    left_over: Iterable[str],
) -> list[Entrant]:
    """Return the players of a draw, who go by `figures`, with the colours of games played or still to be.

    `left_over` has the id of a player for each time that they were left over.
    """
    colours, odd = dict.fromkeys((player.id for player in season.players), ""), Counter(left_over)
    for game in list_games_before(season, round_):
        for player, colour in zip(game.players, "wb", strict=True):
            colours[player] += colour
    return [
        Entrant(player.id, figures[player.id], colours[player.id], odd[player.id], player.alphabet)
        for player in players
    ]


def look_ahead(
    season: Season[Any], rounds: Iterable[int], find_barred_pairs: Callable[[int], Collection[Pair]]
) -> Outlook:
    """Return the outlook on rounds that are still to be drawn, with all members who have no absence in them.

    `find_barred_pairs` returns who may not meet in a round, before the round that is being drawn.
    """
    return Outlook(
        [
            LaterRound(
                number,
                {player.id for player in season.players if season.is_member(player, number)}
                - {absence.player for absence in season.get_absences(number)},
                find_barred_pairs(number),
            )
            for number in rounds
        ]
    )


class DrawnRound(NamedTuple):
    """A round that has been drawn; `absent` are the players who were told not to be there."""

    season: Season[Any]
    round: int
    pairing: RoundPairing
    absent: Sequence[str]

    @property
    def signed_off(self) -> list[str]:
        """The members among the absent who have no row in the round yet."""
        members = {player.id for player in _list_without_row(self.season, self.round, ())}
        return [player for player in self.absent if player in members]

    @property
    def boards(self) -> Mapping[int, tuple[str, str]]:
        """The games by board, behind those that the round has already."""
        first = max((game.board or 0 for game in self.season.get_games(self.round)), default=0) + 1
        return dict(enumerate(self.pairing.games, first))

    @property
    def game_rows(self) -> list[dict[str, str]]:
        """The rows of the games."""
        return [
            {"round": str(self.round), "white": white, "black": black, "result": "", "board": str(board)}
            for board, (white, black) in self.boards.items()
        ]

    def format_lines(self, get_remark: Callable[[tuple[str, str]], str] = lambda _: "") -> list[Message]:
        """Return the lines for the person who draws; `get_remark` gives what is to be said of a game."""
        odd, day = self.pairing.odd_player, self.season.get_day(self.round)
        return [
            advise("Round {round}, {day}", round=self.round, day=day),
            *(self._format_game(board, game, get_remark(game)) for board, game in self.boards.items()),
            *([advise("Left over: {name}", name=self.season.players_by_id[odd].name)] if odd else ()),
            *self._format_absences(),
            *self._format_outlook(),
        ]

    def _format_outlook(self) -> Iterator[Message]:
        """Yield what the draw has avoided in a later round, and what it could not avoid."""
        if avoided := self.pairing.avoided:
            yield advise(
                "The closest games would have left no pairing for round {round}: these leave one",
                round=avoided,
            )
        if blocked := self.pairing.blocked:
            yield advise(
                "In round {round} not all can meet somebody new, whatever is drawn now: some will need a bye"
                " then",
                round=blocked,
            )

    def _format_game(self, board: int, game: tuple[str, str], remark: str) -> Any:
        white, black = (self.season.players_by_id[player].name for player in game)
        line = f"{board:3}. {white} – {black}"
        return advise("{game} ({remark})", game=line, remark=remark) if remark else line

    def _format_absences(self) -> Iterator[Message]:
        """Yield who does not play, and who of the absent stands in a game or does not belong to the round."""
        playing = {player for row in self.season.get_games(self.round) for _, player in row.player_cells}
        away = [*(absence.player for absence in self.season.get_absences(self.round)), *self.signed_off]
        belonging = [
            player
            for player in self.absent
            if self.season.is_member(self.season.players_by_id[player], self.round)
        ]
        strangers = [player for player in self.absent if player not in belonging]

        def names(ids: Iterable[str]) -> str:
            return ", ".join(self.season.players_by_id[player].name for player in ids)

        if away:
            yield advise("Not playing: {names}", names=names(away))
        if in_a_game := [player for player in belonging if player in playing]:
            yield advise("In a game of the round, to be taken out first: {names}", names=names(in_a_game))
        if strangers:
            yield advise("Does not belong to the season in this round: {names}", names=names(strangers))
