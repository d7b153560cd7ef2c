"""An invented federation: its members, how long they stay, and what they play on each day of five years."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from lots import bell, below, pick, shuffled
from play import FIRST, LAST, TOURNAMENTS, chance, loser_points
from roll import Person

CLUBS = {
    "De Dobbelsteen": 1,
    "Scheldeboord": 3,
    "Le Double Six": 2,
    "'t Veerhuis": 0,
    "De Blokkade": 1,
    "Prime Time": 4,
}
"""The clubs, and the weekday of their evenings (Monday 0)."""
_YOUNGEST, _FOUNDED = "Prime Time", date(2023, 9, 1)
_RAPID = {"De Dobbelsteen", "De Blokkade", "Prime Time"}
_LOCKDOWN = date(2021, 11, 29), date(2022, 2, 4)
_KEEN = {"late": (0.4, 0.6), "guest": (0.06, 0.0)}  # at least, and how much more at most
_MOST = (0.03, 1.0)
_LENGTHS = (7, 5, 7, 9, 9, 7, 7, 7, 11, 5, 7, 5)


class Match(NamedTuple):
    """A row of the table `matches`; its fields are the columns."""

    date: date
    winner: str
    loser: str
    length: int
    score: int | str
    kind: str = "club"
    agreed: str = ""
    online: str = ""
    reserve: int | str = ""
    delay: int | str = ""
    event: str = ""
    club: str = ""


class Registration(NamedTuple):
    """A row of the table `registrations`; `start` is its column `from`."""

    player: str
    start: date
    until: date
    club: str


class Member(NamedTuple):
    """Someone who plays from `joined` to `left`, not in the year `away`, and from the year `moved` at `club`.

    `keen` is the chance that they come to an evening; `talent` and `gain` are in points of rating.
    """

    id: str
    person: Person
    keen: float
    talent: float
    gain: float
    joined: date
    left: date
    away: int
    moved: int
    club: str

    def club_in(self, year: int) -> str:
        """The club they play at that year."""
        return self.club if year >= self.moved else self.person.club

    def plays_on(self, day: date) -> bool:
        """Whether they are around."""
        return self.joined <= day <= self.left and day.year != self.away

    def strength_on(self, day: date) -> float:
        """Their playing strength as a rating: it rises fast at first, then ever more slowly."""
        years = (day - self.joined).days / 365
        return self.talent + self.gain * years / (years + 1)


class Format(NamedTuple):
    """How an evening is played; length 0 is as the players please."""

    event: str = ""
    length: int = 0
    online: str = ""
    reserve: int | str = ""
    delay: int | str = ""


def member(rng: Random, id_: str, person: Person) -> Member:
    """Draw a career; what the roll says of a person comes before the lot."""
    joined = _joined(rng, person)
    least, more = _KEEN.get(person.part, _MOST)
    stays = LAST + timedelta(60)
    left = stays if rng.random() < 0.5 else joined + timedelta(200 + below(rng, 1300))
    away = 2023 + below(rng, 3) if rng.random() < 0.08 else 0
    moves = person.part == "" and rng.random() < 0.07
    return Member(
        id=id_,
        person=person,
        keen=least + more * rng.random() * rng.random(),
        talent=1440 + 280 * bell(rng),  # ratings follow slowly: after five years they lie half as far apart
        gain=150 * rng.random(),
        joined=joined,
        left=stays if person.part else min(left, stays),
        away=0 if person.part else away,
        moved=2024 + below(rng, 3) if moves else 9999,
        club=pick(rng, tuple(CLUBS)) if moves else person.club,
    )


def _joined(rng: Random, person: Person) -> date:
    founder, later = rng.random() < 0.36, below(rng, (LAST - FIRST).days - 30)
    if person.part == "new":
        return date(2026, 11, 16) + timedelta(later % 4)
    start = _FOUNDED if person.club == _YOUNGEST else FIRST
    return start if founder else start + timedelta(later * (LAST - start).days // (LAST - FIRST).days)


def registrations(rng: Random, who: Member) -> Iterator[Registration]:
    """One row a calendar year. Some renew late, and the late ones come three weeks before they register."""
    first = who.joined + timedelta(21 if who.person.part == "late" else 0)
    for year in range(first.year, min(who.left.year, LAST.year) + 1):
        late = 20 + below(rng, 80) if rng.random() < 0.05 else 0
        start = max(first, date(year, 1, 1) + timedelta(late))
        if who.person.part != "guest" and who.plays_on(start):
            yield Registration(who.id, start, date(year, 12, 31), who.club_in(year))


def contest(rng: Random, day: date, pair: Sequence[Member], length: int) -> Match:
    """A match between two; its winner is drawn from their strengths, its score not always written down."""
    one, other = pair
    if rng.random() >= chance(one.strength_on(day), other.strength_on(day), length):
        one, other = other, one
    score = loser_points(rng, length) if rng.random() < 0.8 else ""
    return Match(day, one.id, other.id, length, score)


def evening(rng: Random, members: Sequence[Member], club: str, day: date) -> list[Match]:
    """A club evening: everyone who comes plays once, some twice."""
    form = _format(club, day)
    came = [each for each in members if each.club_in(day.year) == club and rng.random() < each.keen]
    again = [each for each in came if rng.random() < 0.45]
    pairs = [*_pairs(shuffled(rng, came)), *_pairs(shuffled(rng, again))]
    matches = [contest(rng, day, pair, form.length or pick(rng, (3, 5, 5, 7, 7, 7, 9))) for pair in pairs]
    return [
        each._replace(online=form.online, reserve=form.reserve, delay=form.delay, event=form.event, club=club)
        for each in matches
    ]


def _format(club: str, day: date) -> Format:
    """The last evening of a month is rapid at some clubs, the first of April and October blitz at one."""
    if _LOCKDOWN[0] <= day <= _LOCKDOWN[1]:
        return Format("Online evening", online="yes")
    if club in _RAPID and (day + timedelta(7)).month != day.month:
        mistaken = club == "De Blokkade" and (day.year, day.month) == (2024, 2)
        return Format("Rapid evening", 7, reserve=240 if mistaken else 300, delay=11)
    if club == "De Blokkade" and day.month in (4, 10) and day.day <= 7:
        return Format("Blitz evening", 5, reserve=120, delay=10)
    return Format()


def _pairs(players: Sequence[Member]) -> Iterator[tuple[Member, Member]]:
    """The first with the second, the third with the fourth; an odd one out watches."""
    return zip(players[::2], players[1::2], strict=False)


def tournament(rng: Random, members: Sequence[Member], day: date) -> Iterator[Match]:
    """Four rounds; after each all but the first move on a seat, so that nobody meets anyone twice."""
    length = _LENGTHS[day.month - 1]
    host = tuple(CLUBS)[(day.year + day.month) % len(CLUBS)]
    came = shuffled(rng, [each for each in members if rng.random() < 0.04 + each.keen / 2])
    half = len(came) // 2
    seats = came[: 2 * half]
    for number in range(1, 5):
        event = f"{TOURNAMENTS[day.month - 1]} {day.year}, round {number}"
        for pair in zip(seats[:half], reversed(seats[half:]), strict=True):
            yield contest(rng, day, pair, length)._replace(kind="tournament", event=event, club=host)
        seats = [*seats[:1], *seats[2:], *seats[1:2]]


def championship(rng: Random, members: Sequence[Member], day: date) -> Iterator[Match]:
    """The sixteen who stand out, by knock-out on a Saturday and a Sunday, with clocks."""
    by_strength = sorted(members, key=lambda item: -item.strength_on(day) - 60 * bell(rng))
    left = shuffled(rng, [each for each in by_strength if each.keen > 0.08][:16])
    for number, title in enumerate(("last 16", "quarter-final", "semi-final", "final")):
        length = 15 if title == "final" else 13
        matches = [contest(rng, day + timedelta(number // 2), pair, length) for pair in _pairs(left)]
        event = f"Delta Championship {day.year}, {title}"
        for match in matches:
            yield match._replace(
                kind="tournament", reserve=60 * length, delay=12, event=event, club="Scheldeboord"
            )
        winners = {each.winner for each in matches}
        left = [each for each in left if each.id in winners]


def friendly(rng: Random, members: Sequence[Member], day: date) -> Match:
    """A match between two of one club; most of the time they agreed beforehand that it counts."""
    one = pick(rng, members)
    club = one.club_in(day.year)
    other = pick(rng, [each for each in members if each.club_in(day.year) == club and each != one])
    match = contest(rng, day, (one, other), pick(rng, (5, 7, 9)))
    return match._replace(kind="friendly", agreed="yes" if rng.random() < 0.7 else "no", club=club)


def season(rng: Random, members: Sequence[Member]) -> Iterator[Match]:
    """Every match from FIRST to LAST, by date."""
    for offset in range((LAST - FIRST).days + 1):
        day = FIRST + timedelta(offset)
        around = [each for each in members if each.plays_on(day)]
        yield from _at_clubs(rng, around, day)
        yield from _on_sunday(rng, around, day)


def _at_clubs(rng: Random, around: Sequence[Member], day: date) -> Iterator[Match]:
    if _holiday(day):
        return
    for club, weekday in CLUBS.items():
        if day.weekday() == weekday:
            yield from dict.fromkeys(evening(rng, around, club, day))  # no row occurs twice
    if rng.random() < 0.1 and not _LOCKDOWN[0] <= day <= _LOCKDOWN[1]:
        yield friendly(rng, around, day)


def _on_sunday(rng: Random, around: Sequence[Member], day: date) -> Iterator[Match]:
    """The tournament of the month on its third Sunday; the championship on the last weekend of June."""
    if day.month == 6 and day.weekday() == 5 and 23 <= day.day <= 29:
        yield from championship(rng, around, day)
    closed = day.month in (7, 8) or _LOCKDOWN[0] <= day <= _LOCKDOWN[1]
    if day.weekday() == 6 and 15 <= day.day <= 21 and not closed:
        yield from tournament(rng, around, day)


def _holiday(day: date) -> bool:
    """The clubs close from 11 July to the end of August and around Christmas."""
    return (
        (7, 11) <= (day.month, day.day) <= (8, 31)
        or (day.month, day.day) >= (12, 20)
        or day.timetuple().tm_yday < 6
    )
