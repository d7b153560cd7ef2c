"""The NBB-Clubranking as a reader of its pages calculates it, who has no more than a site shows.

Everything is yielded as what was recomputed: where it stands, as what, and whether it comes out within what
the rounding of the figures allows that it is made of.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from math import ceil
from pathlib import Path
from typing import NamedTuple

import elements
from lxml.etree import _Element
from page_reader import CALCULATION, Between, Cell, Page, Row, mean, page, parse_figure, total

_FORMULA = re.compile(r"[0-9. ()/×+−]+")
_FIGURE = re.compile(r"[0-9]+[.][0-9]+")
_AVERAGE = {"pairs": 50, "butler": 0, "teams": 10}


class Found(NamedTuple):
    """A figure of a page, and what comes out when it is recomputed."""

    where: str
    shown: str
    recomputed: object
    agrees: bool


def figure(where: str, cell: Cell, recomputed: Between | float) -> Found:
    """A figure that is shown rounded."""
    return Found(where, cell, recomputed, cell.figure.meets(recomputed))


def word(where: str, cell: str, recomputed: object) -> Found:
    """A word, or a number that is not rounded."""
    return Found(where, cell, recomputed, str(cell) == str(recomputed))


def ranks(where: str, rows: Sequence[Row], by: str) -> Iterator[Found]:
    """Ranks by a figure, the highest first; where it is shown as the same they may be the same, or not."""
    figures = [row[by].figure for row in rows]
    for row, own in zip(rows, figures, strict=True):
        above = sum(other.low > own.high - 1e-9 for other in figures)
        equal = sum(other.meets(own) for other in figures) - 1
        agrees = above < int(row["#"]) <= above + equal + 1
        yield Found(f"{where}, rank", row["#"], above + 1, agrees)


def step_of(steps: Sequence[Row], player: Cell) -> Row:
    """The row of a player."""
    (step,) = (step for step in steps if step["Player"] == player)
    return step


def best(figures: Sequence[Between], number: int) -> list[Between]:
    """So many of the highest."""
    return sorted(figures, key=lambda item: -item.low)[:number]


@dataclass(frozen=True)
class Reader:
    """Who reads the pages of a ranking in a site at `root`."""

    root: Path
    ranking: str

    def page(self, path: str = "") -> Page:
        """A page of the ranking."""
        return page(self.root, f"{self.ranking}/{path}")

    def _parsed(self, path: str) -> _Element:
        text = (self.root / self.ranking / path / "index.html").read_text(encoding="utf-8")
        return elements.read(text)

    @cached_property
    def options(self) -> Mapping[str, str]:
        """What the club sets, as the rules page says."""
        rows = self._parsed("rules").findall(".//tr[th]/td/..")
        return {"".join(row[0].itertext()): "".join(row[1].itertext()) for row in rows}

    def option(self, name: str) -> float:
        """A number that the club sets."""
        return float(self.options[name])

    @property
    def latest(self) -> int:
        """How many sessions a ranking is the mean of."""
        return int(self.options["sessions"])

    @cached_property
    def calendar(self) -> Sequence[Row]:
        """The sessions that were played, the first of them first."""
        return self.page("results/").rows("sessions")[::-1]

    def played(self, season: str, through: str = "9999") -> int:
        """How many sessions of a season were played through a day."""
        return sum(
            session["Season"] == season and session["Date"].day <= through for session in self.calendar
        )

    def needed(self, season: str) -> int:
        """How many sessions a champion needs: no minimum is set."""
        return ceil(self.played(season) * 6 / 10)

    def worth(self, form: str, score: Between, middle: Between, width: Between | float) -> Between:
        """What a score is worth by the balanced method, and on a teams evening."""
        top = self.option(f"top_score_{form}")
        return middle + (score - _AVERAGE[form]) / (top - _AVERAGE[form]) * width / 2

    # A session

    def session(self, key: str) -> Iterator[Found]:
        """Every figure of the page of a session."""
        shown = self.page(f"results/{key}/")
        steps = shown.rows("rankings")
        yield word(f"{key}, players", shown.facts["Players"], len(steps))
        if shown.facts["Form"] == "teams":
            yield from self._teams(key, shown, steps)
        else:
            yield from self._lines(key, shown, steps)
        for row in steps:
            yield from self._step(f"{key}, {row['Player']}", shown, row)
        changes = {step["Player"]: step["±"].figure for step in steps}
        for question, most in (("Gained most", max), ("Lost most", min)):
            if answer := shown.answers.get(question):
                chosen = most(changes.values(), key=lambda change: change.low)
                yield figure(f"{key}, {question}", answer[1], chosen)
                yield figure(f"{key}, {question}, who", answer[1], changes[answer[0]])
        points, (who, best) = [step["Points"].figure for step in steps], shown.answers["Most points"]
        yield figure(f"{key}, most points", best, max(points, key=lambda item: item.low))
        yield figure(f"{key}, most points, who", best, step_of(steps, who)["Points"].figure)

    def filled(self, key: str) -> Iterator[Found]:
        """Every formula with the figures of a row in it."""
        shown = self.page(f"results/{key}/")
        names = [name for name in shown.sections if name in {"teams", "rankings"} or name.startswith("line-")]
        for row in (row for name in names for row in shown.rows(name)):
            text = row[CALCULATION].rpartition(";")[0].rpartition(";")[2] or row[CALCULATION]
            expression, _, outcome = text.strip().rpartition(" = ")
            assert _FORMULA.fullmatch(expression), expression
            code = _FIGURE.sub(r"shown('\g<0>')", expression.replace("−", "-").replace("×", "*"))
            recomputed = eval(code, {"shown": parse_figure})  # noqa: S307 - figures, signs and brackets
            who = row.get("Player", row.get("Team", Cell()))
            yield Found(f"{key}, {who}", outcome, recomputed, parse_figure(outcome).meets(recomputed))

    def _step(self, where: str, shown: Page, row: Row) -> Iterator[Found]:
        before, after = row["Before"].figure, row["After"].figure
        points, replaced = row["Points"].figure, row["Replaces"].figure
        yield figure(f"{where}, after", row["After"], before + (points - replaced) / self.latest)
        yield figure(f"{where}, change", row["±"], after - before)
        if row.get("Of"):
            (left,) = (
                line["Points"]
                for line in shown.follow(row["Of"].link).rows("rankings")
                if line["Player"] == row["Player"]
            )
            yield word(f"{where}, replaces", row["Replaces"], left)
        elif row["Player"].link:
            season = shown.facts["Season"]
            (of,) = (
                line for line in shown.follow(row["Player"].link).rows("seasons") if line["Season"] == season
            )
            yield word(f"{where}, replaces", row["Replaces"], of["Substitute"])

    def _lines(self, key: str, shown: Page, steps: Sequence[Row]) -> Iterator[Found]:
        names = [name.split("-")[1:] for name in shown.sections if name.startswith("line-")]
        count = sum(map(len, names))
        usual, step = self.option("width"), self.option("step")
        factor = ((self.option("lines") - 1) * step + usual) / ((count - 1) * step + usual)
        top, before = self.option("average_a") + usual / 2, 0
        of = {step["Player"]: step for step in steps}
        for letters in names:
            width = (usual + (len(letters) - 1) * step) * factor
            middle = top - before * step * factor - width / 2
            rows = shown.rows(f"line-{'-'.join(letters)}")
            yield from ranks(f"{key}, {letters}", rows, "Score")
            for row in rows:
                where = f"{key}, {row['Player']}"
                yield figure(f"{where}, middle", row["R̄"], middle)
                yield figure(f"{where}, width", row["B"], width)
                form = shown.facts["Form"]
                points = self.worth(form, row["Score"].figure, row["R̄"].figure, row["B"].figure)
                yield figure(f"{where}, points", row["Points"], points)
                for player, change in ((row["Player"], row["±"]), (row["Partner"], row["± 2"])):
                    yield figure(f"{where}, change of {player}", change, of[player]["±"].figure)
                    yield word(f"{where}, points of {player}", of[player]["Points"], row["Points"])
                    yield word(f"{where}, score of {player}", of[player]["Score"], row["Score"])
            before += len(letters)

    def _teams(self, key: str, shown: Page, steps: Sequence[Row]) -> Iterator[Found]:
        rows, sittings = shown.rows("teams"), shown.rows("sittings")
        strength = {row["Team"]: row["Strength"] for row in rows}
        yield from ranks(key, rows, "Score")
        for row in sittings:
            yield word(f"{key}, {row['Team']} met", row["Strength"], strength[row["Opponent"]])
        for row in rows:
            where = f"{key}, {row['Team']}"
            players = [step for step in steps if step["Team"] == row["Team"]]
            team_sittings = [sitting for sitting in sittings if sitting["Team"] == row["Team"]]
            opposition = mean([row["Strength"].figure for row in team_sittings])
            score = mean([row["VP"].figure for row in team_sittings])
            points = self.worth("teams", row["Score"].figure, row["Opposition"].figure, self.option("width"))
            yield figure(
                f"{where}, strength", row["Strength"], mean([player["Before"].figure for player in players])
            )
            yield figure(f"{where}, opposition", row["Opposition"], opposition)
            yield figure(f"{where}, score", row["Score"], score)
            yield figure(f"{where}, points", row["Points"], points)
            for player in players:
                yield word(f"{where}, points of {player['Player']}", player["Points"], row["Points"])
                yield word(f"{where}, score of {player['Player']}", player["Score"], row["Score"])

    # A player

    def history(self, shown: Page, season: str, through: str = "9999") -> Sequence[Row]:
        """The sessions of a player in a season through a day, the first of them first."""
        rows = shown.every("sessions")[::-1]
        return [row for row in rows if row["Season"] == season and row["Date"].day <= through]

    def stood(self, shown: Page, season: str, through: str = "9999") -> Between:
        """The ranking of a player after a day: the mean of the latest sessions, and of substitutes."""
        (of,) = (row for row in shown.rows("seasons") if row["Season"] == season)
        latest = [day["Points"].figure for day in self.history(shown, season, through)][-self.latest :]
        return mean([*latest, *[of["Substitute"].figure] * (self.latest - len(latest))])

    def player(self, path: str) -> Iterator[Found]:
        """Every figure of the page of a player, at `players/an/`."""
        shown = self.page(path)
        rows = shown.every("sessions")[::-1]
        for place, row in enumerate(rows):
            where = f"{path}, {row['Date'].day}"
            (step,) = (
                line
                for line in shown.follow(row["Date"].link).rows("rankings")
                if line["Player"].link.endswith(f"/{path}")
            )
            yield word(f"{where}, points", row["Points"], step["Points"])
            yield word(f"{where}, score", row["Score"], step["Score"])
            yield figure(
                f"{where}, ranking", row["Ranking"], self.stood(shown, row["Season"], row["Date"].day)
            )
            if place and rows[place - 1]["Season"] == row["Season"]:
                yield word(f"{where}, before", step["Before"], rows[place - 1]["Ranking"])
            else:
                (of,) = (line for line in shown.rows("seasons") if line["Season"] == row["Season"])
                yield word(f"{where}, before", step["Before"], of["Substitute"])
        yield from self._seasons(path, shown)
        yield from self._partners(path, shown)
        yield from self._facts(path, shown)

    def _seasons(self, path: str, shown: Page) -> Iterator[Found]:
        rows = shown.rows("seasons")
        for row, earlier in zip_longest(rows, rows[1:]):
            where = f"{path}, {row['Season']}"
            history = self.history(shown, row["Season"])
            points = [row["Points"].figure for row in history]
            yield word(f"{where}, sessions", row["Sessions"], len(history))
            yield figure(f"{where}, average", row["Average"], mean(points))
            yield word(f"{where}, best", row["Best"], best_text(history))
            yield figure(f"{where}, ranking", row["Ranking"], self.stood(shown, row["Season"]))
            if earlier and not row["Source"]:
                yield word(f"{where}, substitute", row["Substitute"], earlier["Ranking"])
            counts = [row.get("In the ranking", "") for row in history]
            latest = min(self.latest, len(history))
            yield word(
                f"{where}, counts",
                ",".join(counts),
                ",".join(["", "yes"][n >= len(history) - latest] for n in range(len(history))),
            )
            dropped = [row["Points"].figure for row in history if row.get("Falls away")]
            expected = min(
                int(self.options["drop"]), max(0, len(history) - max(1, self.needed(row["Season"])))
            )
            yield word(f"{where}, fall away", str(len(dropped)), expected)
            kept = [row["Points"].figure for row in history if not row.get("Falls away")]
            is_worst = all(fallen.low <= kept_points.low for fallen in dropped for kept_points in kept)
            yield word(f"{where}, the worst fall away", str(is_worst), True)

    def _partners(self, path: str, shown: Page) -> Iterator[Found]:
        for row in shown.rows("partners"):
            together = [
                session for session in shown.every("sessions") if session["Partner"] == row["Partner"]
            ]
            yield word(f"{path}, with {row['Partner']}", row["Sessions"], len(together))
            average = mean([row["Points"].figure for row in together])
            yield figure(f"{path}, average with {row['Partner']}", row["Average"], average)

    def _facts(self, path: str, shown: Page) -> Iterator[Found]:
        facts = shown.facts
        lines = {row["Player"].link: row for row in self.page().rows("ranking")}
        line = lines.get(path)
        (season, *_) = [row["Season"] for row in shown.rows("seasons")] or [""]
        if season:
            yield figure(f"{path}, ranking", facts["Ranking"], self.stood(shown, season))
        if line:
            yield word(f"{path}, ranking", facts["Ranking"], line["Ranking"])
            yield word(f"{path}, rank", facts["Rank"], line["#"])
            if "Sessions" in line:  # a column that is the same in all rows is left out
                yield word(f"{path}, sessions", facts["Sessions in the ranking"], line["Sessions"])
            yield word(f"{path}, change", facts.get("Change", ""), line["±"])
            history = self.history(shown, season)
            needed = max(0, self.needed(season) - len(history))
            kept = [row["Points"].figure for row in history if not row.get("Falls away")]
            yield figure(f"{path}, average", facts["Average of the championship"], mean(kept))
            yield word(f"{path}, sessions", facts["Sessions this season"], len(history))
            yield word(f"{path}, needed", facts["Sessions still needed to be champion"], needed)
            yield word(f"{path}, place", facts.get("Place in the championship", ""), self._place(path))

    def _place(self, path: str) -> str:
        shown = self.page("champions/")
        section = next(name for name in shown.sections if name.startswith("individual-"))
        return next(row["#"] for row in shown.rows(section) if row["Player"].link == f"../{path}")

    # Lists, pairs and championships

    def list(self, path: str) -> Iterator[Found]:
        """Every figure of a list, at `lists/2026-11-17/`, of the players who have a page."""
        shown = self.page(path)
        season, day = shown.facts["Season"], shown.facts["Latest session"].day
        rows = shown.rows("ranking")
        yield word(f"{path}, sessions", shown.facts["Sessions played"], self.played(season, day))
        yield word(f"{path}, in a ranking", shown.facts["Sessions in a ranking"], self.latest)
        yield from ranks(path, rows, "Ranking")
        for row in (visible for visible in rows if visible["Player"].link):
            where = f"{path}, {row['Player']}"
            own = shown.follow(row["Player"].link)
            history = self.history(own, season, day)
            number = min(self.latest, len(history))
            yield figure(f"{where}, ranking", row["Ranking"], self.stood(own, season, day))
            if "Sessions" in row:  # a column that is the same in all rows is left out
                yield word(f"{where}, sessions", row["Sessions"], number)
                yield word(f"{where}, substitutes", row["Substitutes"], self.latest - number)
            if history[-1]["Date"].day == day:
                (step,) = (
                    line
                    for line in own.follow(history[-1]["Date"].link).rows("rankings")
                    if line["Player"] == row["Player"]
                )
                yield word(f"{where}, change", row["±"], step["±"])
            else:
                yield word(f"{where}, change", row["±"], "")

    def champions(self) -> Iterator[Found]:
        """Every figure of the championships, of the players who have a page."""
        shown = self.page("champions/")
        season = shown.facts["Season"]
        yield word("champions, sessions", shown.facts["Sessions played"], self.played(season))
        for label in ("Sessions that a champion needs", "Results that a champion pair needs"):
            yield word(f"champions, {label}", shown.facts[label], self.needed(season))
        for section in shown.sections:
            rows = shown.rows(section)
            eligible = [row for row in rows if row["Eligible"] == "yes"]
            yield from ranks(section, eligible, "Average")
            yield word(f"{section}, unranked", "".join(row["#"] for row in rows[len(eligible) :]), "")
            of = self._champion if section.startswith("individual") else self._joint
            for row in rows:
                yield from of(f"{section}, {row.get('Pair or trio') or row['Player']}", shown, row)

    def _champion(self, where: str, shown: Page, row: Row) -> Iterator[Found]:
        if row["Player"].link:
            needed = self.needed(row["Season"])
            history = self.history(shown.follow(row["Player"].link), row["Season"])
            kept = [row["Points"].figure for row in history if not row.get("Falls away")]
            yield figure(f"{where}, average", row["Average"], mean(kept))
            yield word(f"{where}, played", row["Played"], len(history))
            yield word(f"{where}, counted", row["Counted"], len(kept))
            yield word(f"{where}, dropped", row["Dropped"], len(history) - len(kept))
            yield word(f"{where}, eligible", row["Eligible"], "yes" if len(history) >= needed else "no")
            yield word(f"{where}, needed", row["Still needed"], max(0, needed - len(history)))

    def _joint(self, where: str, shown: Page, row: Row) -> Iterator[Found]:
        own = shown.follow(row["Pair or trio"].link)
        rows = next(
            own.rows(name) for name in own.sections if self._title(own, name).startswith(row["Season"])
        )
        together = [row for row in rows if not row.get("With a substitute")]
        spare = [row["Points"].figure for row in rows if row.get("With a substitute")]
        counted = [row["Points"].figure for row in rows if row["Counts"] == "yes"]
        substituted = sum(row["Counts"] == "yes" and bool(row.get("With a substitute")) for row in rows)
        needed = self.needed(row["Season"])
        added = min(int(self.options["pair_substitutes"]), max(0, needed - len(together)), len(spare))
        recomputed = [row["Points"].figure for row in together] + best(spare, added)
        yield figure(f"{where}, average", row["Average"], mean(counted))
        yield figure(f"{where}, average", row["Average"], mean(recomputed))
        yield word(f"{where}, together", row["Together"], len(together))
        yield word(f"{where}, substituted", row["Substituted"], added)
        yield word(f"{where}, marked", str(substituted), added)
        yield word(f"{where}, dropped", row["Dropped"], 0)
        yield word(f"{where}, eligible", row["Eligible"], "yes" if len(counted) >= needed else "no")
        for line in rows:
            steps = own.follow(line["Date"].link).rows("rankings")
            by, who = ("Team", line["Team"]) if line.get("Team") else ("Player", line["Player"])
            (points,) = {step["Points"] for step in steps if step[by] == who}
            yield word(f"{where}, points of {line['Date'].day}", line["Points"], points)

    def _title(self, shown: Page, section: str) -> str:
        return "".join(shown.sections[section][0].itertext())

    def pairs(self) -> Iterator[Found]:
        """Every figure of the rankings of pairs and trios."""
        shown = self.page("partnerships/")
        rows = shown.rows("pairs")
        yield from ranks("pairs", rows, "Ranking")
        for row in rows:
            where = f"pairs, {row['Pair or trio']}"
            own = [row[heading] for heading in ("Ranking 1", "Ranking 2", "Ranking 3") if row.get(heading)]
            yield figure(
                f"{where}, ranking", row["Ranking"], total([cell.figure for cell in own]) * 2 / len(own)
            )
            facts = shown.follow(row["Pair or trio"].link).facts
            players = [
                facts[heading] for heading in ("Player", "Partner", "Third of the trio") if heading in facts
            ]
            for player, ranking in zip(players, own, strict=True):
                if player.link:
                    latest = self.page(f"players/{player.link.rpartition('players/')[2]}").facts["Ranking"]
                    yield word(f"{where}, ranking of {player}", ranking, latest)


def best_text(rows: Sequence[Row]) -> str:
    """The most points of some sessions, as they are shown."""
    return max((row["Points"] for row in rows), key=lambda cell: cell.figure.low)
