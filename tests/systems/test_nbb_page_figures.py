"""Every figure of the Tuesdays follows from their published tables; and these by the regulation."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import ceil
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from page_law import ELSEWHERE, Figure, Published, Record, extremes, follow, hold, key_of, race
from page_reader import CALCULATION, Page

pytestmark = pytest.mark.slow

_AVERAGES = {"pairs": 50, "butler": 0, "teams": 10}
_SAMPLE = 12


class Club(Published):
    """A ranking by the NBB-Clubranking, by the balanced method."""

    def option(self, name: str) -> float:
        """A number that the club sets."""
        return float(self.page("rules/").options[name])

    @property
    def latest(self) -> int:
        """How many sessions a ranking is the mean of."""
        return int(self.option("sessions"))

    @cached_property
    def sessions(self) -> Mapping[str, Sequence[Record]]:
        """The rows of each session, by its day."""
        days: dict[str, list[Record]] = {}
        for row in self.tables["points"]:
            days.setdefault(row["date"], []).append(row)
        return days

    @cached_property
    def seasons(self) -> Sequence[str]:
        """The seasons, the first of them first."""
        return list(dict.fromkeys(row["season"] for row in self.tables["points"]))

    @cached_property
    def _histories(self) -> Mapping[str, Sequence[Record]]:
        histories: dict[str, list[Record]] = {}
        for row in self.tables["points"]:
            histories.setdefault(row["player"], []).append(row)
        return histories

    def history(self, player: str, season: str, through: str = "9999") -> list[Record]:
        """The sessions of a player in a season through a day."""
        rows = self._histories.get(player, ())
        return [row for row in rows if row["season"] == season and row["date"] <= through]

    def stood(self, player: str, season: str, through: str = "9999") -> float:
        """The ranking of a player: the mean of the latest sessions; substitutes for what is missing."""
        history = self.history(player, season, through)
        substitute = self.history(player, season)[0]["before"]
        points = [row["points"] for row in history][-self.latest :]
        return fmean([*points, *[substitute] * (self.latest - len(points))])

    def replaced(self, row: Record) -> tuple[float, str]:
        """The points that those of a session take the place of, and the day on which they were earned."""
        history = self.history(row["player"], row["season"], row["date"])[:-1]
        if len(history) < self.latest:
            return self.history(row["player"], row["season"])[0]["before"], ""
        return history[-self.latest]["points"], history[-self.latest]["date"]

    def played(self, season: str, through: str = "9999") -> int:
        """How many sessions of a season were played through a day."""
        return sum(rows[0]["season"] == season and day <= through for day, rows in self.sessions.items())

    def needed(self, season: str, through: str = "9999") -> int:
        """How many sessions a champion needs: no minimum is set."""
        return ceil(self.played(season, through) * 6 / 10)

    def dropped(self, player: str, season: str, through: str = "9999") -> list[Record]:
        """The worst sessions, which fall away as far as the minimum is left."""
        history, needed = self.history(player, season, through), self.needed(season, through)
        number = min(int(self.option("drop")), max(0, len(history) - max(1, needed)))
        return sorted(history, key=lambda row: round(row["points"], 6))[:number]

    # The published tables

    def follow_points(self) -> Iterator[Figure]:
        """What a session is worth, and what it did to the ranking."""
        for day, rows in self.sessions.items():
            bounds = self.bounds(rows) if rows[0]["form"] != "teams" else {}
            for row in rows:
                player, season, average = row["player"], row["season"], _AVERAGES[row["form"]]
                usual = row["middle"], self.option("width")
                middle, width = bounds.get(row["group"] or row["line"], usual)
                share = (row["score"] - average) / (self.option(f"top_score_{row['form']}") - average)
                cells = {"middle": middle, "points": middle + share * width / 2}
                cells |= {"top": middle + width / 2, "bottom": middle - width / 2} if bounds else {}
                if earlier := self.history(player, season, day)[:-1]:
                    cells |= {"before": earlier[-1]["after"]}
                elif season != self._histories[player][0]["season"]:
                    cells |= {"before": self.stood(player, self.seasons[self.seasons.index(season) - 1])}
                values = {**cells, "after": self.stood(player, season, day)}
                yield from follow(f"points of {player} on {day}", row, values)

    def bounds(self, rows: Sequence[Record]) -> Mapping[str, tuple[float, float]]:
        """The middle and the width of each line or top-integral group of a session."""
        groups = list(
            dict.fromkeys(row["group"] or row["line"] for row in sorted(rows, key=lambda row: row["line"]))
        )
        letters = {
            group: len({row["line"] for row in rows if (row["group"] or row["line"]) == group})
            for group in groups
        }
        usual, step, count = self.option("width"), self.option("step"), sum(letters.values())
        factor = ((self.option("lines") - 1) * step + usual) / ((count - 1) * step + usual)
        top, before, bounds = self.option("average_a") + usual / 2, 0, dict[str, tuple[float, float]]()
        for group, number in letters.items():
            width = (usual + (number - 1) * step) * factor
            bounds[group] = top - before * step * factor - width / 2, width
            before += number
        return bounds

    def follow_championship(self) -> Iterator[Figure]:
        """The championship of players."""
        for row in self.tables["championship"]:
            season = row["season"]
            history, needed = self.history(row["player"], season), self.needed(season)
            dropped, is_eligible = self.dropped(row["player"], season), len(history) >= needed
            kept = [other["points"] for other in history if other not in dropped]
            rows = [other for other in self.tables["championship"] if other["season"] == season]
            ahead = [other for other in rows if other["eligible"] and other["average"] > row["average"]]
            counts = {"played": len(history), "counted": len(kept), "dropped": len(dropped)}
            rank = {"eligible": is_eligible, "rank": len(ahead) + 1 if is_eligible else None}
            values = {"average": fmean(kept), **counts, **rank, "still_needed": max(0, needed - len(history))}
            yield from follow(f"championship, {season}, {row['player']}", row, values)

    def follow_pairs(self) -> Iterator[Figure]:
        """The rankings of pairs and trios, and their championship by the results on their pages."""
        for row in self.tables["pairs"]:
            rankings = [*self.rankings(row)]
            ahead = sum(other["ranking"] > row["ranking"] for other in self.tables["pairs"])
            values = {"ranking": sum(rankings) * 2 / len(rankings), "rank": ahead + 1}
            yield from follow(f"pairs, {row['partnership']}", row, values)
        for row in self.tables["pairs-championship"]:
            shown, needed = self.page(f"partnerships/{row['partnership']}/"), self.needed(row["season"])
            results = list[tuple[float, bool, bool]]()
            for cells in shown.rows(f"season-{self.seasons.index(row['season']) + 1}"):
                who = self.find_player(cells["Player"]) if cells["Player"] else ""
                points = self.find_points(cells["Date"].day, who, cells.get("Team", ""))
                yield Figure(f"{shown.path}, {cells['Date']}", cells["Points"], points)
                results.append((points, bool(cells.get("With a substitute")), cells["Counts"] == "yes"))
            together = [points for points, is_spare, _ in results if not is_spare]
            spare = sorted((points for points, is_spare, _ in results if is_spare), reverse=True)
            spare = spare[: min(int(self.option("pair_substitutes")), max(0, needed - len(together)))]
            counted = [*together, *spare]
            assert sorted(points for points, _, counts in results if counts) == sorted(counted), shown.path
            counts = {"together": len(together), "substituted": len(spare), "dropped": 0}
            values = {"average": fmean(counted), **counts, "eligible": len(counted) >= needed}
            yield from follow(f"championship, {row['season']}, {row['partnership']}", row, values)

    def rankings(self, pair: Record) -> Iterator[float]:
        """The ranking of each of a pair or trio."""
        for player in filter(None, (pair[f"player{number}"] for number in (1, 2, 3))):
            yield self.stood(player, self._histories[player][-1]["season"])

    def find_points(self, day: str, player: str, team: str) -> float:
        """The points of a player or a team in a session."""
        rows = self.sessions[day]
        return next(
            row["points"] for row in rows if row["player"] == player or (team and row["team"] == team)
        )

    # Sessions

    def of_session(self, shown: Page) -> Iterator[Figure]:
        """The page of a session."""
        rows = self.sessions[key_of(shown)]
        form = rows[0]["form"]
        sections = dict[str, Any]()
        if form == "teams":
            steps = [self.show("points", row, "player team after") | self.step(row) for row in rows]
            sections = {
                **self.of_teams(shown, rows),
                "rankings": self.sort_like(shown.rows("rankings"), "Player", steps),
            }
        else:
            for group in dict.fromkeys(row["group"] or row["line"] for row in rows):
                pairs = [row for row in rows if (row["group"] or row["line"]) == group]
                name = "line-" + "-".join(sorted({row["line"] for row in pairs}))
                first = {row["Player"] for row in shown.rows(name)}
                yield Figure(f"{shown.path}, {name}: players", str(2 * len(first)), len(pairs))
                cells = [self.in_line(row, pairs) for row in pairs if self.names[row["player"]] in first]
                sections[name] = self.sort_like(shown.rows(name), "Player", cells)
        facts = {"Season": rows[0]["season"], "Form": form, "Players": len(rows)}
        best = max(rows, key=lambda row: row["points"])
        answers = extremes({row["player"]: row["after"] - row["before"] for row in rows})
        yield from self.check(shown, sections, facts, answers)
        who, points = shown.answers["Most points"]  # of who scored the same any may be named
        yield Figure(f"{shown.path}: Most points", points, best["points"])
        yield Figure(
            f"{shown.path}: of {who}", points, self.find_points(key_of(shown), self.find_player(who), "")
        )

    def step(self, row: Record) -> Record:
        """What a session did to a ranking."""
        points, day = self.replaced(row)
        calculation = f"{row['before']} + ({row['points']} − {points}) / {self.latest} = {row['after']}"
        return {"±": row["after"] - row["before"], "Replaces": day, CALCULATION: calculation}

    def in_line(self, row: Record, pairs: Sequence[Record]) -> Record:
        """A pair in its line."""
        (other,) = (pair for pair in pairs if pair["player"] == row["partner"])
        own, others = self.step(row), self.step(other)
        calculations = (
            self.calculation(row, row["top"] - row["bottom"]),
            own[CALCULATION],
            others[CALCULATION],
        )
        return {
            **self.show("points", row, "player partner score points line after"), "For": ELSEWHERE,
            "#": 1 + sum(pair["score"] > row["score"] for pair in pairs) // 2, "After 2": other["after"],
            "±": own["±"], "Player replaces": own["Replaces"],
            "± 2": others["±"], "Partner replaces": others["Replaces"],
            CALCULATION: "{}; Player: {}; Partner: {}".format(*calculations),
        }  # fmt: skip

    def calculation(self, row: Record, width: float) -> str:
        """What a score is worth by the balanced method, and on a teams evening."""
        average, top = _AVERAGES[row["form"]], self.option(f"top_score_{row['form']}")
        share = f"({row['score']} − {average}) / ({top} − {average})"
        return f"{row['middle']} + {share} × {width} / 2 = {row['points']}"

    def of_teams(self, shown: Page, rows: Sequence[Record]) -> Record:
        """The teams, and their sittings, whose scores are as they were entered."""
        teams, met = {row["team"]: row for row in rows}, dict[str, list[tuple[str, float]]]()
        strengths = {team: fmean(row["before"] for row in rows if row["team"] == team) for team in teams}
        sittings = list[Record]()
        for cells in shown.rows("sittings"):
            team, other, points = str(cells["Team"]), str(cells["Opponent"]), cells["VP"].replace("−", "-")
            met.setdefault(team, []).append((other, float(points)))
            entered = dict.fromkeys(("Opponent", "VP", "Sitting"), ELSEWHERE)
            sittings.append({"Team": team, "Strength": strengths[other], **entered})
        standing = [
            {
                **self.show("points", row, "team points"), "Strength": strengths[team],
                "#": 1 + sum(other["score"] > row["score"] + 1e-6 for other in teams.values()),
                "Score": fmean(points for _, points in met[team]),
                CALCULATION: self.calculation(row | {"middle": opposition}, self.option("width")),
            }
            for team, row in teams.items()
            for opposition in [fmean(strengths[other] for other, _ in met[team])]
        ]  # fmt: skip
        return {"teams": self.sort_like(shown.rows("teams"), "Team", standing), "sittings": sittings}

    def of_calendar(self) -> Iterator[Figure]:
        """The sessions that were played."""
        rows = []
        for day, session in reversed(self.sessions.items()):
            lines = {row["line"] for row in session if row["line"]}
            cells = {"Season": session[0]["season"], "Form": session[0]["form"], "Lines": len(lines) or None}
            rows.append({"Results": day, "Date": day, "Players": len(session), **cells})
        yield from self.check(self.page("results/"), {"sessions": rows, "drawn": ELSEWHERE})

    # Lists, pairs and championships

    def of_list(self, shown: Page) -> Iterator[Figure]:
        """A list, and what follows for it from the points."""
        season, day = str(shown.facts["Season"]), shown.facts["Latest session"].day
        is_current = key_of(shown) == self.ranking
        rows = self.tables["ranking"] if is_current else self.read_list(key_of(shown), "ranking")
        cells = self.view("ranking", rows, "rank player ranking sessions substituted change")
        latest = max(key for key in self.sessions if is_current or key <= key_of(shown))
        numbers = {"Sessions played": self.played(season, day), "Sessions in a ranking": self.latest}
        facts = {"Season": self.sessions[latest][0]["season"], "Latest session": latest, **numbers}
        yield from self.check(shown, {"ranking": cells}, facts)
        for row in (row for row in rows if self.history(row["player"], season, day)):
            history = self.history(row["player"], season, day)
            number, last = min(self.latest, len(history)), history[-1]
            change = last["after"] - last["before"] if last["date"] == day else None
            counts = {"sessions": number, "substituted": self.latest - number, "change": change}
            rank = {"rank": 1 + sum(other["ranking"] > row["ranking"] for other in rows)}
            values = {"ranking": self.stood(row["player"], season, day), **counts, **rank}
            yield from follow(f"{shown.path}, {row['player']}", row, values)

    def of_championships(self) -> Iterator[Figure]:
        """The championships of each season, and the rankings of pairs."""
        columns = "season rank player average played counted dropped eligible still_needed"
        of_pairs = "season rank average together substituted dropped eligible"
        names = {row["partnership"]: self.name_pair(row) for row in self.tables["pairs"]}
        sections = dict[str, Any]()
        for number, season in enumerate(self.seasons, 1):
            rows, pairs = (
                [row for row in self.tables[table] if row["season"] == season]
                for table in ("championship", "pairs-championship")
            )
            sections[f"individual-{number}"] = self.view("championship", rows, columns)
            sections[f"pairs-{number}"] = [
                self.show("pairs-championship", row, of_pairs) | {"Pair or trio": names[row["partnership"]]}
                for row in pairs
            ]
        shown = self.page("champions/")
        days = [day for day, rows in self.sessions.items() if rows[0]["season"] == season]
        champions = [row for row in self.tables["championship"] if row["season"] == season and row["rank"]]
        first = [row["player"] for row in champions[:6]]
        sections["race"] = race(shown, days, first, lambda day: self.averages(season, day))
        labels = ("Sessions that a champion needs", "Results that a champion pair needs")
        facts = {"Season": season, "Sessions played": self.played(season)}
        yield from self.check(shown, sections, facts | dict.fromkeys(labels, self.needed(season)))
        heads = ("Ranking 1", "Ranking 2", "Ranking 3")
        cells = [
            self.show("pairs", row, "rank ranking")
            | {"Pair or trio": names[row["partnership"]]}
            | dict(zip(heads, [*self.rankings(row), None], strict=False))
            for row in self.tables["pairs"]
        ]
        yield from self.check(self.page("partnerships/"), {"pairs": cells})

    def averages(self, season: str, through: str) -> Mapping[str, float]:
        """What counts of those who had played enough through a day."""
        averages = dict[str, float]()
        for player in self._histories:
            history, dropped = self.history(player, season, through), self.dropped(player, season, through)
            if history and len(history) >= self.needed(season, through):
                averages[player] = fmean(row["points"] for row in history if row not in dropped)
        return averages

    def name_pair(self, pair: Record) -> str:
        """The names of a pair or trio."""
        players = (pair[f"player{number}"] for number in (1, 2, 3))
        return " – ".join(self.names[player] for player in players if player)

    # Players

    def of_player(self, shown: Page) -> Iterator[Figure]:
        """The page of a player."""
        player, cells = key_of(shown), list[Record]()
        rows, columns = self._histories.get(player, []), "date partner season form line team score points"
        for row in rows:
            is_latest = row in self.history(player, row["season"])[-self.latest :]
            is_dropped = row in self.dropped(player, row["season"])
            marks = {"In the ranking": "yes" * is_latest, "Falls away": "yes" * is_dropped}
            cells.append(self.show("points", row, f"{columns} after:Ranking") | marks)
        partners = [
            {"Partner": partner, "Sessions": len(points), "Average": fmean(points)}
            for partner in {row["partner"] for row in rows if row["partner"]}
            for points in [[row["points"] for row in rows if row["partner"] == partner]]
        ]
        partners = self.sort_like(shown.rows("partners"), "Partner", partners)
        seasons = [
            self.season(player, season) for season in self.seasons[::-1] if self.history(player, season)
        ]
        sections = {"sessions": cells[::-1], "seasons": seasons}
        sections |= {"partners": sorted(partners, key=lambda row: -row["Sessions"])}
        yield from self.check(shown, sections, self.facts_of(player))

    def season(self, player: str, season: str) -> Record:
        """A season of a player."""
        history = self.history(player, season)
        points = [row["points"] for row in history]
        return {
            "Season": season, "Sessions": len(points), "Average": fmean(points), "Best": max(points),
            "Substitute": history[0]["before"], "Ranking": history[-1]["after"],
        }  # fmt: skip

    def facts_of(self, player: str) -> Record:
        """The facts of a player; before the first session of a season the substitute is that of the club."""
        season, facts = self.seasons[-1], dict.fromkeys(("Ranking", "Substitute ranking"), ELSEWHERE)
        for row in (row for row in self.tables["ranking"] if row["player"] == player):
            change = " change:Change" if row["change"] is not None else ""
            facts |= self.show("ranking", row, f"ranking rank:Rank sessions:Sessions_in_the_ranking{change}")
        if history := self.history(player, season):
            facts |= {"Substitute ranking": history[0]["before"]}
        rows = [row for row in self.tables["championship"] if row["season"] == season]
        for row in (row for row in rows if row["player"] == player):
            columns = "average:Average_of_the_championship played:Sessions_this_season"
            columns += " rank:Place_in_the_championship" if row["rank"] else ""
            facts |= self.show("championship", row, columns)
            facts |= {"Sessions still needed to be champion": row["still_needed"]}
        return facts


@pytest.fixture(scope="module")
def club(demonstration_output: Path) -> Club:
    return Club(demonstration_output, "tuesday")


@pytest.mark.article(
    "nbb",
    "Basisprincipes",
    "Rankingpunten toekennen voor paren- en butlerwedstrijden",
    "Naar rato van de scores, gebalanceerd",
    "Rankingpunten toekennen voor viertallenwedstrijden",
    "Zittingen met afwijkende hoeveelheid lijnen",
    "Top-integrale uitslagen",
    "Spelers",
)
def test_every_figure_of_a_session(club: Club) -> None:
    """All teams evenings and the one session that was top-integral are among them."""
    always = [day for day, rows in club.sessions.items() if rows[0]["form"] == "teams"] + ["2026-03-10"]
    pages = [shown for shown in club.follow("results", _SAMPLE, *always) if key_of(shown) in club.sessions]
    assert {str(shown.facts["Form"]) for shown in pages} == {*_AVERAGES}
    hold(3000, *map(club.of_session, pages))
    hold(9000, club.follow_points(), club.of_calendar())


@pytest.mark.article(
    "nbb", "Spelers", "Het speelmoment en het speelseizoen", "Clubkampioenschap (individueel)"
)
def test_every_figure_of_a_player(club: Club) -> None:
    hold(3000, *map(club.of_player, club.follow("players", _SAMPLE)))


@pytest.mark.article("nbb", "Spelers")
def test_every_figure_of_a_list(club: Club) -> None:
    hold(3000, club.of_list(club.page()), *map(club.of_list, club.follow("lists", _SAMPLE)))


@pytest.mark.article(
    "nbb",
    "Clubkampioenschap (individueel)",
    "Clubkampioenschap voor paren en driemanschappen",
    "Paren",
    "Driemanschappen",
)
def test_every_figure_of_championships_and_pairs(club: Club) -> None:
    hold(1500, club.of_championships(), club.follow_championship(), club.follow_pairs())


def test_every_section_leads_to_its_articles_and_every_row_of_a_session_to_where_it_stands(
    club: Club,
) -> None:
    for key in club.sessions:
        shown = club.page(f"results/{key}/")
        assert all(shown.articles.values())
        rows = [row for name in shown.sections if name != "rankings" for row in shown.rows(name)]
        assert rows
        assert all((row["Source"] if "Source" in row else row[CALCULATION]).link for row in rows)
