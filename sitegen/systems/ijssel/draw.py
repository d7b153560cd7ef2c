"""The pairings of a round: article 5 of the regulation.

Which games the closest pairing can have: so that few of all that are possible need be weighed.

Let a and b play each other, D places apart, and somebody between them, c, play d. Would the four be closer
together otherwise? With x, y and z the ways from one to the next of them, in places:

- of a c d b, a-c and d-b save 2(x + y)(y + z) squared places, at least 2(D - 1), and a-d and c-b save 2xz;
- of a c b d, a-c and b-d save 2y(x + y + z), at least 2D; and so does the mirror image.

As no saving is left in the closest pairing, each such game has a hindrance: one of the four that may not meet
another, or that met another before, which counts as being further apart. So there are no more games of
players between a and b than a and b have hindrances that weigh half of 2(D - 1); and as c and d, both
between them, take a hindrance for each of two ways, no more such players than hindrances of any weight. One
more may be between them who is left over.

Who plays whom: the Swiss of article 5, as one matching of the greatest weight.

What is wanted first outweighs all that comes after it together, so that a single matching settles it in this
order: nobody meets twice in a period; the right player is left over; the players of a game are close in club
rating, those who met before in the season being counted as further apart; colours are balanced. The weights
are whole numbers, so nothing is lost to rounding.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import combinations
from typing import NamedTuple

from sitegen.core.entities import DrawError, DrawRequest, InvalidRequestError, Pairings
from sitegen.core.problems import Message, advise, say
from sitegen.systems.ijssel.ranking import Ranking, build_ranking
from sitegen.systems.ijssel.season import Competition
from sitegen.systems.ijssel.tables import FORFEITS, Absence, Game, Inputs, Options, Player
from sitegen.toolkit.order import round_for_ranking

EXTRA_ROOM = 8
"""So many more may be between, so that of equal pairings the one is found that all games would lead to."""


def find_playable(
    places: Sequence[int], hindrances: Sequence[Sequence[int]], room: int = EXTRA_ROOM
) -> Iterator[tuple[int, int]]:
    """The games that the closest pairing can have, as pairs of the players, who stand in order of place.

    `places` are doubled, as all are here; `hindrances` has, of each player, up to which distance each of them
    can stand in the way of a closer pairing, in ascending order.
    """
    count, most = len(places), max(map(len, hindrances), default=0)
    starts = [bisect_left(places, place) for place in places]
    free = room + count % 2
    for one, own in enumerate(hindrances):
        behind = bisect_right(places, places[one])
        for other in range(one + 1, count):
            between, others = starts[other] - behind - free, hindrances[other]
            if between > len(own) + most:
                break
            apart = places[other] - places[one]
            heavy = _count_reaching(own, apart) + _count_reaching(others, apart)
            if between <= max(0, min(len(own) + len(others), 2 * heavy)):
                yield one, other


def _count_reaching(hindrances: Sequence[int], apart: int) -> int:
    """How many of them reach so far."""
    return len(hindrances) - bisect_left(hindrances, apart)


_BARRED_DISTANCE = 10**9
"""More squared places than there are."""


class Entrant(NamedTuple):
    """A player who is there: the colours of the games so far (`wbbw`), and how often they were left over."""

    id: str
    rating: float
    colours: str
    odd: int
    alphabet: int


class Meetings(NamedTuple):
    """Who may not meet again in this period, and how often a pair has met before it.

    Each time counts as `apart` squared places between them.
    """

    barred_pairs: Collection[frozenset[str]] = frozenset()
    meeting_counts: Mapping[frozenset[str], int] = {}
    rematch_distance: int = 0

    def get_distance(self, pair: frozenset[str]) -> int:
        """What a pair has met before, in squared places."""
        return self.rematch_distance * self.meeting_counts.get(pair, 0)


class RoundPairing(NamedTuple):
    """The games of a round, white first and the first board first, and who is left over by an odd number."""

    games: list[tuple[str, str]]
    odd_player: str | None


def pair_players(entrants: Collection[Entrant], met: Meetings, round_: int) -> RoundPairing | None:
    """Pair all of `entrants`, none of those who are barred; None when that cannot be.

    With an odd number the lowest rated of those who were left over least often is left over, or the next of
    them where nobody could play otherwise. Then the sum of squared distances in places by club rating, and of
    what earlier meetings count, is the least that is possible, and last the imbalance of colours.
    """
    from networkx import Graph, max_weight_matching  # noqa: PLC0415 - 0.2 s that only a draw needs

    ordered = sorted(entrants, key=lambda item: (-round_for_ranking(item.rating), item.alphabet))
    graph = Graph()
    graph.add_nodes_from(range(len(ordered) + len(ordered) % 2))
    graph.add_weighted_edges_from(_list_edges(ordered, met))
    matching = max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(graph):
        return None
    couples = sorted(tuple(sorted(edge)) for edge in matching)
    left_over = next((ordered[one].id for one, other in couples if other == len(ordered)), None)
    games = [(ordered[one], ordered[other]) for one, other in couples if other < len(ordered)]
    return RoundPairing(
        [_assign_colours(*game, board, round_) for board, game in enumerate(games, 1)], left_over
    )


def _list_edges(ordered: Sequence[Entrant], met: Meetings) -> Iterator[tuple[int, int, int]]:
    """Every game that the round can have, and whoever may be left over by an odd number, with its weight."""
    count, places = len(ordered), _assign_places(ordered)
    per_place = 1 + sum(2 * (len(entrant.colours) + 1) ** 2 + 1 for entrant in ordered)

    def distance(one: int, other: int) -> int | None:
        couple = frozenset((ordered[one].id, ordered[other].id))
        if couple in met.barred_pairs:
            return None
        return (places[one] - places[other]) ** 2 + 4 * met.get_distance(couple)  # places are doubled

    for one, other in find_playable(places, _find_hindrances(ordered, met)):
        if (apart := distance(one, other)) is not None:
            imbalance = min(
                _compute_imbalance(ordered[one], ordered[other]),
                _compute_imbalance(ordered[other], ordered[one]),
            )
            yield one, other, -(apart * per_place + imbalance)
    if count % 2:
        furthest = max((distance(*indices) or 0 for indices in combinations(range(count), 2)), default=0)
        per_rank = (1 + count * furthest) * per_place
        lowest_first = sorted(range(count), key=lambda place: (ordered[place].odd, -place))
        for rank, place in enumerate(lowest_first):
            yield place, count, -rank * per_rank


def _find_hindrances(ordered: Sequence[Entrant], met: Meetings) -> list[list[int]]:
    """Whom each may not or should not meet, as the doubled distance up to which that stands in the way."""
    found: dict[str, list[int]] = {entrant.id: [] for entrant in ordered}
    for couple in {*met.barred_pairs, *met.meeting_counts}:
        distance = _BARRED_DISTANCE if couple in met.barred_pairs else met.get_distance(couple)
        if distance and found.keys() >= couple:
            for player in couple:
                found[player].append(2 * distance + 2)
    return [sorted(distances) for distances in found.values()]


def _assign_places(ordered: Sequence[Entrant]) -> list[int]:
    """The place of each by club rating, doubled: equal ratings share the mean of theirs."""
    ratings = [round_for_ranking(entrant.rating) for entrant in ordered]
    sharing: dict[float, list[int]] = {}
    for place, rating in enumerate(ratings):
        sharing.setdefault(rating, []).append(place)
    return [sharing[rating][0] + sharing[rating][-1] for rating in ratings]


def _compute_imbalance(white: Entrant, black: Entrant) -> int:
    """How far the colours of both are out of balance after the game, and a third alike in a row."""
    after = _count_surplus(white) + 1, _count_surplus(black) - 1
    thirds = white.colours.endswith("ww") + black.colours.endswith("bb")
    return 2 * (after[0] ** 2 + after[1] ** 2) + thirds


def _count_surplus(entrant: Entrant) -> int:
    """The games with white more than with black."""
    return entrant.colours.count("w") - entrant.colours.count("b")


def _assign_colours(higher: Entrant, lower: Entrant, board: int, round_: int) -> tuple[str, str]:
    """White and black: what keeps the better balance, else the other colours than where they last differed.

    Where they never did, the higher rated has white on the odd boards of odd rounds and the even boards of
    even rounds.
    """
    as_white, as_black = _compute_imbalance(higher, lower), _compute_imbalance(lower, higher)
    if as_white != as_black:
        has_white = as_white < as_black
    else:
        latest_first = zip(reversed(higher.colours), reversed(lower.colours), strict=False)
        differing = (own == "b" for own, others in latest_first if own != others)
        has_white = next(differing, (board + round_) % 2 == 0)
    return (higher.id, lower.id) if has_white else (lower.id, higher.id)


draw_options = ("round", "absent")
"""What can be asked of this draw."""
YOUTH_REMARK = advise("youth game, 20:00–22:00, one hour each")
"""What is said of a game with a youth member (article 3 Jeugdspelers)."""


def draw(inputs: Inputs, options: Options, request: DrawRequest) -> Pairings:
    """The games of a round between all who are there and have neither game nor absence in it yet.

    Swiss by the latest club ratings (article 5 Wedstrijdindeling); a pair that stands in a row of the same
    period, also as a forfeit or still to be played, is not drawn again (article 5.1 Limitering). Raises
    `DrawError` when the round is played, is none of the season, comes after one that is still to be drawn, or
    when no legal pairing exists.
    """
    made = build_ranking(Competition.build(inputs, options, date.max))
    competition = made.competition
    round_ = _choose_round(competition, request)
    there = _list_present(competition, round_, request.absent)
    if not there:
        text = say(
            "nothing-to-draw",
            "everyone has a game or an absence in round {round} already: nothing is left to draw",
            round=round_,
        )
        raise DrawError(text)
    paired = pair_players(
        _build_entrants(made, there, round_), _collect_meetings(competition, round_), round_
    )
    if paired is None:
        text = say(
            "no-legal-pairing",
            "no legal pairing of these {players} players exists for round {round}: too many of them have met"
            " in this period (article 5.1)",
            players=len(there),
            round=round_,
        )
        raise DrawError(text, advise("let somebody take a bye, or enter a game by hand"))
    return _build_pairings(competition, round_, paired, request.absent)


def _choose_round(competition: Competition, request: DrawRequest) -> int:
    """The round that is asked for, or the first after the last that has been played."""
    coming = [
        *competition.next_rounds,
        *(number for number in competition.upcoming_rounds if number not in competition.next_rounds),
    ]
    if not coming:
        raise DrawError(say("season-over", "all rounds of the calendar have been played"))
    round_ = coming[0] if request.round is None else request.round
    told = {"round": round_, "last": competition.round_count, "next": coming[0]}
    if not 1 <= round_ <= competition.round_count:
        text = say(
            "draw-outside-calendar", "round {round} is not in the calendar, whose last is {last}", **told
        )
        raise InvalidRequestError(text, advise("add it to rounds.csv"))
    if round_ in competition.entries:
        text = say("round-already-played", "round {round} has been played; the next is {next}", **told)
        raise InvalidRequestError(text)
    _require_earlier_rounds(competition, round_)
    return round_


def _require_earlier_rounds(competition: Competition, round_: int) -> None:
    """Colours and meetings of a round come after those of the round before it."""
    for number in _list_earlier_rounds(competition, round_):
        if number not in competition.paired_rounds:
            text = say(
                "round-before-not-drawn",
                "round {before} of {day} comes before round {round}, and has not been drawn",
                before=number,
                day=competition.get_day(number),
                round=round_,
            )
            raise InvalidRequestError(
                text, advise("draw it first; where it was put off, give it its new date")
            )


def _list_earlier_rounds(competition: Competition, round_: int) -> Sequence[int]:
    """The rounds after the last that was played, through the one before `round_`."""
    return [
        number
        for number in competition.next_rounds
        if competition.round_positions[number] < competition.round_positions[round_]
    ]


def _list_present(competition: Competition, round_: int, absent: Sequence[str]) -> list[Player]:
    """Who belongs to the season, is not away, and has no row in the round yet."""
    rows: list[Game | Absence] = [*competition.get_games(round_), *competition.get_absences(round_)]
    away = {*absent, *(player for row in rows for _, player in row.player_cells)}
    return [
        player
        for player in competition.players
        if competition.is_member(player, round_) and player.id not in away
    ]


def _collect_meetings(competition: Competition, round_: int) -> Meetings:
    """The pairs of all rows of the period, and how often a pair has played in another."""
    now = competition.get_period(round_)
    others = (game for game in competition.inputs.games if competition.get_period(game.round) != now)
    earlier = Counter(game.pair for game in others if game.result not in FORFEITS)
    return Meetings(competition.find_met_pairs(now), earlier, competition.options.rematch)


def _build_entrants(made: Ranking, there: Iterable[Player], round_: int) -> list[Entrant]:
    """Players as the draw sees them, with the colours of games that were played or are yet to be."""
    competition, ratings = made.competition, made.get_ratings_before(round_)
    rounds = [*competition.played_rounds, *_list_earlier_rounds(competition, round_)]
    games = [
        game for number in rounds for game in competition.get_games(number) if game.result not in FORFEITS
    ]
    odd = Counter(absence.player for absence in competition.inputs.absences if absence.code == "odd")
    return [
        Entrant(
            player.id,
            ratings[player.id],
            "".join("w" if game.white == player.id else "b" for game in games if player.id in game.pair),
            odd[player.id],
            player.alphabet,
        )
        for player in there
    ]


def _build_pairings(
    competition: Competition, round_: int, pairing: RoundPairing, absent: Sequence[str]
) -> Pairings:
    first = max((game.board or 0 for game in competition.get_games(round_)), default=0) + 1
    boards = list(enumerate(pairing.games, first))
    left_over = [pairing.odd_player] if pairing.odd_player else []
    return Pairings(
        {
            "games": [
                {"round": str(round_), "white": white, "black": black, "result": "", "board": str(board)}
                for board, (white, black) in boards
            ],
            "absences": [{"round": str(round_), "player": player, "code": "odd"} for player in left_over],
        },
        [
            advise("Round {round}, {day}", round=round_, day=competition.get_day(round_)),
            *(_format_game(competition, board, *game) for board, game in boards),
            *(
                advise("Left over: {name}", name=competition.players_by_id[player].name)
                for player in left_over
            ),
            *_format_absences(competition, round_, absent),
        ],
    )


def _format_game(competition: Competition, board: int, white: str, black: str) -> str:
    players = competition.players_by_id[white], competition.players_by_id[black]
    game = f"{board:3}. {players[0].name} – {players[1].name}"
    if not any(player.youth for player in players):
        return game
    return advise("{game} ({remark})", game=game, remark=YOUTH_REMARK)


def _format_absences(competition: Competition, round_: int, absent: Sequence[str]) -> Iterator[Message]:
    """Who signed off, and who stays away without a row that says why, which the round needs."""
    playing = {player for row in competition.get_games(round_) for _, player in row.player_cells}
    signed_off = [absence.player for absence in competition.get_absences(round_)]
    belonging = [
        player for player in absent if competition.is_member(competition.players_by_id[player], round_)
    ]
    unsaid = [player for player in belonging if player not in playing and player not in signed_off]
    strangers = [player for player in absent if player not in belonging]

    def names(ids: Iterable[str]) -> str:
        return ", ".join(competition.players_by_id[player].name for player in ids)

    if signed_off:
        yield advise("Not playing: {names}", names=names(signed_off))
    if in_a_game := [player for player in belonging if player in playing]:
        yield advise("In a game of the round, to be taken out first: {names}", names=names(in_a_game))
    if unsaid:
        yield advise("Still to be entered in absences: {names}", names=names(unsaid))
    if strangers:
        yield advise("Does not belong to the season in this round: {names}", names=names(strangers))
