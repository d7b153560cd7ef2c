"""Checks of the tables of a rating list that columns alone cannot express; most are warnings of likely slips.

Matches reported twice, of an unusual length or on an unusual day; times of clocks in minutes; registrations
that end before they begin, overlap, or are far from all others.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from operator import attrgetter, itemgetter

from sitegen.core.entities import Fault
from sitegen.core.missing import select_complete
from sitegen.core.names import extract_letters
from sitegen.core.problems import Message, advise, pluralize, say
from sitegen.systems.fibs.tables import Inputs, Match, Options, Player, Registration
from sitegen.toolkit import order
from sitegen.toolkit.order import group_by

LONGEST_MATCH = 25
"""The longest match that is usual."""
_MIN_SAMPLE = 50
"""From so many matches on it is known what is usual."""
_CLUB, _DATE, _LENGTH = map(attrgetter, ("club", "date", "length"))
_REPORT_CELLS = Match.make_getter("date", "length", "winner", "loser")


def check_duplicates(matches: Iterable[Match]) -> Iterator[Fault]:
    """Yield a warning of each match that two clubs report, whether or not they agree on the winner."""
    complete = select_complete(matches, "date", "winner", "loser", "length", "score", "club")
    if len({*map(_CLUB, complete)}) < 2:
        return
    keyed = zip((_make_match_key(*cells) for cells in map(_REPORT_CELLS, complete)), complete, strict=True)
    first: dict[object, Match] = {}
    repeated_matches = [(key, match) for key, match in keyed if first.setdefault(key, match) is not match]
    for key, pairs in group_by(repeated_matches, itemgetter(0)).items():
        reports = [first[key], *(match for _, match in pairs)]
        for place, match in enumerate(reports):
            similar_reports = [report for report in reports[:place] if _may_be_same(report, match)]
            if similar_reports:
                other = min(similar_reports, key=lambda report: report.winner != match.winner)
                is_disputed = match.winner != other.winner
                yield _report_dispute(match, other) if is_disputed else _report_duplicate(match, other)


def _make_match_key(day: date, length: int, winner: str, loser: str) -> tuple[object, ...]:
    """Return the key that two reports of a match have in common, whoever won."""
    return (day, length, winner, loser) if winner < loser else (day, length, loser, winner)


def _may_be_same(first: Match, second: Match) -> bool:
    """Whether two reports may be of one match: of two clubs, without two scores that differ."""
    if not first.club or not second.club or extract_letters(first.club) == extract_letters(second.club):
        return False
    is_disputed = first.winner != second.winner
    return is_disputed or first.score == second.score or None in {first.score, second.score}


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
        "{club} reports as winner the player whom {other} reports as loser at {place}",
        club=match.club,
        other=other.club,
        place=other.source,
    )
    hint = advise("if it is the same match, ask for the winner, and keep one of the two rows")
    return Fault(match, "winner", message, hint, warning=True)


def check_lengths(matches: Iterable[Match]) -> Iterator[Fault]:
    """Yield a warning of a length that no other match has, if it is long, or even where others are odd."""
    complete = select_complete(matches, "length")
    counts = Counter(map(_LENGTH, complete))
    even_count = sum(counts[length] for length in counts if length % 2 == 0)
    is_usually_odd = len(complete) >= _MIN_SAMPLE and even_count == 1
    unusual = {
        length
        for length in counts
        if counts[length] == 1 and (length > LONGEST_MATCH or (is_usually_odd and length % 2 == 0))
    }
    for match in complete if unusual else ():
        if match.length in unusual:
            message = say("unusual-length", "no other match is to {length} points", length=match.length)
            hint = advise("correct it, unless it was played to so many")
            yield Fault(match, "length", message, hint, warning=True)


_MIN_SECONDS_PER_POINT = 10
"""A reserve of fewer seconds a point is probably in minutes."""
_MAX_SECONDS_PER_POINT, _MAX_RESERVE = 300, 1200
_MIN_DELAY = 5


def check_clocks(matches: Iterable[Match]) -> Iterator[Fault]:
    """Yield a warning of each unlikely time, where it stands first."""
    complete = select_complete(matches, "length", "reserve", "delay")
    timed = [match for match in complete if match.reserve is not None and match.delay is not None]
    for column, is_unlikely, describe in (
        ("reserve", _is_in_minutes, _describe_minutes),
        ("reserve", _is_too_long, _describe_long_reserve),
        ("delay", _is_too_quick, _describe_short_delay),
    ):
        for rows in group_by(filter(is_unlikely, timed), attrgetter(column)).values():
            message, hint = describe(rows[0], pluralize(len(rows), "{number} row", "{number} rows"))
            yield Fault(rows[0], column, message, hint, warning=True)


def _is_in_minutes(match: Match) -> bool:
    return 0 < (match.reserve or 0) < _MIN_SECONDS_PER_POINT * min(match.length, LONGEST_MATCH)


def _is_too_long(match: Match) -> bool:
    return (match.reserve or 0) > max(_MAX_RESERVE, _MAX_SECONDS_PER_POINT * match.length)


def _is_too_quick(match: Match) -> bool:
    return 0 < (match.delay or 0) < _MIN_DELAY


def _describe_minutes(match: Match, rows: Message) -> tuple[Message, Message]:
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


def _describe_long_reserve(match: Match, rows: Message) -> tuple[Message, Message]:
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


def _describe_short_delay(match: Match, rows: Message) -> tuple[Message, Message]:
    message = say(
        "delay-too-short", "a delay of {delay} seconds is little ({rows})", delay=match.delay, rows=rows
    )
    return message, advise("the delay is in seconds for each move, such as 11")


_YEAR = timedelta(days=366)
_MIN_USUAL = 3
"""What occurs fewer times than this is not usual."""


def check_older_ratings(players: Iterable[Player]) -> Iterator[Fault]:
    """Yield a warning of a player with an experience at the start but no rating, where others have one."""
    complete = select_complete(players, "rating", "experience")
    has_ratings = any(player.rating is not None for player in complete)
    for player in complete:
        if has_ratings and player.experience and player.rating is None:
            message = say(
                "experience-without-rating",
                "an experience of {experience} comes without a rating",
                experience=player.experience,
            )
            hint = advise("fill in the rating of the older list too, or take the experience out")
            yield Fault(player, "rating", message, hint, warning=True)


def check_registrations(rows: Iterable[Registration]) -> Iterator[Fault]:
    """Yield registrations that end before they begin, are short, long or far from all others, or overlap."""
    complete = select_complete(rows, "from_", "until")
    yield from _check_order(complete)
    valid = [row for row in complete if row.from_ <= row.until]
    yield from _check_single_days(valid)
    yield from _check_durations(valid)
    yield from _check_outliers(valid)
    yield from _check_overlaps(select_complete(valid, "player", "club"))


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
    """Yield registrations of one day, unless others end on that day too: then somebody may have joined."""
    ends = Counter(row.until for row in rows)
    single_days = [row for row in rows if row.from_ == row.until and ends[row.until] == 1]
    for row in single_days if len(single_days) < _MIN_USUAL else ():
        message = say("registration-of-a-day", "the registration is for one day, {day}", day=row.from_)
        hint = advise("'until' is the last day of the registration: correct it, unless one day is meant")
        yield Fault(row, "until", message, hint, warning=True)


def _check_durations(rows: Sequence[Registration]) -> Iterator[Fault]:
    """Yield registrations longer than two years and than three times the median."""
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
    """Yield registrations that end a year before all others begin, or begin a year after they end."""
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
    """Yield registrations of a player through two clubs for the same days; the later one counts."""
    in_order = sorted(rows, key=attrgetter("from_"))
    for player_rows in group_by(in_order, attrgetter("player")).values():
        for number, row in enumerate(player_rows):
            overlaps = (earlier for earlier in player_rows[:number] if _is_other_club(earlier, row))
            if earlier := next(overlaps, None):
                yield _report_overlap(row, earlier)


def _is_other_club(earlier: Registration, later: Registration) -> bool:
    """Whether two registrations are for the same day through two clubs."""
    is_other = earlier.club and later.club and extract_letters(earlier.club) != extract_letters(later.club)
    return later.from_ <= earlier.until and bool(is_other)


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


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:  # noqa: ARG001 - the protocol's
    """Yield what is wrong with matches, registrations and older ratings, and what is probably a slip."""
    yield from check_older_ratings(inputs.players)
    yield from check_registrations(inputs.registrations or ())
    yield from check_duplicates(inputs.matches)
    yield from check_lengths(inputs.matches)
    yield from check_clocks(inputs.matches)
    yield from order.find_order_faults(inputs.matches, "winner", "loser")
