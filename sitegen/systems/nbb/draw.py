"""The lines of the next session, by the rankings of the pairs that are there ("Paren")."""

from typing import NamedTuple

from sitegen.rate import comparable
from sitegen.request import DrawError, Drawn, Request
from sitegen.systems.nbb.rankings import Book, history
from sitegen.systems.nbb.sessions import season_of, seasons, sessions
from sitegen.systems.nbb.tables import Inputs, Options


class Couple(NamedTuple):
    """A pair that is there, with the sum of its rankings."""

    players: tuple[str, str]
    ranking: float


def draw(inputs: Inputs, options: Options, request: Request) -> Drawn:
    """The pairs of `request` in lines, the strongest first; those of equal ranking as they stand in it.

    Sizes are even where they can be, and as equal as that allows, the larger ones first. Raises `DrawError`
    when the day has a session already or lies in no season, or when the pairs are not sound.
    """
    if request.round or request.absent:
        raise DrawError(
            "this ranking is drawn with --pairs, --lines and --date, not with --round or --absent"
        )
    book = _book(inputs, options, request)
    couples = [Couple(pair, sum(_ranking(book, each) for each in pair)) for pair in _pairs(inputs, request)]
    strongest = sorted(couples, key=lambda each: -comparable(each.ranking))
    rows, told, start = [], [f"{request.day}: {len(couples)} pairs"], 0
    names = {each.id: each.name for each in inputs.players}
    for number, size in enumerate(sizes(len(couples), request.lines or options.lines)):
        letter = chr(ord("A") + number)
        told.append(f"Line {letter}")
        for one in strongest[start : start + size]:
            player1, player2 = one.players
            told.append(f"  {one.ranking:6.2f}  {names[player1]} – {names[player2]}")
            cells = {"line": letter, "player1": player1, "player2": player2, "score": ""}
            rows.append({"date": request.day.isoformat(), **cells})
        start += size
    return Drawn({"pairs": rows}, told, request.day.isoformat())


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


def _book(inputs: Inputs, options: Options, request: Request) -> Book:
    """The rankings before the session."""
    begun = seasons(inputs, request.day)
    season = season_of(request.day, begun)
    if season is None:
        raise DrawError(f"{request.day} lies in no season: add it to seasons.csv, or name another --date")
    every = sessions(inputs, request.day)
    there = [each for each in every if each.day == request.day and not each.label]
    if there:
        raise DrawError(f"{request.day} has a session of {there[0].form} already: name another --date")
    books = history(inputs, options, begun, every).books
    return next(each for each in books if each.season == season)


def _ranking(book: Book, player: str) -> float:
    ranking = book.ranking(player)
    if ranking is None:
        raise DrawError(f"{player!r} has no ranking yet: fill in 'ranking' in players.csv")
    return ranking


def _pairs(inputs: Inputs, request: Request) -> list[tuple[str, str]]:
    """The players of each pair; one that is named as a partnership has exactly two."""
    known = {each.partnership: [player for _, player in each.players] for each in inputs.partnerships}
    found = []
    for pair in request.pairs:
        if len(pair) == 1 and pair[0] not in known:
            raise DrawError(f"{pair[0]!r} is no partnership: name two players with a comma between them")
        found.append(known[pair[0]] if len(pair) == 1 else list(pair))
    if len(found) < 2:
        raise DrawError("fewer than two pairs: name a file with --pairs, one pair a line")
    seen: set[str] = set()
    for players in found:
        if len(players) > 2:
            raise DrawError(f"{', '.join(players)} are a trio: name the two who play")
        if seen & {*players} or players[0] == players[1]:
            raise DrawError(f"{' and '.join(players)}: one of them stands twice among the pairs")
        seen |= {*players}
    return [(players[0], players[1]) for players in found]
