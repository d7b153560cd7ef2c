"""Values by rank and scores by values, again and again until the order stays the same, in exact fractions."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple, Self

from sitegen.systems.keizer.tables import Absence, Amount, Options, Player
from sitegen.toolkit.order import sort_players
from sitegen.toolkit.rounds.draw import list_games_before
from sitegen.toolkit.rounds.scores import score_decision
from sitegen.toolkit.rounds.season import RoundEntry, Season

NOBODY = ""
"""The holder of a value of one point, of which a number of points is a share."""
_POINTS = {"1": Amount(Fraction(1)), "½": Amount(Fraction(1, 2))}
_OPTIONS = {"0": "consolation", "1f": "forfeit_won", "0f": "forfeit_lost"}
LATE = "late"
"""The result of a round before a player joined."""
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
    """A player who has not the same place in all orders that take turns, and how many these are."""

    player: str
    orders: int
    highest: int
    lowest: int
    least: Fraction
    most: Fraction
    mean: Fraction


class Valuation(NamedTuple):
    """The ids of the players in order, their values and scores, and what each entry is worth.

    `own` is what the value of each adds to the own score; `turns` are given where orders take turns.
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
        filled = super().build(inputs._replace(absences=[*inputs.absences, *missing]), options, as_of)
        return replace(filled, attendance=season.attendance)

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
    present, absence_counts = {player.id for player in players}, Counter[str]()
    for round_ in rounds:
        options: Options = season.options.on(season.get_day(round_))
        late = options.late_amount
        # 3 Score: late points for each round before a player joined
        late_players = [player for player in players if player.joined > round_ and late.number]
        for player in late_players:
            yield _make_term(RoundEntry(round_, player.id, "", "", LATE), late, player.id)
        for entry in season.decided_entries.get(round_, ()):
            if entry.player in present:
                points = Fraction(str(score_decision(entry).score))
                yield _make_term(entry, Amount(points, is_points=True), entry.player)
        for entry in season.entries[round_]:
            absence_counts[entry.player] += entry.result in LIMITED
            if entry.player in present:
                is_there = entry.opponent in present
                yield _value_entry(entry, options, absence_counts[entry.player], is_there=is_there)


def _value_entry(entry: RoundEntry, options: Options, absence_count: int, *, is_there: bool) -> Term:
    if entry.is_pending or not entry.counts:
        holder = entry.opponent if entry.is_pending and is_there else entry.player
        return _make_term(entry, Amount(Fraction(0)), holder)
    amount = _POINTS.get(entry.result) or options.get_amount(_OPTIONS.get(entry.result, entry.result))
    if entry.opponent:
        # 3 Score: a win counts 1, a draw ½, a loss `consolation` of the opponent's value, also by forfeit
        # 3 Score: who left counts as a share of the own value
        return (
            _make_term(entry, amount, entry.opponent)
            if is_there
            else _make_term(entry, amount.multiply(options.get_amount("left")), entry.player)
        )
    if entry.result in LIMITED:
        # 3 Score: at most `absences` count, with `decay` each half of the one before
        limit, share = options.get("absences"), Fraction(1, 2 ** (absence_count - 1) if options.decay else 1)
        amount = amount.multiply(Amount(share if limit is None or absence_count <= limit else Fraction(0)))
    return _make_term(entry, amount, entry.player)


def _make_term(entry: RoundEntry, amount: Amount, holder: str) -> Term:
    return Term(entry, amount.number, NOBODY if amount.is_points else holder)


def assign_values(order: Sequence[str], options: Options) -> dict[str, Fraction]:
    """Return the value of each player; they stand in order."""
    count, ratio = len(order), options.get("ratio")
    # 2 Value: V(r) = first − (r − 1) × step
    first, step = Fraction(str(options.first or count)), Fraction(str(options.step))
    if ratio and count > 1:
        # 2 Value: evenly from ratio × v to v, where v follows from the first value, or else from the step
        share = 1 - 1 / Fraction(str(ratio))
        if options.first:
            step = first * share / (count - 1)
        else:
            first = step * (count - 1) / share
            first = (
                Fraction(round(first)) if options.get("whole") else first
            )  # a half goes to the even number
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

    @cached_property
    def _place_values(self) -> tuple[list[int], int]:
        """The value of each place as a whole number of a unit, then that of one point, which is the scale."""
        values = assign_values([player.id for player in self.players], self.options)
        scale = lcm(*(value.denominator for value in values.values()))
        return [int(values[player.id] * scale) for player in self.players], scale

    def compute_amounts(self, order: Sequence[str]) -> list[int]:
        """Return what the value of each player, then each term, is worth in an order, in the unit."""
        place_values, point = self._place_values
        values = {**dict(zip(order, place_values, strict=True)), NOBODY: point}
        amounts = [factor * values[holder] for _, holder, factor in self._shares]
        return self._round(amounts, self._scale * point)

    def _round(self, amounts: list[int], scale: int) -> list[int]:
        """Return the amounts, each rounded half up to a multiple of `rounding` (3 Score)."""
        if not self._rounding:
            return amounts
        step = self._rounding * scale
        return [_count_steps(amount, step) for amount in amounts]

    @cached_property
    def _rounding(self) -> Fraction:
        return Fraction(str(self.options.get("rounding")))

    @property
    def unit(self) -> Fraction:
        """What the whole numbers of `compute_amounts` are multiples of."""
        return self._rounding or Fraction(1, self._scale * self._place_values[1])

    def add_up(self, amounts: Sequence[int]) -> dict[str, int]:
        """Return the scores: the own value once, and what each of the terms is worth."""
        totals = dict.fromkeys((player.id for player in self.players), 0)
        for (player, *_), amount in zip(self._shares, amounts, strict=True):
            totals[player] += amount
        return totals

    def sort(self, order: Sequence[str]) -> tuple[str, ...]:
        """Return the order that follows from the scores at the values of another."""
        scores = self.add_up(self.compute_amounts(order))
        return tuple(sorted(self._start, key=lambda player: -scores[player]))

    @cached_property
    def _start(self) -> Sequence[str]:
        return sort_by_score(self.players)

    def find_cycle(self) -> list[tuple[str, ...]]:
        """Return the order that stays the same, or those that take turns, beginning with the start."""
        order = tuple(self._start)
        numbers: dict[tuple[str, ...], int] = {}
        # 4 Valuation: until the order stays the same, or is one that was there before
        while order not in numbers:
            numbers[order] = len(numbers)
            order = self.sort(order)
        return [*numbers][numbers[order] :]

    def build_valuation(self, *orders: Sequence[str]) -> Valuation:
        """Return the valuation at the values of an order, or the means over several."""
        parts, share = [self.compute_amounts(order) for order in orders], self.unit / len(orders)
        amounts = [sum(each) * share for each in zip(*parts, strict=True)]
        values = [assign_values(order, self.options) for order in orders]
        means = {holder: sum(each[holder] for each in values) / Fraction(len(orders)) for holder in values[0]}
        own = dict(zip((player.id for player in self.players), amounts, strict=False))
        scored_terms = [
            ScoredTerm(term, means[term.holder], amount)
            for term, amount in zip(self.terms, amounts[len(own) :], strict=True)
        ]
        return add_up(self.players, scored_terms, means, own)


def _count_steps(amount: int | Fraction, step: Fraction) -> int:
    """Return how many steps an amount is, rounded half up."""
    return int((2 * amount * step.denominator + step.numerator) // (2 * step.numerator))


def add_up(
    players: Sequence[Player], amounts: Sequence[ScoredTerm], values: Values, own: Values
) -> Valuation:
    """Return the valuation in which each player has an own value and these amounts."""
    scores = dict(own)
    for scored in amounts:
        scores[scored.term.entry.player] += scored.amount
    return Valuation(sort_by_score(players, scores), values, own, scores, amounts)


def value_rounds(players: Sequence[Player], terms: Sequence[Term], options: Options) -> Valuation:
    """Return the valuation in which scores, order and values agree, or the means over orders in turn."""
    calculator = Calculator(players, terms, options)
    # 4 Valuation: where orders take turns, the values and the scores are the means over all of them
    cycle = calculator.find_cycle()
    return calculator.build_valuation(*cycle)._replace(turns=_list_turns(calculator, cycle))


def _list_turns(calculator: Calculator, cycle: Sequence[Sequence[str]]) -> list[Turn]:
    """Return who has not the same place in all orders of a cycle."""
    places, scores, unit = (
        defaultdict[str, list[int]](list),
        defaultdict[str, list[int]](list),
        calculator.unit,
    )
    for order in cycle:
        totals = calculator.add_up(calculator.compute_amounts(order))
        for place, player in enumerate(order, 1):
            places[player].append(place)
            scores[player].append(totals[player])
    return [
        Turn(
            player,
            len(cycle),
            *(min(places[player]), max(places[player])),
            *(
                min(scores[player]) * unit,
                max(scores[player]) * unit,
                sum(scores[player]) * unit / len(cycle),
            ),
        )
        for player in cycle[0]
        if min(places[player]) != max(places[player])
    ]


def value_once(players: Sequence[Player], terms: Sequence[Term], options: Options) -> Valuation:
    """Return the valuation at the values of the order before the last round (article 4 Valuation, `once`).

    That order follows in the same way from the rounds before it, and the first from the ratings.
    """
    rounds = list(dict.fromkeys(term.entry.round for term in terms))
    order: Sequence[str] = sort_by_score(players)
    for count in range(1, len(rounds)):
        known = [term for term in terms if term.entry.round in rounds[:count]]
        order = Calculator(players, known, options).sort(order)
    return Calculator(players, terms, options).build_valuation(order)


def freeze_rounds(
    players: Sequence[Player],
    terms: Sequence[Term],
    frozen: Mapping[RoundEntry, ScoredTerm],
    options: Options,
) -> Valuation:
    """Return the valuation in which `frozen` entries keep their amount; others count at the values so far."""
    nothing = dict.fromkeys((player.id for player in players), Fraction(0))
    kept = [frozen[term.entry] for term in terms if term.entry in frozen]
    late_terms = [term for term in terms if term.entry not in frozen and term.entry.result == LATE]
    new_terms = [term for term in terms if term.entry not in frozen and term.entry.result != LATE]

    def value_terms(more: Sequence[Term]) -> Sequence[ScoredTerm]:
        # 4 Valuation, frozen: each round at the values before it
        order = add_up(players, kept, nothing, nothing).order
        return Calculator(players, more, options).build_valuation(order).amounts

    kept += value_terms(
        late_terms
    )  # who joins has the points of the rounds before in the first round already
    amounts = [*kept, *value_terms(new_terms)]
    order = add_up(players, amounts, nothing, nothing).order
    own = Calculator(players, (), options).build_valuation(order)
    return add_up(players, amounts, own.values, own.own)


def project_amount(result: str, value: float, options: Options) -> float:
    """Return what a game with this result would be worth against an opponent of this value."""
    term = _value_entry(RoundEntry(0, "", "opponent", "w", result), options, 0, is_there=True)
    amount = term.factor * (1 if term.holder == NOBODY else Fraction(value))
    rounding = Fraction(str(options.get("rounding")))
    return float(_count_steps(amount, rounding) * rounding if rounding else amount)


def sort_by_score(players: Iterable[Player], scores: Values | None = None) -> list[str]:
    """Return the ids by score, then rating, then name (articles 1 Order and 5 Ranking)."""
    players = list(players)
    ratings = {player.id: _NO_RATING if player.rating is None else player.rating for player in players}
    figures = [{player: float(score) for player, score in scores.items()}] if scores else []
    return [player.id for player in sort_players(players, *figures, ratings)]
