"""What is decided by who the hidden players are: which of two equals the alphabet or the lot puts first.

Ratings are calculated once more with alphabets and lots that write down what they are asked. Of all that is
known of the hidden only the answers leave the club; with them whoever calculates again asks the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

from sitegen.config import Ranking
from sitegen.model import Lot, Player, When
from sitegen.read.veil import Veil

_LAST = "g"
"""Behind all digests in hexadecimal digits."""
A = TypeVar("A", bound="_Asked")
Answers = dict[str, set[str]]
"""Who stands behind a player, wherever that was asked."""


class _Asked:
    """Something that is compared, and writes down for its player who stands behind whom."""

    who: str
    answers: Answers

    def __lt__(self, other: Any) -> bool:
        return self._told(other, is_first=super().__lt__(other))  # type: ignore[misc]

    def __gt__(self, other: Any) -> bool:
        return not self._told(other, is_first=not super().__gt__(other))  # type: ignore[misc]

    def _told(self, other: Any, *, is_first: bool) -> bool:
        if isinstance(other, _Asked) and other.who != self.who:
            first, second = (self, other) if is_first else (other, self)
            self.answers.setdefault(first.who, set()).add(second.who)
        return is_first


class _Place(_Asked, int):
    """A place in the alphabet."""


class _Digest(_Asked, str):  # noqa: SLOT000 - whoever drew it is kept beside it
    """What somebody draws."""


@dataclass(eq=False)
class _Drawing(Lot):
    """A lot that writes down, by occasion, who drew before whom."""

    player: Player
    asked: dict[str, Answers] = field(default_factory=dict)

    def __call__(self, occasion: str) -> str:
        """What the player draws."""
        answers = self.asked.setdefault(occasion, {})
        return _asked(_Digest(self.player.lot(occasion)), self.player.id, answers)


def _asked(thing: A, who: str, answers: Answers) -> A:
    thing.who, thing.answers = who, answers
    return thing


def veil(ranking: Ranking, inputs: Any, when: When) -> Veil:
    """What is published of the hidden players of a ranking, out of its tables as they travel."""
    hidden = [each for each in inputs.players if each.hidden]
    if not hidden:
        return Veil()
    places: Answers = {}
    lots: dict[str, Answers] = {}
    asking = [
        each.but(alphabet=_asked(_Place(each.alphabet), each.id, places), lot=_Drawing(each, lots))
        for each in inputs.players
    ]
    rated = ranking.system.rate(inputs._replace(players=asking), ranking.options, when)
    rated.listing.sheet.parts()  # the current list, which is made when it is asked for
    return Veil(_before(places, inputs.players), _drawn(lots, inputs.players))


def _before(answers: Answers, players: Sequence[Player]) -> Mapping[str, str]:
    """Each hidden player, in an order that agrees with the answers, and the first visible one behind them."""
    order = Order.of(answers, players, {each.id: each.alphabet for each in players})
    return {each: order.behind(each) for each in order.hidden}


def _drawn(asked: Mapping[str, Answers], players: Sequence[Player]) -> Mapping[str, Mapping[str, str]]:
    """What each hidden player drew on each occasion, as far as it was asked: what falls where it fell."""
    found: dict[str, dict[str, str]] = {}
    for occasion, answers in sorted(asked.items()):
        there = answers.keys() | set[str]().union(*answers.values())
        drawn = {each.id: each.lot(occasion) for each in players if each.id in there}
        order = Order.of(answers, [each for each in players if each.id in there], drawn)
        for each, digest in order.digests(drawn):
            found.setdefault(each, {})[occasion] = digest
    return found


@dataclass(frozen=True)
class Order:
    """The hidden in an order that agrees with all answers, and the visible player who stands behind each."""

    hidden: Sequence[str]
    bounds: Mapping[str, str]

    @classmethod
    def of(cls, answers: Answers, players: Sequence[Player], true: Mapping[str, Any]) -> Self:
        """Found from the true order, of which nothing but the answers shows in it."""
        veiled = {each.id for each in players if each.hidden}
        bounds: dict[str, str] = {}
        depth: dict[str, int] = {}
        for each in sorted(veiled, key=true.__getitem__, reverse=True):
            others = answers.get(each, set())
            known = [bounds[other] for other in others & veiled if bounds[other]]
            bounds[each] = min([*(others - veiled), *known], key=true.__getitem__, default="")
            depth[each] = 1 + max((depth[other] for other in others & veiled), default=0)
        return cls(sorted(veiled, key=lambda each: (-depth[each], _number(each))), bounds)

    def behind(self, player: str) -> str:
        """The first visible player who stands behind a hidden one; blank where none is known."""
        return self.bounds[player]

    def digests(self, drawn: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """A digest for each hidden player, just before that of the first visible one behind them."""
        for place, each in enumerate(self.hidden):
            bound = drawn[self.bounds[each]] if self.bounds[each] else _LAST
            yield each, _just_before(bound, len(self.hidden) - place)


def _just_before(digest: str, places: int) -> str:
    """What is drawn before a digest, with room for so many places between; behind all others by `_LAST`."""
    if digest == _LAST:
        return f"{_LAST}{10**9 - places:09d}"
    return f"{int(digest, 16) - places:064x}"


def _number(label: str) -> int:
    return int(label.rpartition("-")[2])
