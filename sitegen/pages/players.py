"""The pages of players: where they stand, what happened since the last list, and all that they did."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property, partial
from typing import Annotated, Any

from sitegen.board import Board
from sitegen.derived.positions import Neighbour, Position
from sitegen.model import Career, Fact, PlayerPage
from sitegen.pages.account import Period, Said, account
from sitegen.pages.achievements import Achievements
from sitegen.pages.page import Page
from sitegen.pages.parted import OF_LIST, numbers
from sitegen.pages.turn import turn
from sitegen.pages.years import Years
from sitegen.table import Change, Rank, Shown, column_of

_MAIN = 9


def players(board: Board) -> Iterator[Page]:
    """A page for each player, and one for each earlier year of those who played much."""
    planned = Players(board)
    for each in board.outcome.players:
        yield from planned.pages(board.derived.ranks.with_chart(each))


class Players:
    """The pages of the players of one ranking."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._outcome = board.outcome
        self._careers = board.outcome.careers
        self._years = Years.of(board.outcome)
        self._positions = board.derived.positions

    @cached_property
    def _achievements(self) -> Achievements | None:
        chronicle, language = self._board.derived.chronicle, self._board.language
        return Achievements(chronicle, language) if chronicle else None

    def pages(self, player: PlayerPage) -> Iterator[Page]:
        """The page of a player, and those of earlier years."""
        chronicle = self._board.derived.chronicle
        years = chronicle.of(player.id).years if chronicle else ()
        url = f"{self._board.home}players/{player.id}/"
        sheet = self._years.latest(player.sheet, years[0][0]) if years else player.sheet
        shows: dict[str, Any] = {"id": player.id, "name": player.name, "club": player.club, "years": years}
        more = partial(self._told, player)
        yield Page(url, "player.html", shows, self._board.ranking.id, sheet, more=more)
        for year, *_ in years[1:]:
            shown = {**shows, "year": year}
            sheet = self._years.page(player.sheet, year)
            more = partial(self._open, player)
            yield Page(f"{url}{year}/", "year.html", shown, self._board.ranking.id, sheet, more=more)

    def _career(self, player: PlayerPage) -> Career:
        return self._careers.of(player.id) if self._careers else Career()

    def _open(self, player: PlayerPage) -> dict[str, Any]:
        """Until when complaints count about what a player did, by event, while that is not past."""
        played = {*self._career(player).results.column("event")} if self._still_open else ()
        return {"open": {key: until for key, until in self._still_open.items() if key in played}}

    @cached_property
    def _still_open(self) -> dict[str, date]:
        until = {each.key: each.complaints_until for each in self._outcome.events}
        today = self._outcome.listing.day
        return {key: day for key, day in until.items() if day and day >= today}

    def _told(self, player: PlayerPage) -> dict[str, Any]:
        """What stands at the head of the page of a player, and what is open."""
        career = self._career(player)
        position = self._positions.get(player.id)
        head, others = _head(player.sheet.facts, position)
        achievements, form = self._achievements, ("", "")
        if achievements:
            form, own = achievements.form(player.id), achievements.facts(player.id, career)
        main, more = _divided(list(own) if achievements else [], others, _MAIN - bool(form[0]))
        return {
            **self._open(player),
            "head": head,
            "rank": position and position.rank,
            "of": position.of if position else 0,
            "move": position and position.move,
            "listed": self._listed(position),
            "at": self._at(player.id),
            "near": [self._near(each) for each in (position.above, position.below)] if position else [],
            "mark": self._board.derived.everyone.mark(position) if position else None,
            "said": self._account(career, position),
            "form": form,
            "main": main,
            "more": more,
            "turn": self._careers and (self._careers.label, turn(career, self._board.titles)),
        }

    def _listed(self, position: Position | None) -> str:
        """The title of the section of the list in which a player stands."""
        return self._sections.get(position.section, "") if position else ""

    def _at(self, player: str) -> str:
        """Where the part of the list with a player lies, below the first."""
        number = self._numbers.get(player, 1)
        return f"lists/{number}/" if number > 1 else ""

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return numbers(self._board.derived.sections, OF_LIST)

    @cached_property
    def _sections(self) -> dict[str, str]:
        titled = self._board.language.titled
        return {each.name: titled(each.title, each.named) for each in self._board.derived.sections}

    def _near(self, neighbour: Neighbour | None) -> tuple[str, int, str] | None:
        """Who stands next, as it is shown."""
        if neighbour is None:
            return None
        figure = self._board.derived.figure
        decimals = figure.shown.decimals if figure else 0
        return neighbour.player, neighbour.rank, self._board.language.number(decimals)(neighbour.value)

    def _account(self, career: Career, position: Position | None) -> list[Said]:
        period = self._period(career) if self._careers else None
        highest = self._highest(career) if period and period.played else None
        return account(self._board.language, period, position, self._board.name, highest)

    def _period(self, career: Career) -> Period:
        listing = self._outcome.listing
        through, before = listing.through, self._board.derived.before(listing)
        days, plays = career.results.column("day"), self._careers.plays if self._careers else ""
        end, start = bisect_right(days, through), bisect_right(days, before.through) if before else 0
        since, last = career.results[start:end], days[end - 1] if end else None
        return Period(plays, since, before and before.day, last)

    def _highest(self, career: Career) -> tuple[str, str] | None:
        """The figure now with its name, where the player never had a higher one."""
        if len(career.course) < 2 or not self._careers:
            return None
        *before, now = [value for _, value in career.course]
        if now <= max([*before, now - 1 if career.start is None else career.start]):
            return None
        write = self._board.language.number(self._careers.decimals)
        return self._board.language.word(self._careers.label), write(now)


def _head(facts: Sequence[Fact], position: Position | None) -> tuple[dict[str, Fact | None], list[Fact]]:
    """The facts that say where a player stands: the figure, its change, the rank; and the others."""
    if position is None:
        return dict.fromkeys(_STYLES), list(facts)
    known = {"value": position.value, "rank": position.rank, "move": position.move, "change": position.change}
    head = {role: fact for role, value in known.items() if (fact := _saying(facts, value, _STYLES[role]))}
    if position.value is not None and position.column and "value" not in head:
        shown = Annotated[float, position.column.shown]
        head["value"] = Fact(position.column.label, position.value, shown)
    if "change" not in head and (change := _changed(facts, position)):
        head["change"] = change
    if position.rank and "rank" not in head:
        head["rank"] = Fact("Rank", position.rank, Rank)
    said = [id(each) for each in head.values()]
    return {**dict.fromkeys(_STYLES), **head}, [each for each in facts if id(each) not in said]


_STYLES = {"value": "number", "rank": "rank", "move": "movement", "change": "signed"}


def _saying(facts: Sequence[Fact], value: Any, style: str) -> Fact | None:
    """The fact that has this value, shown as such."""
    found = (
        each for each in facts if value is not None and each.value == value and _shown(each).style == style
    )
    return next(found, None)


def _changed(facts: Sequence[Fact], position: Position) -> Fact | None:
    """The change, which stands in the row of the list or else in a fact."""
    if position.change is not None:
        return Fact("Change", position.change, Change)
    signed = (each for each in facts if _shown(each).style == "signed" and each.value is not None)
    return next((each for each in signed if each.label.startswith("Change")), None)


def _shown(fact: Fact) -> Shown:
    return column_of(fact.label, fact.shown).shown


def _divided(achieved: Sequence[Fact], facts: Sequence[Fact], most: int) -> tuple[list[Fact], list[Fact]]:
    """The facts of a career, then those of the system that say something else; and what is left."""
    told = {_figure(each) for each in facts} - {None}
    is_told = any(each.label.startswith("Highest") for each in facts)
    own = [
        each for each in achieved if _figure(each) not in told and not (is_told and each.label == "Highest")
    ]
    every = [*own, *facts]
    return every[:most], every[most:]


def _figure(fact: Fact) -> float | None:
    """A figure that hardly two facts have by chance."""
    return fact.value if isinstance(fact.value, float) and not fact.value.is_integer() else None
