"""The draw: the lines of the next session, by the rankings of the pairs that are present ("Paren")."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from string import ascii_uppercase
from typing import NamedTuple

from sitegen.core.entities import DrawError, DrawRequest, InvalidRequestError, Pairings, declare_error
from sitegen.core.problems import advise, join_messages, pluralize, quote_text
from sitegen.systems.nbb.points import find_season, list_seasons, list_sessions
from sitegen.systems.nbb.ranking import NbbStanding, rate_sessions
from sitegen.systems.nbb.tables import Inputs, Options
from sitegen.toolkit.history import History
from sitegen.toolkit.order import round_for_ranking
from sitegen.toolkit.sessions import FORM_NAMES

draw_options = ("pairs", "lines", "day")
"""The options of a draw."""
_MAX_LINES = 26
"""The number of letters."""
_TOO_MANY_LINES = declare_error("draw-too-many-lines", "a session has {most} lines at most")
_IN_NO_SEASON = declare_error(
    "draw-in-no-season", "{day} lies in no season: add it to seasons.csv, or name another --date"
)
_SESSION_THERE = declare_error(
    "draw-session-there", "{day} has a session of {form} already: name another --date"
)
_WITHOUT_RANKING = declare_error(
    "draw-without-ranking", "{player} has no ranking yet: fill in 'ranking' in players.csv"
)
_TOO_FEW_PAIRS = declare_error(
    "draw-too-few-pairs", "fewer than two pairs: name a file with --pairs, one pair a line"
)
_PLAYER_TWICE = declare_error(
    "draw-player-twice", "{one} and {other}: one of them stands twice among the pairs"
)
_NO_PARTNERSHIP = declare_error(
    "draw-no-partnership", "{name} is no partnership: name two players with a comma between them"
)
_TRIO = declare_error("draw-trio", "{players} are a trio: name the two that play")


class PresentPair(NamedTuple):
    """A pair that is present, with the sum of its rankings."""

    players: tuple[str, str]
    ranking: float


def draw(inputs: Inputs, options: Options, request: DrawRequest) -> Pairings:
    """Return the pairs of `request` in lines, the strongest first; equal ones in the order of the request.

    Sizes are even where they can be, and as equal as that allows, the larger ones first. Raises `DrawError`
    when the day has a session or lies in no season, or when a pair is not valid.
    """
    if request.lines and request.lines > _MAX_LINES:
        raise InvalidRequestError(*_TOO_MANY_LINES.fill(most=_MAX_LINES))
    standings = _compute_standings(inputs, options, request)
    pairs = [
        PresentPair(pair, sum(_get_ranking(standings, player) for player in pair))
        for pair in _resolve_pairs(inputs, request)
    ]
    strongest = iter(sorted(pairs, key=lambda pair: -round_for_ranking(pair.ranking)))
    line_count = request.lines or options.on(request.day).lines
    sizes = compute_line_sizes(len(pairs), line_count)
    lines = {letter: [*islice(strongest, size)] for letter, size in zip(ascii_uppercase, sizes, strict=False)}
    names = {player.id: player.name for player in inputs.players}
    rows = [
        {"date": request.day.isoformat(), "line": letter, "player1": player1, "player2": player2, "score": ""}
        for letter, line in lines.items()
        for (player1, player2), _ in line
    ]
    report = [_format_summary(request, len(pairs), len(lines), line_count), *_format_lines(lines, names)]
    return Pairings({"pairs": rows}, report, request.day.isoformat())


def _format_summary(request: DrawRequest, pairs: int, lines: int, requested: int) -> str:
    """Return the number of pairs, and that of the lines where the pairs are too few for those wanted."""
    summary = pluralize(pairs, "{day}: {number} pair", "{day}: {number} pairs", day=request.day)
    if lines == requested:
        return summary
    return join_messages(
        summary,
        pluralize(
            lines,
            "{number} line instead of {asked}, since a line has two pairs at least",
            "{number} lines instead of {asked}, since a line has two pairs at least",
            asked=requested,
        ),
        between=", ",
    )


def _format_lines(lines: Mapping[str, Sequence[PresentPair]], names: Mapping[str, str]) -> Iterator[str]:
    for letter, pairs in lines.items():
        yield advise("Line {letter}", letter=letter)
        for (player1, player2), ranking in pairs:
            yield f"  {ranking:6.2f}  {names[player1]} – {names[player2]}"


def compute_line_sizes(pairs: int, lines: int) -> list[int]:
    """Return the number of pairs of each line: whole tables of two pairs, and one odd pair if one is left.

    19 pairs in 4 lines are 6, 5, 4 and 4.
    """
    lines = max(1, min(lines, pairs // 2))
    tables, larger = divmod(pairs // 2, lines)
    sizes = [2 * (tables + (number < larger)) for number in range(lines)]
    if pairs % 2:
        sizes[larger % lines] += 1
    return sizes


def _compute_standings(inputs: Inputs, options: Options, request: DrawRequest) -> Mapping[str, NbbStanding]:
    """Return the standings before the session."""
    seasons = list_seasons(inputs, request.day)
    if find_season(request.day, seasons) is None:
        raise InvalidRequestError(*_IN_NO_SEASON.fill(day=request.day))
    sessions = list_sessions(inputs, request.day)
    for session in sessions:
        if session.day == request.day and not session.label:
            form = FORM_NAMES[session.form]
            raise InvalidRequestError(*_SESSION_THERE.fill(day=session.day, form=form))
    return History({}, list(rate_sessions(inputs, options, seasons, sessions))).standings


def _get_ranking(standings: Mapping[str, NbbStanding], player: str) -> float:
    if player not in standings:
        raise DrawError(*_WITHOUT_RANKING.fill(player=quote_text(player)))
    return standings[player].ranking


def _resolve_pairs(inputs: Inputs, request: DrawRequest) -> Iterator[tuple[str, str]]:
    """Yield the two players of each pair, of whom nobody is in another; a partnership stands for its own."""
    if len(request.pairs) < 2:
        raise InvalidRequestError(*_TOO_FEW_PAIRS.fill())
    members = {
        partnership.partnership: [player for _, player in partnership.players]
        for partnership in inputs.partnerships
    }
    paired_players: set[str] = set()
    for pair in request.pairs:
        players = members.get(pair[0], pair) if len(pair) == 1 else pair
        if len(players) == 1:
            raise InvalidRequestError(*_NO_PARTNERSHIP.fill(name=quote_text(players[0])))
        if len(players) > 2:
            raise InvalidRequestError(*_TRIO.fill(players=", ".join(players)))
        player1, player2 = players
        if player1 == player2 or not paired_players.isdisjoint(players):
            raise InvalidRequestError(*_PLAYER_TWICE.fill(one=player1, other=player2))
        paired_players |= {player1, player2}
        yield player1, player2
