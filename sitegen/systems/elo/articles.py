"""What Elo and the FIDE Handbook say, by chapter and verse."""

from collections.abc import Mapping, Sequence

from sitegen.systems.elo.tables import Options

articles: Mapping[str, str] = {
    "Elo, 1978": (
        "A player can expect E = 1 / (1 + 10^(−D / 400)) points of a game, where D is what their rating is"
        " above that of the other; each game moves a rating by K × (S − E), where S are the points made."
    ),
    "B.02, 8.1.2": "A table says what can be expected of a game, to two decimals, by whole differences.",
    "B.02, 8.3.1": "A difference in rating of more than 400 points counts as one of 400.",
    "B.02, 8.3.3": "K hangs on how many games a player has played, and how strong they are.",
}
"""Each as it is cited, with what it says."""


def followed(options: Options) -> Mapping[str, Sequence[str]]:
    """Those that each table of games goes by."""
    curve = ["B.02, 8.1.2", "B.02, 8.3.1"] if options.expectation == "fide" else []
    of_games = ["Elo, 1978", *curve, "B.02, 8.3.3"]
    return {"games": of_games, "why": of_games, "ahead": of_games, "history": of_games}
