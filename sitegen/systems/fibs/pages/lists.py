"""The rating list, the provisional ratings and the players not registered, at any publication.

The pages of the BGFed rating list.

What members ask first of a new list: who climbed, who won most, who leads, how much was played.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, lru_cache, partial
from itertools import compress
from operator import itemgetter

from sitegen.core.columnar import Rows
from sitegen.core.entities import Highlights
from sitegen.core.model import Fact, Listing, PageContent, PageSection, Section
from sitegen.systems.fibs.calendar import Publication, Register, find_complaint_deadline, make_event_key
from sitegen.systems.fibs.outputs import CalculatedMatch, ProvisionalPlayer, RankedPlayer, UnregisteredPlayer
from sitegen.systems.fibs.rating import FibsStanding
from sitegen.systems.fibs.tables import Options, Player
from sitegen.toolkit import highlights
from sitegen.toolkit.order import round_for_ranking, sort_alphabetically
from sitegen.toolkit.ratings import Placement, RatingList


def build_highlights(
    sections: Sequence[Section], played: Rows[CalculatedMatch], highest: float, options: Options
) -> list[Highlights]:
    """The strip of a list, from its tables and the matches `played` since the one before.

    `highest` is the highest rating that anybody had through it.
    """
    ranked, provisional = (Rows.from_rows(section.table, section.rows) for section in sections[:2])
    counted, *sides = map(played.get_column, ("counted", "winner", "loser"))
    label = "Climber of the week" if options.publication == "weekly" else "Climber of the day"
    return highlights.collect_highlights(
        highlights.find_climber(ranked, label),
        highlights.make_biggest_win(_find_biggest_win(played, options)),
        highlights.find_leader(ranked, highest),
        highlights.count_played(
            "Matches",
            sum(counted),
            {player for side in sides for player in compress(side, counted)},
            {player for rows in (ranked, provisional) for player in rows.get_column("player")},
        ),
    )


def _find_biggest_win(played: Rows[CalculatedMatch], options: Options) -> highlights.Win | None:
    """The match in which most points were won, the first of equals."""
    gains = [
        (round_for_ranking(w), place) for place, w in enumerate(played.get_column("change")) if w is not None
    ]
    if not gains:
        return None
    row = played[max(gains, key=itemgetter(0))[1]]
    return highlights.Win(
        row.winner, row.loser, row.probability or 0.0, row.change, make_event_key(options, row.date)
    )


@dataclass(frozen=True)
class ListPages:
    """All that lists are made from: how all stood after a day, and who was registered on a day."""

    players: Sequence[Player]
    options: Options
    standings: Mapping[date, Mapping[str, FibsStanding]]
    registers: Mapping[date, Register]
    matches: Rows[CalculatedMatch]

    @cached_property
    def rating_list(self) -> RatingList[FibsStanding]:
        """Who is ranked.

        "Voorlopige versus definitieve rating": provisional ratings stand in a list apart, alphabetically.
        """
        below = self.options.provisional_below

        def facts(own: FibsStanding) -> Iterator[Fact]:
            note = "sum of the lengths of the matches that count"
            yield Fact("Experience", own.experience, int, note=note)
            if own.experience < below:
                yield Fact("Experience still needed to be ranked", below - own.experience, int)

        return RatingList(
            RankedPlayer, ProvisionalPlayer, lambda own: own.experience < below, lambda _: True, facts=facts
        )

    def build_listings(self, publications: Sequence[Publication]) -> list[Listing]:
        """A page for each of `publications`, whose tables are made when they are asked for."""
        return [self._build_listing(publication) for publication in publications]

    def _build_listing(self, publication: Publication) -> Listing:
        until = self._find_complaint_deadline(publication)
        sheet = PageContent(
            self._build_facts(publication, until), partial(self._build_page_sections, publication)
        )
        return Listing(publication.day, publication.through, sheet, complaints_until=until)

    def _find_complaint_deadline(self, publication: Publication) -> date | None:
        """The last day for complaints; of a list of every day each result has its own."""
        is_weekly = self.options.publication == "weekly"
        return find_complaint_deadline(self.options, publication.through) if is_weekly else None

    def _build_page_sections(self, publication: Publication) -> list[PageSection]:
        sections = self.build_sections(publication)
        standings = self.standings[publication.through]
        highest = max((own.highest for own in standings.values()), default=0.0)
        return [
            *build_highlights(sections, self._select_matches(publication), highest, self.options),
            *sections,
        ]

    def _select_matches(self, publication: Publication) -> Rows[CalculatedMatch]:
        """The matches that were played since the list before."""
        days, before = self.matches.get_column("date"), publication.before
        first = bisect_right(days, before.through) if before else 0
        return self.matches[first : bisect_right(days, publication.through)]

    def build_sections(self, publication: Publication) -> list[Section]:
        """The three tables as published."""
        before = publication.before
        earlier = self._place_players(before.day, before.through) if before else None
        lists = self.rating_list.compare_lists(
            earlier, self._place_players(publication.day, publication.through)
        )
        return [
            Section(
                "rating-list",
                "Rating list",
                RankedPlayer,
                lists.ranked_rows,
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
                ProvisionalPlayer,
                lists.provisional_rows,
                note="These ratings are provisional: the experience is still too low for them to say much."
                " In alphabetical order.",
                empty="No registered player has a provisional rating.",
                articles=["Spelers", "Initiële rating", "Voorlopige versus definitieve rating"],
            ),
            Section(
                "not-registered",
                "Not registered",
                UnregisteredPlayer,
                self._list_unregistered(publication),
                note="Players with matches that count whose registration is not in force, in alphabetical"
                " order.",
                empty="Everyone with a match that counts is registered.",
                articles=["Spelers"],
            ),
        ]

    @cached_property
    def _place_players(self) -> Callable[[date, date], Placement[FibsStanding]]:
        """Who stood on the list of a day, by the standings through another."""

        def placed(day: date, through: date) -> Placement[FibsStanding]:
            register, standings = self.registers[day], self.standings[through]
            there = {player: standings[player] for player in register.rows}
            return self.rating_list.place_players(self._enter_players(register), there)

        return lru_cache(maxsize=2)(placed)  # of a list, and of the one before

    @cached_property
    def _enter_players(self) -> Callable[[Register], Sequence[Player]]:
        """All players with their clubs by a register, which many lists share."""
        return cache(lambda register: [register.apply_club(player) for player in self.players])

    def _list_unregistered(self, publication: Publication) -> list[UnregisteredPlayer]:
        register, standings = self.registers[publication.day].rows, self.standings[publication.through]
        away = [
            player for player in self.players if player.id not in register and standings[player.id].matches
        ]
        return [
            UnregisteredPlayer.combine(standings[player.id], player, player=player.id)
            for player in sort_alphabetically(away)
        ]

    def _build_facts(self, publication: Publication, until: date | None) -> list[Fact]:
        facts = [Fact("Complaints accepted until", until, date)] if until else []
        facts.append(Fact("Ranked from experience", self.options.provisional_below, int))
        if publication.before:
            facts.append(Fact("Changes since the list of", publication.before.day, date))
        return facts
