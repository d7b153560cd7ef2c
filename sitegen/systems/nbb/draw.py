"""The lines of the next session, by the rankings of the pairs that are there ("Paren")."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.core.entities import DrawError, DrawRequest, InvalidRequestError, Pairings
from sitegen.core.problems import advise, join_messages, pluralize, quote_text, say
from sitegen.systems.nbb.points import find_season, list_seasons, list_sessions
from sitegen.systems.nbb.ranking import NbbStanding, rate_sessions
from sitegen.systems.nbb.tables import Inputs, Options
from sitegen.toolkit.course import History
from sitegen.toolkit.order import round_for_ranking
from sitegen.toolkit.sessions import FORM_NAMES

draw_options = ("pairs", "lines", "day")
"""What can be asked of a draw here."""
_MAX_LINES = 26  # letters


class PresentPair(NamedTuple):
    """A pair that is there, with the sum of its rankings."""

    players: tuple[str, str]
    ranking: float


def draw(inputs: Inputs, options: Options, request: DrawRequest) -> Pairings:
    """The pairs of `request` in lines, the strongest first; those of equal ranking as they stand in it.

    Sizes are even where they can be, and as equal as that allows, the larger ones first. Raises `DrawError`
    when the day has a session already or lies in no season, or when the pairs are not sound.
    """
    if request.lines and request.lines > _MAX_LINES:
        raise InvalidRequestError(
            say("draw-too-many-lines", "a session has {most} lines at most", most=_MAX_LINES)
        )
    now = _compute_standings(inputs, options, request)
    couples = [
        PresentPair(pair, sum(_get_ranking(now, player) for player in pair))
        for pair in _resolve_pairs(inputs, request)
    ]
    strongest = sorted(couples, key=lambda couple: -round_for_ranking(couple.ranking))
    asked = request.lines or options.lines
    lines = dict(_split_lines(strongest, asked))
    names = {player.id: player.name for player in inputs.players}
    rows = [
        {"date": request.day.isoformat(), "line": letter, "player1": one, "player2": other, "score": ""}
        for letter, those in lines.items()
        for (one, other), _ in those
    ]
    told = [_format_summary(request, len(couples), len(lines), asked), *_format_lines(lines, names)]
    return Pairings({"pairs": rows}, told, request.day.isoformat())


def _split_lines(strongest: Sequence[PresentPair], asked: int) -> Iterator[tuple[str, Sequence[PresentPair]]]:
    """The pairs of each line, by its letter."""
    start = 0
    for number, size in enumerate(compute_line_sizes(len(strongest), asked)):
        yield chr(ord("A") + number), strongest[start : start + size]
        start += size


def _format_summary(request: DrawRequest, pairs: int, lines: int, asked: int) -> str:
    """How many pairs there are, and where they are too few for the lines that were asked for also that."""
    found = pluralize(pairs, "{day}: {number} pair", "{day}: {number} pairs", day=request.day)
    if lines == asked:
        return found
    return join_messages(
        found,
        pluralize(
            lines,
            "{number} line instead of {asked}, since a line has two pairs at least",
            "{number} lines instead of {asked}, since a line has two pairs at least",
            asked=asked,
        ),
        between=", ",
    )


def _format_lines(lines: Mapping[str, Sequence[PresentPair]], names: Mapping[str, str]) -> Iterator[str]:
    for letter, those in lines.items():
        yield advise("Line {letter}", letter=letter)
        for (one, other), ranking in those:
            yield f"  {ranking:6.2f}  {names[one]} – {names[other]}"


def compute_line_sizes(pairs: int, lines: int) -> list[int]:
    """How many pairs each line gets: whole tables of two pairs, and one odd pair where one is left.

    19 pairs in 4 lines are 6, 5, 4 and 4.
    """
    lines = max(1, min(lines, pairs // 2))
    tables, larger = divmod(pairs // 2, lines)
    made = [2 * (tables + (number < larger)) for number in range(lines)]
    if pairs % 2:
        made[larger % lines] += 1
    return made


def _compute_standings(inputs: Inputs, options: Options, request: DrawRequest) -> Mapping[str, NbbStanding]:
    """The rankings before the session."""
    begun = list_seasons(inputs, request.day)
    if find_season(request.day, begun) is None:
        told = say(
            "draw-in-no-season",
            "{day} lies in no season: add it to seasons.csv, or name another --date",
            day=request.day,
        )
        raise InvalidRequestError(told)
    every = list_sessions(inputs, request.day)
    for session in every:
        if session.day == request.day and not session.label:
            told = say(
                "draw-session-there",
                "{day} has a session of {form} already: name another --date",
                day=session.day,
                form=FORM_NAMES[session.form],
            )
            raise InvalidRequestError(told)
    return History({}, list(rate_sessions(inputs, options, begun, every))).standings


def _get_ranking(now: Mapping[str, NbbStanding], player: str) -> float:
    if player not in now:
        told = say(
            "draw-without-ranking",
            "{player} has no ranking yet: fill in 'ranking' in players.csv",
            player=quote_text(player),
        )
        raise DrawError(told)
    return now[player].ranking


def _resolve_pairs(inputs: Inputs, request: DrawRequest) -> Iterator[tuple[str, str]]:
    """The two players of each pair, of whom nobody is in another; a partnership stands for its own."""
    if len(request.pairs) < 2:
        told = say("draw-too-few-pairs", "fewer than two pairs: name a file with --pairs, one pair a line")
        raise InvalidRequestError(told)
    known = {
        partnership.partnership: [player for _, player in partnership.players]
        for partnership in inputs.partnerships
    }
    seen: set[str] = set()
    for pair in request.pairs:
        one, other = players = _require_two_players(known.get(pair[0], pair) if len(pair) == 1 else pair)
        if one == other or not seen.isdisjoint(players):
            told = say(
                "draw-player-twice",
                "{one} and {other}: one of them stands twice among the pairs",
                one=one,
                other=other,
            )
            raise InvalidRequestError(told)
        seen |= {one, other}
        yield one, other


def _require_two_players(players: Sequence[str]) -> Sequence[str]:
    if len(players) == 1:
        told = say(
            "draw-no-partnership",
            "{name} is no partnership: name two players with a comma between them",
            name=quote_text(players[0]),
        )
        raise InvalidRequestError(told)
    if len(players) > 2:
        told = say("draw-trio", "{players} are a trio: name the two who play", players=", ".join(players))
        raise InvalidRequestError(told)
    return players
