"""The lines of the next session, by the rankings of the pairs that are there ("Paren")."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sitegen.message import advise, counted, joined, say
from sitegen.problem import quoted
from sitegen.request import DrawError, Drawn, Request, WishError
from sitegen.systems.bridge.evenings import FORMS
from sitegen.systems.nbb.course import Standing, course
from sitegen.systems.nbb.sessions import season_of, seasons, sessions
from sitegen.systems.nbb.tables import Inputs, Options
from sitegen.toolkit.course import Course
from sitegen.toolkit.order import comparable

drawn_with = ("pairs", "lines", "day")
"""What can be asked of a draw here."""
_MOST_LINES = 26  # letters


class Couple(NamedTuple):
    """A pair that is there, with the sum of its rankings."""

    players: tuple[str, str]
    ranking: float


def draw(inputs: Inputs, options: Options, request: Request) -> Drawn:
    """The pairs of `request` in lines, the strongest first; those of equal ranking as they stand in it.

    Sizes are even where they can be, and as equal as that allows, the larger ones first. Raises `DrawError`
    when the day has a session already or lies in no season, or when the pairs are not sound.
    """
    if request.lines and request.lines > _MOST_LINES:
        raise WishError(say("draw-too-many-lines", "a session has {most} lines at most", most=_MOST_LINES))
    now = _standings(inputs, options, request)
    couples = [Couple(pair, sum(_ranking(now, each) for each in pair)) for pair in _pairs(inputs, request)]
    strongest = sorted(couples, key=lambda each: -comparable(each.ranking))
    asked = request.lines or options.lines
    lines = dict(_lines(strongest, asked))
    names = {each.id: each.name for each in inputs.players}
    rows = [
        {"date": request.day.isoformat(), "line": letter, "player1": one, "player2": other, "score": ""}
        for letter, those in lines.items()
        for (one, other), _ in those
    ]
    told = [_headed(request, len(couples), len(lines), asked), *_told(lines, names)]
    return Drawn({"pairs": rows}, told, request.day.isoformat())


def _lines(strongest: Sequence[Couple], asked: int) -> Iterator[tuple[str, Sequence[Couple]]]:
    """The pairs of each line, by its letter."""
    start = 0
    for number, size in enumerate(sizes(len(strongest), asked)):
        yield chr(ord("A") + number), strongest[start : start + size]
        start += size


def _headed(request: Request, pairs: int, lines: int, asked: int) -> str:
    """How many pairs there are, and where they are too few for the lines that were asked for also that."""
    found = counted(pairs, "{day}: {number} pair", "{day}: {number} pairs", day=request.day)
    if lines == asked:
        return found
    return joined(
        found,
        counted(
            lines,
            "{number} line instead of {asked}, since a line has two pairs at least",
            "{number} lines instead of {asked}, since a line has two pairs at least",
            asked=asked,
        ),
        between=", ",
    )


def _told(lines: Mapping[str, Sequence[Couple]], names: Mapping[str, str]) -> Iterator[str]:
    for letter, those in lines.items():
        yield advise("Line {letter}", letter=letter)
        for (one, other), ranking in those:
            yield f"  {ranking:6.2f}  {names[one]} – {names[other]}"


def sizes(pairs: int, lines: int) -> list[int]:
    """How many pairs each line gets: whole tables of two pairs, and one odd pair where one is left.

    19 pairs in 4 lines are 6, 5, 4 and 4.
    """
    lines = max(1, min(lines, pairs // 2))
    tables, larger = divmod(pairs // 2, lines)
    made = [2 * (tables + (number < larger)) for number in range(lines)]
    if pairs % 2:
        made[larger % lines] += 1
    return made


def _standings(inputs: Inputs, options: Options, request: Request) -> Mapping[str, Standing]:
    """The rankings before the session."""
    begun = seasons(inputs, request.day)
    if season_of(request.day, begun) is None:
        told = say(
            "draw-in-no-season",
            "{day} lies in no season: add it to seasons.csv, or name another --date",
            day=request.day,
        )
        raise WishError(told)
    every = sessions(inputs, request.day)
    for each in every:
        if each.day == request.day and not each.label:
            told = say(
                "draw-session-there",
                "{day} has a session of {form} already: name another --date",
                day=each.day,
                form=FORMS[each.form],
            )
            raise WishError(told)
    return Course({}, list(course(inputs, options, begun, every))).now


def _ranking(now: Mapping[str, Standing], player: str) -> float:
    if player not in now:
        told = say(
            "draw-without-ranking",
            "{player} has no ranking yet: fill in 'ranking' in players.csv",
            player=quoted(player),
        )
        raise DrawError(told)
    return now[player].ranking


def _pairs(inputs: Inputs, request: Request) -> Iterator[tuple[str, str]]:
    """The two players of each pair, of whom nobody is in another; a partnership stands for its own."""
    if len(request.pairs) < 2:
        told = say("draw-too-few-pairs", "fewer than two pairs: name a file with --pairs, one pair a line")
        raise WishError(told)
    known = {each.partnership: [player for _, player in each.players] for each in inputs.partnerships}
    seen: set[str] = set()
    for pair in request.pairs:
        one, other = players = _of_two(known.get(pair[0], pair) if len(pair) == 1 else pair)
        if one == other or not seen.isdisjoint(players):
            told = say(
                "draw-player-twice",
                "{one} and {other}: one of them stands twice among the pairs",
                one=one,
                other=other,
            )
            raise WishError(told)
        seen |= {one, other}
        yield one, other


def _of_two(players: Sequence[str]) -> Sequence[str]:
    if len(players) == 1:
        told = say(
            "draw-no-partnership",
            "{name} is no partnership: name two players with a comma between them",
            name=quoted(players[0]),
        )
        raise WishError(told)
    if len(players) > 2:
        told = say("draw-trio", "{players} are a trio: name the two who play", players=", ".join(players))
        raise WishError(told)
    return players
