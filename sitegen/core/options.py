"""The options of a ranking, which may change from a day on.

    class Options(ChangingOptions):
        k: float = column("what a game moves", default=20, changes="games from that day on")
        start: float = column("where all start", default=1500, stays="everyone has started with it")

A system says of each option for what a change of it counts, or why it stays. It rates by the options of the
day of the build, which know those of the days before, and none of later days.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from operator import itemgetter
from typing import Any, Self

from sitegen.core.table import Column, Table, column, get_columns

Version = tuple[date, Mapping[str, Any]]
"""The values of all options by name, and the first day on which they hold."""


class ChangingOptions(Table):
    """Options that may change from a day on."""

    since: date = column("the first day on which they hold", default=date.min, filled=True)
    versions: tuple[tuple[date, Mapping[str, Any]], ...] = column(
        "the options of all days, oldest first; none if they never change", default=(), filled=True
    )

    def with_changes(self, changes: Iterable[Version]) -> Self:
        """Return the options with what is another value from some days on, in order of days."""
        versions = [(date.min, read_values(self))]
        for day, values in changes:
            versions.append((day, {**versions[-1][1], **values}))
        return self._make_version(versions, 0)

    def on(self, day: date) -> Self:
        """Return the options of a day."""
        return self._make_version(self.versions, _find_place(self.versions, day)) if self.versions else self

    def until(self, day: date) -> Self:
        """Return the options of a day, which know none of later days."""
        known = self.versions[: _find_place(self.versions, day) + 1]
        return self._make_version(known, -1) if known else self

    def list_versions(self) -> list[Self]:
        """Return the options of all days, oldest first."""
        return [self.on(since) for since, _ in self.versions] or [self]

    def list_changed(self) -> list[str]:
        """Return the names of the options that are others than on the day before these came to hold."""
        if self.since == date.min:
            return []
        held = read_values(self.on(self.since - timedelta(1)))
        return [name for name, value in read_values(self).items() if value != held[name]]

    def _make_version(self, versions: Sequence[Version], place: int) -> Self:
        since, values = versions[place]
        cells = {**values, "since": since, "versions": tuple(versions) if len(versions) > 1 else ()}
        return self.make_rows([[cells[column.name] for column in get_columns(type(self))]])[0]


def _find_place(versions: Sequence[Version], day: date) -> int:
    return bisect_right(versions, day, key=itemgetter(0)) - 1


def list_versions(options: Table) -> list[Any]:
    """Return the options of all days, oldest first: one where the system lets none change."""
    return options.list_versions() if isinstance(options, ChangingOptions) else [options]


def list_change_days(options: Table) -> list[date]:
    """Return the first day of each of the options of all days; that of the first is `date.min`."""
    return [getattr(version, "since", date.min) for version in list_versions(options)]


def select_until(options: Table, day: date) -> Any:
    """Return the options of a day, which know none of later days."""
    return options.until(day) if isinstance(options, ChangingOptions) else options


def read_values(options: Table) -> Mapping[str, Any]:
    """Return the value of each option by name."""
    pairs = zip(get_columns(type(options)), options, strict=True)
    return {column.name: value for column, value in pairs if not column.filled}


def format_setting(declared: Column, value: Any) -> str:
    """Return the value of an option as the settings may have it: without its only key, if it needs none."""
    is_alone = declared.alone is not None and [*value] == [declared.alone]
    return format_option(value[declared.alone] if is_alone else value)


def format_option(value: Any) -> str:
    """Return the value of an option as text: a table as its entries, a list as its items, None as empty."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {format_option(item)}" for key, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
