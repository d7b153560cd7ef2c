"""All that is calculated of a club, once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from sitegen.model import Published
from sitegen.systems.nbb.championships import Seasons, champions, pair_champions
from sitegen.systems.nbb.course import Result, Standing, course
from sitegen.systems.nbb.outputs import Champion, PairChampion, PairRanked, Ranked, Receipt
from sitegen.systems.nbb.rankings import pairs, ranking
from sitegen.systems.nbb.sessions import Session, seasons, sessions
from sitegen.systems.nbb.tables import Inputs, Options, Season
from sitegen.toolkit.course import Course


@dataclass(frozen=True)
class Club:
    """A club on a day: its sessions, and the course of its ranking through the seasons that have begun."""

    inputs: Inputs
    options: Options
    seasons: Sequence[Season]
    sessions: Sequence[Session]
    course: Course[Result, Standing]

    @classmethod
    def on(cls, inputs: Inputs, options: Options, day: date) -> "Club":
        """The club at the end of `day`."""
        begun, every = seasons(inputs, day), sessions(inputs, day)
        return cls(inputs, options, begun, every, course(inputs, options, begun, every))

    @property
    def season(self) -> Season | None:
        """The season begun last; None before the first."""
        return self.seasons[-1] if self.seasons else None

    @cached_property
    def played(self) -> Seasons:
        """The sessions played in each season that has begun."""
        held = [each for each in self.course.events if each.rows]
        return {
            season: [each for each in held if each.rows[0].session.season == season]
            for season in self.seasons
        }

    @cached_property
    def receipts(self) -> list[Receipt]:
        """The points of everyone, as the sessions run."""
        return [row for each in self.course.rows for row in each.receipts]

    @cached_property
    def before(self) -> Mapping[date, Mapping[str, float]]:
        """The rankings before each day of play, of who played on it."""
        found: dict[date, dict[str, float]] = {}
        for row in self.receipts:
            found.setdefault(row.date, {}).setdefault(row.player, row.before)
        return found

    def ranking(self, now: Mapping[str, Standing], day: date) -> list[Ranked]:
        """The ranking as all stood after `day`."""
        return list(ranking(self.inputs.players, now, self.before.get(day, {}), self.options.sessions))

    @cached_property
    def ranked(self) -> list[Ranked]:
        """The ranking of the current season."""
        return self.ranking(self.course.now, max(self.before, default=date.min))

    @cached_property
    def pairs(self) -> list[PairRanked]:
        """The rankings of the partnerships."""
        return pairs(self.inputs.partnerships, self.course.now)

    @cached_property
    def champions(self) -> list[Champion]:
        """The individual championship of every season, where the club has it."""
        if "individual" not in self.options.championships:
            return []
        return list(champions(self.inputs.players, self.options, self.played))

    @cached_property
    def pair_champions(self) -> list[PairChampion]:
        """The championship of pairs and trios of every season."""
        return list(pair_champions(self.inputs.partnerships, self.options, self.played))


def published(club: Club) -> list[Published]:
    """All published tables, but for a championship that the club leaves out."""
    kept = club.options.championships
    champions = [Published("championship", Champion, club.champions)]
    pairs = [Published("pairs-championship", PairChampion, club.pair_champions)]
    return [
        Published("ranking", Ranked, club.ranked),
        Published("points", Receipt, club.receipts),
        *(champions if "individual" in kept else []),
        Published("pairs", PairRanked, club.pairs),
        *(pairs if "pairs" in kept else []),
    ]
