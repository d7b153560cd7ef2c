"""The sessions that were played or drawn, in order, with what each is made of."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from operator import attrgetter

from sitegen.systems.nbb.tables import Form, Inputs, Line, LineUp, Season, Sitting
from sitegen.toolkit.rows import grouped


@dataclass(frozen=True)
class Session:
    """A session: of pairs or butler with its `lines`, of teams with its `sittings` and line-ups."""

    season: Season
    day: date
    label: str
    form: Form
    lines: Sequence[Line] = ()
    sittings: Sequence[Sitting] = ()
    line_ups: Sequence[LineUp] = ()

    @property
    def is_played(self) -> bool:
        """Whether there is a score; a session without any has been drawn and not played."""
        scores = [row.score for row in self.lines] + [row.vp for row in self.sittings]
        return any(score is not None for score in scores)

    @property
    def key(self) -> str:
        """The key of its results page."""
        return key(self.day, self.label)

    @cached_property
    def players(self) -> frozenset[str]:
        """Everyone who played in it."""
        rows: list[Line | LineUp] = [*self.lines, *self.line_ups]
        return frozenset(player for row in rows for _, player in row.players)

    @cached_property
    def groups(self) -> Mapping[str, str]:
        """The group of each line, by letter; blank for a line on its own."""
        return {row.line: row.group for row in self.lines}


def key(day: date, label: str) -> str:
    """The key of the results page of the session of a day with this label, which may be blank."""
    return f"{day}-{label}" if label else day.isoformat()


def seasons(inputs: Inputs, as_of: date) -> list[Season]:
    """The seasons that have begun, in order."""
    return sorted((each for each in inputs.seasons if each.start <= as_of), key=attrgetter("start"))


def sessions(inputs: Inputs, as_of: date) -> list[Session]:
    """All sessions by day, then label, blank first; a later one that has scores does not exist yet."""
    there = (each for each in _sessions(inputs) if each.day <= as_of or not each.is_played)
    return sorted(there, key=attrgetter("day", "label"))


def season_of(day: date, known: Iterable[Season]) -> Season | None:
    """The season that a day lies in; None outside all."""
    return next((each for each in known if each.start <= day <= each.end), None)


def _sessions(inputs: Inputs) -> Iterator[Session]:
    forms: Mapping[Form, Sequence[Line]] = {"pairs": inputs.pairs, "butler": inputs.butler}
    for form, rows in forms.items():
        for (day, label), lines in grouped(rows, attrgetter("date", "session")).items():
            if season := season_of(day, inputs.seasons):
                yield Session(season, day, label, form, lines)
    line_ups = grouped(inputs.lineups, attrgetter("date"))
    for day, sittings in grouped(inputs.teams, attrgetter("date")).items():
        if season := season_of(day, inputs.seasons):
            yield Session(season, day, "", "teams", (), sittings, line_ups.get(day, []))
