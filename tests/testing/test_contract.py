"""What every ranking system keeps to; a new one is taken up here by being installed."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import golden
import pytest

from sitegen import testing
from sitegen.commands.new import examples
from sitegen.commands.new.site import plan_site
from sitegen.core import system
from sitegen.core.entities import (
    Balance,
    Highlight,
    Highlights,
    Moment,
    Note,
    PlayerName,
    RatingExplanation,
    UpcomingEvent,
)
from sitegen.core.model import Chart, Event, Fact, Outcome, PageContent, Section, Topic
from sitegen.core.plugins import Registration
from sitegen.core.table import Change as Changed
from sitegen.core.table import HiddenEventKey, PlayDate, Rating, Table, column
from sitegen.publishing import build
from sitegen.systems import ruit

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that a club starts with, by every system; nothing calculates in a browser."""
    root = tmp_path_factory.mktemp("contract") / "site"
    files = plan_site([*system.find_systems()])
    examples.create_folder(
        root, files | {"sitegen.toml": files["sitegen.toml"].replace(b"engine = true", b'cards = "none"')}
    )
    return root


def test_it_is_kept_by_every_system_on_the_site_that_a_club_starts_with(site: Path) -> None:
    testing.assert_contract(site, TODAY)


@pytest.mark.parametrize("root", golden.SITES, ids=lambda item: item.name)
def test_it_is_kept_on_sites_on_which_much_has_happened(root: Path) -> None:
    testing.assert_contract(root, golden.AS_OF)


def test_before_anything_was_played_there_is_a_site_too(site: Path, tmp_path: Path) -> None:
    built = build(site, tmp_path / "output", date(2000, 1, 1))
    assert built.problems == []
    assert built.plan is not None


def test_the_site_that_a_club_starts_with_is_built(site: Path, tmp_path: Path) -> None:
    built = build(site, tmp_path / "output", TODAY)
    assert built.problems == []
    assert built.plan is not None
    rankings = {path.partition("/players/")[0] for path in built.plan.added if "/players/" in path}
    assert {*system.find_systems()} <= rankings


Change = Callable[[Outcome, Any, Moment], Outcome]


@contextmanager
def broken(**names: object) -> Iterator[None]:
    """In the place of `ruit` a system that is that one, but for some names; few days are looked at."""
    own = SimpleNamespace(**vars(ruit) | {"__file__": ruit.__file__} | names)
    modules: dict[str, Any] = {"broken": own}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "broken", modules["broken"])
        patch.setattr(system, "find_systems", lambda: {"ruit": Registration("ruit", "broken")})
        patch.setattr("sitegen.testing.contract._MAX_DAYS", 2)
        yield


def rated_by(change: Change) -> Callable[..., Outcome]:
    def rate(inputs: Any, options: Any, when: Moment) -> Outcome:
        return change(ruit.rate(inputs, options, when), inputs, when)

    return rate


HANDICAP = golden.AS_OF, Path(__file__).parents[1] / "sites/handicap"


def parts_of(sheet: PageContent, change: Callable[[list[Any]], list[Any]]) -> PageContent:
    return sheet._replace(sections=lambda: change(list(sheet.sections())))


def in_lists(change: Callable[[list[Any]], list[Any]]) -> Change:
    """The parts of the current list changed."""

    def changed(outcome: Outcome, _inputs: Any, _when: Moment) -> Outcome:
        listing = outcome.listing._replace(content=parts_of(outcome.listing.content, change))
        return outcome._replace(listing=listing)

    return changed


def sections_with(**changes: Any) -> Callable[[list[Any]], list[Any]]:
    """Every section of a page changed."""
    return lambda parts: [part._replace(**changes) if isinstance(part, Section) else part for part in parts]


def first_row(parts: list[Any], **cells: object) -> list[Any]:
    section = next(part for part in parts if isinstance(part, Section) and part.rows)
    rows = [section.rows[0].replace(**cells), *section.rows[1:]]
    return [section._replace(rows=rows) if part is section else part for part in parts]


def published(change: Callable[[Any, Any, Moment], Any]) -> Change:
    """The rows of the first table changed."""

    def changed(outcome: Outcome, inputs: Any, when: Moment) -> Outcome:
        first, *others = outcome.tables
        rows = [change(row, inputs, when) for row in first.rows]
        return outcome._replace(tables=[first._replace(rows=rows), *others])

    return changed


def topic(sheet: Callable[[Outcome, Moment], PageContent]) -> Change:
    def changed(outcome: Outcome, _inputs: Any, when: Moment) -> Outcome:
        return outcome._replace(topics=[*outcome.topics, Topic("more", "More", sheet(outcome, when))])

    return changed


def grown(outcome: Outcome, _inputs: Any, _when: Moment) -> Outcome:
    _inputs.players.append(_inputs.players[0])
    _inputs.players.pop(0)
    return outcome


calls: list[None] = []


def counted(row: Any, _inputs: Any, _when: Moment) -> Any:
    calls.append(None)
    return row.replace(rating=row.rating + len(calls))


def by_id(row: Any, inputs: Any, _when: Moment) -> Any:
    return row.replace(rating=row.rating + len(row.player) % 7)


def by_hiding(row: Any, inputs: Any, _when: Moment) -> Any:
    return row.replace(rating=row.rating + sum(player.hidden for player in inputs.players))


def by_alphabet(row: Any, inputs: Any, _when: Moment) -> Any:
    """By the very place there, which no browser knows of who hides."""
    return row.replace(
        rating=row.rating + sum(player.alphabet for player in inputs.players if player.id == row.player)
    )


def by_what_is_to_come(row: Any, inputs: Any, _when: Moment) -> Any:
    return row.replace(rating=row.rating + len(inputs.pairs) + len(inputs.butler) + len(inputs.teams))


def no_events(outcome: Outcome, _inputs: Any, _when: Moment) -> Outcome:
    return outcome._replace(event_keys={})


def nobodys_pages(outcome: Outcome, _inputs: Any, _when: Moment) -> Outcome:
    return outcome._replace(players=outcome.players[1:])


def strangers_page(outcome: Outcome, _inputs: Any, _when: Moment) -> Outcome:
    return outcome._replace(players=[*outcome.players, outcome.players[0]._replace(id="stranger")])


def one_event_twice(outcome: Outcome, _inputs: Any, _when: Moment) -> Outcome:
    return outcome._replace(events=[*outcome.events, *outcome.events[:1]])


def backwards(_outcome: Outcome, when: Moment) -> PageContent:
    return PageContent.create((), [Chart("Days", [(when.as_of, 1.0), (when.as_of - timedelta(1), 1.0)])])


def a_text_for_a_number(_outcome: Outcome, _when: Moment) -> PageContent:
    return PageContent.create([Fact("Rating", 3), Fact("Players", "three", int)], ())


class ByDay(Table):
    date: PlayDate = column("the day")
    key: HiddenEventKey = column("the event")


def by_day(day: date, key: str) -> PageContent:
    return PageContent.create([], [Section("days", "Days", ByDay, [ByDay(day, key)])])


def twice_a_day(sheet: Callable[[Event], PageContent]) -> Change:
    """A second event on the last day, and a page about the first."""

    def changed(outcome: Outcome, _inputs: Any, _when: Moment) -> Outcome:
        if not outcome.events:
            return outcome
        last = outcome.events[-1]
        events = [*outcome.events, last._replace(key=f"{last.key}-again")]
        return outcome._replace(events=events, topics=[*outcome.topics, Topic("more", "More", sheet(last))])

    return changed


def of_the_next(outcome: Outcome, _when: Moment) -> PageContent:
    return (
        by_day(outcome.events[0].day, outcome.events[1].key)
        if outcome.events[1:]
        else PageContent.create([], [])
    )


def latest(day: date, event: str = "") -> PageContent:
    return PageContent.create([Fact("Latest", day, PlayDate, event=event)], [])


class Line(Table):
    change: Changed = column("the change")
    after: Rating = column("the figure after it", role="value")


def account(before: float, change: float, after: float, now: float, title: str = "List of {day}") -> Change:
    """A page with an account of one line."""
    ledger = RatingExplanation(Balance(title, TODAY, before), Balance("{day}", TODAY, now), now - before)
    section = Section("why", "Why", Line, [Line(change, after)], explanation=ledger)
    return topic(lambda *_: PageContent.create([], [section]))


def unaccountable(_outcome: Outcome, _when: Moment) -> PageContent:
    ledger = RatingExplanation(Balance("", TODAY, None), Balance("", TODAY, None), None)
    return PageContent.create([], [Section("why", "Why", ByDay, [], explanation=ledger)])


def answered(highlight: Highlight, times: int = 1) -> Change:
    """The current list below a strip of one answer, told so many times."""
    return in_lists(lambda parts: [Highlights([highlight] * times), *parts])


BROKEN: Mapping[str, tuple[Change, str]] = {
    "a text for a number": (
        published(lambda row, *_: row.replace(rating="x")),
        "something in 'rating' of 'ratings' that is no finite number",
    ),
    "a fraction for a whole number": (
        published(lambda row, *_: row.replace(rank=1.5)),
        "something in 'rank' of 'ratings' that is no whole number",
    ),
    "a fact": (topic(a_text_for_a_number), "'three' in 'Players' is no int"),
    "nobody": (
        in_lists(lambda parts: first_row(parts, player="nobody")),
        "'nobody' in 'player' leads nowhere",
    ),
    "a day without an event": (no_events, "leads nowhere"),
    "a day of two events": (
        twice_a_day(lambda last: by_day(last.day, last.key)),
        "leads to one of 2 events in 'date'",
    ),
    "a fact of a day of two events": (
        twice_a_day(lambda last: latest(last.day)),
        "leads to one of 2 events in 'Latest'",
    ),
    "a day of another event": (topic(of_the_next), "another event than that of its row, in 'date'"),
    "a fact of an event that is none": (
        topic(lambda *_: latest(TODAY, "x")),
        "'x' in 'Latest' leads nowhere",
    ),
    "a player without a page": (nobodys_pages, "leads nowhere"),
    "a page of a stranger": (strangers_page, "the player 'stranger' has a page and is in no table"),
    "two events": (one_event_twice, "puts the event"),
    "a section twice": (in_lists(lambda parts: [*parts, *parts]), "sections called"),
    "a title": (
        in_lists(sections_with(title="{x}")),
        "names something that is not there",
    ),
    "a column that is none": (
        in_lists(sections_with(group_by="x")),
        "is set apart by 'x', which is no column of it",
    ),
    "an article that is none": (
        in_lists(sections_with(articles=["x"])),
        "no article of the system is called x",
    ),
    "neither": (in_lists(lambda parts: [*parts, "x"]), "shows str, which is neither"),
    "an account that does not add up": (
        account(1500, 5, 1505, 1506),
        "the ledger leads to 1505, not to 1506",
    ),
    "a line that does not add up": (account(1500, 5, 1504, 1505), "lead to 1505, where it says 1504"),
    "a title of a balance": (account(1500, 5, 1505, 1505, "{x}"), "'{x}' names something that is not there"),
    "an account of nothing": (topic(unaccountable), "the ledger has no column of the role 'change'"),
    "five answers": (answered(Highlight("Played", text="None"), 5), "has 5 highlights, more than 4"),
    "an answer of nobody": (answered(Highlight("Leader", "nobody")), "'nobody' in 'Leader' leads nowhere"),
    "an answer of two": (answered(Highlight("Leader", "ann", "Ann")), "there is a player and a text"),
    "a note about nobody": (
        answered(Highlight("Win", note="beat {player}", params={"player": PlayerName("nobody")})),
        "'nobody' in 'Win' leads nowhere",
    ),
    "a note": (answered(Highlight("Win", note="beat {player}")), "names something that is not there"),
    "a figure": (answered(Highlight("Played", figure="many", cell_type=int)), "'many' in 'Played' is no int"),
    "an answer elsewhere": (answered(Highlight("Win", event="x")), "'x' in 'Win' leads nowhere"),
    "what comes": (
        lambda outcome, *_: outcome._replace(upcoming_events=[UpcomingEvent(TODAY, "Round {round}")]),
        "a title with something else named in it",
    ),
    "what comes nowhere": (
        lambda outcome, *_: outcome._replace(upcoming_events=[UpcomingEvent(TODAY, "Next", event="x")]),
        "links to 'x', which has no page",
    ),
    "a chart": (topic(backwards), "has no point a day, earliest first"),
    "another one each time": (published(counted), "is another when it is calculated again"),
    "tables that change": (grown, "rate changes the tables that it is given"),
    "ids": (published(by_id), "hangs on the ids of players"),
    "who hides": (published(by_hiding), "has other figures when"),
    "who hides, in browsers": (published(by_alphabet), "is another in browsers when some hide"),
    "results to come": (published(by_what_is_to_come), "hangs on results of later days"),
}


@pytest.mark.parametrize(("change", "told"), BROKEN.values(), ids=list(BROKEN))
def test_a_system_that_breaks_it_is_told(change: Change, told: str) -> None:
    as_of, root = HANDICAP
    with broken(rate=rated_by(change)), pytest.raises(testing.ContractError) as found:
        testing.assert_contract(root, as_of)
    assert any(told in breach for breach in found.value.breaches), found.value


SOUND: Mapping[str, Change] = {
    "an account": account(1500, 5, 1505, 1505),
    "an answer": answered(
        Highlight(
            "Played", figure=3, cell_type=int, note="at {place} on {day}", params={"place": "x", "day": TODAY}
        )
    ),
    "what comes": lambda outcome, *_: outcome._replace(
        upcoming_events=[UpcomingEvent(TODAY, "Evening {number}", {"number": 3})]
    ),
}


@pytest.mark.parametrize("change", SOUND.values(), ids=list(SOUND))
def test_a_strip_an_account_and_what_comes_are_for_every_system(change: Change) -> None:
    as_of, root = HANDICAP
    with broken(rate=rated_by(change)):
        assert testing.find_breaches(root, as_of) == []


def noted(text: str, **named: object) -> Callable[..., list[Note]]:
    """A remark on whatever changes."""
    return lambda before, after: [Note(text, named)] if before.listing.day != after.listing.day else []


TOLD: Mapping[str, tuple[dict[str, object], str]] = {
    "due before": ({"deadline": lambda day, _options: day - timedelta(days=1)}, "no day from then on"),
    "due never": ({"deadline": lambda *_: "Friday"}, "is due on 'Friday', which is no day"),
    "a remark on nothing": ({"explain_change": lambda *_: [Note("Well")]}, "where nothing changes"),
    "a remark on nobody": (
        {"explain_change": noted("{player} wins", player=PlayerName("nobody"))},
        "nothing is known as 'player'",
    ),
    "a remark with a gap": ({"explain_change": noted("{what} changes")}, "nothing is known as 'what'"),
}


@pytest.mark.parametrize(("names", "told"), TOLD.values(), ids=list(TOLD))
def test_deadlines_and_remarks_are_held_to_sense(names: dict[str, object], told: str) -> None:
    as_of, root = HANDICAP
    with broken(**names):
        assert any(told in breach for breach in testing.find_breaches(root, as_of))


def test_a_system_may_have_deadlines_and_remarks() -> None:
    as_of, root = HANDICAP
    with broken(
        deadline=lambda day, _options: day + timedelta(days=7),
        explain_change=noted("{what} changes", what="The list"),
    ):
        assert testing.find_breaches(root, as_of) == []
    with broken(deadline=lambda *_: None):
        assert testing.find_breaches(root, as_of) == []


def test_what_a_system_says_of_itself_is_sound_markdown() -> None:
    as_of, root = HANDICAP
    with broken(interpretations=["[nowhere](javascript:1)"]):
        (found,) = testing.find_breaches(root, as_of)
    assert found.startswith("bridge: the interpretation '[nowhere](javascript:1)' is no sound Markdown: ")


def test_a_site_that_cannot_be_read_keeps_no_contract(tmp_path: Path) -> None:
    (found,) = testing.find_breaches(tmp_path, TODAY)
    assert found.startswith("sitegen.toml: there is no such file here")
