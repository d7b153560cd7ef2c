"""What is shown of the club competition, a module for each kind of page."""

from collections.abc import Iterator
from datetime import date

from sitegen.model import Fact
from sitegen.systems.ijssel.competition import Competition
from sitegen.systems.ijssel.tables import Round


def evening(competition: Competition, label: str, round_: int) -> Iterator[Fact]:
    """A round, which leads to its page where it has one, and the evening that it is played on.

    An evening alone leads nowhere: two rounds may be played on it.
    """
    has_page = round_ in competition.entries or round_ in competition.drawn
    yield Fact(label, round_, Round if has_page else int)
    yield Fact("Evening", competition.day(round_), date)
