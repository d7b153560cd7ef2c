"""The draw of a round: the Swiss system on the club rating (article 5 of the regulation)."""

from collections import Counter
from datetime import date

from sitegen.core.entities import DrawError, DrawRequest, Pairings, declare_error
from sitegen.core.problems import advise
from sitegen.systems.ijssel.ranking import build_ranking
from sitegen.systems.ijssel.season import Competition
from sitegen.systems.ijssel.tables import Inputs, Options
from sitegen.toolkit.rounds.draw import (
    DrawnRound,
    build_entrants,
    choose_round,
    list_present,
    look_ahead,
)
from sitegen.toolkit.rounds.pairing import Meetings, pair_players
from sitegen.toolkit.rounds.tables import FORFEITS

_NO_LEGAL_PAIRING = declare_error(
    "no-legal-pairing",
    "no legal pairing of these {players} players exists for round {round}: too many of them have met"
    " in this period (article 5.1)",
    "let somebody take a bye, or enter a game by hand",
)
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
    round_ = choose_round(competition, request)
    players = list_present(competition, round_, request.absent)
    odd = (absence.player for absence in competition.inputs.absences if absence.code == "odd")
    entrants = build_entrants(competition, round_, players, ranking.get_ratings_before(round_), odd)
    meetings = _collect_meetings(competition, round_)
    later_rounds = competition.list_other_rounds_to_draw(round_)
    outlook = look_ahead(competition, later_rounds, lambda _: meetings.barred_pairs)
    pairing = pair_players(entrants, meetings, round_, outlook=outlook)
    if pairing is None:
        raise DrawError(*_NO_LEGAL_PAIRING.fill(players=len(players), round=round_))
    drawn = DrawnRound(competition, round_, pairing, request.absent)
    left_over = [pairing.odd_player] if pairing.odd_player else []
    codes = {**dict.fromkeys(left_over, "odd"), **dict.fromkeys(drawn.signed_off, "absent")}
    absences = [{"round": str(round_), "player": player, "code": code} for player, code in codes.items()]

    def get_remark(game: tuple[str, str]) -> str:
        is_youth_game = any(competition.players_by_id[player].youth for player in game)
        return YOUTH_REMARK if is_youth_game else ""

    return Pairings({"games": drawn.game_rows, "absences": absences}, drawn.format_lines(get_remark))


def _collect_meetings(competition: Competition, round_: int) -> Meetings:
    """Return the pairs of all rows of the period, and how often pairs have played in another period."""
    period = competition.get_period(round_)
    other_games = (game for game in competition.inputs.games if competition.get_period(game.round) != period)
    earlier = Counter(game.pair for game in other_games if game.result not in FORFEITS)
    options = competition.options.on(competition.get_day(round_))
    return Meetings(competition.find_met_pairs(round_), earlier, options.rematch)
