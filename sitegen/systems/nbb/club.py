"""All that is calculated of a club, once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sitegen.model import Published, When
from sitegen.systems.nbb.championships import Tally, Together, champions, pair_champions, tallies, together
from sitegen.systems.nbb.course import Played, Standing, course
from sitegen.systems.nbb.outputs import Champion, PairChampion, PairRanked, Ranked, Receipt
from sitegen.systems.nbb.rankings import pairs, ranking
from sitegen.systems.nbb.sessions import Session, seasons, sessions
from sitegen.systems.nbb.tables import Inputs, Options, Season
from sitegen.toolkit.course import Course


class Club(NamedTuple):
    """A club on a day: its sessions, those played in each season that has begun, and who stands where.

    `opened` has the standings at the start of each season, by its name and player, `tallies` what counts for
    the championship of a player, and `together` what for that of a pair or trio, by season. `called` is what
    pages call each partnership, by its key.
    """

    inputs: Inputs
    options: Options
    sessions: Sequence[Session]
    course: Course[Receipt, Standing]
    played: Mapping[Season, Sequence[Played]]
    opened: Mapping[str, Mapping[str, Standing]]
    ranked: Sequence[Ranked]
    pairs: Sequence[PairRanked]
    champions: Sequence[Champion]
    pair_champions: Sequence[PairChampion]
    tallies: Mapping[tuple[str, str], Tally]
    together: Mapping[tuple[str, str], Together]
    called: Mapping[str, str]

    @property
    def season(self) -> Season | None:
        """The season begun last; None before the first."""
        return next(reversed([*self.played]), None)

    @property
    def published(self) -> list[Published]:
        """All published tables, but for a championship that the club leaves out."""
        tables = [
            Published("ranking", Ranked, self.ranked),
            Published("points", Receipt, self.course.rows),
            Published("championship", Champion, self.champions),
            Published("pairs", PairRanked, self.pairs),
            Published("pairs-championship", PairChampion, self.pair_champions),
        ]
        optional = {"championship": "individual", "pairs-championship": "pairs"}
        return [each for each in tables if optional.get(each.name, "") in ("", *self.options.championships)]


def club(inputs: Inputs, options: Options, when: When) -> Club:
    """The club at the end of the day of the build."""
    begun, every = seasons(inputs, when.as_of), sessions(inputs, when.as_of)
    events = list(course(inputs, options, begun, every))
    held = [each for each in events if isinstance(each, Played)]
    openings = [each for each in events if not isinstance(each, Played)]
    played = {season: [each for each in held if each.session.season == season] for season in begun}
    run = Course({}, events)
    day = run.current(when).day
    has_players, has_pairs = (each in options.championships for each in ("individual", "pairs"))
    counted = tallies(options, played) if has_players else {}
    joint = together(inputs.partnerships, options, played) if has_pairs else {}
    return Club(
        inputs,
        options,
        every,
        run,
        played,
        {season.season: each.left for season, each in zip(begun, openings, strict=True)},
        list(ranking(inputs.players, options, run.now, day)),
        pairs(inputs.partnerships, run.now),
        list(champions(inputs.players, options, played, counted)) if has_players else [],
        list(pair_champions(inputs.partnerships, played, joint)) if has_pairs else [],
        counted,
        joint,
        _called(inputs),
    )


def _called(inputs: Inputs) -> dict[str, str]:
    """What pages call each partnership: its players, and its key behind them where several have the same."""
    names = {each.id: each.name for each in inputs.players}
    players = {
        each.partnership: " – ".join(names[player] for _, player in each.players)
        for each in inputs.partnerships
    }
    number = Counter(players.values())
    return {key: own if number[own] == 1 else f"{own} ({key})" for key, own in players.items()}
