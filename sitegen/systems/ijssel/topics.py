"""The pages that this competition has besides: period rankings, start ratings and places in the teams."""

from collections.abc import Iterator
from itertools import groupby

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.systems.ijssel.course import Course
from sitegen.systems.ijssel.honours import COMPETITIONS, LAST_ROUNDS, Group, champion, groups, holders
from sitegen.systems.ijssel.outputs import Start
from sitegen.systems.ijssel.published import starts
from sitegen.systems.ijssel.shown import Grouped, Holder, Title
from sitegen.table import PlayDate, PlayerId


def topics(course: Course) -> list[Topic]:
    """The pages with an entry of their own in the menu."""
    return [
        Topic("periods", "Periods", Sheet.of(list(_facts(course)), list(_periods(course)))),
        Topic("places", "Places", Sheet.of(list(_honours(course)), _places(course))),
        Topic("start-ratings", "Start ratings", Sheet.of([], [_starts(course)])),
    ]


def _facts(course: Course) -> Iterator[Fact]:
    season = course.season
    if season.played:
        period = season.begun(course.now.round)
        rounds = season.rounds(period)
        yield Fact("Period", f"{period} / {season.options.periods}")
        yield Fact("Rounds of the period", f"{min(rounds)} – {max(rounds)}")
        yield Fact("Its last round", season.day(rounds[-1]), PlayDate)


def _periods(course: Course) -> Iterator[Section]:
    """The champions, and the groups of each period, the latest first."""
    every = list(groups(course))
    titles = [
        Title(each.period, each.number, *each.scores[0]) for each in every if each.is_final and each.scores
    ]
    titles.sort(key=lambda each: (-each.period, each.group))
    empty = "No period is over yet."
    yield Section("champions", "Period champions", Title, titles, empty=empty)
    by_period = [list(found) for _, found in groupby(every, key=lambda each: each.period)]
    for found in reversed(by_period):
        yield from map(_group, found)


def _group(group: Group) -> Section:
    rows = [
        Grouped(rank, player, score, group.is_final and rank == 1)
        for rank, (player, score) in enumerate(group.scores, 1)
    ]
    note = (
        "The period is over: its ranking stays as it is."
        if group.is_final
        else "So far: the period goes on, and its scores still move."
    )
    named = {"period": group.period, "group": group.number}
    name = f"period-{group.period}-{group.number}"
    return Section(name, "Period {period}, group {group}", Grouped, rows, note, "Nobody.", named)


def _honours(course: Course) -> Iterator[Fact]:
    season = course.season
    if last := season.order[-LAST_ROUNDS:]:
        yield Fact("Places are held in the rounds", f"{min(last)} – {max(last)}")
        yield Fact("The first of them", season.day(last[0]), PlayDate)
    if winner := champion(course):
        yield Fact("Club champion", winner, PlayerId)


def _places(course: Course) -> list[Section]:
    """Who has earned a place, or is on the way to one."""
    titles = {
        "cup": "Cup: the first {among}",
        "first team": "First team: the first {among}",
        "second team": "Second team: the first {among}",
    }
    note = (
        "Among them after each of the last rounds of the season (article 7)."
        if course.season.is_over
        else "So far: who was among them after each of the last rounds that have been played."
    )
    now = course.now
    return [
        Section(
            competition.replace(" ", "-"),
            titles[competition],
            Holder,
            [Holder(now.ranks[each], each, now.totals[each]) for each in holders(course, among)],
            note,
            "Nobody yet: the places are earned in the last rounds of the season.",
            {"among": among},
        )
        for competition, among in COMPETITIONS.items()
    ]


def _starts(course: Course) -> Section:
    return Section(
        "start-ratings",
        "Start ratings",
        Start,
        starts(course),
        note="The first has the mean basis of the upper quarter, the last that of the lower, the others are"
        " spaced evenly between. Who joined later starts with their basis.",
        empty="Nobody has joined yet.",
    )
