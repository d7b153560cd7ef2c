"""The rankings of pairs and trios, and the championships, as pages show them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from sitegen.model import Fact, Section, Sheet, Topic
from sitegen.names import slug
from sitegen.systems.nbb.articles import INDIVIDUAL, JOINT
from sitegen.systems.nbb.championships import Together, minimum, pair_minimum
from sitegen.systems.nbb.club import Club
from sitegen.systems.nbb.outputs import Champion
from sitegen.systems.nbb.pages.lists import season_facts
from sitegen.systems.nbb.sessions import key
from sitegen.systems.nbb.shown import JointChampion, Paired, Shared
from sitegen.systems.nbb.tables import Options, Partnership
from sitegen.table import PlayerId

_LABELS = ("Player", "Partner", "Third of the trio")
_OF_PLAYER = (
    "By the mean of the points that count; who has not played enough has no rank. The page of a player says"
    " what fell away."
)
_OF_PAIR = (
    "By the mean of the points that count; who has not played enough has no rank. The page of a pair or trio"
    " says what counts."
)


def topics(club: Club) -> Iterator[Topic]:
    """The rankings of pairs, the championships that the club has, and the results of each partnership."""
    section = Section(
        "pairs",
        "Pairs and trios",
        Paired,
        list(_paired(club)),
        note="The sum of the two rankings; of a trio two thirds of the sum of three.",
        empty="There are no partnerships.",
        articles=["Paren", "Driemanschappen"],
    )
    yield Topic("partnerships", "Pairs and trios", Sheet.of([], [section]))
    if club.options.championships:
        yield Topic("champions", "Championships", Sheet.of(list(_needed(club)), list(_championships(club))))
    addresses, called = topic_of(club.inputs.partnerships), club.called
    for each in club.inputs.partnerships:
        sheet = Sheet.of(list(_players(each)), list(_results(club, each)))
        yield Topic(addresses[each.partnership], "{name}", sheet, {"name": called[each.partnership]})


def topic_of(partnerships: Sequence[Partnership]) -> Mapping[str, str]:
    """The page of each partnership; names that only differ in other signs than letters have their own."""
    slugs = {each.partnership: slug(each.partnership) for each in partnerships}
    number = Counter(slugs.values())
    digests = {name: f"-{sha256(name.encode()).hexdigest()[:8]}" for name in slugs}
    return {
        name: f"partnerships/{own if own and number[own] == 1 else own + digests[name]}".replace("/-", "/")
        for name, own in slugs.items()
    }


def _paired(club: Club) -> Iterator[Paired]:
    partnerships = {each.partnership: each for each in club.inputs.partnerships}
    for row in club.pairs:
        pair = partnerships[row.partnership]
        rankings = [club.course.now[player].ranking for _, player in pair.players]
        one, other, third = [*rankings, None][:3]
        called = club.called[row.partnership]
        yield Paired.like(
            row, partnership=called, ranking1=one, ranking2=other, ranking3=third, source=pair.source
        )


def _players(pair: Partnership) -> Iterator[Fact]:
    return (Fact(label, player, PlayerId) for label, (_, player) in zip(_LABELS, pair.players, strict=False))


def _results(club: Club, pair: Partnership) -> Iterator[Section]:
    """All results of a pair or trio, the current season first, and which count for its championship."""
    for number, season in reversed(list(enumerate(club.played, 1))):
        if found := club.together.get((season.season, pair.partnership)):
            yield Section(
                f"season-{number}",
                "{season}",
                Shared,
                [*_shared(found)][::-1],
                "The average of the championship is the mean of the points that count.",
                "No session of this season has been played yet.",
                {"season": season.season},
                articles=[JOINT],
            )


def _shared(found: Together) -> Iterator[Shared]:
    """The results with each other and with a substitute, in the order in which they were played."""
    results = [(each.receipts[0], place, each.entry) for place, each in enumerate(found.results)]
    for row, place, entry in sorted(results, key=lambda result: (result[0].date, result[0].session)):
        yield Shared.like(
            row,
            player1="" if row.team else row.player,
            player2=row.partner,
            substitute=place >= found.tally.played or None,
            counts=place in found.tally.places,
            source=entry.source,
            session=key(row.date, row.session),
        )


def _needed(club: Club) -> Iterator[Fact]:
    if club.season:
        played = club.played[club.season]
        yield from season_facts(club.season, played)
        if "individual" in club.options.championships:
            yield Fact("Sessions that a champion needs", minimum(len(played), club.options), int)
        if "pairs" in club.options.championships:
            yield Fact("Results that a champion pair needs", pair_minimum(len(played), club.options), int)


class _Kind(NamedTuple):
    """A championship as its sections show it, and the least that who wins it must have played."""

    name: str
    title: str
    table: Any
    rows: Sequence[Any]
    needed: Callable[[int, Options], int]
    note: str
    article: str


def _kinds(club: Club) -> Iterator[_Kind]:
    if "individual" in club.options.championships:
        title = "Players, {season} – sessions needed: {needed}"
        yield _Kind("individual", title, Champion, club.champions, minimum, _OF_PLAYER, INDIVIDUAL)
    if "pairs" in club.options.championships:
        title = "Pairs and trios, {season} – results needed: {needed}"
        rows = [
            JointChampion.like(row, partnership=club.called[row.partnership]) for row in club.pair_champions
        ]
        yield _Kind("pairs", title, JointChampion, rows, pair_minimum, _OF_PAIR, JOINT)


def _championships(club: Club) -> Iterator[Section]:
    """Those of each season, the current one first."""
    for number, season in reversed(list(enumerate(club.played, 1))):
        for each in _kinds(club):
            yield Section(
                f"{each.name}-{number}",
                each.title,
                each.table,
                [row for row in each.rows if row.season == season.season],
                each.note,
                "No session of this season has been played yet.",
                {"season": season.season, "needed": each.needed(len(club.played[season]), club.options)},
                articles=[each.article],
            )
