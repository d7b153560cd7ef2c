"""The pages of players: where they stand, what happened since the last list, and all that they did.

What a career amounts to, in a few facts: for the players of every system alike.

The largest step of a career, which its chart names.

The years of a player who played much: the page shows the latest, and each earlier one has its own.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property, partial
from itertools import repeat
from math import inf
from operator import attrgetter, sub
from typing import Annotated, Any, NamedTuple

from sitegen.core.columnar import Rows
from sitegen.core.entities import Career, Result
from sitegen.core.language import Language
from sitegen.core.model import Fact, Outcome, PageContent, PageSection, PlayerPage, Section
from sitegen.core.table import Change, Display, PlayerId, Rank, Table, get_columns, make_column
from sitegen.pages.page import OF_LIST, Page, find_part_numbers
from sitegen.pages.summary import Period, Sentence, summarize_period
from sitegen.rankings.careers import CareerSummaries, CareerSummary, FigureHistory, describe_form
from sitegen.rankings.positions import Neighbour, Position
from sitegen.rankings.ranking import RankingContext

_MIN_SERIES = 3  # a shorter one is none


class Achievements:
    """The facts of the careers of one ranking, in a language."""

    def __init__(self, chronicle: CareerSummaries, language: Language) -> None:
        self._chronicle = chronicle
        self._has_winners = chronicle.has_winners
        self._figure = chronicle.careers.figure
        self._language = language
        self._write = language.make_number_formatter(chronicle.careers.decimals)

    def build_facts(self, player: str, career: Career) -> Iterator[Fact]:
        """Won, the highest, the best win and the worst loss, the longest series."""
        own = self._chronicle.get_summary(player)
        if not own.result_count:
            return
        if self._has_winners and own.letters:
            yield self._build_wins(own)
        yield from self._build_highest(own.figure_history)
        yield from (
            self._build_best_results(career.results)
            if self._has_winners
            else self._build_largest_moves(career.results)
        )
        yield from self._build_longest_series(own)

    def format_form(self, player: str) -> tuple[str, str]:
        """The last ten results, a letter each, and what they say; nothing of a single one."""
        last = self._chronicle.get_summary(player).form
        said = describe_form(last, self._language, wins=self._has_winners)
        return (last, said) if len(last) > 1 else ("", "")

    def _build_wins(self, own: CareerSummary) -> Fact:
        played, won, *_ = own.count_results()
        text = self._language.translate("{won} of {played}").format(won=won, played=played)
        share = {"share": round(100 * won / played)}
        return Fact("Won", text, note="{share}\N{NO-BREAK SPACE}%", params=share)

    def _build_highest(self, course: FigureHistory) -> Iterator[Fact]:
        days, figures = points = course.ranked_figures
        if len(course.days) > 1 and days:
            value, day = points.find_highest(0, len(days))
            is_now = value == figures[-1]
            last = date.fromordinal(days[-1])
            yield Fact(
                "Highest", value, self._figure, **self._make_day_note(last if is_now else day, is_now=is_now)
            )

    def _make_day_note(self, day: date, *, is_now: bool = False) -> dict[str, Any]:
        """The note that says a day."""
        named = {"day": self._language.format_short_date(day)}
        return {"note": "{day}, now" if is_now else "{day}", "params": named}

    def _build_best_results(self, results: Rows[Result]) -> Iterator[Fact]:
        """The strongest opponent that was beaten, and the weakest that was lost to."""
        yield from self._find_extreme("Best win", results, "won", 1, self._highest_figures)
        yield from self._find_extreme("Worst loss", results, "lost", -1, self._lowest_figures)

    @cached_property
    def _highest_figures(self) -> Mapping[tuple[str, ...], float]:
        """The highest figure that each player ever had, as the opponents of a result."""
        return {(player,): course.highest for player, course in self._chronicle.figure_histories.items()}

    @cached_property
    def _lowest_figures(self) -> Mapping[tuple[str, ...], float]:
        """The lowest, with a negative sign."""
        return {(player,): -course.lowest for player, course in self._chronicle.figure_histories.items()}

    def _find_extreme(
        self,
        label: str,
        results: Rows[Result],
        ending: str,
        sign: int,
        ends: Mapping[tuple[str, ...], float],
    ) -> Iterator[Fact]:
        """The first that ended so against one with the highest figure, or with a negative sign the lowest.

        Who never had a greater one, by `ends`, is not looked up.
        """
        found, most = None, -inf
        ended, opponents, days = map(results.get_column, ("ended", "opponents", "day"))
        for how, met, day, end in zip(
            ended, opponents, days, map(ends.get, opponents, repeat(-inf)), strict=True
        ):
            if end > most and how == ending:
                figure = self._chronicle.figure_histories[met[0]].get_figure_before(day)
                if figure is not None and sign * figure > most:
                    found, most = (met[0], day), sign * figure
        if found:
            opponent, day = found
            told = {"figure": self._write(sign * most), "day": self._language.format_short_date(day)}
            yield Fact(label, opponent, PlayerId, note="rated {figure}, {day}", params=told)

    def _build_largest_moves(self, results: Rows[Result]) -> Iterator[Fact]:
        """The largest rise and the largest fall."""
        columns = zip(*map(results.get_column, ("ended", "change", "day")), strict=True)
        moved = [(change, day) for ended, change, day in columns if ended and change]
        for label, pick, sign in (("Largest rise", max, 1), ("Largest fall", min, -1)):
            if found := [move for move in moved if sign * move[0] > 0]:
                change, day = pick(found)
                yield Fact(label, change, Change, **self._make_day_note(day))

    def _build_longest_series(self, own: CareerSummary) -> Iterator[Fact]:
        longest = max(own.series, key=attrgetter("length"), default=None)
        if longest and longest.length >= _MIN_SERIES:
            label = "Longest winning series" if self._has_winners else "Most rises in a row"
            yield Fact(
                label, longest.length, int, **self._make_day_note(longest.last, is_now=longest.is_ongoing)
            )


_MAX_NAME_LENGTH = 34  # a longer name finds no room in a chart


def find_biggest_change(career: Career, titles: Mapping[str, str]) -> tuple[date, str] | None:
    """The day on which the figure moved most, and what was played then; None where that has no name."""
    if len(career.history) < 2:
        return None
    start = [] if career.start is None else [(date.min, career.start)]
    days, figures = zip(*start, *career.history, strict=True)
    _, day = max(zip(map(abs, map(sub, figures[1:], figures)), days[1:], strict=True))
    on_days = career.results.get_column("day")
    played = career.results[bisect_left(on_days, day) : bisect_right(on_days, day)]
    if not played:
        return None
    most = max(played, key=lambda item: abs(item.change or 0))
    names = [
        name for name in (most.occasion, titles.get(most.event, "")) if name and len(name) <= _MAX_NAME_LENGTH
    ]
    return (day, names[0]) if names else None


class PlayerYears(NamedTuple):
    """Tells of rows of which year they are: by their day, or by that of the event they lead to."""

    days: Mapping[object, date]

    @classmethod
    def from_outcome(cls, outcome: Outcome) -> "PlayerYears":
        """The years of a ranking, whose events have their days."""
        keys = {event.key: event.day for event in outcome.events}
        return cls(keys | {cell: keys[key] for cell, key in outcome.event_keys.items() if key in keys})

    def make_year_getter(self, table: type[Table]) -> Callable[[Any], int]:
        """What tells the year of a row; 0 where that is not known."""
        described = get_columns(table)
        dated = [place for place, column in enumerate(described) if column.kind is date]
        keyed = [place for place, column in enumerate(described) if column.display.style == "event"]
        if dated:
            return lambda row: row[dated[0]].year if row[dated[0]] else 0
        return lambda row: self.days[row[keyed[0]]].year if keyed and row[keyed[0]] in self.days else 0

    def select_year(self, sheet: PageContent, year: int) -> PageContent:
        """The sheet of one year: what is split, and nothing else."""

        def split(parts: Sequence[PageSection]) -> Sequence[PageSection]:
            return [
                self._filter_section(part, year)
                for part in parts
                if isinstance(part, Section) and part.is_yearly
            ]

        return sheet.map_sections(split)._replace(facts=())

    def select_latest(self, sheet: PageContent, year: int) -> PageContent:
        """The sheet of a player, in which what is split is that of the latest year."""

        def latest(parts: Sequence[PageSection]) -> Sequence[PageSection]:
            return [
                self._filter_section(part, year) if isinstance(part, Section) and part.is_yearly else part
                for part in parts
            ]

        return sheet.map_sections(latest)

    def _filter_section(self, section: Section, year: int) -> Section:
        of = self.make_year_getter(section.table)
        return section._replace(rows=[row for row in section.rows if of(row) == year])


_MAX_MAIN_FACTS = 9


def plan_players(board: RankingContext) -> Iterator[Page]:
    """A page for each player, and one for each earlier year of those who played much."""
    planned = PlayerPages(board)
    for player in board.outcome.players:
        yield from planned.plan_pages(board.derived.rank_histories.add_chart(player))


class PlayerPages:
    """The pages of the players of one ranking."""

    def __init__(self, board: RankingContext) -> None:
        self._board = board
        self._outcome = board.outcome
        self._careers = board.outcome.careers
        self._years = PlayerYears.from_outcome(board.outcome)
        self._positions = board.derived.positions

    @cached_property
    def _achievements(self) -> Achievements | None:
        chronicle, language = self._board.derived.career_summaries, self._board.language
        return Achievements(chronicle, language) if chronicle else None

    def plan_pages(self, player: PlayerPage) -> Iterator[Page]:
        """The page of a player, and those of earlier years."""
        chronicle = self._board.derived.career_summaries
        years = chronicle.get_summary(player.id).years if chronicle else ()
        url = f"{self._board.home}players/{player.id}/"
        sheet = self._years.select_latest(player.content, years[0][0]) if years else player.content
        shows: dict[str, Any] = {"id": player.id, "name": player.name, "club": player.club, "years": years}
        more = partial(self._build_context, player)
        yield Page(url, "player.html", shows, self._board.ranking.id, sheet, load_context=more)
        for year, *_ in years[1:]:
            shown = {**shows, "year": year}
            sheet = self._years.select_year(player.content, year)
            more = partial(self._find_open_deadlines, player)
            yield Page(f"{url}{year}/", "year.html", shown, self._board.ranking.id, sheet, load_context=more)

    def _get_career(self, player: PlayerPage) -> Career:
        return self._careers.get_career(player.id) if self._careers else Career()

    def _find_open_deadlines(self, player: PlayerPage) -> dict[str, Any]:
        """Until when complaints count about what a player did, by event, while that is not past."""
        played = {*self._get_career(player).results.get_column("event")} if self._open_deadlines else ()
        return {"open": {key: until for key, until in self._open_deadlines.items() if key in played}}

    @cached_property
    def _open_deadlines(self) -> dict[str, date]:
        until = {event.key: event.complaints_until for event in self._outcome.events}
        today = self._outcome.listing.day
        return {key: day for key, day in until.items() if day and day >= today}

    def _build_context(self, player: PlayerPage) -> dict[str, Any]:
        """What stands at the head of the page of a player, and what is open."""
        career = self._get_career(player)
        position = self._positions.get(player.id)
        head, others = _split_head_facts(player.content.facts, position)
        achievements, form = self._achievements, ("", "")
        if achievements:
            form, own = achievements.format_form(player.id), achievements.build_facts(player.id, career)
        main, more = _divide_facts(list(own) if achievements else [], others, _MAX_MAIN_FACTS - bool(form[0]))
        return {
            **self._find_open_deadlines(player),
            "head": head,
            "rank": position and position.rank,
            "of": position.ranked_count if position else 0,
            "move": position and position.move,
            "listed": self._get_section_title(position),
            "at": self._find_list_part(player.id),
            "near": [self._format_neighbour(neighbour) for neighbour in (position.above, position.below)]
            if position
            else [],
            "mark": self._board.derived.distribution.place_mark(position) if position else None,
            "said": self._summarize(career, position),
            "form": form,
            "main": main,
            "more": more,
            "turn": self._careers
            and (self._careers.label, find_biggest_change(career, self._board.event_titles)),
        }

    def _get_section_title(self, position: Position | None) -> str:
        """The title of the section of the list in which a player stands."""
        return self._section_titles.get(position.section, "") if position else ""

    def _find_list_part(self, player: str) -> str:
        """Where the part of the list with a player lies, below the first."""
        number = self._part_numbers.get(player, 1)
        return f"lists/{number}/" if number > 1 else ""

    @cached_property
    def _part_numbers(self) -> Mapping[str, int]:
        return find_part_numbers(self._board.derived.sections, OF_LIST)

    @cached_property
    def _section_titles(self) -> dict[str, str]:
        titled = self._board.language.format_title
        return {
            section.name: titled(section.title, section.params) for section in self._board.derived.sections
        }

    def _format_neighbour(self, neighbour: Neighbour | None) -> tuple[str, int, str] | None:
        """Who stands next, as it is shown."""
        if neighbour is None:
            return None
        figure = self._board.derived.figure_column
        decimals = figure.display.decimals if figure else 0
        return (
            neighbour.player,
            neighbour.rank,
            self._board.language.make_number_formatter(decimals)(neighbour.value),
        )

    def _summarize(self, career: Career, position: Position | None) -> list[Sentence]:
        period = self._build_period(career) if self._careers else None
        highest = self._format_highest(career) if period and period.results else None
        return summarize_period(self._board.language, period, position, self._board.get_name, highest)

    def _build_period(self, career: Career) -> Period:
        listing = self._outcome.listing
        through, before = listing.through, self._board.derived.get_previous_list(listing)
        days, plays = career.results.get_column("day"), self._careers.plays if self._careers else ""
        end, start = bisect_right(days, through), bisect_right(days, before.through) if before else 0
        since, last = career.results[start:end], days[end - 1] if end else None
        return Period(plays, since, before and before.day, last)

    def _format_highest(self, career: Career) -> tuple[str, str] | None:
        """The figure now with its name, where the player never had a higher one."""
        if len(career.history) < 2 or not self._careers:
            return None
        *before, now = [value for _, value in career.history]
        if now <= max([*before, now - 1 if career.start is None else career.start]):
            return None
        write = self._board.language.make_number_formatter(self._careers.decimals)
        return self._board.language.translate(self._careers.label), write(now)


def _split_head_facts(
    facts: Sequence[Fact], position: Position | None
) -> tuple[dict[str, Fact | None], list[Fact]]:
    """The facts that say where a player stands: the figure, its change, the rank; and the others."""
    if position is None:
        return dict.fromkeys(_HEAD_STYLES), list(facts)
    known = {"value": position.value, "rank": position.rank, "move": position.move, "change": position.change}
    head = {
        role: fact for role, value in known.items() if (fact := _find_fact(facts, value, _HEAD_STYLES[role]))
    }
    if position.value is not None and position.column and "value" not in head:
        shown = Annotated[float, position.column.display]
        head["value"] = Fact(position.column.label, position.value, shown)
    if "change" not in head and (change := _find_change(facts, position)):
        head["change"] = change
    if position.rank and "rank" not in head:
        head["rank"] = Fact("Rank", position.rank, Rank)
    said = [id(head_fact) for head_fact in head.values()]
    return {**dict.fromkeys(_HEAD_STYLES), **head}, [other for other in facts if id(other) not in said]


_HEAD_STYLES = {"value": "number", "rank": "rank", "move": "movement", "change": "signed"}


def _find_fact(facts: Sequence[Fact], value: Any, style: str) -> Fact | None:
    """The fact that has this value, shown as such."""
    found = (
        fact
        for fact in facts
        if value is not None and fact.value == value and _get_display(fact).style == style
    )
    return next(found, None)


def _find_change(facts: Sequence[Fact], position: Position) -> Fact | None:
    """The change, which stands in the row of the list or else in a fact."""
    if position.change is not None:
        return Fact("Change", position.change, Change)
    signed = (fact for fact in facts if _get_display(fact).style == "signed" and fact.value is not None)
    return next((fact for fact in signed if fact.label.startswith("Change")), None)


def _get_display(fact: Fact) -> Display:
    return make_column(fact.label, fact.cell_type).display


def _divide_facts(
    achieved: Sequence[Fact], facts: Sequence[Fact], most: int
) -> tuple[list[Fact], list[Fact]]:
    """The facts of a career, then those of the system that say something else; and what is left."""
    told = {_get_figure(fact) for fact in facts} - {None}
    is_told = any(fact.label.startswith("Highest") for fact in facts)
    own = [
        fact
        for fact in achieved
        if _get_figure(fact) not in told and not (is_told and fact.label == "Highest")
    ]
    every = [*own, *facts]
    return every[:most], every[most:]


def _get_figure(fact: Fact) -> float | None:
    """A figure that hardly two facts have by chance."""
    return fact.value if isinstance(fact.value, float) and not fact.value.is_integer() else None
