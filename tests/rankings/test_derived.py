"""Records, risers, ranks and clubs, each against the plainest way to find them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.core.entities import Career, Careers, Player, Result
from sitegen.core.language import Language
from sitegen.core.model import Chart, Fact, Listing, PageContent, PlayerPage, Section
from sitegen.core.table import Change, PlayerId, Rank, Rating, Table, column
from sitegen.pages.page import SiteShell
from sitegen.pages.players import add_rank_chart
from sitegen.rankings import records
from sitegen.rankings.careers import CareerSummaries
from sitegen.rankings.clubs import group_clubs
from sitegen.rankings.dataset import ListData
from sitegen.rankings.positions import RankHistories
from sitegen.rankings.records import CLIMB_DAYS, RankedAchievement, Records, build_topics
from sitegen.render.charts.line import render_chart

pytestmark = pytest.mark.slow

BEGIN = date(2023, 11, 1)
PLAYERS = [Player(name, name.title(), alphabet=place) for place, name in enumerate(("an", "bo", "cy", "di"))]
IDS = [player.id for player in PLAYERS]
YEARS = range(2023, 2027)


def day(number: int) -> date:
    return BEGIN + timedelta(number)


@st.composite
def careers(draw: st.DrawFn, player: str) -> Career:
    """A career of a few days within two and a half years, with rating that moves by halves."""
    days = sorted(draw(st.sets(st.integers(0, 900), max_size=25)))
    figures = draw(st.lists(st.integers(0, 60), min_size=len(days), max_size=len(days)))
    ended = draw(
        st.lists(st.sampled_from(["won", "drawn", "lost", ""]), min_size=len(days), max_size=len(days))
    )
    others = [id_ for id_ in IDS if id_ != player]
    played = [
        Result(
            day(one),
            "e",
            how,
            (draw(st.sampled_from(others)),),
            chance=draw(st.sampled_from([0.2, 0.3, 0.7, None])),
        )  # type: ignore[arg-type]
        for one, how in zip(days, ended, strict=True)
    ]
    course = [(day(one), 1500 + figure / 2) for one, figure in zip(days, figures, strict=True)]
    start = draw(st.sampled_from([None, 1500.0]))
    ranked_from = draw(st.sampled_from([date.min, day(300), date.max]))
    decided = sorted(draw(st.sets(st.sampled_from(days), max_size=3))) if days else []
    set_anew = [(day(one), 1500 + draw(st.integers(0, 60)) / 2) for one in decided]
    return Career(course, played, start, ranked_from, set_anew)


@st.composite
def chronicles(draw: st.DrawFn) -> CareerSummaries:
    found = {id_: draw(careers(id_)) for id_ in IDS}
    return CareerSummaries(Careers(found.__getitem__, "matches"), PLAYERS)


def careers_of(made: CareerSummaries) -> dict[str, Career]:
    return {id_: made.careers.get_career(id_) for id_ in IDS}


def top(found: Mapping[str, float]) -> list[tuple[int, str, float]]:
    """The places of the first ten by a figure, counted one by one."""
    return sorted(
        (1 + sum(other > value for other in found.values()), player, value) for player, value in found.items()
    )


def got(rows: Sequence[RankedAchievement]) -> list[tuple[int, str, float]]:
    return sorted((rank, record.player, record.size) for rank, record in rows)


def settled(career: Career) -> list[tuple[date, float]]:
    return [entry for entry in career.history if entry[0] >= career.ranked_from]


@given(chronicles())
def test_the_highest_is_the_highest_figure_that_was_not_provisional(made: CareerSummaries) -> None:
    for year in (0, *YEARS):
        found = {
            player: max(figures)
            for player, career in careers_of(made).items()
            if (figures := [figure for when, figure in settled(career) if year in {0, when.year}])
        }
        rows = Records(made).get_top("highest", year)
        assert got(rows) == top(found)
        for _, record in rows:
            assert record.day == min(
                when
                for when, figure in settled(careers_of(made)[record.player])
                if figure == record.size and year in {0, when.year}
            )


@given(chronicles())
def test_a_series_is_of_wins_between_which_nothing_else_counts(made: CareerSummaries) -> None:
    longest: dict[int, dict[str, int]] = defaultdict(dict)
    for player, career in careers_of(made).items():
        counted = [result for result in career.result_rows if result.ended]
        for first in range(len(counted)):
            for end in range(first + 2, len(counted) + 1):
                run = counted[first:end]
                is_whole = end == len(counted) or counted[end].ended != "won"
                if is_whole and all(result.ended == "won" for result in run):
                    for year in (0, run[-1].day.year):
                        longest[year][player] = max(longest[year].get(player, 0), len(run))
    for year in (0, *YEARS):
        assert got(Records(made).get_top("series", year)) == top(longest[year])


@given(chronicles())
def test_an_upset_is_between_players_who_were_ranked(made: CareerSummaries) -> None:
    found = [
        (result_row.chance, player)
        for player, career in careers_of(made).items()
        for result_row in career.result_rows
        if result_row.ended == "won"
        and result_row.chance is not None
        and result_row.chance < 0.5
        and result_row.day >= career.ranked_from
        and result_row.day >= careers_of(made)[result_row.opponents[0]].ranked_from
    ]
    rows = Records(made).get_top("upsets")
    kept = [pair for pair in sorted(found) if 1 + sum(other[0] < pair[0] for other in found) <= 10]
    shared = [list(pairs) for _, pairs in groupby(kept, key=lambda pair: pair[0])]
    kept = [
        pair
        for place, pairs in enumerate(shared)
        if sum(map(len, shared[: place + 1])) <= 20
        for pair in pairs
    ]
    assert sorted((-record.size, record.player) for _, record in rows) == sorted(kept)


@given(chronicles())
def test_most_played_counts_what_counts(made: CareerSummaries) -> None:
    for year in (0, *YEARS):
        found = {
            player: sum(
                bool(result_row.ended) and year in {0, result_row.day.year}
                for result_row in career.result_rows
            )
            for player, career in careers_of(made).items()
        }
        assert got(Records(made).get_top("played", year)) == top(
            {player: value for player, value in found.items() if value}
        )


def stood(career: Career, when: date) -> float | None:
    """The figure at the end of a day; before the first that at the start, where it was not provisional."""
    start = career.start if career.ranked_from == date.min else None
    return next((figure for day, figure in reversed(settled(career)) if day <= when), start)


def parts(career: Career) -> Iterator[Career]:
    """A career as several, each of which starts with a figure that the committee set on its first day."""
    ends = [when for when, _ in career.set_anew if when >= career.ranked_from] + [date.max]
    before = [entry for entry in career.history if entry[0] < ends[0]]
    yield career._replace(history=before, set_anew=())
    for first, end in pairwise(ends):
        history = [entry for entry in career.history if first <= entry[0] < end]
        yield Career(history, start=dict(career.set_anew)[first], set_anew=[(first, 0.0)])


def stood_on_the_way(part: Career, when: date, back: int) -> float | None:
    """The figure some days before another; where the committee set it since then, what it was set to."""
    since = part.set_anew[0][0] if part.set_anew else date.min
    return part.start if when - timedelta(back) < since else stood(part, when - timedelta(back))


@given(chronicles())
def test_a_climb_within_some_days_is_the_most_between_any_two(made: CareerSummaries) -> None:
    found: dict[str, float] = {}
    for player, career in careers_of(made).items():
        for part in parts(career):
            for when, high in settled(part):
                for back in range(1, CLIMB_DAYS + 1):
                    low = stood_on_the_way(part, when, back)
                    if low is not None and high - low > found.get(player, 0):
                        found[player] = high - low
    rows = Records(made).get_top("climbs")
    assert got(rows) == top(found)
    for _, record in rows:
        career = careers_of(made)[record.player]
        _, low, high, since, reached = record.details
        assert (high - low, stood(career, reached)) == (record.size, high)
        assert since is None or low in {stood(career, since), dict(career.set_anew).get(since)}
        assert since is None or reached - since <= timedelta(CLIMB_DAYS)


@given(chronicles())
def test_a_climb_in_a_year_is_from_its_first_day_to_its_last(made: CareerSummaries) -> None:
    for year in YEARS:
        found: dict[str, float] = {}
        for player, career in careers_of(made).items():
            for part in parts(career):
                points = [figure for when, figure in settled(part) if when.year == year]
                before = stood(part, date(year - 1, 12, 31))
                if points and points[-1] > (low := points[0] if before is None else before):
                    found[player] = max(found.get(player, 0.0), points[-1] - low)
        assert got(Records(made).get_top("years", year)) == top(found)


@given(chronicles(), st.integers(0, 900), st.integers(0, 900))
def test_a_riser_goes_from_what_stood_before_to_what_stands_after(
    made: CareerSummaries, one: int, other: int
) -> None:
    after, through = sorted([day(one), day(other)])
    found = {}
    for player, career in careers_of(made).items():
        inside = [figure for when, figure in career.history if after < when <= through]
        before = [figure for when, figure in career.history if when <= after]
        before += [figure for when, figure in career.set_anew if after < when <= through]
        first = career.history[0][1] if career.history and career.start is None else career.start
        if inside:
            found[player] = inside[-1] - (before[-1] if before else first or 0.0)
    rows = records.rank_risers(made, after, through)
    assert sorted((rank, record.player, record.change) for rank, record in rows) == top(found)
    assert all(record.high - record.low == record.change for _, record in rows)


@given(chronicles(), st.integers(0, 900), st.integers(0, 900))
def test_of_two_days_both_count(made: CareerSummaries, one: int, other: int) -> None:
    first, through = sorted([day(one), day(other)])
    there = [
        player
        for player, career in careers_of(made).items()
        if any(first <= when <= through for when, _ in career.history)
    ]
    rows = records.build_between_section(made, first, through).rows
    assert sorted(row.player for row in rows) == there
    for row in rows:
        whole = careers_of(made)[row.player].history
        assert row.high == [figure for when, figure in whole if when <= through][-1]
        assert row.change == row.high - row.low


def test_who_was_given_another_rating_did_not_climb() -> None:
    """From 1500 to 1510, then 1700 by the committee, to 1715 on that day, and to 1690."""
    history = [(day(0), 1510.0), (day(10), 1715.0), (day(20), 1690.0)]
    career = Career(history, start=1500.0, set_anew=[(day(5), 1700.0)])
    made = CareerSummaries(Careers({"an": career}.__getitem__), PLAYERS[:1])
    ((_, rise),) = records.rank_risers(made, day(-1), day(20))
    assert (rise.change, rise.low, rise.high) == (-10, 1700, 1690)
    assert got(Records(made).get_top("climbs")) == [(1, "an", 15)]
    assert got(Records(made).get_top("years", BEGIN.year)) == [(1, "an", 10)]


@given(chronicles())
def test_a_page_is_there_for_each_year_with_something(made: CareerSummaries) -> None:
    lists = [Listing(day(900), day(900), PageContent.create([], []))]
    found = list(build_topics(Records(made), lists, set()))
    years = {
        result_row.day.year
        for career in careers_of(made).values()
        for result_row in career.result_rows
        if result_row.ended
    }
    years |= {when.year for career in careers_of(made).values() for when, _ in settled(career)}
    kept = {topic.params["year"] for topic in found if topic.kind == "records" and not topic.is_menu_entry}
    assert kept <= years
    assert all(
        section.rows
        for topic in found
        for section in topic.content.sections()
        if isinstance(section, Section)
    )
    assert [topic.key for topic in build_topics(Records(made), lists, {"records", "risers"})] == []


def test_where_more_than_twenty_share_a_place_it_is_left_out() -> None:
    players = [Player(f"p{place}", f"P{place}", alphabet=place) for place in range(30)]
    of = {player.id: Career([(BEGIN, 1500.0)]) for player in players}
    of["p7"] = Career([(BEGIN, 1501.0)])
    rows = Records(CareerSummaries(Careers(of.__getitem__), players)).get_top("highest")
    assert [(rank, record.player) for rank, record in rows] == [(1, "p7")]


def test_a_hidden_player_takes_part_under_their_label_and_stands_last_of_equals() -> None:
    players = [Player("player-3", "Player 3", hidden=True, alphabet=0), Player("an", "An", alphabet=1)]
    of = {player.id: Career([(BEGIN, 1500.0)]) for player in players}
    rows = Records(CareerSummaries(Careers(of.__getitem__), players)).get_top("highest")
    assert [(rank, record.player) for rank, record in rows] == [(1, "an"), (1, "player-3")]


class Line(Table):
    """A line of a list."""

    rank: Rank = column("place")
    player: PlayerId = column("who")
    name: str = column("name of the player")
    rating: Rating = column("rating")
    change: Change | None = column("change")


class Beside(Table):
    """A line of who has no place."""

    player: PlayerId = column("who")
    name: str = column("name of the player")
    rating: Rating = column("rating")


def listing(when: int, *ranked: tuple[int, str]) -> Listing:
    rows = [Line(rank, player, player, 1500.0 + rank, 2.0) for rank, player in ranked]
    beside = Section("beside", "Beside", Beside, [Beside("zoe", "Zoe", 1400.0)])
    return Listing(
        day(when), day(when), PageContent.create([], [beside, Section("list", "List", Line, rows)])
    )


def test_a_course_of_rank_is_what_the_lists_say() -> None:
    lists = [listing(0, (1, "an"), (2, "bo")), listing(7, (1, "bo"), (1, "an")), listing(14, (1, "bo"))]
    ranks = RankHistories.from_lists((one.day, ListData.from_listing(one).tables) for one in lists)
    assert {player: ranks.get_history(player) for player in ranks.histories} == {
        "an": [(day(0), 1), (day(7), 1)],
        "bo": [(day(0), 2), (day(7), 1), (day(14), 1)],
    }


def test_where_somebody_stands_is_read_by_the_roles_of_columns() -> None:
    found = ListData.from_listing(listing(0, (3, "an"))).positions
    told = {player: (value.rank, value.value, value.change) for player, value in found.items()}
    assert told == {"an": (3, 1503.0, 2.0), "zoe": (None, 1400.0, None)}


def test_the_chart_of_ranks_stands_behind_that_of_the_figure() -> None:
    rating = Chart("Rating", [(day(0), 1.0)])
    page = PlayerPage(
        "an", "An", "", PageContent.create([Fact("Rank", 1, Rank)], [rating, Section("s", "S", Line, [])])
    )
    ranks = RankHistories({"an": [day(0).toordinal(), 2, day(7).toordinal(), 1]}, {}, {})
    made = add_rank_chart(page, ranks).content
    assert [type(section) for section in made.sections()] == [Chart, Chart, Section]
    assert add_rank_chart(page, RankHistories({"an": [day(0).toordinal(), 2]}, {}, {})) is page


def test_a_rank_is_drawn_with_the_first_place_at_the_top() -> None:
    drawn = render_chart(
        Chart("Rank", [(day(0), 7), (day(90), 1), (day(180), 3)], is_rank=True), Language("en")
    )
    assert "data-high=-1 " in drawn
    assert "data-rank" in drawn
    assert "lowest 7, highest 1" in drawn
    assert ">0<" not in drawn
    assert "-" not in "".join(re.findall(r"<text[^>]*>([^<]*)<", drawn))


@pytest.mark.parametrize("those", [(1, 1), (1, 2), (40, 41), (1, 900), (5, 5)])
def test_every_place_lies_inside_the_chart(those: tuple[int, int]) -> None:
    points = [(day(number), rank) for number, rank in enumerate(those)]
    drawn = render_chart(Chart("Rank", points, is_rank=True), Language("en"))
    found = re.search(r"viewBox=0,0,\d+,([\d.]+) preserve", drawn)
    high = re.search(r"data-high=(-?[\d.]+)", drawn)
    assert found
    assert high
    assert all(0 <= float(high[1]) + rank <= float(found[1]) for rank in those)


def test_a_club_written_in_two_ways_is_one_and_two_of_one_slug_are_two() -> None:
    found = group_clubs(["De Blokkade", "de blokkade", "De Blokkade", "", " ", "A-B", "A B", "Ü"])
    assert [club.name for club in found] == ["A B", "A-B", "De Blokkade", "Ü"]
    assert len({club.id for club in found}) == 4
    to = SiteShell(found, has_check_page=False, has_fonts=False).club_urls
    assert to["De Blokkade"] == to["de blokkade"] == "clubs/de-blokkade/"
    assert "" not in to


@pytest.mark.parametrize("plays", ["evenings", "sessions"])
def test_where_nobody_wins_a_series_is_of_rises(plays: str) -> None:
    played = [Result(day(number), "e", "won") for number in range(3)]
    of = {player.id: Career([(BEGIN, 1500.0)], played) for player in PLAYERS}
    made = CareerSummaries(Careers(of.__getitem__, plays), PLAYERS)  # type: ignore[arg-type]
    lists = [Listing(BEGIN, BEGIN, PageContent.create([], []))]
    whole = next(iter(build_topics(Records(made), lists, set()))).content.sections()
    titles = {section.name: section.title for section in whole if isinstance(section, Section)}
    assert titles["series"] == "Longest series of rises"
