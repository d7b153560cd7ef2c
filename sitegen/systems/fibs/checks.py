"""What is wrong with the tables of a rating list that their columns alone do not show, and what may be.

Clubs that are probably one, written in two ways.

Matches that may be reported twice, with another length than was played, or on another day.

Times of clocks that are probably not in seconds, or have a digit too many.

Registrations whose days cannot be or are probably slips, and what comes from an older list.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from operator import attrgetter, itemgetter
from typing import Any

from sitegen.core.entities import Fault
from sitegen.core.names import extract_letters
from sitegen.core.problems import Message, advise, pluralize, quote_text, say
from sitegen.core.unread import select_complete
from sitegen.systems.fibs.tables import Inputs, Match, Player, Registration
from sitegen.toolkit import order
from sitegen.toolkit.order import find_misspellings, group_by


def check_clubs(inputs: Inputs) -> Iterator[Fault]:
    """A warning of each club that is rarely written so and nearly as another one, where it stands first."""
    tables: tuple[Iterable[Any], ...] = inputs.players, inputs.registrations or (), inputs.matches
    rows = [row for table in tables for row in select_complete(table, "club") if row.club]
    counts = Counter(map(attrgetter("club"), rows))
    for rare, common in find_misspellings(counts):
        row = next(row for row in rows if row.club == rare)
        message = say(
            "club-nearly-alike",
            "{club} is nearly {other}, which stands in {rows} rows",
            club=quote_text(rare),
            other=quote_text(common),
            rows=counts[common],
        )
        yield Fault(row, "club", message, advise("write one club in one way"), warning=True)


LONGEST_MATCH = 25
"""The longest match that is ordinary."""
_MIN_SAMPLE = 50
"""So many matches or evenings say what is usual."""
_MIN_EVENINGS = 20
_FIVE_WEEKS = 35
"""Days of five weeks."""
_CLUB, _DATE, _LENGTH = map(attrgetter, ("club", "date", "length"))
_REPORT_CELLS = Match.make_getter("date", "length", "winner", "loser")


def check_duplicates(matches: Iterable[Match]) -> Iterator[Fault]:
    """Two clubs may report one match, and may not agree on who won it."""
    read = select_complete(matches, "date", "winner", "loser", "length", "score", "club")
    if len({*map(_CLUB, read)}) < 2:
        return
    keyed = zip((_make_match_key(*cells) for cells in map(_REPORT_CELLS, read)), read, strict=True)
    first: dict[object, Match] = {}
    again = [(key, match) for key, match in keyed if first.setdefault(key, match) is not match]
    for key, later in group_by(again, itemgetter(0)).items():
        reports = [first[key], *(match for _, match in later)]
        for place, match in enumerate(reports):
            others = [report for report in reports[:place] if _may_be_same(report, match)]
            if others:
                other = min(others, key=lambda item: item.winner != match.winner)
                yield (
                    _report_dispute(match, other)
                    if match.winner != other.winner
                    else _report_duplicate(match, other)
                )


def _make_match_key(day: date, length: int, winner: str, loser: str) -> tuple[object, ...]:
    """What two reports of a match have in common, whoever won."""
    return (day, length, winner, loser) if winner < loser else (day, length, loser, winner)


def _may_be_same(one: Match, other: Match) -> bool:
    """Whether two clubs may mean one match; of a winner who won twice, the scores say that there were two."""
    if not one.club or not other.club or extract_letters(one.club) == extract_letters(other.club):
        return False
    is_disputed = one.winner != other.winner
    return is_disputed or one.score == other.score or None in {one.score, other.score}


def _report_duplicate(match: Match, other: Match) -> Fault:
    message = say(
        "match-of-two-clubs",
        "{club} reports the match that {other} reports at {place}",
        club=match.club,
        other=other.club,
        place=other.source,
    )
    hint = advise("keep one of the two rows if it is the same match")
    return Fault(match, "club", message, hint, warning=True)


def _report_dispute(match: Match, other: Match) -> Fault:
    message = say(
        "match-with-two-winners",
        "{club} reports as the winner who lost as {other} reports it at {place}",
        club=match.club,
        other=other.club,
        place=other.source,
    )
    hint = advise("if it is the same match, ask who won, and keep one of the two rows")
    return Fault(match, "winner", message, hint, warning=True)


def check_lengths(matches: Iterable[Match]) -> Iterator[Fault]:
    """A length that no other match has, and that is long, or even where others are odd."""
    read = select_complete(matches, "length")
    counts = Counter(map(_LENGTH, read))
    is_usually_odd = (
        len(read) >= _MIN_SAMPLE and sum(counts[length] for length in counts if length % 2 == 0) == 1
    )
    strange = {
        length
        for length in counts
        if counts[length] == 1 and (length > LONGEST_MATCH or (is_usually_odd and length % 2 == 0))
    }
    for match in read if strange else ():
        if match.length in strange:
            message = say("unusual-length", "no other match is to {length} points", length=match.length)
            hint = advise("correct it, unless it was played to so many")
            yield Fault(match, "length", message, hint, warning=True)


def check_days(matches: Sequence[Match]) -> Iterator[Fault]:
    """A match alone on a day of the week on which its club does not play.

    While there is a row that may be of that evening, nobody can tell.
    """
    read = select_complete(matches, "date", "kind", "club")
    if len(read) == len(matches):
        by_name = group_by((match for match in read if match.kind != "tournament"), _CLUB)
        for names in group_by(by_name, extract_letters).values():
            yield from _check_weekdays([match for name in names for match in by_name[name]])


def _check_weekdays(reported: Sequence[Match]) -> Iterator[Fault]:
    matches_on = Counter(map(_DATE, reported))
    played = [match for match in reported if match.kind == "club" and not match.online]
    evenings = {*map(_DATE, played)}
    on_day = Counter(day.weekday() for day in evenings)
    usual, count = max(on_day.items(), key=itemgetter(1), default=(0, 0))
    others = {day for day in evenings if day.weekday() != usual}
    if count < _MIN_EVENINGS or len(others) > max(1, count // _MIN_SAMPLE):
        return
    for match in played:
        if match.date in others and matches_on[match.date] == 1 and _is_in_season(match.date, evenings):
            message = say(
                "unusual-day-of-week",
                "{day} is another day of the week than {evenings} evenings of this club",
                day=match.date,
                evenings=count,
            )
            hint = advise("correct the date, unless this one match was played on another day")
            yield Fault(match, "date", message, hint, warning=True)


def _is_in_season(day: date, evenings: Iterable[date]) -> bool:
    """Whether the club played in the weeks around; a day far from all others is told by all systems."""
    return any(0 < abs((evening - day).days) <= _FIVE_WEEKS for evening in evenings)


_MIN_SECONDS_PER_POINT = 10
"""Below so many seconds a point, the minutes of a match were written for its seconds."""
_MOST_A_POINT, _MOST = 300, 1200
_MIN_DELAY = 5


def check_clocks(matches: Iterable[Match]) -> Iterator[Fault]:
    """A warning of each unlikely time, where it stands first."""
    read = select_complete(matches, "length", "reserve", "delay")
    timed = [match for match in read if match.reserve is not None and match.delay is not None]
    for column, is_unlikely, told in (
        ("reserve", _is_in_minutes, _report_minutes),
        ("reserve", _is_too_long, _report_long_reserve),
        ("delay", _is_too_quick, _report_short_delay),
    ):
        for rows in group_by(filter(is_unlikely, timed), attrgetter(column)).values():
            message, hint = told(rows[0], pluralize(len(rows), "{number} row", "{number} rows"))
            yield Fault(rows[0], column, message, hint, warning=True)


def _is_in_minutes(match: Match) -> bool:
    return 0 < (match.reserve or 0) < _MIN_SECONDS_PER_POINT * min(match.length, LONGEST_MATCH)


def _is_too_long(match: Match) -> bool:
    return (match.reserve or 0) > max(_MOST, _MOST_A_POINT * match.length)


def _is_too_quick(match: Match) -> bool:
    return 0 < (match.delay or 0) < _MIN_DELAY


def _report_minutes(match: Match, rows: Message) -> tuple[Message, Message]:
    reserve, length = match.reserve or 0, match.length
    message = say(
        "reserve-in-minutes",
        "{reserve} seconds are little for a match to {length} ({rows})",
        reserve=reserve,
        length=length,
        rows=rows,
    )
    return message, advise(
        "the reserve is in seconds: if these are minutes, write {seconds}", seconds=60 * reserve
    )


def _report_long_reserve(match: Match, rows: Message) -> tuple[Message, Message]:
    reserve = match.reserve or 0
    message = say(
        "reserve-too-long",
        "{reserve} seconds, or {minutes} minutes, are much for a match to {length} ({rows})",
        reserve=reserve,
        minutes=reserve // 60,
        length=match.length,
        rows=rows,
    )
    return message, advise("the reserve is what one player has for the whole match, in seconds")


def _report_short_delay(match: Match, rows: Message) -> tuple[Message, Message]:
    message = say(
        "delay-too-short", "a delay of {delay} seconds is little ({rows})", delay=match.delay, rows=rows
    )
    return message, advise("the delay is in seconds for each move, such as 11")


_YEAR = timedelta(days=366)
_MIN_USUAL = 3
"""What stands fewer times than this is no custom."""


def check_older_ratings(players: Iterable[Player]) -> Iterator[Fault]:
    """Who brings an experience from an older list brings a rating too, where others do."""
    read = select_complete(players, "rating", "experience")
    has_ratings = any(player.rating is not None for player in read)
    for player in read:
        if has_ratings and player.experience and player.rating is None:
            message = say(
                "experience-without-rating",
                "an experience of {experience} comes without a rating",
                experience=player.experience,
            )
            hint = advise("fill in the rating of the older list too, or take the experience out")
            yield Fault(player, "rating", message, hint, warning=True)


def check_registrations(rows: Iterable[Registration]) -> Iterator[Fault]:
    """Registrations that end before they begin, are short, long or far from all others, or overlap."""
    read = select_complete(rows, "from_", "until")
    yield from _check_order(read)
    sound = [row for row in read if row.from_ <= row.until]
    yield from _check_single_days(sound)
    yield from _check_durations(sound)
    yield from _check_outliers(sound)
    yield from _check_overlaps(select_complete(sound, "player", "club"))


def _check_order(rows: Iterable[Registration]) -> Iterator[Fault]:
    for row in rows:
        if row.from_ > row.until:
            message = say(
                "registration-turned-around",
                "the registration ends on {until}, before it begins on {first}",
                until=row.until,
                first=row.from_,
            )
            yield Fault(row, "until", message, advise("'until' is the last day of the registration"))


def _check_single_days(rows: Sequence[Registration]) -> Iterator[Fault]:
    """Of one day; on the day on which others end too, somebody may well have joined."""
    ends = Counter(row.until for row in rows)
    found = [row for row in rows if row.from_ == row.until and ends[row.until] == 1]
    for row in found if len(found) < _MIN_USUAL else ():
        message = say("registration-of-a-day", "the registration is for one day, {day}", day=row.from_)
        hint = advise("'until' is the last day of the registration: correct it, unless one day is meant")
        yield Fault(row, "until", message, hint, warning=True)


def _check_durations(rows: Sequence[Registration]) -> Iterator[Fault]:
    """Longer than two years and than three times what is usual."""
    if not rows:
        return
    from statistics import median  # noqa: PLC0415 - many clubs have no registrations

    usual = median((row.until - row.from_).days + 1 for row in rows)
    for row in rows:
        days = (row.until - row.from_).days + 1
        if days > max(2 * _YEAR.days, 3 * usual):
            message = say(
                "registration-long",
                "the registration is from {first} to {until}, {times} times as long as is usual",
                first=row.from_,
                until=row.until,
                times=round(days / usual),
            )
            yield Fault(row, "until", message, advise("correct the year, unless it is meant"), warning=True)


def _check_outliers(rows: Sequence[Registration]) -> Iterator[Fault]:
    """Ended more than a year before all others begin, or begins more than a year after they end."""
    if len(rows) < _MIN_USUAL:
        return
    first, second, *_ = sorted(row.from_ for row in rows)
    *_, last_but_one, last = sorted(row.until for row in rows)
    for row in rows:
        others_from = second if row.from_ == first else first
        others_until = last_but_one if row.until == last else last
        if row.until + _YEAR < others_from or row.from_ - _YEAR > others_until:
            message = say(
                "registration-far",
                "the registration from {first} to {until} is more than a year away from all others",
                first=row.from_,
                until=row.until,
            )
            yield Fault(row, "from", message, advise("correct the year, unless it is meant"), warning=True)


def _check_overlaps(rows: Iterable[Registration]) -> Iterator[Fault]:
    """Registrations of one player through two clubs for the same days: the one that begins last holds."""
    in_order = sorted(rows, key=lambda row: row.from_)
    for own in group_by(in_order, lambda row: row.player).values():
        for number, row in enumerate(own):
            earlier = next(
                (registration for registration in own[:number] if _is_other_club(registration, row)), None
            )
            if earlier:
                yield _report_overlap(row, earlier)


def _is_other_club(earlier: Registration, row: Registration) -> bool:
    """Whether two registrations, of which the first begins first, name two clubs for a day."""
    is_named = earlier.club and row.club and extract_letters(earlier.club) != extract_letters(row.club)
    return row.from_ <= earlier.until and bool(is_named)


def _report_overlap(row: Registration, earlier: Registration) -> Fault:
    message = say(
        "registrations-overlap",
        "the player is registered through {club} until {until}: {place}",
        club=earlier.club,
        until=earlier.until,
        place=earlier.source,
    )
    before = row.from_ - timedelta(days=1)
    hint = advise("let that registration end on {day}, or take one of the two out", day=before)
    return Fault(row, "from", message, hint, warning=True)


def find_faults(inputs: Inputs) -> Iterator[Fault]:
    """All faults."""
    yield from check_older_ratings(inputs.players)
    yield from check_registrations(inputs.registrations or ())
    yield from check_clubs(inputs)
    yield from check_duplicates(inputs.matches)
    yield from check_lengths(inputs.matches)
    yield from check_days(inputs.matches)
    yield from check_clocks(inputs.matches)
    yield from order.find_order_faults(inputs.matches, "winner", "loser")
