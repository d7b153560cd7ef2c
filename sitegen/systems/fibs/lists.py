"""The rating list, the provisional ratings and the players not registered, at any publication."""

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from hashlib import blake2b
from typing import NamedTuple

from sitegen.model import Fact, Listing, Published, Section, Sheet
from sitegen.systems.fibs.outputs import NotRegistered, Provisional, Ranked
from sitegen.systems.fibs.tables import Options, Player
from sitegen.systems.fibs.timetable import Publication, Register, complaints_until
from sitegen.toolkit.order import alphabetical, movement, ranked


class State(NamedTuple):
    """Rating, experience and number of counted matches of every player, in the order of their rows."""

    ratings: list[float]
    experience: list[int]
    matches: list[int]

    @property
    def digest(self) -> bytes:
        """The state in 16 bytes."""
        columns = array("d", self.ratings), array("q", self.experience), array("q", self.matches)
        return blake2b(b"".join(each.tobytes() for each in columns), digest_size=16).digest()


class Course(NamedTuple):
    """All that lists are made from: the state after a day's matches and the register of a day, by day."""

    players: Sequence[Player]
    options: Options
    states: Mapping[date, State]
    registers: Mapping[date, Register]


class Standing(NamedTuple):
    """Where a player stands at a publication."""

    player: Player
    club: str
    is_registered: bool
    is_provisional: bool
    rating: float
    experience: int
    matches: int


class Earlier(NamedTuple):
    """The list before: the rating of everyone registered then, and the rank of those on the rating list."""

    ratings: Mapping[str, float]
    ranks: Mapping[str, int]


class Lists(NamedTuple):
    """The three tables of a publication."""

    rating_list: list[Ranked]
    provisional: list[Provisional]
    not_registered: list[NotRegistered]

    def published(self) -> list[Published]:
        """The tables as files."""
        return [
            Published("rating-list", Ranked, self.rating_list),
            Published("provisional", Provisional, self.provisional),
            Published("not-registered", NotRegistered, self.not_registered),
        ]


def lists(course: Course, publication: Publication) -> Lists:
    """The tables as published.

    "Voorlopige versus definitieve rating": provisional ratings stand in a list apart, alphabetically.
    """
    now, before = standings(course, publication).values(), _earlier(course, publication.before)
    listed = {each.player.id: each for each in now if each.is_registered and not each.is_provisional}
    apart = [each for each in now if each.is_registered and each.is_provisional]
    away = [each for each in now if not each.is_registered and each.matches]
    return Lists(
        Ranked.rows(
            (
                rank,
                *_columns(listed[player.id]),
                _change(listed[player.id], before),
                movement(rank, before.ranks.get(player.id)),
            )
            for rank, player in _ranked(listed.values())
        ),
        Provisional.rows((*_columns(each), _change(each, before)) for each in _by_alphabet(apart)),
        NotRegistered.rows(map(_columns, _by_alphabet(away))),
    )


def listings(course: Course, publications: Sequence[Publication]) -> list[Listing]:
    """A listing for each of `publications`, whose tables are made when they are asked for."""
    shown = [(each.id, each.name, each.club, each.hidden, each.alphabet) for each in course.players]
    seed = blake2b(repr((shown, course.options)).encode(), digest_size=16).digest()
    digests = {day: state.digest for day, state in course.states.items()}
    return [_listing(course, each, seed, digests) for each in publications]


def _listing(course: Course, publication: Publication, seed: bytes, digests: Mapping[date, bytes]) -> Listing:
    seen = [publication, publication.before] if publication.before else [publication]
    state = [digests[each.through] + course.registers[each.day].digest for each in seen]
    evidence = blake2b(b"".join([seed, *state]), digest_size=16).digest()
    sheet = Sheet(_facts(course.options, publication), evidence, partial(_sections, course, publication))
    return Listing(publication.day, publication.through, sheet)


def _facts(options: Options, publication: Publication) -> list[Fact]:
    facts = []
    if options.publication == "weekly":
        facts.append(Fact("Complaints accepted until", complaints_until(options, publication.through), date))
    facts.append(Fact("Ranked from experience", options.provisional_below, int))
    if publication.before:
        facts.append(Fact("Changes since the list of", publication.before.day, date))
    return facts


def _sections(course: Course, publication: Publication) -> list[Section]:
    made = lists(course, publication)
    return [
        Section(
            "rating-list",
            "Rating list",
            Ranked,
            made.rating_list,
            note="Registered players, by rating.",
            empty="No registered player has enough experience yet.",
        ),
        Section(
            "provisional",
            "Provisional ratings",
            Provisional,
            made.provisional,
            note="These ratings are provisional: the experience is still too low for them to say much."
            " In alphabetical order.",
            empty="No registered player has a provisional rating.",
        ),
        Section(
            "not-registered",
            "Not registered",
            NotRegistered,
            made.not_registered,
            note="Players with matches that count whose registration is not in force, in alphabetical order.",
            empty="Everyone with a match that counts is registered.",
        ),
    ]


def standings(course: Course, publication: Publication) -> dict[str, Standing]:
    """Where each player stood at a publication, by id."""
    register, below = course.registers[publication.day], course.options.provisional_below
    return {
        player.id: Standing(
            player,
            register.club(player),
            player.id in register.rows,
            experience < below,
            rating,
            experience,
            matches,
        )
        for player, rating, experience, matches in zip(
            course.players, *course.states[publication.through], strict=True
        )
    }


def _earlier(course: Course, publication: Publication | None) -> Earlier:
    """The list before, as far as a list is compared with it; empty before the first."""
    if publication is None:
        return Earlier({}, {})
    registered, state = course.registers[publication.day].rows, course.states[publication.through]
    pairs = zip(course.players, state.ratings, state.experience, strict=True)
    there = [(player, rating, experience) for player, rating, experience in pairs if player.id in registered]
    ratings = {player.id: rating for player, rating, _ in there}
    below = course.options.provisional_below
    places = ranked([player for player, _, experience in there if experience >= below], ratings)
    return Earlier(ratings, {player.id: rank for rank, player in places})


def _ranked(listed: Collection[Standing]) -> list[tuple[int, Player]]:
    return ranked([each.player for each in listed], {each.player.id: each.rating for each in listed})


def _by_alphabet(entries: Iterable[Standing]) -> list[Standing]:
    by_id = {each.player.id: each for each in entries}
    return [by_id[player.id] for player in alphabetical(each.player for each in by_id.values())]


def _columns(standing: Standing) -> tuple[str, str, str, float, int, int]:
    player = standing.player
    return player.id, player.name, standing.club, standing.rating, standing.experience, standing.matches


def _change(now: Standing, before: Earlier) -> float | None:
    """Against the rating on either list before; None for who was on neither."""
    earlier = before.ratings.get(now.player.id)
    return None if earlier is None else now.rating - earlier
