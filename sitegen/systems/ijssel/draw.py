"""The pairings of a round: the Swiss system of article 5, as one matching of the greatest weight.

The wishes come in this order: nobody meets twice in a period; the right player is left over; the players of a
game are close in club rating, where those who met before in the season count as further apart; colours are
balanced. Each wish outweighs all that come after it together. The weights are whole numbers, so nothing is
lost to rounding.

Few of the possible games can be in the closest pairing; only these get a weight. Let a and b play each other,
D places apart, and somebody between them, c, play d. Would the four be closer together otherwise? With x, y
and z the distances from one to the next of them, in places:

- of a c d b, a-c and d-b save 2(x + y)(y + z) squared places, at least 2(D - 1), and a-d and c-b save 2xz;
- of a c b d, a-c and b-d save 2y(x + y + z), at least 2D; and so does the mirror image.

As no saving is left in the closest pairing, each such game has a hindrance: one of the four that may not meet
another, or that met another before, which counts as being further apart. So there are no more games of
players between a and b than a and b have hindrances that weigh half of 2(D - 1); and as c and d, both
between them, take a hindrance for each of two ways, no more such players than hindrances of any weight. One
more may be between them who is left over.
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
from sitegen.systems.ijssel.tables import Inputs, Options, Player
from sitegen.toolkit.order import round_for_ranking
from sitegen.toolkit.rounds.tables import FORFEITS, RoundRow

EXTRA_ROOM = 8
"""How many more players may be between, so that equal pairings are decided as with all games."""


def find_playable(
    places: Sequence[int], hindrances: Sequence[Sequence[int]], room: int = EXTRA_ROOM
) -> Iterator[tuple[int, int]]:
    """Yield the games that the closest pairing can have, as pairs of places in the order of the players.

    `places` are doubled. `hindrances` has for each player the distances up to which each hindrance can
    prevent a closer pairing, in ascending order.
    """
    count, max_count = len(places), max(map(len, hindrances), default=0)
    starts = [bisect_left(places, place) for place in places]
    room_between = room + count % 2
    for first, hindrances_of_first in enumerate(hindrances):
        next_start = bisect_right(places, places[first])
        for second in range(first + 1, count):
            between, hindrances_of_second = starts[second] - next_start - room_between, hindrances[second]
            if between > len(hindrances_of_first) + max_count:
                break
            distance = places[second] - places[first]
            heavy_count = _count_reaching(hindrances_of_first, distance) + _count_reaching(
                hindrances_of_second, distance
            )
            if between <= max(0, min(len(hindrances_of_first) + len(hindrances_of_second), 2 * heavy_count)):
                yield first, second


def _count_reaching(hindrances: Sequence[int], distance: int) -> int:
    """Return how many hindrances reach so far."""
    return len(hindrances) - bisect_left(hindrances, distance)


_BARRED_DISTANCE = 10**9
"""A squared distance in places that is larger than any."""


class Entrant(NamedTuple):
    """A player to be paired: the colours of the games so far (`wbbw`), and how often they were left over."""

    id: str
    rating: float
    colours: str
    odd: int
    alphabet: int


class Meetings(NamedTuple):
    """The pairs who may not meet again in this period, and how often pairs have met before it.

    Each earlier meeting counts as `rematch_distance` squared places between the two.
    """

    barred_pairs: Collection[frozenset[str]] = frozenset()
    meeting_counts: Mapping[frozenset[str], int] = {}
    rematch_distance: int = 0

    def get_distance(self, pair: frozenset[str]) -> int:
        """Return what the earlier meetings of a pair count, in squared places."""
        return self.rematch_distance * self.meeting_counts.get(pair, 0)


class RoundPairing(NamedTuple):
    """The games of a round by board, white first, and the player who is left over by an odd number."""

    games: list[tuple[str, str]]
    odd_player: str | None


def pair_players(entrants: Collection[Entrant], meetings: Meetings, round_: int) -> RoundPairing | None:
    """Return a pairing of all entrants without a barred pair; None if there is none.

    With an odd number the lowest rated of those who were left over least often is left over, or the next of
    them where no pairing is possible otherwise. Then the sum of squared distances in places by club rating,
    with earlier meetings, is as small as possible, and last the imbalance of colours.
    """
    from networkx import Graph, max_weight_matching  # noqa: PLC0415 - 0.2 s that only a draw needs

    ordered_entrants = sorted(entrants, key=lambda item: (-round_for_ranking(item.rating), item.alphabet))
    graph = Graph()
    graph.add_nodes_from(range(len(ordered_entrants) + len(ordered_entrants) % 2))
    graph.add_weighted_edges_from(_list_edges(ordered_entrants, meetings))
    matching = max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(graph):
        return None
    couples = sorted(tuple(sorted(edge)) for edge in matching)
    left_over = next(
        (
            ordered_entrants[place].id
            for place, other_place in couples
            if other_place == len(ordered_entrants)
        ),
        None,
    )
    games = [
        (ordered_entrants[place], ordered_entrants[other_place])
        for place, other_place in couples
        if other_place < len(ordered_entrants)
    ]
    return RoundPairing(
        [_assign_colours(*game, board, round_) for board, game in enumerate(games, 1)], left_over
    )


def _list_edges(ordered_entrants: Sequence[Entrant], meetings: Meetings) -> Iterator[tuple[int, int, int]]:
    """Yield each possible game with its weight, and each player who may be left over with that weight."""
    count, places = len(ordered_entrants), _assign_places(ordered_entrants)
    per_place = 1 + sum(2 * (len(entrant.colours) + 1) ** 2 + 1 for entrant in ordered_entrants)

    def distance(first: int, second: int) -> int | None:
        couple = frozenset((ordered_entrants[first].id, ordered_entrants[second].id))
        if couple in meetings.barred_pairs:
            return None
        return (places[first] - places[second]) ** 2 + 4 * meetings.get_distance(couple)  # places are doubled

    for first, second in find_playable(places, _find_hindrances(ordered_entrants, meetings)):
        if (apart := distance(first, second)) is not None:
            imbalance = min(
                _compute_imbalance(ordered_entrants[first], ordered_entrants[second]),
                _compute_imbalance(ordered_entrants[second], ordered_entrants[first]),
            )
            yield first, second, -(apart * per_place + imbalance)
    if count % 2:
        furthest = max((distance(*indices) or 0 for indices in combinations(range(count), 2)), default=0)
        per_rank = (1 + count * furthest) * per_place
        lowest_first = sorted(range(count), key=lambda place: (ordered_entrants[place].odd, -place))
        for rank, place in enumerate(lowest_first):
            yield place, count, -rank * per_rank


def _find_hindrances(ordered_entrants: Sequence[Entrant], meetings: Meetings) -> list[list[int]]:
    """Return the hindrances of each player, as doubled distances up to which they work."""
    hindrances: dict[str, list[int]] = {entrant.id: [] for entrant in ordered_entrants}
    for couple in {*meetings.barred_pairs, *meetings.meeting_counts}:
        distance = _BARRED_DISTANCE if couple in meetings.barred_pairs else meetings.get_distance(couple)
        if distance and hindrances.keys() >= couple:
            for player in couple:
                hindrances[player].append(2 * distance + 2)
    return [sorted(distances) for distances in hindrances.values()]


def _assign_places(ordered_entrants: Sequence[Entrant]) -> list[int]:
    """Return the place of each entrant by club rating, doubled; equal ratings share the mean place."""
    ratings = [round_for_ranking(entrant.rating) for entrant in ordered_entrants]
    sharing: dict[float, list[int]] = {}
    for place, rating in enumerate(ratings):
        sharing.setdefault(rating, []).append(place)
    return [sharing[rating][0] + sharing[rating][-1] for rating in ratings]


def _compute_imbalance(white: Entrant, black: Entrant) -> int:
    """Return the imbalance of both players' colours after the game, with a third equal colour in a row."""
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
        differing = (own == "b" for own, opposing_colour in latest_first if own != opposing_colour)
        has_white = next(differing, (board + round_) % 2 == 0)
    return (higher.id, lower.id) if has_white else (lower.id, higher.id)


draw_options = ("round", "absent")
"""The options of a request that this draw takes."""
YOUTH_REMARK = advise("youth game, 20:00–22:00, one hour each")
"""The remark at a game with a youth member (article 3 Jeugdspelers)."""


def draw(inputs: Inputs, options: Options, request: DrawRequest) -> Pairings:
    """Return the games of a round between all present players without a game or an absence in it yet.

    Swiss by the latest club ratings (article 5 Wedstrijdindeling); a pair that stands in a row of the same
    period, also as a forfeit or still to be played, is not drawn again (article 5.1 Limitering). Raises
    `DrawError` if the round has been played, is not in the calendar, or comes after one that is still to be
    drawn, and if there is no legal pairing.
    """
    ranking = build_ranking(Competition.build(inputs, options, date.max))
    competition = ranking.competition
    round_ = _choose_round(competition, request)
    players = _list_present(competition, round_, request.absent)
    if not players:
        message = say(
            "nothing-to-draw",
            "everyone has a game or an absence in round {round} already: nothing is left to draw",
            round=round_,
        )
        raise DrawError(message)
    pairing = pair_players(
        _build_entrants(ranking, players, round_), _collect_meetings(competition, round_), round_
    )
    if pairing is None:
        message = say(
            "no-legal-pairing",
            "no legal pairing of these {players} players exists for round {round}: too many of them have met"
            " in this period (article 5.1)",
            players=len(players),
            round=round_,
        )
        raise DrawError(message, advise("let somebody take a bye, or enter a game by hand"))
    return _build_pairings(competition, round_, pairing, request.absent)


def _choose_round(competition: Competition, request: DrawRequest) -> int:
    """Return the requested round, or the first after the last that has been played."""
    upcoming_rounds = [
        *competition.next_rounds,
        *(number for number in competition.upcoming_rounds if number not in competition.next_rounds),
    ]
    if not upcoming_rounds:
        raise DrawError(say("season-over", "all rounds of the calendar have been played"))
    round_ = upcoming_rounds[0] if request.round is None else request.round
    params = {"round": round_, "last": competition.round_count, "next": upcoming_rounds[0]}
    if not 1 <= round_ <= competition.round_count:
        message = say(
            "draw-outside-calendar", "round {round} is not in the calendar, whose last is {last}", **params
        )
        raise InvalidRequestError(message, advise("add it to rounds.csv"))
    if round_ in competition.entries:
        message = say("round-already-played", "round {round} has been played; the next is {next}", **params)
        raise InvalidRequestError(message)
    _require_earlier_rounds(competition, round_)
    return round_


def _require_earlier_rounds(competition: Competition, round_: int) -> None:
    """Raise `InvalidRequestError` if an earlier round, which colours depend on, has not been drawn."""
    for number in _list_earlier_rounds(competition, round_):
        if number not in competition.paired_rounds:
            message = say(
                "round-before-not-drawn",
                "round {before} of {day} comes before round {round}, and has not been drawn",
                before=number,
                day=competition.get_day(number),
                round=round_,
            )
            raise InvalidRequestError(
                message, advise("draw it first; where it was put off, give it its new date")
            )


def _list_earlier_rounds(competition: Competition, round_: int) -> Sequence[int]:
    """Return the rounds after the last that was played, through the one before `round_`."""
    return [
        number
        for number in competition.next_rounds
        if competition.round_positions[number] < competition.round_positions[round_]
    ]


def _list_present(competition: Competition, round_: int, absent: Sequence[str]) -> list[Player]:
    """Return the members in the round who are not absent and have no row in it yet."""
    rows: list[RoundRow] = [*competition.get_games(round_), *competition.get_absences(round_)]
    unavailable = {*absent, *(player for row in rows for _, player in row.player_cells)}
    return [
        player
        for player in competition.players
        if competition.is_member(player, round_) and player.id not in unavailable
    ]


def _collect_meetings(competition: Competition, round_: int) -> Meetings:
    """Return the pairs of all rows of the period, and how often pairs have played in another period."""
    period = competition.get_period(round_)
    other_games = (game for game in competition.inputs.games if competition.get_period(game.round) != period)
    earlier = Counter(game.pair for game in other_games if game.result not in FORFEITS)
    return Meetings(competition.find_met_pairs(period), earlier, competition.options.rematch)


def _build_entrants(ranking: Ranking, players: Iterable[Player], round_: int) -> list[Entrant]:
    """Return the entrants, with the colours of games that were played or are still to be played."""
    competition, ratings = ranking.competition, ranking.get_ratings_before(round_)
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
        for player in players
    ]


def _build_pairings(
    competition: Competition, round_: int, pairing: RoundPairing, absent: Sequence[str]
) -> Pairings:
    first = max((game.board or 0 for game in competition.get_games(round_)), default=0) + 1
    boards = list(enumerate(pairing.games, first))
    left_over = [pairing.odd_player] if pairing.odd_player else []
    signed_off = _list_signed_off(competition, round_, absent)
    codes = {**dict.fromkeys(left_over, "odd"), **dict.fromkeys(signed_off, "absent")}
    return Pairings(
        {
            "games": [
                {"round": str(round_), "white": white, "black": black, "result": "", "board": str(board)}
                for board, (white, black) in boards
            ],
            "absences": [
                {"round": str(round_), "player": player, "code": code} for player, code in codes.items()
            ],
        },
        [
            advise("Round {round}, {day}", round=round_, day=competition.get_day(round_)),
            *(_format_game(competition, board, *game) for board, game in boards),
            *(
                advise("Left over: {name}", name=competition.players_by_id[player].name)
                for player in left_over
            ),
            *_format_absences(competition, round_, absent, signed_off),
        ],
    )


def _format_game(competition: Competition, board: int, white: str, black: str) -> str:
    players = competition.players_by_id[white], competition.players_by_id[black]
    game = f"{board:3}. {players[0].name} – {players[1].name}"
    if not any(player.youth for player in players):
        return game
    return advise("{game} ({remark})", game=game, remark=YOUTH_REMARK)


def _list_signed_off(competition: Competition, round_: int, absent: Sequence[str]) -> list[str]:
    """Return the members among the absent who have no row in the round yet."""
    members = {player.id for player in _list_present(competition, round_, ())}
    return [player for player in absent if player in members]


def _format_absences(
    competition: Competition, round_: int, absent: Sequence[str], signed_off: Sequence[str]
) -> Iterator[Message]:
    """Yield who does not play, and who of the absent stands in a game or does not belong to the round."""
    playing = {player for row in competition.get_games(round_) for _, player in row.player_cells}
    away = [*(absence.player for absence in competition.get_absences(round_)), *signed_off]
    belonging = [
        player for player in absent if competition.is_member(competition.players_by_id[player], round_)
    ]
    strangers = [player for player in absent if player not in belonging]

    def names(ids: Iterable[str]) -> str:
        return ", ".join(competition.players_by_id[player].name for player in ids)

    if away:
        yield advise("Not playing: {names}", names=names(away))
    if in_a_game := [player for player in belonging if player in playing]:
        yield advise("In a game of the round, to be taken out first: {names}", names=names(in_a_game))
    if strangers:
        yield advise("Does not belong to the season in this round: {names}", names=names(strangers))
