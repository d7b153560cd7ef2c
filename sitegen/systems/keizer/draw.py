"""The draw of a round of a Keizer competition: from the top of the ranking (article 6 Draw)."""

from collections.abc import Sequence
from datetime import date

from sitegen.core.entities import DrawRequest, Pairings
from sitegen.core.problems import advise
from sitegen.systems.keizer.ranking import build_ranking
from sitegen.systems.keizer.scores import KeizerSeason, sort_by_score
from sitegen.systems.keizer.tables import Inputs, Options, Player
from sitegen.toolkit.rounds.draw import (
    DrawnRound,
    build_entrants,
    choose_round,
    list_games_before,
    list_present,
    look_ahead,
)
from sitegen.toolkit.rounds.pairing import Entrant, Meetings, RoundPairing, pair_players


def draw(inputs: Inputs, options: Options, request: DrawRequest) -> Pairings:
    """Return the games of a round between all present players, from the top of the ranking.

    Where everybody has met everybody within the last `rematch` rounds, as many of these rounds count as leave
    a pairing. Raises `DrawError` if the round has been played, is not in the calendar, or comes after one
    that is still to be drawn, and if nobody is there.
    """
    season = KeizerSeason.build(inputs, options, date.max)
    round_ = choose_round(season, request)
    players = list_present(season, round_, request.absent)
    pairing, rematch = _pair(season, _build_entrants(season, players, round_), round_)
    drawn = DrawnRound(season, round_, pairing, request.absent)
    bye = pairing.odd_player and {
        "round": str(round_), "white": pairing.odd_player, "black": "", "result": "", "board": ""
    }  # fmt: skip
    excused = [{"round": str(round_), "player": player, "reason": "excused"} for player in drawn.signed_off]
    wanted = _get_wanted(season, round_)
    repeats = advise("Too many have met lately: only {rounds} rounds before are avoided", rounds=rematch)
    return Pairings(
        {"games": [*drawn.game_rows, *([bye] if bye else ())], "absences": excused},
        [*drawn.format_lines(), *([repeats] if rematch < wanted else ())],
    )


def _pair(season: KeizerSeason, entrants: Sequence[Entrant], round_: int) -> tuple[RoundPairing, int]:
    """Return the pairing, and of how many rounds before the games are avoided: `rematch`, or fewer."""
    last_games = {game.pair: game for game in list_games_before(season, round_)}

    def assign_colours(higher: Entrant, lower: Entrant, _board: int, _round: int) -> tuple[str, str]:
        # 6 Draw: White to who had it less often, else colours turned round since they met, else the lower
        whites = higher.colours.count("w"), lower.colours.count("w")
        last_game = last_games.get(frozenset((higher.id, lower.id)))
        last_white = last_game.white if last_game else higher.id
        has_white = whites[0] < whites[1] if whites[0] != whites[1] else last_white == lower.id
        return (higher.id, lower.id) if has_white else (lower.id, higher.id)

    wanted = _get_wanted(season, round_)
    next_rounds = [number for number in season.next_rounds if number not in season.paired_rounds]
    later_rounds = [number for number in next_rounds if number != round_][:wanted]
    outlook = look_ahead(season, later_rounds, lambda number: season.find_recent_pairs(number, wanted))
    for rematch in range(wanted, -1, -1):
        meetings = Meetings(season.find_recent_pairs(round_, rematch))
        pairing = pair_players(entrants, meetings, round_, assign_colours, outlook=outlook, from_top=True)
        if pairing:
            return pairing._replace(
                blocked=None
            ), rematch  # then some meet again, which is told in that round
    raise AssertionError("without a barred pair there is a pairing")


def _get_wanted(season: KeizerSeason, round_: int) -> int:
    """Return in how many rounds before a round its players should not have met."""
    wanted: int = season.options.on(season.get_day(round_)).get("rematch")
    return wanted


def _build_entrants(season: KeizerSeason, players: Sequence[Player], round_: int) -> list[Entrant]:
    """Return the players by rank, newcomers behind, with colours and how often they had no game."""
    ranked = list(build_ranking(season).current_standings)
    newcomers = sort_by_score(player for player in players if player.id not in ranked)
    figures = {player: -float(place) for place, player in enumerate([*ranked, *newcomers])}
    rows = (entry for entries in season.entries.values() for entry in entries)
    without_game = (entry.player for entry in rows if not entry.is_game)
    return build_entrants(season, round_, players, figures, without_game)
