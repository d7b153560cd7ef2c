"""The rating list, the provisional ratings and the players not registered, at any publication."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, lru_cache, partial

from sitegen.model import Fact, Listing, Part, Section, Sheet
from sitegen.systems.fibs.matches import Standing
from sitegen.systems.fibs.outputs import NotRegistered, Provisional, Ranked, Receipt
from sitegen.systems.fibs.pages.strip import highlights
from sitegen.systems.fibs.registers import Register
from sitegen.systems.fibs.tables import Options, Player
from sitegen.systems.fibs.timetable import Publication, complaints_until
from sitegen.table import Rows
from sitegen.toolkit.order import alphabetical
from sitegen.toolkit.ratings import Placed, RatingList


@dataclass(frozen=True)
class Lists:
    """All that lists are made from: how all stood after a day, and who was registered on a day."""

    players: Sequence[Player]
    options: Options
    standings: Mapping[date, Mapping[str, Standing]]
    registers: Mapping[date, Register]
    receipts: Rows[Receipt]

    @cached_property
    def rated(self) -> RatingList[Standing]:
        """Who is ranked.

        "Voorlopige versus definitieve rating": provisional ratings stand in a list apart, alphabetically.
        """
        below = self.options.provisional_below

        def facts(own: Standing) -> Iterator[Fact]:
            note = "sum of the lengths of the matches that count"
            yield Fact("Experience", own.experience, int, note=note)
            if own.experience < below:
                yield Fact("Experience still needed to be ranked", below - own.experience, int)

        return RatingList(
            Ranked, Provisional, lambda own: own.experience < below, lambda _: True, facts=facts
        )

    def listings(self, publications: Sequence[Publication]) -> list[Listing]:
        """A page for each of `publications`, whose tables are made when they are asked for."""
        return [self._listing(each) for each in publications]

    def _listing(self, publication: Publication) -> Listing:
        until = self._complaints_until(publication)
        sheet = Sheet(self._facts(publication, until), partial(self._parts, publication))
        return Listing(publication.day, publication.through, sheet, complaints_until=until)

    def _complaints_until(self, publication: Publication) -> date | None:
        """The last day for complaints; of a list of every day each result has its own."""
        is_weekly = self.options.publication == "weekly"
        return complaints_until(self.options, publication.through) if is_weekly else None

    def _parts(self, publication: Publication) -> list[Part]:
        sections = self.sections(publication)
        standings = self.standings[publication.through]
        highest = max((own.highest for own in standings.values()), default=0.0)
        return [*highlights(sections, self._played(publication), highest, self.options), *sections]

    def _played(self, publication: Publication) -> Rows[Receipt]:
        """The matches that were played since the list before."""
        days, before = self.receipts.column("date"), publication.before
        first = bisect_right(days, before.through) if before else 0
        return self.receipts[first : bisect_right(days, publication.through)]

    def sections(self, publication: Publication) -> list[Section]:
        """The three tables as published."""
        before = publication.before
        earlier = self._placed(before.day, before.through) if before else None
        lists = self.rated.since(earlier, self._placed(publication.day, publication.through))
        return [
            Section(
                "rating-list",
                "Rating list",
                Ranked,
                lists.ranked,
                note="Registered players, by rating.",
                empty="No registered player has enough experience yet.",
                articles=[
                    "Spelers",
                    "Voorlopige versus definitieve rating",
                    "Registratie van matchresultaten",
                ],
            ),
            Section(
                "provisional",
                "Provisional ratings",
                Provisional,
                lists.provisional,
                note="These ratings are provisional: the experience is still too low for them to say much."
                " In alphabetical order.",
                empty="No registered player has a provisional rating.",
                articles=["Spelers", "Initiële rating", "Voorlopige versus definitieve rating"],
            ),
            Section(
                "not-registered",
                "Not registered",
                NotRegistered,
                self._not_registered(publication),
                note="Players with matches that count whose registration is not in force, in alphabetical"
                " order.",
                empty="Everyone with a match that counts is registered.",
                articles=["Spelers"],
            ),
        ]

    @cached_property
    def _placed(self) -> Callable[[date, date], Placed[Standing]]:
        """Who stood on the list of a day, by the standings through another."""

        def placed(day: date, through: date) -> Placed[Standing]:
            register, standings = self.registers[day], self.standings[through]
            there = {player: standings[player] for player in register.rows}
            return self.rated.placed(self._entered(register), there)

        return lru_cache(maxsize=2)(placed)  # of a list, and of the one before

    @cached_property
    def _entered(self) -> Callable[[Register], Sequence[Player]]:
        """All players with their clubs by a register, which many lists share."""
        return cache(lambda register: [register.of(each) for each in self.players])

    def _not_registered(self, publication: Publication) -> list[NotRegistered]:
        register, standings = self.registers[publication.day].rows, self.standings[publication.through]
        away = [each for each in self.players if each.id not in register and standings[each.id].matches]
        return [NotRegistered.like(standings[each.id], each, player=each.id) for each in alphabetical(away)]

    def _facts(self, publication: Publication, until: date | None) -> list[Fact]:
        facts = [Fact("Complaints accepted until", until, date)] if until else []
        facts.append(Fact("Ranked from experience", self.options.provisional_below, int))
        if publication.before:
            facts.append(Fact("Changes since the list of", publication.before.day, date))
        return facts
