"""The records of a ranking, of all time and of each year: who, how much and when.

Who won most of the figure between two days: ready tables, and that of any other two.

The pages of records and risers, as topics of a ranking.
"""

from calendar import monthrange
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from heapq import nlargest
from itertools import groupby
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from sitegen.core.model import Fact, Listing, PageContent, Section, Topic
from sitegen.core.table import Table
from sitegen.rankings import tables
from sitegen.rankings.careers import CareerSummaries, CareerSummary, ResultTally, split_years
from sitegen.toolkit.order import MIN_DIFFERENCE, assign_ranks, round_for_ranking

MAX_RISERS = 25
"""So many of those who won most stand in a ready table; in that of any other days stand all."""


class Rise(NamedTuple):
    """What a figure did between two days, with both ends."""

    player: str
    change: float
    low: float
    high: float


def rank_risers(chronicle: CareerSummaries, after: date, through: date) -> list[tuple[int, Rise]]:
    """Everybody whose figure moved, who won most first; equal ones share a rank."""
    ends = (
        (player, history.find_endpoints(after, through))
        for player, history in chronicle.figure_histories.items()
    )
    found = [Rise(player, end[1] - end[0], *end) for player, end in ends if end]
    ordered = sorted(
        found, key=lambda item: (-round_for_ranking(item.change), chronicle.display_order[item.player])
    )
    return list(zip(assign_ranks([rise.change for rise in ordered]), ordered, strict=True))


def build_riser_sections(chronicle: CareerSummaries, lists: Sequence[Listing]) -> Iterator[Section]:
    """The ready tables: since the list before, in a month, in twelve, and in this year."""
    now, table = lists[-1].through, tables.make_rise_table(chronicle.careers.figure)
    for name, title, named, after in _list_periods(lists):
        rows = [
            (rank, *rise) for rank, rise in rank_risers(chronicle, after, now)[:MAX_RISERS] if rise.change > 0
        ]
        if rows:
            yield Section(name, title, table, table.make_rows(rows), params=named)


def build_between_section(chronicle: CareerSummaries, first: date, through: date) -> Section:
    """Everybody whose figure moved from a day through another."""
    table = tables.make_rise_table(chronicle.careers.figure)
    found = rank_risers(chronicle, first - timedelta(days=1), through)
    return Section("between", "Any two days", table, table.make_rows((rank, *rise) for rank, rise in found))


def _list_periods(lists: Sequence[Listing]) -> Iterator[tuple[str, str, dict[str, Any], date]]:
    now = lists[-1].through
    if len(lists) > 1:
        yield "since-list", "Since the list of {day}", {"day": lists[-2].day}, lists[-2].through
    yield "month", "In a month", {}, _subtract_months(now, 1)
    yield "twelve-months", "In twelve months", {}, _subtract_months(now, 12)
    yield "this-year", "In {year}", {"year": now.year}, date(now.year - 1, 12, 31)


def _subtract_months(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


TOP_PLACES = 10
CLIMB_DAYS = 90
"""The days within which a climb is looked for."""
_MAX_SHARED = 20  # a place that so many share tells nothing
_EVEN_CHANCE = 0.5
_UPSET_COLUMNS = ("ended", "chance", "opponents", "day", "score", "event", "occasion")
_get_size = attrgetter("size")


class Achievement(NamedTuple):
    """What somebody did: how great it is, the day that it is of, and what else a row of it shows."""

    player: str
    size: float
    day: date
    details: tuple[Any, ...]


RecordKind = Literal["highest", "series", "upsets", "played", "years", "climbs"]
RankedAchievement = tuple[int, Achievement]
"""An achievement with its place."""


class Climb(NamedTuple):
    """From which figure to which; `since` is the day of the first, None where it is that at the start."""

    change: float
    low: float
    high: float
    since: date | None
    end: date


@dataclass(frozen=True)
class Records:
    """The first in the achievements of all players: of a year, or of 0 in all.

    `highest` is the highest figure of each player, where a provisional one is none; `series` the longest of
    results won, in the year in which it ended; `upsets` what was won with the lowest chance, however often
    by one player; `played` how much was played; `years` and `climbs` what was won of the figure in a
    calendar year, and within `WINDOW` days, in the year in which they ended.
    """

    career_summaries: CareerSummaries

    def get_top(self, kind: RecordKind, year: int = 0) -> Sequence[RankedAchievement]:
        """The first places of a kind."""
        return self._top_by_kind[kind].get(year, ())

    @cached_property
    def record_holders(self) -> Sequence[tuple[str, str]]:
        """Which record of all time is held by which player."""
        kinds: Mapping[RecordKind, str] = {
            "highest": "the highest figure ever",
            "series": "the longest winning series"
            if self.career_summaries.has_winners
            else "the longest series of rises",
            "upsets": "the biggest upset",
            "played": "what was played most",
            "years": "the biggest climb in a calendar year",
        }
        return [
            (name, achievement.player)
            for kind, name in kinds.items()
            for rank, achievement in self.get_top(kind)
            if rank == 1
        ]

    @cached_property
    def years(self) -> Sequence[int]:
        """The years in which anything was played, the latest first."""
        return sorted({*self._top_by_kind["played"], *self._top_by_kind["highest"]} - {0}, reverse=True)

    @cached_property
    def _top_by_kind(self) -> Mapping[RecordKind, Mapping[int, Sequence[RankedAchievement]]]:
        """The first places of each kind, by year."""
        found = {kind: self._rank_by_year(self._find_achievements(*find)) for kind, find in _FINDERS.items()}
        return {**found, "upsets": self._rank_by_year(self._find_upsets())}

    def _find_achievements(self, find: "_Finder", join: "_Merger") -> Iterator[tuple[int, Achievement]]:
        """The achievements of all players with their years, and what is the one of each player in all."""
        for player, own in self.career_summaries.summaries.items():
            if mine := list(find(player, own)):
                yield from ((achievement.day.year, achievement) for achievement in mine)
                yield 0, join(mine)

    def _find_upsets(self) -> Iterator[tuple[int, Achievement]]:
        """Every result won against the odds between players who were ranked by then, with its year."""
        ranked_from = {
            player: own.ranked_from for player, own in self.career_summaries.figure_histories.items()
        }
        for player, since in ranked_from.items():
            columns = map(self.career_summaries.careers.get_career(player).results.get_column, _UPSET_COLUMNS)
            for ended, chance, opponents, day, score, event, occasion in zip(*columns, strict=True):
                if ended != "won" or chance is None or chance >= _EVEN_CHANCE or not opponents or day < since:
                    continue
                if all(ranked_from.get(other, since) <= day for other in opponents):
                    one, other = (*opponents, None)[:2]
                    details = chance, one, other, score, day, event, occasion
                    upset = Achievement(player, -chance, day, details)
                    yield from ((day.year, upset), (0, upset))

    def _rank_by_year(
        self, found: Iterable[tuple[int, Achievement]]
    ) -> Mapping[int, Sequence[RankedAchievement]]:
        by_year: defaultdict[int, list[Achievement]] = defaultdict(list)
        for year, achievement in found:
            by_year[year].append(achievement)
        return {year: self._rank_achievements(achievements) for year, achievements in by_year.items()}

    def _rank_achievements(self, found: Sequence[Achievement]) -> Sequence[RankedAchievement]:
        """The first places; equal achievements share one, and stand by day."""
        least = nlargest(_MAX_SHARED + 1, map(_get_size, found))[-1] - MIN_DIFFERENCE
        ordered = sorted(
            [achievement for achievement in found if achievement.size >= least], key=self._sort_key
        )
        ranks = assign_ranks(map(_get_size, ordered))
        first: list[RankedAchievement] = []
        for rank, shared in groupby(zip(ranks, ordered, strict=True), key=itemgetter(0)):
            if rank > TOP_PLACES or len(first := [*first, *shared]) > _MAX_SHARED:
                return [entry for entry in first if entry[0] < rank]
        return first

    def _sort_key(self, item: Achievement) -> tuple[Any, ...]:
        return (
            -round_for_ranking(item.size),
            item.day,
            self.career_summaries.display_order[item.player],
            repr(item.details),
        )


def _find_highest(player: str, own: CareerSummary) -> Iterator[Achievement]:
    """The highest figure of each year in which the player was ranked, with the first day that it stood."""
    points = own.figure_history.ranked_figures
    for _, start, end in split_years(points.days):
        figure, day = points.find_highest(start, end)
        yield Achievement(player, figure, day, (figure, day))


def _find_series(player: str, own: CareerSummary) -> Iterable[Achievement]:
    """The longest series of each year, with its first day, and whether it goes on."""
    longest: dict[int, Achievement] = {}
    for series in own.series:
        year = series.last.year
        if year not in longest or series.length > longest[year].size:
            longest[year] = Achievement(player, series.length, series.last, (series.first, series.is_ongoing))
    return longest.values()


def _count_played(player: str, own: CareerSummary) -> Iterator[Achievement]:
    """How much the player played in each year."""
    for _, start, end in split_years(own.days):
        yield Achievement(
            player, end - start, date.fromordinal(own.days[end - 1]), own.count_results(start, end)
        )


def _find_year_climbs(player: str, own: CareerSummary) -> Iterator[Achievement]:
    """What the player won in each calendar year: from where they stood before it, or else came in."""
    days, figures = own.figure_history.figures_with_start
    for year, start, end in split_years(days):
        before, low, high = max(0, start - 1), figures[max(0, start - 1)], figures[end - 1]
        if high > low:
            yield _make_climb(
                player, (days[before], low), (days[end - 1], high), date(year, 1, 1).toordinal()
            )


def _find_climbs(player: str, own: CareerSummary) -> Iterator[Achievement]:
    """The most that the player won within `WINDOW` days in each year, on the day on which it was reached."""
    (days, figures), first = own.figure_history.figures_with_start, 0
    for _, start, end in split_years(days):
        most, best = 0.0, None
        for place in range(max(1, start), end):
            high = figures[place]
            if high > figures[place - 1] and high - own.figure_history.lowest > most:
                while days[first + 1] <= days[place] - CLIMB_DAYS:
                    first += 1
                low = min(figures[first:place])
                if high - low > most:
                    most, best = high - low, (first, place, low)
        if best:
            begin, place, low = best
            since = next(index for index in range(place - 1, begin - 1, -1) if figures[index] == low)
            yield _make_climb(
                player, (days[since], low), (days[place], figures[place]), days[place] - CLIMB_DAYS
            )


def _make_climb(player: str, since: tuple[int, float], until: tuple[int, float], begin: int) -> Achievement:
    """A climb in a time that began on a day, from one point to another."""
    (from_, low), (through, high) = since, until
    day = None if from_ == date.min.toordinal() else date.fromordinal(max(from_, begin))
    climb = Climb(high - low, low, high, day, date.fromordinal(through))
    return Achievement(player, climb.change, climb.end, climb)


def _pick_greatest(mine: Sequence[Achievement]) -> Achievement:
    """The greatest, the first of what is equal."""
    return max(mine, key=_get_size)


def _sum_years(mine: Sequence[Achievement]) -> Achievement:
    """The years of a player as one."""
    sums = ResultTally(*map(sum, zip(*(achievement.details for achievement in mine), strict=True)))
    return Achievement(mine[0].player, sums.played, mine[-1].day, sums)


_Finder = Callable[[str, CareerSummary], Iterable[Achievement]]
_Merger = Callable[[Sequence[Achievement]], Achievement]
_FINDERS: Mapping[RecordKind, tuple[_Finder, _Merger]] = {
    "highest": (_find_highest, _pick_greatest),
    "series": (_find_series, _pick_greatest),
    "played": (_count_played, _sum_years),
    "years": (_find_year_climbs, _pick_greatest),
    "climbs": (_find_climbs, _pick_greatest),
}
"""What finds those of a player in each year, and what makes one of them in all; of all kinds but upsets."""


_PROVISIONAL_NOTE = "Provisional figures make no record."
_RANKED_NOTE = "By and against players who were ranked by then."


def build_topics(records: Records, lists: Sequence[Listing], taken: set[str]) -> Iterator[Topic]:
    """The topics that a ranking has of itself, but for the kinds that its system has made."""
    if not records.career_summaries.has_begun:
        return
    whole = list(build_record_sections(records))
    if whole and "records" not in taken:
        yield Topic("records", "Records", PageContent.create([], whole))
        for year in reversed(records.years):
            if of_year := list(build_record_sections(records, year)):
                yield Topic(
                    f"records/{year}", "Records of {year}", PageContent.create([], of_year), {"year": year}
                )
    if "risers" not in taken and (risen := list(build_riser_sections(records.career_summaries, lists))):
        days = records.career_summaries.days
        facts = [Fact("First day of play", days[0], date), Fact("Latest day of play", days[-1], date)]
        yield Topic("risers", "Risers", PageContent.create(facts, risen))


def build_record_sections(records: Records, year: int = 0) -> Iterator[Section]:
    """The tables of records of a year, or of all time; those with nothing in them are left out."""
    return (section for section in _list_sections(records, year) if section.rows)


def _list_sections(records: Records, year: int) -> Iterator[Section]:
    careers, wins = records.career_summaries.careers, records.career_summaries.has_winners
    peaks, climbs = (
        tables.make_peak_table(careers.figure, careers.label),
        tables.make_climb_table(careers.figure),
    )
    settled, against = (
        (_PROVISIONAL_NOTE, _RANKED_NOTE) if records.career_summaries.has_provisional else ("", "")
    )
    tally = tables.TallyRow if wins else tables.MovementRow
    yield _build_section(
        "highest", "Highest" if year else "Highest ever", peaks, records.get_top("highest", year), settled
    )
    yield _build_series_section(records.get_top("series", year), wins=wins)
    yield _build_section("upsets", "Biggest upset", tables.UpsetRow, records.get_top("upsets", year), against)
    yield _build_section(
        "played", "Most played", tally, list(map(_blank_zeros, records.get_top("played", year)))
    )
    yield _build_section(
        "years", "Biggest climb in a calendar year", climbs, records.get_top("years", year), settled
    )
    title, named = "Biggest climb within {days} days", {"days": CLIMB_DAYS}
    yield _build_section("climbs", title, climbs, records.get_top("climbs", year), settled, named)


def _build_section(  # noqa: PLR0913, PLR0917 - what a section has, in its order
    name: str,
    title: str,
    table: type[Table],
    found: Sequence[RankedAchievement],
    note: str = "",
    named: Mapping[str, object] = MappingProxyType({}),
) -> Section:
    rows = table.make_rows((rank, achievement.player, *achievement.details) for rank, achievement in found)
    return Section(name, title, table, rows, note, params=named)


def _blank_zeros(ranked: RankedAchievement) -> RankedAchievement:
    """The same, which says nothing of draws and defeats where there were none."""
    rank, achievement = ranked
    played, won, drawn, lost = achievement.details
    return rank, achievement._replace(details=(played, won, drawn or None, lost or None))


def _build_series_section(found: Sequence[RankedAchievement], *, wins: bool) -> Section:
    """The longest series, with those that can still become longer."""
    told = [(rank, achievement, *achievement.details) for rank, achievement in found]
    rows = [
        tables.SeriesRow(
            rank, achievement.player, int(achievement.size), first, achievement.day, "goes on" if runs else ""
        )
        for rank, achievement, first, runs in told
    ]
    title = "Longest winning series" if wins else "Longest series of rises"
    return Section("series", title, tables.SeriesRow, rows)
