"""A game between two sides, as a club writes it down: by its result, or by both scores."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from sitegen.message import advise, say
from sitegen.model import Dated, Fault
from sitegen.table import PlayDate, PlayerId, Source, Table, column
from sitegen.toolkit import rows
from sitegen.toolkit.duel.written import DRAWN, synonyms
from sitegen.unread import known

Result = Literal["1-0", "½-½", "0-1"]
"""The points of the home side and of the away side."""
POINTS = {"1-0": 1.0, "½-½": 0.5, "0-1": 0.0}
"""What each result is for the home side."""
_WRITTEN = synonyms(
    {
        "1-0": "1:0|thuis|home|domicile|wit|white|blancs",
        "½-½": f"{DRAWN}|x",
        "0-1": "0:1|uit|away|extérieur|exterieur|zwart|black|noirs",
    }
)
_MOST = 100_000


class Game(Table):
    """A game, with its result or with both scores: one of the two ways a file."""

    date: PlayDate = column(
        "the day it was played", headings=("datum", "speeldatum", "dag", "jour", "date de jeu")
    )
    home: PlayerId = column(
        "the home side",
        headings=("thuis", "thuisspeler", "thuisploeg", "wit", "speler 1", "domicile", "blancs", "joueur 1"),
    )
    away: PlayerId = column(
        "the away side",
        headings=(
            *("uit", "uitspeler", "uitploeg", "bezoekers", "zwart", "speler 2"),
            *("extérieur", "exterieur", "visiteurs", "noirs", "joueur 2"),
        ),
    )
    result: Result | None = column(
        "the points of home and away; blank where the file has scores",
        default=None,
        synonyms=_WRITTEN,
        headings=("uitslag", "resultaat", "résultat", "resultat"),
    )
    home_score: float | None = column(
        "the score of the home side; the higher wins",
        default=None,
        minimum=0,
        maximum=_MOST,
        headings=("score thuis", "thuisscore", "score 1", "score domicile"),
    )
    away_score: float | None = column(
        "the score of the away side",
        default=None,
        minimum=0,
        maximum=_MOST,
        headings=("score uit", "uitscore", "score 2", "score extérieur", "score exterieur"),
    )
    event: str = column(
        "the evening, tournament or round",
        default="",
        headings=("evenement", "gelegenheid", "toernooi", "événement", "évènement", "tournoi"),
    )
    rated: bool = column(
        "no: it is shown and counts for nothing",
        default=True,
        headings=("telt", "telt mee", "rating", "compte", "classé", "classe"),
    )
    source: Source = column("where the row stands", default="", filled=True)

    def faults(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong inside the row: column, message and hint of each fault."""
        if self.home == self.away:
            message = say("home-is-away", "home and away are the same player")
            yield "away", message, advise("a game is between two players")
        scores = {"home_score": self.home_score, "away_score": self.away_score}
        blank = [name for name, score in scores.items() if score is None]
        if self.result is None and blank:
            message = say("no-result", "this game has no result")
            hint = advise("write 1-0, ½-½ or 0-1 in 'result', or both scores; a game to come is not written")
            yield blank[0] if len(blank) == 1 else "result", message, hint
        if self.result is not None and len(blank) < len(scores):
            message = say("result-and-scores", "this game has a result and a score")
            yield "result", message, advise("keep one of the two: the higher score wins")

    @property
    def outcome(self) -> Result:
        """The result, also where the game has scores: the higher wins, and equal ones are a draw."""
        if self.result is not None:
            return self.result
        home, away = self.home_score or 0.0, self.away_score or 0.0
        return "1-0" if home > away else "0-1" if home < away else "½-½"


def two_ways(games: Iterable[Game]) -> Iterator[Fault]:
    """The games that are written in another way than the first of their file."""
    sound = [each for each in known(games, "result", "home_score", "away_score") if not [*each.faults()]]
    for written in rows.grouped(sound, lambda each: each.source.rpartition(":")[0]).values():
        first = written[0]
        yield from (_other_way(each, first) for each in written if _has_scores(each) != _has_scores(first))


def _has_scores(game: Game) -> bool:
    return game.home_score is not None or game.away_score is not None


def _other_way(game: Game, first: Game) -> Fault:
    message = say(
        "two-ways-in-a-file", "other games of this file are written otherwise: {place}", place=first.source
    )
    hint = advise("in a file every game has a result, or every game has scores")
    return Fault(game, "home_score" if _has_scores(game) else "result", message, hint)


def dated(games: Sequence[Game]) -> Iterator[Dated]:
    """Every game: it is written down when it has been played."""
    return rows.dated(games, is_played=True)
