"""Plan the pages of players: their position, what happened since the last list, and all that they played.

`Achievements` sums up a career in a few facts, for the players of every system alike. The page of a player
who played much shows the rows of the latest year; each earlier year has a page of its own (`PlayerYears`).
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property, partial
from itertools import compress
from math import inf
from typing import Annotated, Any, NamedTuple

from sitegen.core.columnar import Rows
from sitegen.core.entities import Career, Result
from sitegen.core.language import Language
from sitegen.core.model import Chart, ClubPeriod, Fact, Outcome, PageContent, PageSection, PlayerPage, Section
from sitegen.core.problems import Message, advise
from sitegen.core.roles import get_roles
from sitegen.core.table import Change, PlayerId, Rating, Role, Table, get_columns
from sitegen.pages.page import OF_LIST, Page, find_part_numbers, map_tables
from sitegen.pages.summary import Period, Sentence, summarize_period
from sitegen.rankings.careers import (
    CareerSummaries,
    CareerSummary,
    FigureHistory,
    describe_form,
    find_biggest_change,
    name_days,
)
from sitegen.rankings.play_days import find_days_of_player, list_years
from sitegen.rankings.positions import Neighbour, Position, RankHistories
from sitegen.rankings.ranking import RankingContext

_MIN_SERIES = 3
"""The length of the shortest series that is mentioned."""
_MAIN_LABELS = ("Won", "Best win", "Highest", "Largest rise", "Most rises in a row")
"""What stands at the head of a page, in this order; the other facts stand at its foot."""
_MAX_MAIN_FACTS = 3
"""The most of these, beside the latest results; who has no rank yet has one more, such as what is needed."""


class Achievements:
    """Write facts about the careers of one ranking in one language."""

    def __init__(self, summaries: CareerSummaries, language: Language) -> None:
        self._summaries = summaries
        self._has_winners = summaries.has_winners
        self._figure = summaries.careers.figure
        self._figure_label = language.translate(summaries.careers.label)
        self._is_rating = summaries.careers.figure == Rating
        self._language = language
        self._write = language.make_number_formatter(summaries.careers.decimals)

    def build_facts(self, player: str, career: Career, shown_figures: Collection[str] = ()) -> Iterator[Fact]:
        """Yield the share of wins, the highest figure, the best and the worst result, the longest series.

        `shown_figures` says which figures of the career other facts show: `now` or `highest`, see `Fact`.
        """
        summary = self._summaries.get_summary(player)
        if not summary.result_count:
            return
        if self._has_winners and summary.letters:
            yield self._build_wins(summary)
        yield from self._build_highest(summary.figure_history, shown_figures)
        if self._has_winners:
            yield from self._find_extreme("Best win", career.results, "won", 1, self._highest_figures)
            yield from self._find_extreme("Worst loss", career.results, "lost", -1, self._lowest_figures)
        else:
            yield from self._build_largest_moves(career.results)
        yield from self._build_longest_series(summary)

    def format_form(self, player: str) -> tuple[str, str]:
        """Return the last ten results, a letter each, and the same in words; blank for fewer than two."""
        form = self._summaries.get_summary(player).form
        description = describe_form(form, self._language, wins=self._has_winners)
        return (form, description) if len(form) > 1 else ("", "")

    def _build_wins(self, summary: CareerSummary) -> Fact:
        played_count, won_count, *_ = summary.count_results()
        text = self._language.translate("{won} of {played}").format(won=won_count, played=played_count)
        params = {"share": round(100 * won_count / played_count)}
        return Fact("Won", text, note="{share}\N{NO-BREAK SPACE}%", params=params)

    def _build_highest(self, history: FigureHistory, shown_figures: Collection[str]) -> Iterator[Fact]:
        days, figures = points = history.ranked_figures
        if len(history.days) > 1 and days and "highest" not in shown_figures:
            value, day = points.find_highest(0, len(days))
            is_now = value == figures[-1]
            if is_now and "now" in shown_figures:
                return
            last = date.fromordinal(days[-1])
            yield Fact(
                "Highest", value, self._figure, **self._make_day_note(last if is_now else day, is_now=is_now)
            )

    def _make_day_note(self, day: date, *, is_now: bool = False) -> dict[str, Any]:
        """Return the note of a fact that says a day, and its parameters."""
        params = {"day": self._language.format_short_date(day)}
        return {"note": "{day}, now" if is_now else "{day}", "params": params}

    @cached_property
    def _highest_figures(self) -> Mapping[tuple[str, ...], float]:
        """The highest figure that each player ever had, by the player as the only opponent of a result."""
        return {(player,): history.highest for player, history in self._summaries.figure_histories.items()}

    @cached_property
    def _lowest_figures(self) -> Mapping[tuple[str, ...], float]:
        """The lowest figures, in the same way, with a negative sign."""
        return {(player,): -history.lowest for player, history in self._summaries.figure_histories.items()}

    def _find_extreme(
        self,
        label: str,
        results: Rows[Result],
        ending: str,
        sign: int,
        bounds: Mapping[tuple[str, ...], float],
    ) -> Iterator[Fact]:
        """Yield the first result with an outcome against the highest figure, or the lowest if `sign` is -1.

        `bounds` has the greatest value that `sign` times the figure of each opponent ever had: an opponent
        whose bound is no greater than the best so far is not looked up.
        """
        extreme, highest = None, -inf
        outcomes, opponents, days = map(results.get_column, ("ended", "opponents", "day"))
        have_ended = [outcome == ending for outcome in outcomes]
        for faced, day in compress(zip(opponents, days, strict=True), have_ended):
            if bounds.get(faced, -inf) > highest:
                figure = self._summaries.figure_histories[faced[0]].get_figure_before(day)
                if figure is not None and sign * figure > highest:
                    extreme, highest = (faced[0], day), sign * figure
        if extreme:
            opponent, day = extreme
            note = "rated {figure}, {day}" if self._is_rating else "{label}: {figure}, {day}"
            params = {
                "label": self._figure_label,
                "figure": self._write(sign * highest),
                "day": self._language.format_short_date(day),
            }
            yield Fact(label, opponent, PlayerId, note=note, params=params)

    def _build_largest_moves(self, results: Rows[Result]) -> Iterator[Fact]:
        """Yield the largest rise and the largest fall."""
        columns = zip(*map(results.get_column, ("ended", "change", "day")), strict=True)
        all_moves = [(change, day) for ended, change, day in columns if ended and change]
        for label, pick, sign in (("Largest rise", max, 1), ("Largest fall", min, -1)):
            if moves := [move for move in all_moves if sign * move[0] > 0]:
                change, day = pick(moves)
                yield Fact(label, change, Change, **self._make_day_note(day))

    def _build_longest_series(self, summary: CareerSummary) -> Iterator[Fact]:
        longest = summary.longest_series
        if longest and longest.length >= _MIN_SERIES:
            label = "Longest winning series" if self._has_winners else "Most rises in a row"
            yield Fact(
                label, longest.length, int, **self._make_day_note(longest.last, is_now=longest.is_ongoing)
            )


class PlayerYears(NamedTuple):
    """Divide the rows of a player by year: that of their day, or of the day of the event that they lead to.

    `days` are the days of the events, by whatever a cell names an event with.
    """

    days: Mapping[object, date]

    @classmethod
    def from_outcome(cls, outcome: Outcome) -> "PlayerYears":
        """Return the years of a ranking from the days of its events."""
        keys = {event.key: event.day for event in outcome.events}
        return cls(keys | {cell: keys[key] for cell, key in outcome.event_keys.items() if key in keys})

    def make_year_getter(self, table: type[Table]) -> Callable[[Any], int]:
        """Return a function from a row of a table to its year; 0 where that is unknown."""
        columns = get_columns(table)
        day_places = [place for place, column in enumerate(columns) if column.kind is date]
        key_places = [place for place, column in enumerate(columns) if column.display.style == "event"]
        if day_places:
            return lambda row: row[day_places[0]].year if row[day_places[0]] else 0
        return lambda row: (
            self.days[row[key_places[0]]].year if key_places and row[key_places[0]] in self.days else 0
        )

    def select_year(self, content: PageContent, year: int) -> PageContent:
        """Return the content of the page of one year: the rows of that year in the yearly tables."""

        def keep_yearly(sections: Sequence[PageSection]) -> Sequence[PageSection]:
            return [part for part in sections if isinstance(part, Section) and part.is_yearly]

        return self.filter_rows(content.map_sections(keep_yearly)._replace(make_facts=list), year)

    def filter_rows(self, content: PageContent, year: int) -> PageContent:
        """Return the content of a player with nothing but the rows of one year in its yearly tables."""

        def select_rows(table: Section) -> Section:
            if not table.is_yearly:
                return table
            get_year = self.make_year_getter(table.table)
            return table._replace(rows=[row for row in table.rows if get_year(row) == year])

        return map_tables(content, select_rows)


def plan_players(context: RankingContext) -> Iterator[Page]:
    """Yield the pages of all players of a ranking."""
    player_pages = PlayerPages(context)
    for player in context.outcome.players:
        yield from player_pages.plan_pages(player)


class PlayerPages:
    """Plan the pages of the players of one ranking."""

    def __init__(self, context: RankingContext) -> None:
        self._context = context
        self._outcome = context.outcome
        self._careers = context.outcome.careers
        self._years = PlayerYears.from_outcome(context.outcome)
        self._positions = context.dataset.positions

    @cached_property
    def _achievements(self) -> Achievements | None:
        summaries, language = self._context.derived.career_summaries, self._context.language
        return Achievements(summaries, language) if summaries else None

    def plan_pages(self, player: PlayerPage) -> Iterator[Page]:
        """Yield the page of a player, and one for each earlier year of a player who played much."""
        summaries, ranking = self._context.derived.career_summaries, self._context.ranking.id
        years = summaries.get_summary(player.id).years if summaries else ()
        player = add_rank_chart(player, self._context.dataset.rank_histories)
        content = self._years.filter_rows(player.content, years[0][0]) if years else player.content
        url = f"{self._context.home}players/{player.id}/"
        variables: dict[str, Any] = {"id": player.id, "name": player.name, "club": player.club}
        variables["years"] = years
        load = partial(self._build_context, player)
        yield Page(url, "player.html", variables, ranking, content, load_context=load)
        for year, *_ in years[1:]:
            content = self._years.select_year(player.content, year)
            load = partial(self._build_shared_context, player, year)
            yield Page(
                f"{url}{year}/", "year.html", {**variables, "year": year}, ranking, content, load_context=load
            )

    def _get_career(self, player: PlayerPage) -> Career:
        return self._careers.get_career(player.id) if self._careers else Career()

    def _build_shared_context(self, player: PlayerPage, year: int | None = None) -> dict[str, Any]:
        """Return the last days for complaints that are not past, by event, and the days of play in a year.

        Without a year these are those of the latest that had enough of them.
        """
        career, listing = self._get_career(player), self._outcome.listing
        events = {*career.results.get_column("event")} if self._open_deadlines else ()
        plays = self._careers.plays if self._careers else "games"
        years = list_years(find_days_of_player(career), plays, listing.day, is_of_player=True)
        return {
            "open": {key: day for key, day in self._open_deadlines.items() if key in events},
            "play_year": next((played for played in years if year in {None, played.year}), None),
        }

    @cached_property
    def _open_deadlines(self) -> dict[str, date]:
        deadlines = {event.key: event.complaints_until for event in self._outcome.events}
        today = self._outcome.listing.day
        return {key: day for key, day in deadlines.items() if day and day >= today}

    def _build_context(self, player: PlayerPage) -> dict[str, Any]:
        """Return the variables of the head of a player's page, which are made when it is rendered."""
        career, position = self._get_career(player), self._positions.get(player.id)
        table = self._list_tables[position.table] if position else None
        all_facts = player.content.facts
        head_facts, other_facts = split_head_facts(all_facts, position, table)
        form, facts = ("", ""), other_facts
        if self._achievements:
            form = self._achievements.format_form(player.id)
            shown_figures = {fact.figure for fact in other_facts}
            facts = [*self._achievements.build_facts(player.id, career, shown_figures), *other_facts]
        facts = [*facts, *describe_clubs(self._outcome.clubs.get(player.id, ()), self._context.language)]
        is_ranked = position is not None and position.rank is not None
        main, more = split_main_facts(facts, position and position.value, () if is_ranked else other_facts)
        distribution = self._context.dataset.distribution
        part_number = self._part_numbers.get(player.id, 1)
        return {
            **self._build_shared_context(player),
            "facts": all_facts,
            "head": head_facts,
            "rank": position and position.rank,
            "ranked_count": position.ranked_count if position else 0,
            "move": position and position.move,
            "list_section": self._section_titles.get(position.table, "") if position else "",
            "list_part": f"lists/{part_number}/" if part_number > 1 else "",
            "neighbours": [
                self._format_neighbour(neighbour) for neighbour in (position.above, position.below)
            ]
            if position
            else [],
            "position": position,
            "distribution": distribution if distribution.includes(position) else None,
            "summary": self._summarize(career, position),
            "form": form,
            "main": main,
            "more": more,
            "listed_on": self._outcome.listing.day,
            **self._describe_course(career),
        }

    def _describe_course(self, career: Career) -> dict[str, Any]:
        """Return what the chart of the figure says besides its line, and the title of that chart."""
        return {
            "biggest_change": find_biggest_change(career),
            "played": name_days(career, self._context.event_titles),
            "charted": self._careers and self._careers.label,
        }

    @cached_property
    def _part_numbers(self) -> Mapping[str, int]:
        """The number of the part of the list that each player stands in."""
        return find_part_numbers(self._context.dataset.current_tables, OF_LIST)

    @cached_property
    def _list_tables(self) -> dict[str, type[Table]]:
        """The class of the rows of each table of the list, by its name."""
        return {table.name: table.table for table in self._context.dataset.current_tables}

    @cached_property
    def _section_titles(self) -> dict[str, str]:
        """The title of each section of the list, by its name."""
        format_title = self._context.language.format_title
        return {
            section.name: format_title(section.title, section.params)
            for section in self._outcome.listing.content.tables
        }

    def _format_neighbour(self, neighbour: Neighbour | None) -> tuple[str, int, str] | None:
        """Return the player, the rank and the figure of a neighbour."""
        if neighbour is None:
            return None
        figure = self._context.dataset.figure_column
        decimals = figure.display.decimals if figure else 0
        return (
            neighbour.player,
            neighbour.rank,
            self._context.language.make_number_formatter(decimals)(neighbour.value),
        )

    def _summarize(self, career: Career, position: Position | None) -> list[Sentence]:
        period = self._build_period(career) if self._careers else None
        highest = self._format_highest(career) if period and period.results else None
        return summarize_period(self._context.language, period, position, self._context.get_name, highest)

    def _build_period(self, career: Career) -> Period:
        listing = self._outcome.listing
        through, previous = listing.through, self._context.dataset.get_previous_list(listing.day)
        days, plays = career.results.get_column("day"), self._careers.plays if self._careers else ""
        end, start = bisect_right(days, through), bisect_right(days, previous.through) if previous else 0
        results, last_day = career.results[start:end], days[end - 1] if end else None
        return Period(plays, results, previous and previous.day, last_day)

    def _format_highest(self, career: Career) -> str | None:
        """Return the name of the figure, None if the player had a higher one before."""
        if len(career.history) < 2 or not self._careers:
            return None
        *before, now = [value for _, value in career.history]
        if now <= max([*before, now - 1 if career.start is None else career.start]):
            return None
        return self._context.language.translate(self._careers.label)


def describe_clubs(periods: Sequence[ClubPeriod], language: Language) -> Iterator[Fact]:
    """Yield the clubs of a player who came to another one: `Zenne until 2024, Leie since 2024`."""
    texts = [language.format_message(_write_period(period)) for period in periods]
    if texts:
        yield Fact("Clubs", ", ".join(texts))


def _write_period(period: ClubPeriod) -> Message:
    club, first, last = period.club, period.first, period.last
    if first is None:
        return advise("{club} until {year}", club=club, year=last.year if last else "")
    if last is None:
        return advise("{club} since {year}", club=club, year=first.year)
    years = f"{first.year}" if first.year == last.year else f"{first.year}–{last.year}"
    return advise("{club} {years}", club=club, years=years)


def split_head_facts(
    facts: Sequence[Fact], position: Position | None, table: type[Table] | None
) -> tuple[dict[Role, Fact | None], list[Fact]]:
    """Split off the facts that repeat the player's row of the list, by the role of the column they repeat.

    `table` is the class of the row. A figure, a rank or a change that no fact repeats is taken from it.
    """
    head: dict[Role, Fact | None] = dict.fromkeys(("value", "rank", "move", "change"))
    by_cell = {(fact.table, fact.column): fact for fact in facts if fact.value is not None}
    for role in head if table else ():
        if column := get_roles(table).get_column(role):
            head[role] = by_cell.get((table, column.name))
            value = getattr(position, role)
            if head[role] is None and value is not None and role != "move":
                head[role] = Fact(column.title, value, Annotated[column.kind, column.display])
    repeated_ids = {id(fact) for fact in head.values()}
    return head, [fact for fact in facts if id(fact) not in repeated_ids]


def split_main_facts(
    facts: Sequence[Fact], now: object, fill: Sequence[Fact] = ()
) -> tuple[list[Fact], list[Fact]]:
    """Split off the facts at the head of a page: what a career comes to, but no highest figure that is `now`.

    The first facts of `fill` are added; it is blank for who has a rank.
    """
    candidates = {"Highest" if fact.figure == "highest" else fact.label: fact for fact in reversed(facts)}
    if "Highest" in candidates and candidates["Highest"].value == now:
        del candidates["Highest"]
    main = [candidates[label] for label in _MAIN_LABELS if label in candidates][:_MAX_MAIN_FACTS]
    main += [fact for fact in fill if fact not in main][: _MAX_MAIN_FACTS + 1 - len(main)]
    return main, [fact for fact in facts if fact not in main]


def add_rank_chart(player: PlayerPage, ranks: RankHistories) -> PlayerPage:
    """Return the page with a chart of ranks after its other charts; unchanged where there is no line."""
    points = ranks.get_history(player.id)
    if len(points) <= 1:
        return player

    def add(sections: Sequence[PageSection]) -> Sequence[PageSection]:
        charts = (place for place, section in enumerate(sections) if isinstance(section, Chart))
        end = max(charts, default=-1) + 1
        return [*sections[:end], Chart("Rank", points, is_rank=True), *sections[end:]]

    return player._replace(content=player.content.map_sections(add))
