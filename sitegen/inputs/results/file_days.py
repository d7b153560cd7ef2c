"""Days that the name of their file contradicts: rows of another evening, of last year, of another week."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from itertools import groupby
from typing import NamedTuple

from sitegen.core.cell_values import parse_date
from sitegen.core.entities import EventDate, Fault
from sitegen.core.missing import Missing
from sitegen.core.problems import Problem, Severity, advise, pluralize, say
from sitegen.inputs.results.rows import ColumnBatch

_YEAR, _OCCASION, _ENTRY = timedelta(days=366), timedelta(days=3), timedelta(days=3)
"""What is played in so few days is one occasion, and a file is called by it or by the days around it."""
_MIN_FILES = 4
"""Of so many files most are called by the day of play, or none is."""


class Run(NamedTuple):
    """Rows of one day that stand one behind the other in a file."""

    path: str
    day: date
    events: Sequence[EventDate]

    @property
    def first(self) -> EventDate:
        """The first of the rows."""
        return self.events[0]

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(self.events)

    @property
    def is_played(self) -> bool:
        """Whether the rows have results, and the day is what their cells say."""
        event = self.first
        return event.is_played and getattr(event.row, event.column, None) == self.day


def list_runs(events: Iterable[EventDate]) -> list[Run]:
    """Return the runs of rows whose day could be read; all rows of a run are alike in what they say of it."""
    runs = list[Run]()
    for (path, day, *_), group in groupby(events, _describe_event):
        if not isinstance(day, Missing):
            runs.append(Run(path, day, [*group]))
    return runs


def _describe_event(event: EventDate) -> tuple[str, date, bool, bool, type]:
    row, column, day, is_played = event
    path = getattr(row, "source", "").rpartition(":")[0]
    return path, day, is_played, getattr(row, column, None) == day, type(row)


_NAMED_DAY = re.compile(
    r"""(?<!\d)(?:
        (?P<iso>(?:19|20)\d\d([-._ ]?)[01]\d\2[0-3]\d)
        |(?P<dotted>[0-3]?\d([-._ ])[01]?\d\4(?:19|20)\d\d)
        |(?P<digits>[0-3]\d[01]\d(?:19|20)\d\d)
        |(?P<words>[0-3]?\d[-._ ]?[^\W\d_]{3,9}[-._ ]?(?:19|20)\d\d)
    )(?!\d)""",
    re.VERBOSE,
)
_NAMED_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")


def find_named_days(name: str) -> list[date]:
    """Return how the day in the name of a file can be read; none where it has no day, or several."""
    matches = [*_NAMED_DAY.finditer(name)]
    if len(matches) != 1:
        return []
    match, digits = matches[0], re.sub(r"[-._ ]", "", matches[0][0])
    if match["words"]:
        forms = [" ".join(re.findall(r"\d+|[^\W\d_]+", match[0]))]
    elif match["iso"]:
        forms = [f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"]
    else:
        parts = re.findall(r"\d+", match[0]) if match["dotted"] else [digits[:2], digits[2:4], digits[4:]]
        day, month, year = (part.zfill(2) for part in parts)
        forms = [f"{year}-{month}-{day}", *([] if "." in match[0] else [f"{year}-{day}-{month}"])]
    return [*dict.fromkeys(_read_days(forms))]


def _read_days(forms: Sequence[str]) -> Iterator[date]:
    for form in forms:
        with suppress(ValueError):
            yield parse_date(form)


def check_names(files: Mapping[str, Sequence[Run]], latest: date) -> Iterator[Fault]:
    """Yield a warning for each file, by its path, whose name contradicts the days of its runs.

    The name may be the day on which a file was entered, and the first or the last day of several. Where most
    files are not called by the day of play, none is expected to be.
    """
    named = {path: find_named_days(path.rpartition("/")[2]) for path in files}
    differing = [path for path, days in named.items() if days and _is_of_another_day(files[path], days)]
    is_usual = 2 * len(differing) > sum(map(bool, named.values())) >= _MIN_FILES
    for path, runs in files.items():
        name, days = path.rpartition("/")[2], named[path]
        if days:
            found = runs if path in differing and not is_usual else [*_find_contradicting(runs, days)]
            if found:
                yield _report_name(found, name, days[0])
        elif likely_day := _find_likely_year(runs, name, latest):
            yield _report_name(runs, name, likely_day)


def _is_of_another_day(runs: Sequence[Run], named_days: Sequence[date]) -> bool:
    """Whether all rows of a file are of one occasion, and none of the days that its name may be is near."""
    days = [run.day for run in runs]
    first, last = min(days), max(days)
    is_near = any(first - _ENTRY <= day <= last + _ENTRY for day in named_days)
    return last - first <= _OCCASION and not is_near


def _find_contradicting(runs: Sequence[Run], named_days: Sequence[date]) -> Iterator[Run]:
    """Yield the runs of a file of several days whose day is a slip of that in its name."""
    around = [None, *(run.day for run in runs), None]
    for run, before, after in zip(runs, around, around[2:], strict=False):
        is_between = before == after and before in named_days
        is_slip = any(slip in named_days for slip, is_common in iter_slips(run.day) if is_common)
        if run.day not in named_days and (is_between or is_slip):
            yield run


def _find_likely_year(runs: Sequence[Run], name: str, latest: date) -> date | None:
    """Return the day of a year later of the first row where all are of the year before that in the name."""
    years = {int(year) for year in _NAMED_YEAR.findall(name)}
    if len(years) == 1 and all(run.day.year + 1 in years and _add_year(run.day) <= latest for run in runs):
        return _add_year(runs[0].day)
    return None


def _add_year(day: date) -> date:
    return next(slip for slip, _ in iter_slips(day)) if (day.month, day.day) != (2, 29) else day + _YEAR


def _report_name(runs: Sequence[Run], name: str, likely_day: date) -> Fault:
    first, days = runs[0].first, sorted({run.day for run in runs})
    message = pluralize(
        sum(run.size for run in runs),
        "{number} row is of {day}, and the file is called {name}",
        "{number} rows are of {day}, and the file is called {name}",
        code="day-not-of-file",
        day=days[0] if len(days) == 1 else advise("{first} to {last}", first=days[0], last=days[-1]),
        name=name,
    )
    hint = advise("if {likely} is meant, correct the date; else rename the file", likely=likely_day)
    return Fault(first.row, first.column, message, hint, warning=True)


_NAMED_MONTH = re.compile(r"(?<!\d)(?:((?:19|20)\d\d)[-._ ]?([01]\d)|([01]?\d)[-._ ]((?:19|20)\d\d))(?!\d)")


def find_empty_files(batch: ColumnBatch, latest: date) -> Iterator[Problem]:
    """Yield a warning for each file with a heading alone, beside others of its table that have rows.

    A file may be made for what is still to be played: an evening, a month, a year or a season. A new site has
    one of its year, and its evenings may have files of their own.
    """
    concerned = {problem.path for problem in batch.problems}
    starts = [0, *batch.ends]
    for csv_file, start, end in zip(batch.files, starts, batch.ends, strict=False):
        is_empty = start == end and csv_file.path not in concerned and batch.ends[-1] > 0
        if is_empty and _is_due(csv_file.path.rpartition("/")[2], batch, latest):
            message = say("heading-alone", "this file has a heading and no row")
            hint = advise("put its rows back, or take the file out")
            yield Problem(csv_file.path, 0, 0, message, hint, Severity.WARNING)


def _is_due(name: str, batch: ColumnBatch, latest: date) -> bool:
    """Whether what a file is called by has been played, and stands in no other file of the table."""
    if days := find_named_days(name):
        return max(days) < latest
    played = next(iter(batch.values.values()))
    has_days = isinstance(next((day for day in played if day is not None), None), date)
    if match := _NAMED_MONTH.search(name):
        year, month = (match[1], match[2]) if match[1] else (match[4], match[3])
        begin = f"{year}-{month.zfill(2)}"
        return (
            has_days and begin < f"{latest:%Y-%m}" and all(f"{day:%Y-%m}" != begin for day in played if day)
        )
    if years := {int(year) for year in _NAMED_YEAR.findall(name)}:
        middle = date(max(years), 7 if len(years) == 1 else 1, 1)
        return has_days and middle < latest and all(day.year not in years for day in played if day)
    return True


def iter_slips(day: date) -> Iterator[tuple[date, bool]]:
    """Yield each day that differs by a slip of the pen, and whether the slip is a common one."""
    years = (day.year + 1, day.year - 1)
    months = [number for number in (day.month + 1, day.month - 1) if 1 <= number <= 12]
    slips = [
        *(({"year": year}, True) for year in years),
        ({"month": day.day, "day": day.month}, True),
        *(({"month": month}, False) for month in months),
    ]
    for changes, is_common in slips:
        with suppress(ValueError):  # 29 February, or a month of fewer days
            if (slip := day.replace(**changes)) != day:
                yield slip, is_common
