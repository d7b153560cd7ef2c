"""The championships of the NBB-Clubranking: minimum, scores that fall away, substitutes, trios."""

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_nbb import FIRST, SEASON, club, evening, rated, session, table

from sitegen.core.model import PageContent, Section
from sitegen.systems.nbb.championships import (
    get_minimum,
    get_pair_minimum,
    list_averages,
    tally_pair,
    tally_player,
)
from sitegen.systems.nbb.outputs import LISTED_PAIR_CHAMPION, Champion
from sitegen.systems.nbb.tables import Inputs, LineUp, Options, PairsLine, Partnership, Sitting

EIGHT = club(**dict.fromkeys("abcdefgh", 60.0))


def sections(sheet: PageContent) -> list[Section]:
    return [section for section in sheet.sections() if isinstance(section, Section)]


def season(*evenings: tuple[str, ...]) -> list[Any]:
    return [
        row for number, rows in enumerate(evenings, 1) for row in session(PairsLine, evening(number), *rows)
    ]


@pytest.mark.parametrize(
    ("played", "dropped", "eligible"),
    [(22, 2, True), (20, 0, True), (19, 0, False), (25, 5, True), (40, 5, True)],
)
@pytest.mark.article("nbb", "Clubkampioenschap (individueel)")
def test_the_worst_scores_fall_away_as_far_as_the_minimum_is_left(
    played: int, dropped: int, eligible: bool
) -> None:
    """The document's own example: min = 20, x = 5; of 22 scores the 2 worst fall away."""
    standing = tally_player([float(score) for score in range(played)], 40, Options(lines=3, min_=20))
    assert (standing.dropped, standing.eligible) == (dropped, eligible)
    assert standing.average == pytest.approx((played - 1 + dropped) / 2)


@given(
    st.lists(
        st.dictionaries(st.sampled_from("abc"), st.sampled_from([30.0, 45.25, 60.1, 72.0])), max_size=12
    ),
    st.sampled_from([None, 0, 1, 3]),
    st.integers(0, 4),
)
@pytest.mark.article("nbb", "Clubkampioenschap (individueel)")
def test_after_each_session_who_is_eligible_has_the_average_of_what_counts(
    evenings: list[dict[str, float]], minimum: int | None, drop: int
) -> None:
    options = Options(lines=3, min_=minimum, drop=drop)
    snapshots: Any = [
        SimpleNamespace(rows=[SimpleNamespace(player=player, points=own) for player, own in points.items()])
        for points in evenings
    ]
    (averages,) = list_averages(options, {SEASON: snapshots}).values()
    assert len(averages) == len(evenings)
    for count, average in enumerate(averages, 1):
        played = {player: [own[player] for own in evenings[:count] if player in own] for player in "abc"}
        tallies = {player: tally_player(own, count, options) for player, own in played.items() if own}
        assert average == {player: tally.average for player, tally in tallies.items() if tally.eligible}


@pytest.mark.parametrize(
    ("together", "with_substitute", "expected"),
    [
        ([70, 60, 50], [99], ([70, 60], 1, 0, True)),
        ([70, 60], [99], ([70, 60], 0, 0, True)),
        ([70], [50, 90], ([70, 90], 0, 1, True)),
        ([], [50, 90, 80], ([90], 0, 1, False)),
        ([70], [], ([70], 0, 0, False)),
    ],
)
@pytest.mark.article("nbb", "Clubkampioenschap voor paren en driemanschappen")
def test_the_best_results_with_a_substitute_fill_up_what_is_missing(
    together: list[float], with_substitute: list[float], expected: tuple[list[float], int, int, bool]
) -> None:
    """Two results are needed, one of them with a substitute at most; one too many falls away."""
    options = Options(lines=3, pair_min=2, pair_substitutes=1, pair_drop=1)
    standing = tally_pair(together, with_substitute, 10, options)
    figures = list(standing.counted), standing.dropped, standing.substituted, standing.eligible
    assert figures == expected


def test_who_played_enough_stands_first_by_average_and_the_rest_without_a_rank() -> None:
    """Three sessions need two, which is 60 % rounded up; E and F played one, with the best score."""
    rows = season(
        ("A a b 60", "A c d 40"),
        ("A a b 50", "A c d 50"),
        ("A e f 63.5", "A c d 36.5"),
    )
    standings = table(rated(Inputs(EIGHT, [SEASON], pairs=rows), lines=1), "championship")
    assert [(row.rank, row.player, row.played, row.eligible, row.still_needed) for row in standings] == [
        (1, "a", 2, True, 0),
        (1, "b", 2, True, 0),
        (3, "c", 3, True, 0),
        (3, "d", 3, True, 0),
        (None, "e", 1, False, 1),
        (None, "f", 1, False, 1),
    ]
    assert {row.dropped for row in standings if row.player in "cd"} == {1}


@pytest.mark.article("nbb", "Clubkampioenschap voor paren en driemanschappen")
def test_pairs_and_trios_count_what_they_scored_with_each_other() -> None:
    """Two of a trio are together; with a substitute a result counts for the pair that is named."""
    partnerships = [
        Partnership("ab", "a", "b"),
        Partnership("cde", "c", "d", "e"),
        Partnership("gh", "g", "h"),
    ]
    rows = season(
        ("A a b 63.5", "A c d 36.5"),
        ("A a f 50 for=ab", "A d e 50"),
    )
    inputs = Inputs(EIGHT, [SEASON], partnerships=partnerships, pairs=rows)
    standings = table(rated(inputs, lines=1), "pairs-championship")
    assert [(row.rank, row.partnership, row.average, row.together, row.substituted) for row in standings] == [
        (1, "ab", 90, 1, 1),
        (2, "cde", 70, 2, 0),
    ]


@pytest.mark.article("nbb", "Clubkampioenschap voor paren en driemanschappen")
def test_in_a_team_partners_are_together_when_they_are_in_one_line_up() -> None:
    partnerships = [Partnership("ab", "a", "b"), Partnership("ae", "a", "e")]
    line_ups = [LineUp(FIRST, "X", "a", "c", "b", "d"), LineUp(FIRST, "Y", "e", "f", "g", "h")]
    sittings = [Sitting(FIRST, 1, "X", "Y", 17.0), Sitting(FIRST, 1, "Y", "X", 3.0)]
    inputs = Inputs(EIGHT, [SEASON], partnerships=partnerships, teams=sittings, lineups=line_ups)
    standings = table(rated(inputs), "pairs-championship")
    assert [(row.partnership, row.average, row.together) for row in standings] == [("ab", 80, 1)]


@pytest.mark.parametrize(
    ("wanted", "tables"),
    [(("individual",), (True, False)), (("pairs",), (False, True)), ((), (False, False))],
)
def test_a_championship_that_is_left_out_publishes_nothing(
    wanted: tuple[str, ...], tables: tuple[bool, bool]
) -> None:
    """No table, no heading, nothing on the pages of players; and without any no page either."""
    partnerships = [Partnership("ab", "a", "b")]
    rows = season(("A a b 60", "A c d 40"))
    outcome = rated(Inputs(EIGHT, [SEASON], partnerships=partnerships, pairs=rows), championships=wanted)
    names = {table.name for table in outcome.tables}
    assert tuple(name in names for name in ("championship", "pairs-championship")) == tables
    pages = {topic.key: topic.content for topic in outcome.topics}
    assert ("champions" in pages) == bool(wanted)
    if wanted:
        assert [section.table for section in sections(pages["champions"])] == [
            row for row, is_there in zip((Champion, LISTED_PAIR_CHAMPION), tables, strict=True) if is_there
        ]
        assert len(pages["champions"].facts) == 3
    facts = {fact.label for page in outcome.players for fact in page.content.facts}
    assert ("Average of the championship" in facts) == tables[0]


def test_the_season_begun_last_is_the_current_one() -> None:
    later = SEASON.replace(season="2026", start=date(2026, 9, 1), end=date(2027, 8, 31))
    rows = season(("A a b 60", "A c d 40"))
    outcome = rated(Inputs(EIGHT, [SEASON, later], pairs=rows), lines=1, sessions=1)
    assert table(outcome, "ranking") == []
    assert {row.season for row in table(outcome, "championship")} == {"2025"}


@pytest.mark.parametrize(("sessions", "needed"), [(0, 0), (1, 1), (5, 3), (6, 4), (10, 6), (30, 18)])
@pytest.mark.article("nbb", "Clubkampioenschap (individueel)")
def test_a_champion_has_played_sixty_per_cent_rounded_up(sessions: int, needed: int) -> None:
    assert get_minimum(sessions, Options(lines=3)) == get_pair_minimum(sessions, Options(lines=3)) == needed
    given = Options(lines=3, min_=20)
    assert get_minimum(sessions, given) == get_pair_minimum(sessions, given) == 20
    assert get_pair_minimum(sessions, Options(lines=3, min_=20, pair_min=7)) == 7
