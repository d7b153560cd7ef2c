"""Options of a circuit that name games."""

from collections.abc import Iterator

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.names import letters
from sitegen.problem import quoted, suggestion
from sitegen.systems.ludo.tables import Inputs, Options
from sitegen.unread import known


def given(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Seats are of games that were played, each once."""
    read = known(inputs.results, "game")
    games = {letters(row.game): row.game for row in read}
    seen: dict[str, str] = {}
    for game in options.final_seats:
        if seen.setdefault(letters(game), game) != game:
            message = say(
                "one-game-twice",
                "{game} and {other} are one game",
                game=quoted(game),
                other=quoted(seen[letters(game)]),
            )
            yield Fault(options, "final_seats", message, advise("take one of them out"))
        if games and letters(game) not in games and len(read) == len(inputs.results):
            message = say("game-never-played", "{game} was never played", game=quoted(game))
            hint = suggestion(game, games.values()) or advise("correct it, or take it out")
            yield Fault(options, "final_seats", message, hint, warning=True)
