"""What changes from a day on changes no byte of what was published before, in whole seasons.

A membership, a rule and a decision by lot: the data files and pages of all lists before its day, and of all
days of play, are those of a site without it.
"""

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sites
from examples import sample
from test_changed_options import VALUES

from sitegen.core.system import DECISIONS, list_input_tables, load_system
from sitegen.core.table import get_input_columns
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.syntax import format_toml
from sitegen.systems.glicko2 import PERIODS
from sitegen.systems.nbb.tables import BY_SEASON

pytestmark = [pytest.mark.usefixtures("demonstration"), pytest.mark.slow]

ROOT = Path(__file__).parents[2]
TODAY = date(2026, 11, 21)
SEASONS = {"fibs": "backgammon", "ijssel": "chess", "ruit": "bridge", "nbb": "tuesday", "ludo": "circuit"}
"""The rankings of the demonstration by their systems; of the others it is a new site."""
FIGURES = {"points": "2", "deviation": "120", "rating": "999.5"}
"""What is decided, within the bounds of every system."""
KINDS = ("membership", "rule", "decision")
_AROUND = re.compile(rb"\A.*<main|</main>.*\Z|<a rel=next.*?</a>", re.DOTALL)
"""What leads elsewhere: a first club adds clubs to the menu, a decision may make a list after this one."""
_DAY = re.compile(r"/(\d{4}-\d\d-\d\d)/")


@cache
def read_season(system: str) -> Mapping[str, bytes]:
    """The files of a site of one ranking, of its last year."""
    if system not in SEASONS:
        return sites.files(system)
    ranking = SEASONS[system]
    folder = ROOT / "results" / ranking
    files = {
        path.relative_to(ROOT).as_posix(): path.read_bytes()
        for path in folder.rglob("*.csv")
        if system != "fibs" or path.parent == folder or path.name.startswith("2026")
    }
    head, *rankings = (ROOT / "sitegen.toml").read_text("utf-8").split("[[ranking]]")
    own = next(text for text in rankings if f'id = "{ranking}"' in text)
    settings = head.replace("engine = true", 'cards = "none"', 1) + "[[ranking]]" + own
    return {"sitegen.toml": settings.encode(), **files}


@dataclass(frozen=True)
class Season:
    """A season of a ranking, which is published in a folder."""

    system: str
    folder: Path

    @property
    def ranking(self) -> str:
        """The id of the ranking."""
        return SEASONS.get(self.system, self.system)

    def publish(self, added: Mapping[str, str]) -> Mapping[str, bytes]:
        """The lists and days of play of a site with these lines at the end of its files."""
        files = dict(read_season(self.system))
        for path, text in added.items():
            old = files.get(path, b"").decode()
            body = text.partition("\n")[2] if old and path != "sitegen.toml" else text
            files[path] = f"{old.rstrip()}\n{body}".lstrip().encode()
        shutil.rmtree(self.folder, ignore_errors=True)
        sites.write(self.folder, files)
        parts = (f"{self.ranking}/lists/2", f"{self.ranking}/results/")
        pages = sites.render(self.folder, TODAY, lambda path: path.startswith(parts))
        return {path: _AROUND.sub(b"", data) for path, data in pages.items()}

    @cached_property
    def before(self) -> Mapping[str, bytes]:
        """What is published without any change."""
        return self.publish({})

    @property
    def options(self) -> Any:
        """The options of the ranking without any change."""
        site, problems = load_site(self.folder)
        assert site, problems
        return site.rankings[0].options

    @property
    def days(self) -> list[date]:
        """The days of its lists."""
        return sorted({date.fromisoformat(found[1]) for path in self.before if (found := _DAY.search(path))})

    def draw_change(self, random: Random, kind: str) -> tuple[date, Mapping[str, str]]:
        """A change from a day on, which is the first of a period or season for rules that hold for one whole.

        It is the day, and the lines that the change adds to files.
        """
        day = random.choice(self.days[1:]) + timedelta(random.randint(0, 1))
        folder = f"results/{self.ranking}"
        players = read_season(self.system)[f"{folder}/players.csv"].decode()
        player = random.choice(re.findall(r"^([a-z][a-z0-9-]+)[,;][A-Z]", players, re.MULTILINE))
        if kind == "membership":
            return day, {f"{folder}/memberships.csv": f"player,club,from\n{player},Elsewhere,{day}\n"}
        if kind == "rule":
            name = random.choice(sorted(VALUES[self.system]))
            held = getattr(self.options, name)
            value = format_value(random.choice([each for each in VALUES[self.system][name] if each != held]))
            if self.system == "glicko2":
                day = PERIODS["month"](day).last + timedelta(1)
            columns = get_input_columns(type(self.options))
            if any(column.changes == BY_SEASON for column in columns if column.name == name):
                seasons = read_season(self.system)[f"{folder}/seasons.csv"].decode()
                starts = map(date.fromisoformat, re.findall(r"^[^,]*,([\d-]+)", seasons, re.MULTILINE))
                day = random.choice([start for start in starts if start > self.days[0]])
            change = f"[[ranking.from]]\ndate = {day}\noptions = {{ {name} = {value} }}\n"
            return day, {"sitegen.toml": change}
        what = random.choice(list_decisions(self.system))
        row = f"{day},{player},{what},{FIGURES.get(what, '')},A reason."
        return day, {f"{folder}/decisions.csv": f"date,player,what,figure,reason\n{row}\n"}


def format_value(value: Any) -> str:
    return format_toml({str(key): each for key, each in value.items()} if isinstance(value, dict) else value)


def list_decisions(system: str) -> Sequence[str]:
    """The kinds of decisions that a system takes; none where it has no table of them."""
    tables = {table.name: table.rows for table in list_input_tables(load_system(system))}
    if DECISIONS not in tables:
        return ()
    what = next(column for column in get_input_columns(tables[DECISIONS]) if column.name == "what")
    return [kind for kind in what.choices if kind != "in competition"]


def cases() -> Iterator[tuple[str, str]]:
    for system in sites.ALL:
        yield from ((system, kind) for kind in KINDS if kind != "decision" or list_decisions(system))


@pytest.mark.parametrize(("system", "kind"), sample(cases(), 4))
def test_what_was_published_before_the_day_is_the_same_to_the_byte(
    system: str, kind: str, tmp_path: Path
) -> None:
    random, season = Random(f"{system} {kind}"), Season(system, tmp_path / "site")
    for _ in range(2):
        day, change = season.draw_change(random, kind)
        after = season.publish(change)
        earlier = {
            path
            for path in {*after, *season.before}
            if (found := _DAY.search(path)) and date.fromisoformat(found[1]) < day
        }
        assert earlier
        changed = {path for path in earlier if season.before.get(path) != after.get(path)}
        assert changed == set(), change
