"""The records of a ranking, of all time and of each year; who gained most in a period; and pages of both."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, cached_property, partial
from heapq import nlargest
from itertools import groupby
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from sitegen.core.cache import keep_results
from sitegen.core.model import Fact, PageContent, Section, Topic
from sitegen.core.table import Table
from sitegen.rankings import tables
from sitegen.rankings.careers import CareerSummaries, CareerSummary, FigureSeries, ResultTally, split_years
from sitegen.rankings.dataset import ListData
from sitegen.toolkit.order import MIN_DIFFERENCE, assign_ranks, round_for_ranking

MAX_RISERS = 25
"""Players in a prepared table; that of any two days has all."""


class Rise(NamedTuple):
    """The change of a figure between two days, with both figures."""

    player: str
    change: float
    low: float
    high: float


def rank_risers(summaries: CareerSummaries, after: date, through: date) -> list[tuple[int, Rise]]:
    """Return everybody whose figure changed, the greatest gain first; equal gains share a rank."""
    rises = [
        Rise(player, ends[1] - ends[0], *ends)
        for player, history in summaries.figure_histories.items()
        if (ends := history.find_endpoints(after, through))
    ]
    order = summaries.display_order
    rises.sort(key=lambda rise: (-round_for_ranking(rise.change), order[rise.player]))
    return list(zip(assign_ranks([rise.change for rise in rises]), rises, strict=True))


def build_riser_sections(summaries: CareerSummaries, lists: Sequence[ListData]) -> Iterator[Section]:
    """Yield the prepared tables: since the list before, in a month, in twelve, and in this year."""
    today, table = lists[-1].through, tables.make_rise_table(summaries.careers.figure)
    for name, title, params, after in _list_periods(lists):
        rows = [
            (rank, *rise)
            for rank, rise in rank_risers(summaries, after, today)[:MAX_RISERS]
            if rise.change > 0
        ]
        if rows:
            yield Section(name, title, table, table.make_rows(rows), params=params)


def build_between_section(summaries: CareerSummaries, first: date, through: date) -> Section:
    """Return everybody whose figure changed from a day through another."""
    table = tables.make_rise_table(summaries.careers.figure)
    ranked_risers = rank_risers(summaries, first - timedelta(days=1), through)
    return Section(
        "between", "Any two days", table, table.make_rows((rank, *rise) for rank, rise in ranked_risers)
    )


def _list_periods(lists: Sequence[ListData]) -> Iterator[tuple[str, str, dict[str, Any], date]]:
    now = lists[-1].through
    if len(lists) > 1:
        yield "since-list", "Since the list of {day}", {"day": lists[-2].day}, lists[-2].through
    yield "month", "In a month", {}, _subtract_months(now, 1)
    yield "twelve-months", "In twelve months", {}, _subtract_months(now, 12)
    yield "this-year", "In {year}", {"year": now.year}, date(now.year - 1, 12, 31)


def _subtract_months(day: date, months: int) -> date:
    from calendar import monthrange  # noqa: PLC0415 - the engine in a browser, which is slow to import, has no use for it

    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


TOP_PLACES = 10
CLIMB_DAYS = 90
"""The longest period of a climb."""
_MAX_SHARED = 20  # a place shared by more is left out
_EVEN_CHANCE = 0.5
_PROVISIONAL_NOTE = "Provisional figures make no record."
_RANKED_NOTE = "By and against players who had a rank at that time."
_UPSET_COLUMNS = ("ended", "chance", "opponents", "day", "score", "event", "occasion")
_get_size = attrgetter("size")


class Achievement(NamedTuple):
    """What a player did: its size, its day, and what else its row shows."""

    player: str
    size: float
    day: date
    details: tuple[Any, ...]


RecordKind = Literal["highest", "series", "upsets", "played", "years", "climbs"]
RankedAchievement = tuple[int, Achievement]
"""An achievement with its place."""


class Climb(NamedTuple):
    """From which figure to which; `since` is the day of the first, None for the figure at the start."""

    change: float
    low: float
    high: float
    since: date | None
    end: date


@dataclass(frozen=True)
class Records:
    """The greatest achievements of all players, by kind and year; year 0 is all time.

    `highest` is the highest figure of each player, leaving out provisional ones; `series` the longest series
    of wins, in the year in which it ended; `upsets` the wins with the lowest chance, also several by one
    player; `played` how much was played; `years` and `climbs` the gain of the figure in a calendar year, and
    within `CLIMB_DAYS`, in the year in which they ended.
    """

    career_summaries: CareerSummaries

    def get_top(self, kind: RecordKind, year: int = 0) -> Sequence[RankedAchievement]:
        """Return the first places of a kind."""
        return self._rank_kind(kind).get(year, ())

    @cached_property
    def record_holders(self) -> Sequence[tuple[str, str]]:
        """The records of all time, each with a player who holds it."""
        kinds: Mapping[RecordKind, str] = {
            "highest": "the highest figure ever",
            "series": "the longest winning series"
            if self.career_summaries.has_winners
            else "the longest series of rises",
            "upsets": "the biggest upset",
            "played": "the most played",
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
        return sorted({*self._rank_kind("played"), *self._rank_kind("highest")} - {0}, reverse=True)

    @keep_results()
    def _rank_kind(self, kind: RecordKind) -> Mapping[int, Sequence[RankedAchievement]]:
        """Return the first places of a kind by year."""
        achievements = self._find_upsets() if kind == "upsets" else self._find_achievements(*_FINDERS[kind])
        return self._rank_by_year(achievements)

    def _find_achievements(self, find: "_Finder", merge: "_Merger") -> Iterator[tuple[int, Achievement]]:
        """Yield the achievements of all players by year, and the one of each player of all time."""
        for player, summary in self.career_summaries.summaries.items():
            if achievements := list(find(player, summary)):
                yield from ((achievement.day.year, achievement) for achievement in achievements)
                yield 0, merge(achievements)

    def _find_upsets(self) -> Iterator[tuple[int, Achievement]]:
        """Yield every win against the odds between players who were ranked by then, by year."""
        ranked_from = {
            player: history.ranked_from for player, history in self.career_summaries.figure_histories.items()
        }
        for player, since in ranked_from.items():
            results = self.career_summaries.careers.get_career(player).results
            columns = (results.get_column(name) for name in _UPSET_COLUMNS)
            for ended, chance, opponents, day, score, event, occasion in zip(*columns, strict=True):
                if ended != "won" or chance is None or chance >= _EVEN_CHANCE or not opponents or day < since:
                    continue
                if all(ranked_from.get(other, since) <= day for other in opponents):
                    details = chance, *(*opponents, None)[:2], score, day, event, occasion
                    upset = Achievement(player, -chance, day, details)
                    yield from ((day.year, upset), (0, upset))

    def _rank_by_year(
        self, achievements: Iterable[tuple[int, Achievement]]
    ) -> Mapping[int, Sequence[RankedAchievement]]:
        by_year: defaultdict[int, list[Achievement]] = defaultdict(list)
        for year, achievement in achievements:
            by_year[year].append(achievement)
        return {year: self._rank_achievements(of_year) for year, of_year in by_year.items()}

    def _rank_achievements(self, achievements: Sequence[Achievement]) -> Sequence[RankedAchievement]:
        """Return the first places; equal achievements share one, and are ordered by day."""
        least = nlargest(_MAX_SHARED + 1, map(_get_size, achievements))[-1] - MIN_DIFFERENCE
        candidates = [achievement for achievement in achievements if achievement.size >= least]
        ordered_candidates = sorted(candidates, key=self._make_sort_key)
        ranks = assign_ranks(map(_get_size, ordered_candidates))
        first: list[RankedAchievement] = []
        for rank, same_rank in groupby(zip(ranks, ordered_candidates, strict=True), key=itemgetter(0)):
            if rank > TOP_PLACES or len(first := [*first, *same_rank]) > _MAX_SHARED:
                return [entry for entry in first if entry[0] < rank]
        return first

    def _make_sort_key(self, achievement: Achievement) -> tuple[Any, ...]:
        place = self.career_summaries.display_order[achievement.player]
        return -round_for_ranking(achievement.size), achievement.day, place, repr(achievement.details)


def _find_highest(player: str, summary: CareerSummary) -> Iterator[Achievement]:
    """Yield the highest ranked figure of each year, with the first day on which it held."""
    series = summary.figure_history.ranked_figures
    for _, start, end in split_years(series.days):
        figure, day = series.find_highest(start, end)
        yield Achievement(player, figure, day, (figure, day))


def _find_series(player: str, summary: CareerSummary) -> Iterable[Achievement]:
    """Return the longest series of each year, with its first day, and whether it goes on."""
    longest: dict[int, Achievement] = {}
    for series in summary.series:
        year = series.last.year
        if year not in longest or series.length > longest[year].size:
            longest[year] = Achievement(player, series.length, series.last, (series.first, series.is_ongoing))
    return longest.values()


def _count_played(player: str, summary: CareerSummary) -> Iterator[Achievement]:
    """Yield how much the player played in each year."""
    for _, start, end in split_years(summary.days):
        yield Achievement(
            player, end - start, date.fromordinal(summary.days[end - 1]), summary.count_results(start, end)
        )


def _find_year_climbs(player: str, series: FigureSeries) -> Iterator[Achievement]:
    """Yield the gain in each calendar year: from the figure before it, or else the first."""
    days, figures = series
    for year, start, end in split_years(days):
        before, low, high = max(0, start - 1), figures[max(0, start - 1)], figures[end - 1]
        if high > low:
            yield _make_climb(
                player, (days[before], low), (days[end - 1], high), date(year, 1, 1).toordinal()
            )


def _find_climbs(player: str, series: FigureSeries) -> Iterator[Achievement]:
    """Yield the greatest gain within `CLIMB_DAYS` in each year, on the day on which it was reached."""
    (days, figures), first, lowest = series, 0, min(series.figures, default=0.0)
    for _, start, end in split_years(days):
        gain, best = 0.0, None
        for place in range(max(1, start), end):
            high = figures[place]
            if high > figures[place - 1] and high - lowest > gain:
                while days[first + 1] <= days[place] - CLIMB_DAYS:
                    first += 1
                low = min(figures[first:place])
                if high - low > gain:
                    gain, best = high - low, (first, place, low)
        if best:
            begin, place, low = best
            since = next(index for index in range(place - 1, begin - 1, -1) if figures[index] == low)
            yield _make_climb(
                player, (days[since], low), (days[place], figures[place]), days[place] - CLIMB_DAYS
            )


_ClimbFinder = Callable[[str, FigureSeries], Iterable[Achievement]]


def _find_greatest(find: _ClimbFinder, player: str, summary: CareerSummary) -> Iterable[Achievement]:
    """Return the greatest climb of each year; none goes over a figure that the committee set."""
    greatest: dict[int, Achievement] = {}
    for series in summary.figure_history.stretches:
        for climb in find(player, series):
            if climb.day.year not in greatest or climb.size > greatest[climb.day.year].size:
                greatest[climb.day.year] = climb
    return greatest.values()


def _make_climb(player: str, start: tuple[int, float], end: tuple[int, float], earliest: int) -> Achievement:
    """Return a climb from one point to another, in a period that began on a day."""
    (from_, low), (through, high) = start, end
    day = None if from_ == date.min.toordinal() else date.fromordinal(max(from_, earliest))
    climb = Climb(high - low, low, high, day, date.fromordinal(through))
    return Achievement(player, climb.change, climb.end, climb)


def _pick_greatest(achievements: Sequence[Achievement]) -> Achievement:
    """Return the greatest achievement, the first of equal ones."""
    return max(achievements, key=_get_size)


def _sum_years(achievements: Sequence[Achievement]) -> Achievement:
    """Return the years of a player as one."""
    tallies = zip(*(achievement.details for achievement in achievements), strict=True)
    sums = ResultTally(*(sum(column) for column in tallies))
    return Achievement(achievements[0].player, sums.played, achievements[-1].day, sums)


_Finder = Callable[[str, CareerSummary], Iterable[Achievement]]
_Merger = Callable[[Sequence[Achievement]], Achievement]
_FINDERS: Mapping[RecordKind, tuple[_Finder, _Merger]] = {
    "highest": (_find_highest, _pick_greatest),
    "series": (_find_series, _pick_greatest),
    "played": (_count_played, _sum_years),
    "years": (partial(_find_greatest, _find_year_climbs), _pick_greatest),
    "climbs": (partial(_find_greatest, _find_climbs), _pick_greatest),
}
"""For each kind but upsets: finds a player's achievements by year, and merges them into one of all time."""


def build_topics(records: Records, lists: Sequence[ListData], taken_kinds: set[str]) -> Iterator[Topic]:
    """Yield the topics that every ranking has, except those of a kind that its system has."""
    if not records.career_summaries.has_begun:
        return
    if "records" not in taken_kinds:
        for year in (0, *reversed(records.years)):
            # To know whether there is any, nearly always the first kind alone has to be ranked.
            if next(build_record_sections(records, year), None):
                yield _make_record_topic(records, year)
            elif not year:
                break
    if "risers" not in taken_kinds and (
        risers := list(build_riser_sections(records.career_summaries, lists))
    ):
        days = records.career_summaries.days
        facts = [Fact("First day of play", days[0], date), Fact("Latest day of play", days[-1], date)]
        yield Topic("risers", "Risers", PageContent.create(facts, risers))


def _make_record_topic(records: Records, year: int) -> Topic:
    """Return the page of the records of a year, or of all time (0), which are found when it is made."""
    content = PageContent.create([], cache(lambda: list(build_record_sections(records, year))))
    if year:
        return Topic(f"records/{year}", "Records of {year}", content, {"year": year})
    return Topic("records", "Records", content)


def build_record_sections(records: Records, year: int = 0) -> Iterator[Section]:
    """Yield the tables of records of a year, or of all time (0); empty ones are left out."""
    return (section for section in _list_sections(records, year) if section.rows)


def _list_sections(records: Records, year: int) -> Iterator[Section]:
    careers, wins = records.career_summaries.careers, records.career_summaries.has_winners
    peaks = tables.make_peak_table(careers.figure, careers.label)
    climbs = tables.make_climb_table(careers.figure)
    tally = tables.TallyRow if wins else tables.MovementRow
    has_provisional = records.career_summaries.has_provisional
    note = _PROVISIONAL_NOTE if has_provisional else ""
    title = "Highest" if year else "Highest ever"
    yield _build_section("highest", title, peaks, records.get_top("highest", year), note)
    yield _build_series_section(records.get_top("series", year), wins=wins)
    upset_note = _RANKED_NOTE if has_provisional else ""
    upsets = records.get_top("upsets", year)
    yield _build_section("upsets", "Biggest upset", tables.UpsetRow, upsets, upset_note)
    played_achievements = list(map(_blank_zeros, records.get_top("played", year)))
    yield _build_section("played", "Most played", tally, played_achievements)
    title = "Biggest climb in a calendar year"
    yield _build_section("years", title, climbs, records.get_top("years", year), note)
    title, params = "Biggest climb within {days} days", {"days": CLIMB_DAYS}
    yield _build_section("climbs", title, climbs, records.get_top("climbs", year), note, params)


def _build_section(  # noqa: PLR0913, PLR0917 - what a section has, in its order
    name: str,
    title: str,
    table: type[Table],
    achievements: Sequence[RankedAchievement],
    note: str = "",
    params: Mapping[str, object] = MappingProxyType({}),
) -> Section:
    rows = table.make_rows(
        (rank, achievement.player, *achievement.details) for rank, achievement in achievements
    )
    return Section(name, title, table, rows, note, params=params)


def _blank_zeros(ranked_achievement: RankedAchievement) -> RankedAchievement:
    """Return a tally with blank draws and losses where there were none."""
    rank, achievement = ranked_achievement
    played, won, drawn, lost = achievement.details
    return rank, achievement._replace(details=(played, won, drawn or None, lost or None))


def _build_series_section(achievements: Sequence[RankedAchievement], *, wins: bool) -> Section:
    """Return the longest series, with those that can still become longer."""
    rows = [
        tables.SeriesRow(rank, player, int(size), first, last, "goes on" if is_ongoing else "")
        for rank, (player, size, last, (first, is_ongoing)) in achievements
    ]
    title = "Longest winning series" if wins else "Longest series of rises"
    return Section("series", title, tables.SeriesRow, rows)
