"""The page of a player of the competition: standing, course, why the score moved, rounds, opponents."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import fsum

from sitegen.model import Chart, Fact, PlayerPage, Section, Sheet
from sitegen.systems.ijssel.course import Course, State
from sitegen.systems.ijssel.honours import Group, games_that_count, groups
from sitegen.systems.ijssel.scores import BYES, Scored
from sitegen.systems.ijssel.shown import Looked, Opponent, Revalued, absence, colour, result
from sitegen.systems.ijssel.tables import Gain, Player, Score
from sitegen.table import Figure, Movement, PlayDate, PlayerId, Rank, Rating
from sitegen.toolkit.order import places

_NO_ROUND = "No round has been played yet."


def player_pages(course: Course) -> list[PlayerPage]:
    """A page for everyone who has joined and is not hidden, in the order of their rows."""
    counted = games_that_count(course.season, course.season.played)
    latest = _latest_groups(course)
    return [
        PlayerPage(each.id, each.name, each.club, _sheet(course, each, counted[each.id], latest))
        for each in course.season.players
        if each.id in course.now.ranks and not each.hidden
    ]


def _latest_groups(course: Course) -> list[Group]:
    every = list(groups(course))
    return [each for each in every if each.period == every[-1].period]


def _sheet(course: Course, player: Player, counted: int, latest: Sequence[Group]) -> Sheet:
    facts = [
        *_standing(course, player),
        *_moved(course, player),
        *_group(player, latest),
        *_record(course, player),
        *_needed(course, player, counted),
        *_next_game(course, player),
    ]
    sections = [_revalued(course, player), _history(course, player), _opponents(course, player)]
    return Sheet.of(facts, [*_charts(course, player), *sections])


def _standing(course: Course, player: Player) -> Iterator[Fact]:
    now = course.now
    yield Fact("Rank", now.ranks[player.id], Rank)
    yield Fact("Score", now.totals[player.id], Score)
    yield Fact("Club rating", now.ratings[player.id], Rating)
    yield Fact("Value", now.values[player.id], Figure, note="what a win against the player is worth")
    yield Fact("Start rating", course.start[player.id], Rating)


def _moved(course: Course, player: Player) -> Iterator[Fact]:
    """What the last round did to the score: by itself, and by the new values of every round before."""
    now, before = course.now, course.before
    if before is None or player.id not in before.ranks:
        return
    latest = fsum(each.score for each in now.scores_of[player.id] if each.entry.round == now.round)
    gained = now.totals[player.id] - before.totals[player.id]
    yield Fact("Places won or lost", before.ranks[player.id] - now.ranks[player.id], Movement)
    yield Fact("Change of the score", gained, Gain, note="since the round before")
    yield Fact("of which the last round", latest, Gain)
    yield Fact("of which new values", gained - latest, Gain, note="of the rounds before")


def _group(player: Player, latest: Sequence[Group]) -> Iterator[Fact]:
    for group in latest:
        places = {each: place for place, (each, _) in enumerate(group.scores, 1)}
        if player.id in places:
            yield Fact("Period", group.period, int)
            yield Fact("Group of the period", group.number, int)
            yield Fact("Place in the group", places[player.id], Rank)


def _record(course: Course, player: Player) -> Iterator[Fact]:
    results = Counter(each.entry.result for each in course.now.scores_of[player.id])
    won, drawn, lost = results["1"], results["½"], results["0"]
    yield Fact("Games", won + drawn + lost, int, note="without forfeits")
    yield Fact("Won – drawn – lost", f"{won} – {drawn} – {lost}")
    if not course.season.is_over:
        yield Fact("Byes left", BYES - results["bye"], int)


def _needed(course: Course, player: Player, counted: int) -> Iterator[Fact]:
    """What is still needed to qualify as champion (article 7)."""
    season = course.season
    needed = max(0, season.options.min_games - counted)
    to_come = sum(season.belongs(player, each) for each in season.to_come)
    note = "more than there are rounds to come" if needed > to_come else ""
    yield Fact("Games that count for the title", counted, int, note="games played and team matches")
    yield Fact("Games still needed to be champion", needed, int, note=note)


def _next_game(course: Course, player: Player) -> Iterator[Fact]:
    for round_ in course.season.drawn[:1]:
        for game in course.season.games(round_):
            if player.id in game.players:
                has_white = player.id == game.white
                opponent = game.players[has_white]
                note = "with white" if has_white else "with black"
                yield Fact("Next game", course.season.day(round_), PlayDate)
                yield Fact("Next opponent", opponent, PlayerId, note=note)


def _charts(course: Course, player: Player) -> Iterator[Chart]:
    states = [each for each in course.states[1:] if player.id in each.ranks]
    days = [course.season.day(each.round) for each in states]
    ratings = [each.ratings[player.id] for each in states]
    totals = [each.totals[player.id] for each in states]
    if states:
        marks = {"Start rating": course.start[player.id]}
        yield Chart("Club rating", list(dict(zip(days, ratings, strict=True)).items()), marks)
        yield Chart("Score", list(dict(zip(days, totals, strict=True)).items()))


def _revalued(course: Course, player: Player) -> Section:
    """Every round score on the list before and now: why the sum moved, also of who did not play."""
    before = course.before
    scores = before.scores_of.get(player.id, []) if before else []
    earlier = {_key(each): each for each in scores}
    mine = sorted(course.now.scores_of[player.id], key=lambda each: -each.entry.round)
    return Section(
        "revalued",
        "Why the score moved",
        Revalued,
        [_revaluation(each, earlier.get(_key(each))) for each in mine],
        note="Every round counts again with the value that the opponent has now, so that a score moves"
        " without a game. Without an opponent it is the player's own value that counts.",
        empty=_NO_ROUND,
    )


def _key(scored: Scored) -> tuple[int, bool]:
    """What tells the entries of a player apart: in a round there is one that counts."""
    return scored.entry.round, scored.entry.counts


def _revaluation(now: Scored, before: Scored | None) -> Revalued:
    return Revalued(
        round=now.entry.round,
        opponent=now.entry.opponent or None,
        before=before.basis if before else None,
        now=now.basis,
        factor=now.factor,
        score_before=before.score if before else None,
        score=now.score,
        change=now.score - (before.score if before else 0.0),
    )


def _history(course: Course, player: Player) -> Section:
    mine = sorted(course.now.scores_of[player.id], key=lambda each: (-each.entry.round, each.entry.counts))
    rows = [_looked(each, course.after[each.entry.round]) for each in mine]
    return Section("rounds", "Rounds", Looked, rows, empty=_NO_ROUND)


def _looked(scored: Scored, then: State) -> Looked:
    entry = scored.entry
    return Looked(
        round=entry.round,
        opponent=entry.opponent or None,
        colour=colour(entry),
        result=result(entry),
        absence=absence(entry),
        factor=scored.factor,
        basis=scored.basis,
        score=scored.score,
        club_rating=then.ratings[entry.player],
        total=then.totals[entry.player],
        rank=then.ranks[entry.player],
    )


def _opponents(course: Course, player: Player) -> Section:
    met: dict[str, Counter[str]] = {}
    for each in course.now.scores_of[player.id]:
        if each.entry.is_played:
            met.setdefault(each.entry.opponent, Counter()).update([each.entry.colour, each.entry.result])
    rows = [
        Opponent(opponent, tally["w"] + tally["b"], tally["w"], tally["b"], *(tally[each] for each in "1½0"))
        for opponent, tally in met.items()
    ]
    shown = places(course.season.players)
    rows.sort(key=lambda each: (-each.played, shown[each.opponent]))
    note = "Games that were played, without forfeits; most played first."
    return Section(
        "head-to-head", "Head to head", Opponent, rows, note=note, empty="No game has been played yet."
    )
