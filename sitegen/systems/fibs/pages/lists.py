"""The pages of the lists at each publication, with highlights above the three tables."""

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import pairwise
from operator import attrgetter, itemgetter

from sitegen.core.cache import BuildCache, keep_results, make_once
from sitegen.core.columnar import Rows
from sitegen.core.entities import Highlights
from sitegen.core.model import Fact, Listing, PageContent, PageSection, PublishedTable, Section
from sitegen.systems.fibs.calendar import (
    Publication,
    Register,
    apply_clubs,
    describe_event,
    find_complaint_deadline,
)
from sitegen.systems.fibs.outputs import (
    GAME_COLUMNS,
    CalculatedMatch,
    ProvisionalPlayer,
    RankedPlayer,
    UnregisteredPlayer,
)
from sitegen.systems.fibs.rating import FibsStanding, RatedWeek
from sitegen.systems.fibs.tables import Options, Registration
from sitegen.toolkit import highlights
from sitegen.toolkit.decisions import Applied, select_set_anew
from sitegen.toolkit.duel import lists as duel
from sitegen.toolkit.memberships import Members
from sitegen.toolkit.order import round_for_ranking, sort_alphabetically
from sitegen.toolkit.ratings import Placement, RatingList, RatingLists, make_requirement


def build_highlights(
    lists: RatingLists,
    matches: Rows[CalculatedMatch],
    highest: float,
    options: Options,
    set_anew: Collection[str],
) -> list[Highlights]:
    """Return the highlights of a list, from its rows and the matches since the list before.

    `highest` is the highest rating that anybody has had so far; `set_anew` are the players whose rating the
    committee has set since the list before.
    """
    label = "Climber of the week" if options.publication == "weekly" else "Climber of the day"
    return duel.build_highlights(
        highlights.find_climber(lists.ranked_rows, label, set_anew),
        highlights.make_biggest_win(find_biggest_win(matches, options)),
        lists=lists,
        games=matches,
        columns=GAME_COLUMNS,
        highest=highest,
        plays="Matches",
    )


def find_biggest_win(matches: Rows[CalculatedMatch], options: Options) -> highlights.Win | None:
    """Return the match in which most points were won, the first of equals."""
    gains = [
        (round_for_ranking(change), place)
        for place, change in enumerate(matches.get_column("change"))
        if change is not None
    ]
    if not gains:
        return None
    match = matches[max(gains, key=itemgetter(0))[1]]
    event_key = describe_event(options, match.date)[0]
    return highlights.Win(match.winner, match.loser, match.probability or 0.0, match.change, event_key)


@dataclass(frozen=True)
class ListPageBuilder:
    """Builds the pages of lists, from the standings after some days, and the registers on some days."""

    members: Members
    options: Options
    standings: Mapping[date, Mapping[str, FibsStanding]]
    registers: Mapping[date, Register]
    matches: Rows[CalculatedMatch]
    decisions: Sequence[Applied]

    @cached_property
    def rating_list(self) -> RatingList[FibsStanding]:
        """The rating list.

        "Voorlopige versus definitieve rating": provisional ratings are on a separate list, alphabetically.
        """
        provisional_below = self.options.provisional_below

        note = "sum of the lengths of the matches that count"
        describe_missing = make_requirement(
            "Experience still needed to be ranked", lambda standing: provisional_below - standing.experience
        )

        return RatingList(
            RankedPlayer,
            ProvisionalPlayer,
            lambda standing: standing.experience < provisional_below,
            is_listed=lambda _: True,
            facts=lambda standing: [
                Fact("Experience", standing.experience, int, note=note),
                *describe_missing(standing),
            ],
        )

    def build_listings(
        self,
        publications: Sequence[Publication],
        weeks: Sequence[RatedWeek],
        registrations: Sequence[Registration] | None,
        cache: BuildCache,
    ) -> Sequence[Listing]:
        """Return the pages of publications, oldest first; those before the first week that changed stay."""
        ends = [bisect_right(weeks, through, key=attrgetter("day")) for _, through, *_ in publications]
        spans = pairwise([0, *ends])
        steps = [
            (publication, weeks[first:end])
            for publication, (first, end) in zip(publications, spans, strict=True)
        ]
        return cache.resume(
            "lists",
            (self.members, self.options, registrations),
            steps,
            lambda listings: map(self._build_listing, publications[len(listings) :]),
        )

    def _build_listing(self, publication: Publication) -> Listing:
        """Return the page of a publication, whose tables are made when they are asked for."""
        complaints_until = None  # with a list every day each result has its own deadline
        if self.options.publication == "weekly":
            complaints_until = find_complaint_deadline(self.options, publication.through)
        content = PageContent.create(
            self._build_facts(publication, complaints_until),
            make_once(partial(self._build_page_sections, publication)),
        )
        return Listing(publication.day, publication.through, content, complaints_until=complaints_until)

    def _build_page_sections(self, publication: Publication) -> list[PageSection]:
        lists = self._compare_lists(publication)
        standings = self.standings[publication.through]
        highest = max((standing.highest for standing in standings.values()), default=0.0)
        days, before = self.matches.get_column("date"), publication.before
        first = bisect_right(days, before.through) if before else 0
        matches = self.matches[first : bisect_right(days, publication.through)]
        since = before.through if before else date.min
        set_anew = select_set_anew(row for row in self.decisions if since < row.date <= publication.through)
        highlighted = build_highlights(lists, matches, highest, self.options, set_anew)
        return [*highlighted, *self._build_sections(publication, lists)]

    def build_tables(self, publication: Publication) -> list[PublishedTable]:
        """Return the three tables of a publication."""
        return [
            *self.rating_list.publish(self._compare_lists(publication)),
            PublishedTable("not-registered", UnregisteredPlayer, self._list_unregistered(publication)),
        ]

    def _compare_lists(self, publication: Publication) -> RatingLists:
        before = publication.before
        return self.rating_list.compare_lists(
            self._place_players(before.day, before.through) if before else None,
            self._place_players(publication.day, publication.through),
        )

    def _build_sections(self, publication: Publication, lists: RatingLists) -> list[Section]:
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
                note=(
                    "These ratings are provisional: with so little experience they do not say much yet."
                    " The order is alphabetical."
                ),
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

    @keep_results(2)  # each list is compared with the one before it
    def _place_players(self, day: date, through: date) -> Placement[FibsStanding]:
        """Place the players of a list by its day and the last day of its results."""
        register, standings = self.registers[day], self.standings[through]
        registered = {player: standings[player] for player in register}
        players = apply_clubs(self.members.list_players(day), register)
        return self.rating_list.place_players(players, registered)

    def _list_unregistered(self, publication: Publication) -> list[UnregisteredPlayer]:
        register, standings = self.registers[publication.day], self.standings[publication.through]
        players = [
            player
            for player in self.members.list_players(publication.day)
            if player.id not in register
            if standings[player.id].matches and not standings[player.id].is_out
        ]
        return [
            UnregisteredPlayer.combine(standings[player.id], player, player=player.id)
            for player in sort_alphabetically(players)
        ]

    def _build_facts(self, publication: Publication, complaints_until: date | None) -> list[Fact]:
        facts = [Fact("Complaints accepted until", complaints_until, date)] if complaints_until else []
        facts.append(Fact("Ranked from experience", self.options.provisional_below, int))
        if publication.before:
            facts.append(Fact("Changes since the list of", publication.before.day, date))
        return facts
