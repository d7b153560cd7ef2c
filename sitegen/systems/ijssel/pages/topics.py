"""The pages that this competition has besides: period rankings, start ratings and places in the teams."""

from collections.abc import Iterator

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.systems.ijssel.honours import LAST_ROUNDS, PLACES, Group, Honours
from sitegen.systems.ijssel.outputs import Grouped, Start
from sitegen.systems.ijssel.ranking import Ranking
from sitegen.systems.ijssel.shown import Holder, Title
from sitegen.table import PlayDate, PlayerId

_TITLES = {
    "cup": "Cup: the first {among}",
    "first team": "First team: the first {among}",
    "second team": "Second team: the first {among}",
}


def topics(made: Ranking, won: Honours) -> list[Topic]:
    """The pages with an entry of their own in the menu."""
    return [
        Topic("periods", "Periods", Sheet.of(list(_facts(made)), list(_periods(won)))),
        Topic("places", "Places", Sheet.of(list(_honours(made, won)), list(_places(made, won)))),
        Topic("start-ratings", "Start ratings", Sheet.of([], [_starts(made)])),
    ]


def _facts(made: Ranking) -> Iterator[Fact]:
    competition = made.competition
    if competition.played:
        period = competition.begun(competition.played[-1])
        rounds = competition.periods[period]
        yield Fact("Period", f"{period} / {competition.options.periods}")
        yield Fact("Rounds of the period", f"{min(rounds)} – {max(rounds)}")
        yield Fact("Its last round", competition.day(rounds[-1]), PlayDate)


def _periods(won: Honours) -> Iterator[Section]:
    """The champions, and the groups of each period, the latest first."""
    latest_first = sorted(won.groups, key=lambda each: -each.period)
    titles = [row for each in latest_first for row in each.rows if row.champion]
    yield Section(
        "champions", "Period champions", Title, Title.each_like(titles), empty="No period is over yet."
    )
    yield from map(_group, latest_first)


def _group(group: Group) -> Section:
    note = (
        "The period is over: its ranking stays as it is."
        if group.is_final
        else "So far: the period goes on, and its scores still move."
    )
    named = {"period": group.period, "group": group.number}
    name, rows = f"period-{group.period}-{group.number}", Grouped.each_like(group.rows)
    return Section(name, "Period {period}, group {group}", Grouped, rows, note, "Nobody.", named)


def _honours(made: Ranking, won: Honours) -> Iterator[Fact]:
    if last := made.competition.order[-LAST_ROUNDS:]:
        yield Fact("Places are held in the rounds", f"{min(last)} – {max(last)}")
        yield Fact("The first of them", made.competition.day(last[0]), PlayDate)
    if won.champion:
        yield Fact("Club champion", won.champion, PlayerId)


def _places(made: Ranking, won: Honours) -> Iterator[Section]:
    """Who has earned a place, or is on the way to one."""
    note = (
        "Among them after each of the last rounds of the season (article 7)."
        if made.competition.is_over
        else "So far: who was among them after each of the last rounds that have been played."
    )
    for name, holders in won.holders.items():
        yield Section(
            name.replace(" ", "-"),
            _TITLES[name],
            Holder,
            [Holder.like(made.now[each], player=each) for each in holders],
            note,
            "Nobody yet: the places are earned in the last rounds of the season.",
            {"among": PLACES[name]},
        )


def _starts(made: Ranking) -> Section:
    return Section(
        "start-ratings",
        "Start ratings",
        Start,
        made.starts,
        note="The first has the mean basis of the upper quarter, the last that of the lower, the others are"
        " spaced evenly between. Who joined later starts with their basis.",
        empty="Nobody has joined yet.",
    )
