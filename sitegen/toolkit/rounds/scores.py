"""Scores of rounds, and the rows that show them: a score is a share of a value that changes each round."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, TypeVar

from sitegen.core.columnar import Cells, Rows, make_cell_getters
from sitegen.core.table import Figure, PlayerId, Rank, Remark, Source, Table, column
from sitegen.toolkit import order
from sitegen.toolkit.decisions import AppliedPoints, describe_decision
from sitegen.toolkit.rounds.season import RoundEntry
from sitegen.toolkit.rounds.tables import Factor, Gain, Round, Score

_MAX_DENOMINATOR = 10**6


class ScoredEntry(NamedTuple):
    """An entry with its score, which is `factor` times `basis`, perhaps rounded."""

    entry: RoundEntry
    factor: float
    basis: float
    score: float

    @property
    def key(self) -> tuple[int, str, bool, AppliedPoints | None]:
        """A key that no other entry has: besides decisions a player has one entry in a round that counts."""
        return self.entry.round, self.entry.player, self.entry.counts, self.entry.decision


def score_decision(entry: RoundEntry) -> ScoredEntry:
    """Return a decision of the committee as an entry with a score: as many times one point as it gives."""
    points = (entry.decision and entry.decision.points) or 0.0
    return ScoredEntry(entry, points, 1.0, points)


class CalculatedScore(Table):
    """The score of a player in a round, at the values after the last round."""

    round: Round = column("the round")
    player: PlayerId = column("id of the player")
    opponent: PlayerId = column("id of the opponent; blank without one")
    colour: str = column("w for white, b for black; blank without an opponent")
    result: str = column(
        "1, ½, 0, 1f, 0f, pending, the code of the absence as it counts in the end, or the kind of a decision"
    )
    factor: Factor = column("what the value is multiplied by")
    basis: Figure = column("the value that is multiplied: the opponent's, or the player's own", label="Value")
    score: Figure = column("factor × value")


S = TypeVar("S", bound="PlayerScore")


class PlayerScore(Table):
    """A score from the side of its player."""

    result: str = column("points of the player; f: forfeit")
    absence: str | None = column("why the player did not play")
    factor: str = column("what the value is multiplied by")
    basis: Figure | None = column(
        "the value that is multiplied: the opponent's, or the player's own", label="Value"
    )
    score: Figure = column("factor × value, at the values after the last round that was played")
    source: Source = column("where the game or the absence stands")


class ScoreStep(PlayerScore):
    """The score of a player without a game in a round, now and on the day itself."""

    player: PlayerId = column("id of the player", label="Player", before="result")
    absence: Remark | None
    score: Figure = column("factor × value, at the values after the last round that was played", role="value")
    on_the_day: Figure = column("the score at the values after the round itself", before="source")
    since: Gain = column("what has changed since the round", label="Since", before="source")


class PlayerRound(PlayerScore):
    """A round as its player sees it, with columns that pages do not show themselves.

    A column of a subclass that no score has is that of the standing after the round.
    """

    round: Round = column("the round")
    player: PlayerId = column("who played")
    opponent: PlayerId | None = column("the other player")
    colour: Literal["white", "black"] | None = column("the colour of the player")
    total: Score | None = column("sum of the round scores, at the values after the round", label="Total")
    rank: Rank | None = column("place on the ranking after the round", label="Rank")
    counts: bool = column("whether it counts: false for a forfeit beside another entry")
    met: PlayerId | None = column("the other player of a game that was played")
    decision: Remark = column("what the committee decided, and why", before="source")


def join_scores(table: type[S], scored_entries: Sequence[ScoredEntry], **cells: Cells) -> Rows[S]:
    """Return scores as rows of `table`, by column; `cells` are those of further columns."""
    entries, decisions = (
        [item.entry for item in scored_entries],
        [item.entry.decision for item in scored_entries],
    )
    own_cells: dict[str, Callable[[], Cells]] = {
        "result": lambda: [entry.points if entry.absence else entry.result for entry in entries],
        "absence": lambda: [None if entry.decision else entry.absence for entry in entries],
        "decision": lambda: [describe_decision(decision) if decision else "" for decision in decisions],
        "factor": lambda: [
            "" if item.entry.decision else format_factor(item.factor) for item in scored_entries
        ],
        "basis": lambda: [None if item.entry.decision else item.basis for item in scored_entries],
    }
    sources = make_cell_getters(entries), make_cell_getters(scored_entries)
    return Rows.join(table, len(entries), *sources, own_cells, cells)


def format_factor(factor: float) -> str:
    """Return a factor as the regulation writes it, such as 2/3, which gives the exact score."""
    return str(Fraction(factor).limit_denominator(_MAX_DENOMINATOR))


class ScoreChange(PlayerRound):
    """A round score before and after the last round, with columns that pages do not show themselves."""

    before: Figure | None = column("the value on the list before", label="Value before")
    now: Figure = column("the value now", label="Value now")
    score_before: Figure | None = column("the score on the list before")
    score: Figure = column("the score now")
    change: Gain = column("its effect on the sum", label="±", role="change")
    replaced: bool = column("whether it counts as another result or absence than on the list before")


class ExplanationLine(Table):
    """A line of the explanation of a score, from the list before to the current one."""

    round: Round | None = column("the round; blank: all earlier ones")
    opponent: PlayerId | None = column("the other player")
    what: Remark | None = column("its reason, where that is not a game", label="Remark")
    result: str = column("points of the player; f: forfeit")
    factor: str = column("what the value is multiplied by")
    basis: Figure | None = column("the value that is multiplied", label="Value")
    change: Gain = column("its effect on the sum", label="±", role="change")
    after: Score = column("sum of the round scores with this", label="Score", role="value")


class Opponent(order.Opponent):
    """All games between a player and one opponent."""

    played: int = column("games played against each other")
    white: int = column("of these with white", before="won")
    black: int = column("of these with black", before="won")
