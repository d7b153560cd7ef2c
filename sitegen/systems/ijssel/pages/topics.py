"""The pages that this competition has besides: period rankings, start ratings and places in the teams."""

from collections.abc import Iterator

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.systems.ijssel.honours import LAST_ROUNDS, PLACES, Group, Honours
from sitegen.systems.ijssel.outputs import Start
from sitegen.systems.ijssel.pages import evening
from sitegen.systems.ijssel.ranking import Ranking
from sitegen.systems.ijssel.shown import Banded, Began, Holder, Title
from sitegen.systems.ijssel.tables import Player
from sitegen.table import PlayerId

_TITLES = {
    "cup": "Cup: the first {among}",
    "first team": "First team: the first {among}",
    "second team": "Second team: the first {among}",
}


def topics(made: Ranking, won: Honours) -> list[Topic]:
    """The pages with an entry of their own in the menu."""
    return [
        Topic("periods", "Periods", Sheet.of(list(_facts(made)), list(_periods(made, won)))),
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
        yield from evening(competition, "Its last round", rounds[-1])


def _periods(made: Ranking, won: Honours) -> Iterator[Section]:
    """The champions, and the groups of each period, the latest first."""
    latest_first = sorted(won.groups, key=lambda each: -each.period)
    titles = [row for each in latest_first for row in each.rows if row.champion]
    yield Section(
        "champions",
        "Period champions",
        Title,
        Title.each_like(titles),
        empty="No period is over yet.",
        articles=["6.2 Periode ranglijst"],
    )
    yield from (_group(made, each) for each in latest_first)


def _group(made: Ranking, group: Group) -> Section:
    note = (
        "The period is over: its ranking stays as it is, at the values after its last round."
        if group.is_final
        else "So far: the period goes on, and its scores still move with the values after each round."
    )
    before = made.ratings_before(
        next(each for each in made.competition.periods[group.period] if each in made.after)
    )
    return Section(
        f"period-{group.period}-{group.number}",
        "Period {period}, group {group}",
        Banded,
        [Banded.like(each, before=before[each.player]) for each in group.rows],
        note,
        "Nobody.",
        {"period": group.period, "group": group.number},
        articles=["6.2 Periode ranglijst"],
    )


def _honours(made: Ranking, won: Honours) -> Iterator[Fact]:
    if last := made.competition.order[-LAST_ROUNDS:]:
        yield Fact("Places are held in the rounds", f"{min(last)} – {max(last)}")
        yield from evening(made.competition, "The first of them", last[0])
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
            articles=["7 Overige bepalingen"],
        )


def _starts(made: Ranking) -> Section:
    return Section(
        "start-ratings",
        "Start ratings",
        Began,
        [_began(each, made.competition.by_id[each.player]) for each in made.starts],
        note="Of those who were there in round 1 the first has the mean basis of the upper quarter, the last"
        " that of the lower, the others are spaced evenly between; a quarter is rounded half up. Who joined"
        " later starts with their basis.",
        empty="Nobody has joined yet.",
        articles=["1.1 Startratings"],
    )


def _began(start: Start, player: Player) -> Began:
    if player.hidden:  # what somebody brought, and where it stands, would tell who they are
        brought = dict.fromkeys(("final_rating", "knsb_rating", "knsb_reliable", "estimate"))
        return Began.like(start, player, **brought, source="")
    reliable = None if player.knsb_rating is None else player.knsb_reliable
    return Began.like(start, player, knsb_reliable=reliable)
