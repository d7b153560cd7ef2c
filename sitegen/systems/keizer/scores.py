"""Values by rank and scores by values, again and again until the order stays the same, in exact fractions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from math import floor, lcm
from typing import Any, NamedTuple, Self

from sitegen.systems.keizer.tables import Absence, Amount, Options, Player
from sitegen.toolkit.order import sort_players
from sitegen.toolkit.rounds.draw import list_games_before
from sitegen.toolkit.rounds.season import RoundEntry, Season

MAX_PASSES = 20
NOBODY = ""
"""The holder of a value of one point, of which a number of points is a share."""
_POINTS = {"1": Amount(Fraction(1)), "½": Amount(Fraction(1, 2))}
_OPTIONS = {"1f": "forfeit_won", "0f": "forfeit_lost"}
LIMITED = {"excused", "unexcused"}
"""The absences of which only so many count."""
_NO_RATING = -1.0
Values = Mapping[str, Fraction]


class Term(NamedTuple):
    """What an entry is worth: a share of the value of `holder`."""

    entry: RoundEntry
    factor: Fraction
    holder: str


class ScoredTerm(NamedTuple):
    """A term at some values."""

    term: Term
    value: Fraction
    amount: Fraction


class Turn(NamedTuple):
    """A player with another place in each of two orders that take turns: the places, and the scores there."""

    player: str
    place: int
    score: Fraction
    other_place: int
    other_score: Fraction


class Valuation(NamedTuple):
    """The ids of the players in order, their values and scores, and what each entry is worth.

    `own` is what the value of each adds to the own score; `turns` are given where two orders take turns.
    """

    order: Sequence[str]
    values: Values
    own: Values
    scores: Values
    amounts: Sequence[ScoredTerm]
    turns: Sequence[Turn] = ()


class KeizerSeason(Season[Player]):
    """A season in which who has no row in a round that was played is absent without an excuse."""

    @classmethod
    def build(cls, inputs: Any, options: Any, as_of: date) -> Self:
        """Return the season as of a day, with a row for each of these."""
        season = super().build(inputs, options, as_of)
        missing = [
            Absence(round_, player.id, "unexcused")
            for round_, entries in season.entries.items()
            for player in season.players
            if season.is_member(player, round_) and all(entry.player != player.id for entry in entries)
        ]
        return super().build(inputs._replace(absences=[*inputs.absences, *missing]), options, as_of)

    def find_recent_pairs(self, round_: int, rematch: int) -> set[frozenset[str]]:
        """Return the pairs who have a game in so many rounds before one (article 6 Draw)."""
        place = self.round_positions[round_]
        recent_rounds = self.round_order[max(0, place - rematch) : place]
        return {game.pair for game in list_games_before(self, round_) if game.round in recent_rounds}

    def select_players(self, rounds: Sequence[int]) -> list[Player]:
        """Return who takes part after these rounds: who belongs to the last of them, or begins the season."""
        if not rounds:
            return [player for player in self.players if player.joined == 1]
        return [player for player in self.players if self.is_member(player, max(rounds))]


def list_terms(season: KeizerSeason, rounds: Iterable[int], players: Sequence[Player]) -> Iterator[Term]:
    """Yield what the entries of `players` in these rounds are worth; any other opponent has left."""
    options: Options = season.options
    present, absence_counts = {player.id for player in players}, Counter[str]()
    for round_ in rounds:
        # 3 Score: late points for each round before a player joined
        late_players = [player for player in players if player.joined > round_ and options.late]
        for player in late_players:
            yield Term(RoundEntry(round_, player.id, "", "", "late"), Fraction(str(options.late)), NOBODY)
        for entry in season.entries[round_]:
            absence_counts[entry.player] += entry.result in LIMITED
            if entry.player in present:
                is_there = entry.opponent in present
                yield _value_entry(entry, options, absence_counts[entry.player], is_there=is_there)


def _value_entry(entry: RoundEntry, options: Options, absence_count: int, *, is_there: bool) -> Term:
    if entry.is_played:
        # 3 Score: a win counts 1, a draw ½, a loss `consolation` of the opponent's value
        amount = _POINTS.get(entry.result) or options.get_amount("consolation")
        # 3 Score: who left counts as a share of the own value
        return (
            _make_term(entry, amount, entry.opponent)
            if is_there
            else _make_term(entry, amount.multiply(options.get_amount("left")), entry.player)
        )
    amount = options.get_amount(_OPTIONS.get(entry.result, entry.result))
    if entry.result in LIMITED:
        # 3 Score: at most `absences` count, with `decay` each half of the one before
        share = Fraction(1, 2 ** (absence_count - 1)) if options.decay else Fraction(1)
        amount = amount.multiply(Amount(share if absence_count <= options.absences else Fraction(0)))
    return _make_term(entry, amount if entry.counts else Amount(Fraction(0)), entry.player)


def _make_term(entry: RoundEntry, amount: Amount, holder: str) -> Term:
    return Term(entry, amount.number, NOBODY if amount.is_points else holder)


def assign_values(order: Sequence[str], options: Options) -> dict[str, Fraction]:
    """Return the value of each player; they stand in order."""
    count = len(order)
    # 2 Value: V(r) = first − (r − 1) × step
    first, step = Fraction(str(options.first or count)), Fraction(str(options.step))
    if options.ratio and count > 1:
        # 2 Value: evenly from ratio × v to v, where v follows from the first value, or else from the step
        ratio = Fraction(str(options.ratio))
        last = first / ratio if options.first else step * (count - 1) / (ratio - 1)
        first, step = ratio * last, (ratio - 1) * last / (count - 1)
    return {NOBODY: Fraction(1)} | {player: first - place * step for place, player in enumerate(order)}


@dataclass(frozen=True)
class Calculator:
    """Calculates what terms are worth, and the scores; whole numbers of a unit lose nothing, and are fast."""

    players: Sequence[Player]
    terms: Sequence[Term]
    options: Options

    @cached_property
    def _scale(self) -> int:
        return lcm(*(term.factor.denominator for term in self.terms))

    @cached_property
    def _shares(self) -> Sequence[tuple[str, str, int]]:
        """For each player, then each term: who gets it, whose value counts, and the factor times `_scale`."""
        own = self._scale if self.options.own_value else 0
        return [
            *((player.id, player.id, own) for player in self.players),
            *((term.entry.player, term.holder, int(term.factor * self._scale)) for term in self.terms),
        ]

    def compute_amounts(self, values: Values) -> tuple[list[int], Fraction]:
        """Return what the value of each player, then each term, is worth in some unit, and this unit."""
        value_scale = lcm(*(value.denominator for value in values.values()))
        wholes = {holder: int(value * value_scale) for holder, value in values.items()}
        amounts = [factor * wholes[holder] for _, holder, factor in self._shares]
        unit, rounding = Fraction(1, self._scale * value_scale), Fraction(str(self.options.rounding))
        if not rounding:
            return amounts, unit
        # 3 Score: each amount rounded half up to a multiple of `rounding`
        step = rounding / unit
        return [floor(amount / step + Fraction(1, 2)) for amount in amounts], rounding

    def compute_scores(self, values: Values) -> dict[str, Fraction]:
        """Return the score of each player: the own value once, and what each of the terms is worth."""
        amounts, unit = self.compute_amounts(values)
        totals = dict.fromkeys((player.id for player in self.players), 0)
        for (player, *_), amount in zip(self._shares, amounts, strict=True):
            totals[player] += amount
        return {player: total * unit for player, total in totals.items()}

    def build_valuation(self, *values: Values) -> Valuation:
        """Return the valuation at some values, or the means of those at several."""
        parts = [self.compute_amounts(each) for each in values]
        amounts = [
            sum((part[place] * unit for part, unit in parts), Fraction(0)) / len(parts)
            for place in range(len(self._shares))
        ]
        means = {holder: sum(each[holder] for each in values) / Fraction(len(values)) for holder in values[0]}
        own = dict(zip((player.id for player in self.players), amounts, strict=False))
        scored_terms = [
            ScoredTerm(term, means[term.holder], amount)
            for term, amount in zip(self.terms, amounts[len(own) :], strict=True)
        ]
        return add_up(self.players, scored_terms, means, own)


def add_up(
    players: Sequence[Player], amounts: Sequence[ScoredTerm], values: Values, own: Values
) -> Valuation:
    """Return the valuation in which each player has an own value and these amounts."""
    scores = dict(own)
    for scored in amounts:
        scores[scored.term.entry.player] += scored.amount
    return Valuation(sort_by_score(players, scores), values, own, scores, amounts)


def value_rounds(players: Sequence[Player], terms: Sequence[Term], options: Options) -> Valuation:
    """Return the valuation in which scores, order and values agree (article 4 Valuation)."""
    orders, calculator = [sort_by_score(players)], Calculator(players, terms, options)
    while True:
        values = assign_values(orders[-1], options)
        scores = calculator.compute_scores(values)
        order = sort_by_score(players, scores)
        # 4 Valuation: until the order stays the same, at most 20 times
        if order == orders[-1] or len(orders) > MAX_PASSES:
            return calculator.build_valuation(values)
        if len(orders) > 1 and order == orders[-2]:
            # 4 Valuation: where two orders take turns, the scores are the means of both
            previous = assign_values(orders[-2], options)
            turns = _list_turns(orders[-2], calculator.compute_scores(previous), orders[-1], scores)
            return calculator.build_valuation(previous, values)._replace(turns=turns)
        orders.append(order)


def _list_turns(
    order: Sequence[str], scores: Values, other_order: Sequence[str], other_scores: Values
) -> list[Turn]:
    places = {player: place for place, player in enumerate(other_order, 1)}
    return [
        Turn(player, place, scores[player], places[player], other_scores[player])
        for place, player in enumerate(order, 1)
        if places[player] != place
    ]


def freeze_rounds(
    players: Sequence[Player],
    terms: Sequence[Term],
    frozen: Mapping[RoundEntry, ScoredTerm],
    options: Options,
) -> Valuation:
    """Return the valuation in which `frozen` entries keep their amount; others count at the values so far."""
    nothing = dict.fromkeys((player.id for player in players), Fraction(0))
    kept = [frozen[term.entry] for term in terms if term.entry in frozen]
    new_terms = [term for term in terms if term.entry not in frozen]
    # 4 Valuation, frozen: each round at the values before it
    values = assign_values(add_up(players, kept, nothing, nothing).order, options)
    amounts = [*kept, *Calculator(players, new_terms, options).build_valuation(values).amounts]
    order = add_up(players, amounts, nothing, nothing).order
    own = Calculator(players, (), options).build_valuation(assign_values(order, options))
    return add_up(players, amounts, own.values, own.own)


def project_amount(result: str, value: float, options: Options) -> float:
    """Return what a game with this result would be worth against an opponent of this value."""
    amount = _POINTS.get(result) or options.get_amount("consolation")
    term = _make_term(RoundEntry(0, NOBODY, "opponent", "w", result), amount, "opponent")
    values = {NOBODY: Fraction(1), "opponent": Fraction(value)}
    ((whole,), unit) = Calculator((), [term], options).compute_amounts(values)
    return float(whole * unit)


def sort_by_score(players: Iterable[Player], scores: Values | None = None) -> list[str]:
    """Return the ids by score, then rating, then name (articles 1 Order and 5 Ranking)."""
    players = list(players)
    ratings = {player.id: _NO_RATING if player.rating is None else player.rating for player in players}
    figures = [{player: float(score) for player, score in scores.items()}] if scores else []
    return [player.id for player in sort_players(players, *figures, ratings)]
