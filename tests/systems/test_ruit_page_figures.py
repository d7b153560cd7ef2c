"""Every figure of the bridge handicaps follows from their published tables; and these by the regulation."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import fsum, sqrt
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from page_law import ELSEWHERE, Figure, Published, Record, extremes, follow, hold, key_of
from page_reader import CALCULATION, Page, Row

pytestmark = [
    pytest.mark.slow,
    pytest.mark.article(
        "ruit",
        "De handicap",
        "RUIT butleravond",
        "RUIT parenavond",
        "RUIT viertallenschema",
        "Partnersubsidie",
        "Overig",
    ),
]

_DIVISORS = {"pairs": 40, "butler": 10, "teams": 20}
_TAU = (sqrt(5) - 1) / 2
_UNITS = {"pairs": "Pairs", "butler": "Pairs", "teams": "Teams"}
_FORMS = ("all", "pairs", "butler", "teams")

Couple = tuple[Record, Record]
"""The rows of the two of a pair."""


class Bridge(Published):
    """A ranking by the Ruit rating."""

    @cached_property
    def evenings(self) -> Mapping[str, Mapping[str, Record]]:
        """The rows of each evening by player, by its day."""
        days: dict[str, dict[str, Record]] = {}
        for row in self.tables["evenings"]:
            days.setdefault(row["date"], {})[row["player"]] = row
        return days

    def history(self, player: str, through: str = "9999") -> list[Record]:
        """The evenings of a player through a day."""
        return [rows[player] for day, rows in self.evenings.items() if player in rows and day <= through]

    # An evening

    def of_evening(self, shown: Page) -> Iterator[Figure]:
        """The page of an evening, and what follows for its rows in the table."""
        rows = self.evenings[key_of(shown)]
        cells = {self.find_player(cell["Player"]): cell for cell in shown.rows("final")}
        couples = [(rows[player], rows[rows[player]["partner"]]) for player in cells]
        is_team = (form := couples[0][0]["form"]) == "teams"
        yield Figure(f"{shown.path}: players", str(2 * len(cells)), len(rows))
        final = [self.in_final(couple, couples, shown) for couple in couples]
        sections = {"final": final, "matches": [of_match(match, rows) for match in shown.rows("matches")]}
        units = len({row["team"] for row in rows.values()} if is_team else couples)
        facts = {"Date": key_of(shown), "Form": form, "Players": len(rows), _UNITS[form]: units}
        won = {"Won": (ELSEWHERE, max(row["after"] for row in rows.values()))}
        gains = extremes({player: gain(row) for player, row in rows.items()})
        yield from self.check(shown, sections, facts, won | gains)
        seats = {(cell.get("Section"), str(cell["Pair or team"])): player for player, cell in cells.items()}
        for couple in couples:
            cell = cells[couple[0]["player"]]
            met = [
                rows[seats[cell.get("Section"), seat]]["own"] for seat in cell.get("Opponents", "").split()
            ]
            follows = self.of_team(couple[0], rows, shown) if is_team else of_pair(couple, fmean(met))
            for row, other in (couple, couple[::-1]):
                values = {**follows, **self.rate(row, other, shown)}
                yield from follow(f"{key_of(shown)}, {row['player']}", row, values)

    def rate(self, row: Record, other: Record, shown: Page) -> Record:
        """What the score of a player does to the rating."""
        after, earlier = row["after"], self.history(row["player"], row["date"])[:-1]
        changes = {
            "pairs": 1.5 * (after - 50), "butler": 0.4 * after,
            "teams": after - 10 * len(self.matches(row["team"], shown)),
        }  # fmt: skip
        subsidy = (row["before"] < other["before"]) - (row["before"] > other["before"])
        rating = max(0.0, row["before"] + row["change"] + row["subsidy"])
        before = earlier[-1]["rating"] if earlier else row["before"]
        return {"change": changes[row["form"]], "subsidy": subsidy, "rating": rating, "before": before}

    def matches(self, team: str, shown: Page) -> list[tuple[str, Row, bool]]:
        """The matches of a team: the other one, the row, and whether it stands first in it."""
        rows = shown.rows("matches")
        home = [(str(row["Team b"]), row, True) for row in rows if row["Team a"] == team]
        return home + [(str(row["Team a"]), row, False) for row in rows if row["Team b"] == team]

    def of_team(self, own: Record, rows: Mapping[str, Record], shown: Page) -> Record:
        """The figures of a team, which are the sums of those of its matches."""
        strengths = {row["team"]: row["own"] for row in rows.values()}
        matches = self.matches(own["team"], shown)
        values = {
            "own": fsum(row["before"] for row in rows.values() if row["team"] == own["team"]),
            "opposition": fmean(strengths[other] for other, _, _ in matches),
            "after": fsum(points_of(row, strengths, is_first=is_first) for _, row, is_first in matches),
        }
        if own["raw"] is not None:
            margins = [imps_of(row) * (1 if is_first else -1) for _, row, is_first in matches]
            handicaps = [-(own["own"] - strengths[other]) / 20 for other, _, _ in matches]
            values |= {"raw": fsum(margins), "handicap": fsum(handicaps)}
        return values

    def in_final(self, couple: Couple, couples: Sequence[Couple], shown: Page) -> Record:
        """A pair in the final standing, with the calculation that it opens."""
        row, other = couple
        is_team = row["form"] == "teams"
        ahead = [one for one, _ in couples if one["after"] > row["after"]]
        others = [pair for pair in couples if pair[0]["team"] == row["team"] and pair != couple and is_team]
        before = [one["before"] for pair in (couple, *others) for one in pair]
        columns = f"player partner after raw team:Pair_or_team{' opposition handicap' * is_team}"
        return {
            **self.show("evenings", row, columns), "±": gain(row), "± 2": gain(other), "Section": ELSEWHERE,
            "#": 1 + (len({one["team"] for one in ahead}) if is_team else len(ahead)), "Opponents": ELSEWHERE,
            "Matches": len(self.matches(row["team"], shown)) or None,
            CALCULATION: "; ".join(self.calculation(couple, before, shown)),
        }  # fmt: skip

    def calculation(self, couple: Couple, before: Sequence[float], shown: Page) -> Iterator[str]:
        """What the row of a pair opens; `before` are the ratings of the pair, and of the rest of a team."""
        row, _ = couple
        form, after, change = row["form"], row["after"], row["change"]
        terms, usual = " + ".join(map(str, before)), 10 * len(self.matches(row["team"], shown))
        yield f"Own = {f'({terms}) / 2' if form == 'pairs' else terms} = {row['own']}"
        if form != "teams":
            difference = f"({row['own']} − {row['opposition']})"
            yield f"Handicap = −{difference} / {_DIVISORS[form]} = {row['handicap']}"
            yield f"After = {row['raw']} + {row['handicap']} = {after}"
        formulas = {
            "pairs": f"1.5 × ({after} − 50)",
            "butler": f"0.4 × {after}",
            "teams": f"{after} − {usual}",
        }
        yield f"Change = {formulas[form]} = {change}"
        for one in couple:
            rating = one["before"] + change + one["subsidy"]
            sums = f"{one['before']} + {change} + {one['subsidy']} = {rating}"
            yield f"{self.names[one['player']]} = {sums}{' → 0' * (rating < 0)}"

    def of_calendar(self) -> Iterator[Figure]:
        """All evenings."""
        rows = []
        for day, players in reversed(self.evenings.items()):
            first = max(players.values(), key=lambda row: round(row["after"], 6))
            riser = max(players.values(), key=lambda row: round(gain(row), 5))
            is_team = first["form"] == "teams"
            units = len({row["team"] for row in players.values()}) if is_team else len(players) // 2
            names = f"{self.names[first['player']]} – {self.names[first['partner']]}"
            counts = {"Players": len(players), "Pairs or teams": units, "Form": first["form"]}
            rise = {"Biggest rise": gain(riser), "By": riser["player"]}
            rows.append({"Results": day, "First": first["team"] if is_team else names, **counts, **rise})
        shown = self.page("results/")
        yield from self.compare(f"{shown.path} evenings", shown.every("evenings"), rows)

    # Players

    def of_player(self, shown: Page) -> Iterator[Figure]:
        """The page of a player."""
        player = key_of(shown)
        history, together = self.history(player), dict[str, list[float]]()
        for row in history:
            together.setdefault(row["partner"], []).append(gain(row))
        partners = [
            {"Partner": partner, "Evenings": len(gains), "±": fsum(gains)}
            for partner, gains in together.items()
        ]
        partners = self.sort_like(shown.rows("partners"), "Partner", partners)
        columns = "date partner form team:Pair_or_team handicap raw after subsidy change rating"
        sections = {
            "history": self.view("evenings", history[::-1], columns),
            "partners": sorted(partners, key=lambda row: -row["Evenings"]),
            "why": [
                self.show("evenings", row, "date partner form rating")
                | {"Score": row["after"] if row["raw"] is None else row["raw"], "±": gain(row)}
                for row in history[-1:]
            ],
        }
        yield from self.check(shown, sections, self.facts_of(player, history))

    def facts_of(self, player: str, history: Sequence[Record]) -> Record:
        """The facts of a player."""
        (row,) = (row for row in self.tables["ratings"] if row["player"] == player)
        change = " change:Change" if row["change"] is not None else ""
        facts = {
            **self.show("ratings", row, f"rating rank:Rank sessions:Evenings{change}"),
            "Start rating": ELSEWHERE,
        }
        if history:
            best = max(history, key=lambda row: row["rating"])
            facts |= {"Start rating": history[0]["before"], "Last played on": history[-1]["date"]}
            facts |= self.show("evenings", best, "rating:Highest_rating date:Reached_on")
        forms = {form: [gain(row) for row in history if row["form"] == form] for form in _DIVISORS}
        return facts | {f"Won in {form}": fsum(gains) for form, gains in forms.items() if gains}

    # Lists

    def of_list(self, shown: Page) -> Iterator[Figure]:
        """A list, and what follows for it from the evenings."""
        is_current = key_of(shown) == self.ranking
        rows = self.tables["ratings"] if is_current else self.read_list(key_of(shown), "ratings")
        day = max(other for other in self.evenings if is_current or other <= key_of(shown))
        players = self.evenings[day]
        facts = {"Latest evening": day, "Players that evening": len(players)}
        facts |= {"Form": next(iter(players.values()))["form"]}
        cells = self.view("ratings", rows, "rank player rating sessions change")
        yield from self.check(shown, {"ratings": cells}, facts)
        for row in rows:
            history, own = self.history(row["player"], day), players.get(row["player"])
            counts = {"sessions": len(history), "change": gain(own) if own else None}
            rank = {"rank": 1 + sum(other["rating"] > row["rating"] for other in rows)}
            rating = {"rating": history[-1]["rating"]} if history else {}
            yield from follow(f"{shown.path}, {row['player']}", row, {**counts, **rank, **rating})

    def of_risers(self) -> Iterator[Figure]:
        """Who rose how much, in each period and form."""
        rows = {(row["period"], row["form"], row["player"]): row for row in self.tables["risers"]}
        sections = dict[str, list[Record]]()
        for (period, form, player), row in rows.items():
            if form == "all":
                changes = {
                    name.title(): rows.get((period, name, player), {}).get("change") for name in _FORMS
                }
                cells = self.show("risers", row, "rank player") | changes
                sections.setdefault(f"period-{period}", []).append(cells)
            played = [one for one in self.history(player) if period in {"all", one["date"][:4]}]
            change = fsum(gain(one) for one in played if form in {"all", one["form"]})
            others = [other["change"] for key, other in rows.items() if key[:2] == (period, form)]
            values = {"change": change, "rank": 1 + sum(other > row["change"] for other in others)}
            yield from follow(f"risers, {period}, {form}, {player}", row, values)
        days = list(self.evenings)
        facts = {"First evening": days[0], "Latest evening": days[-1]}
        yield from self.check(self.page("risers/"), sections, facts)


def gain(row: Record) -> float:
    """What an evening brought: the change with the subsidy, or what was left to lose."""
    return float(row["rating"] - row["before"])


def of_pair(couple: Couple, opposition: float) -> Record:
    """The figures of a pair that met these opponents."""
    row, before = couple[0], [one["before"] for one in couple]
    own = fmean(before) if row["form"] == "pairs" else fsum(before)
    handicap = -(row["own"] - row["opposition"]) / _DIVISORS[row["form"]]
    after = row["raw"] + row["handicap"]
    return {"own": own, "opposition": opposition, "handicap": handicap, "after": after}


def of_match(match: Row, rows: Mapping[str, Record]) -> Record:
    """A match of teams, as its IMPs or victory points were entered."""
    strengths = {row["team"]: row["own"] for row in rows.values()}
    own, other = strengths[match["Team a"]], strengths[match["Team b"]]
    points = points_of(match, strengths, is_first=True)
    entered = dict.fromkeys(("Team a", "Team b", "IMPs", "Boards", "Match"), ELSEWHERE)
    cells = {**entered, "VP": points, "VP 2": 20 - points}
    if not match.get("IMPs"):
        return {**cells, "Own": own, "Opposition": other}
    imps, handicap = imps_of(match), -(own - other) / 20
    margin, most = imps + handicap, max(points, 20 - points)
    lead = f"τ^(3 × {abs(margin)} / (15 × √{match['Boards']}))"
    calculation = (
        f"Handicap = −({own} − {other}) / 20 = {handicap}; Margin = {imps} + {handicap} = {margin}"
        f"; VP = 10 + 10 × (1 − {lead}) / (1 − τ^(3)) = {most}"
    )
    return cells | {CALCULATION: calculation}


def imps_of(match: Row) -> float:
    """The IMPs by which the first team won a match, as they were entered."""
    return float(match["IMPs"].replace("−", "-"))


def points_of(match: Row, strengths: Mapping[str, float], *, is_first: bool) -> float:
    """The victory points of a side of a match, by its IMPs where it has any."""
    if not match.get("IMPs"):
        return float(match["VP" if is_first else "VP 2"])
    handicap = -(strengths[match["Team a"]] - strengths[match["Team b"]]) / 20
    margin = imps_of(match) + handicap
    lead = 10 * (1 - _TAU ** (3 * abs(margin) / (15 * sqrt(int(match["Boards"]))))) / (1 - _TAU**3)
    return 10 + min(10, lead) * (1 if (margin > 0) == is_first else -1)


@pytest.fixture(scope="module")
def bridge(demonstration_output: Path) -> Bridge:
    return Bridge(demonstration_output, "bridge")


def evenings(bridge: Bridge, form: str, number: int) -> list[Page]:
    """Some evenings of a form."""
    days = [day for day, rows in bridge.evenings.items() if next(iter(rows.values()))["form"] == form]
    return [bridge.page(f"results/{day}/") for day in Random(20181020).sample(days, number)]


@pytest.mark.parametrize("form", ["pairs", "butler", "teams"])
def test_every_figure_of_an_evening(bridge: Bridge, form: str) -> None:
    hold(2000, *map(bridge.of_evening, evenings(bridge, form, 8)))


def test_every_figure_of_a_player(bridge: Bridge) -> None:
    hold(3000, *map(bridge.of_player, bridge.follow("players", 12)))


def test_every_figure_of_lists_and_calendar(bridge: Bridge) -> None:
    hold(
        3000,
        bridge.of_list(bridge.page()),
        *map(bridge.of_list, bridge.follow("lists", 6)),
        bridge.of_calendar(),
    )


def test_who_rose_how_much(bridge: Bridge) -> None:
    hold(1000, bridge.of_risers())


@pytest.mark.parametrize("form", ["pairs", "butler", "teams"])
def test_every_row_of_an_evening_leads_to_where_the_club_keeps_it(bridge: Bridge, form: str) -> None:
    (chosen,) = evenings(bridge, form, 1)
    kept = {row[CALCULATION].link or row["Pair or team"]: row for row in chosen.rows("final")}
    links = [*kept, *(row[CALCULATION].link for row in chosen.rows("matches"))]
    units = len({row["Pair or team"] for row in kept.values()}) if form == "teams" else len(kept)
    assert len([link for link in links if "csv" in link]) == units + len(chosen.rows("matches"))


def test_every_section_names_its_article_on_the_rules_page(bridge: Bridge) -> None:
    chosen = [page for form in ("pairs", "butler", "teams") for page in evenings(bridge, form, 1)]
    links = [link for page in chosen for section in page.articles.values() for link in section or [""]]
    named = {link.partition("#")[2] for link in links}
    assert named <= bridge.page("rules/").anchors
    assert len(named) == 5
