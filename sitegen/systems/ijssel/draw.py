"""The pairings of a round: article 5 of the regulation."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from sitegen.message import Message, advise, say
from sitegen.request import DrawError, Drawn, Request, WishError
from sitegen.systems.ijssel.competition import Competition
from sitegen.systems.ijssel.pairing import Entrant, Meetings, Pairing, pair
from sitegen.systems.ijssel.ranking import Ranking, ranking
from sitegen.systems.ijssel.tables import FORFEITS, Absence, Game, Inputs, Options, Player

drawn_with = ("round", "absent")
"""What can be asked of this draw."""
YOUTH = advise("youth game, 20:00–22:00, one hour each")
"""What is said of a game with a youth member (article 3 Jeugdspelers)."""


def draw(inputs: Inputs, options: Options, request: Request) -> Drawn:
    """The games of a round between all who are there and have neither game nor absence in it yet.

    Swiss by the latest club ratings (article 5 Wedstrijdindeling); a pair that stands in a row of the same
    period, also as a forfeit or still to be played, is not drawn again (article 5.1 Limitering). Raises
    `DrawError` when the round is played, is none of the season, comes after one that is still to be drawn, or
    when no legal pairing exists.
    """
    made = ranking(Competition.of(inputs, options, date.max))
    competition = made.competition
    round_ = _round(competition, request)
    there = _present(competition, round_, request.absent)
    if not there:
        text = say(
            "nothing-to-draw",
            "everyone has a game or an absence in round {round} already: nothing is left to draw",
            round=round_,
        )
        raise DrawError(text)
    paired = pair(_entrants(made, there, round_), _met(competition, round_), round_)
    if paired is None:
        text = say(
            "no-legal-pairing",
            "no legal pairing of these {players} players exists for round {round}: too many of them have met"
            " in this period (article 5.1)",
            players=len(there),
            round=round_,
        )
        raise DrawError(text, advise("let somebody take a bye, or enter a game by hand"))
    return _drawn(competition, round_, paired, request.absent)


def _round(competition: Competition, request: Request) -> int:
    """The round that is asked for, or the first after the last that has been played."""
    coming = [*competition.next, *(each for each in competition.to_come if each not in competition.next)]
    if not coming:
        raise DrawError(say("season-over", "all rounds of the calendar have been played"))
    round_ = coming[0] if request.round is None else request.round
    told = {"round": round_, "last": competition.length, "next": coming[0]}
    if not 1 <= round_ <= competition.length:
        text = say(
            "draw-outside-calendar", "round {round} is not in the calendar, whose last is {last}", **told
        )
        raise WishError(text, advise("add it to rounds.csv"))
    if round_ in competition.entries:
        text = say("round-already-played", "round {round} has been played; the next is {next}", **told)
        raise WishError(text)
    _refuse_to_pass_over(competition, round_)
    return round_


def _refuse_to_pass_over(competition: Competition, round_: int) -> None:
    """Colours and meetings of a round come after those of the round before it."""
    for each in _coming_before(competition, round_):
        if each not in competition.drawn:
            text = say(
                "round-before-not-drawn",
                "round {before} of {day} comes before round {round}, and has not been drawn",
                before=each,
                day=competition.day(each),
                round=round_,
            )
            raise WishError(text, advise("draw it first; where it was put off, give it its new date"))


def _coming_before(competition: Competition, round_: int) -> Sequence[int]:
    """The rounds after the last that was played, through the one before `round_`."""
    return [each for each in competition.next if competition.turn[each] < competition.turn[round_]]


def _present(competition: Competition, round_: int, absent: Sequence[str]) -> list[Player]:
    """Who belongs to the season, is not away, and has no row in the round yet."""
    rows: list[Game | Absence] = [*competition.games(round_), *competition.absences(round_)]
    away = {*absent, *(player for row in rows for _, player in row.named)}
    return [each for each in competition.players if competition.belongs(each, round_) and each.id not in away]


def _met(competition: Competition, round_: int) -> Meetings:
    """The pairs of all rows of the period, and how often a pair has played in another."""
    now = competition.period(round_)
    others = (each for each in competition.inputs.games if competition.period(each.round) != now)
    earlier = Counter(each.pair for each in others if each.result not in FORFEITS)
    return Meetings(competition.met(now), earlier, competition.options.rematch)


def _entrants(made: Ranking, there: Iterable[Player], round_: int) -> list[Entrant]:
    """Players as the draw sees them, with the colours of games that were played or are yet to be."""
    competition, ratings = made.competition, made.ratings_before(round_)
    rounds = [*competition.played, *_coming_before(competition, round_)]
    games = [game for each in rounds for game in competition.games(each) if game.result not in FORFEITS]
    odd = Counter(each.player for each in competition.inputs.absences if each.code == "odd")
    return [
        Entrant(
            each.id,
            ratings[each.id],
            "".join("w" if game.white == each.id else "b" for game in games if each.id in game.pair),
            odd[each.id],
            each.alphabet,
        )
        for each in there
    ]


def _drawn(competition: Competition, round_: int, pairing: Pairing, absent: Sequence[str]) -> Drawn:
    first = max((each.board or 0 for each in competition.games(round_)), default=0) + 1
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
            advise("Round {round}, {day}", round=round_, day=competition.day(round_)),
            *(_game(competition, board, *game) for board, game in boards),
            *(advise("Left over: {name}", name=competition.by_id[each].name) for each in left_over),
            *_away(competition, round_, absent),
        ],
    )


def _game(competition: Competition, board: int, white: str, black: str) -> str:
    players = competition.by_id[white], competition.by_id[black]
    game = f"{board:3}. {players[0].name} – {players[1].name}"
    if not any(each.youth for each in players):
        return game
    return advise("{game} ({remark})", game=game, remark=YOUTH)


def _away(competition: Competition, round_: int, absent: Sequence[str]) -> Iterator[Message]:
    """Who signed off, and who stays away without a row that says why, which the round needs."""
    playing = {player for row in competition.games(round_) for _, player in row.named}
    signed_off = [each.player for each in competition.absences(round_)]
    belonging = [each for each in absent if competition.belongs(competition.by_id[each], round_)]
    unsaid = [each for each in belonging if each not in playing and each not in signed_off]
    strangers = [each for each in absent if each not in belonging]

    def names(ids: Iterable[str]) -> str:
        return ", ".join(competition.by_id[each].name for each in ids)

    if signed_off:
        yield advise("Not playing: {names}", names=names(signed_off))
    if in_a_game := [each for each in belonging if each in playing]:
        yield advise("In a game of the round, to be taken out first: {names}", names=names(in_a_game))
    if unsaid:
        yield advise("Still to be entered in absences: {names}", names=names(unsaid))
    if strangers:
        yield advise("Does not belong to the season in this round: {names}", names=names(strangers))
