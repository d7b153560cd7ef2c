"""Checks of the tables of a rating list that columns alone cannot express; most are warnings of likely slips.

Matches reported twice, of an unusual length or on an unusual day; times of clocks in minutes; registrations
that end before they begin, overlap, or are far from all others.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from operator import attrgetter, itemgetter

from sitegen.core.entities import Fault, declare_error, declare_warning
from sitegen.core.missing import select_complete
from sitegen.core.names import extract_letters
from sitegen.core.problems import pluralize, quote_text
from sitegen.systems.fibs.tables import Inputs, Match, Options, Player, Registration
from sitegen.toolkit.decisions import find_slipped_figures
from sitegen.toolkit.memberships import Membership
from sitegen.toolkit.order import group_by

LONGEST_MATCH = 25
"""The longest match that is usual."""
_MIN_SAMPLE = 50
"""From so many matches on it is known what is usual."""
_CLUB, _DATE, _LENGTH = map(attrgetter, ("club", "date", "length"))
_REPORT_CELLS = Match.make_getter("date", "length", "winner", "loser")

_TWO_REPORTS = declare_warning(
    "match-of-two-clubs",
    "{club} reports the match that {other} reports at {place}",
    "keep one of the two rows if it is the same match",
)
_TWO_WINNERS = declare_warning(
    "match-with-two-winners",
    "{club} reports as winner the player whom {other} reports as loser at {place}",
    "if it is the same match, ask for the winner, and keep one of the two rows",
)


def check_duplicates(matches: Iterable[Match]) -> Iterator[Fault]:
    """Yield a warning of each match that two clubs report, whether or not they agree on the winner."""
    complete = select_complete(matches, "date", "winner", "loser", "length", "score", "club")
    if len({*map(_CLUB, complete)}) < 2:
        return
    keys = [
        (day, length, winner, loser) if winner < loser else (day, length, loser, winner)
        for day, length, winner, loser in map(_REPORT_CELLS, complete)
    ]
    first: dict[object, Match] = {}
    keyed = zip(keys, complete, strict=True)
    repeated_matches = [(key, match) for key, match in keyed if first.setdefault(key, match) is not match]
    for key, pairs in group_by(repeated_matches, itemgetter(0)).items():
        reports = [first[key], *(match for _, match in pairs)]
        for place, match in enumerate(reports):
            similar_reports = [report for report in reports[:place] if _may_be_same(report, match)]
            if similar_reports:
                other = min(similar_reports, key=lambda report: report.winner != match.winner)
                params = {"club": match.club, "other": other.club, "place": other.source}
                if match.winner == other.winner:
                    yield _TWO_REPORTS(match, "club", **params)
                else:
                    yield _TWO_WINNERS(match, "winner", **params)


def _may_be_same(first: Match, second: Match) -> bool:
    """Whether two reports may be of one match: of two clubs, without two scores that differ."""
    if not first.club or not second.club or extract_letters(first.club) == extract_letters(second.club):
        return False
    is_disputed = first.winner != second.winner
    return is_disputed or first.score == second.score or None in {first.score, second.score}


_UNUSUAL_LENGTH = declare_warning(
    "unusual-length",
    "no other match is to {length} points",
    "correct it, unless it was played to so many",
)


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
            yield _UNUSUAL_LENGTH(match, "length", length=match.length)


_MIN_SECONDS_PER_POINT = 10
"""A reserve of fewer seconds a point is probably in minutes."""
_MAX_SECONDS_PER_POINT, _MAX_RESERVE = 300, 1200
_MIN_DELAY = 5

_RESERVE_IN_MINUTES = declare_warning(
    "reserve-in-minutes",
    "{reserve} seconds are little for a match to {length} ({rows})",
    "the reserve is in seconds: if these are minutes, write {seconds}",
)
_RESERVE_TOO_LONG = declare_warning(
    "reserve-too-long",
    "{reserve} seconds, or {minutes} minutes, are much for a match to {length} ({rows})",
    "the reserve is what one player has for the whole match, in seconds",
)
_DELAY_TOO_SHORT = declare_warning(
    "delay-too-short",
    "a delay of {delay} seconds is little ({rows})",
    "the delay is in seconds for each move, such as 11",
)


def check_clocks(matches: Iterable[Match]) -> Iterator[Fault]:
    """Yield a warning of each unlikely time, where it stands first."""
    complete = select_complete(matches, "length", "reserve", "delay")
    timed = [match for match in complete if match.reserve is not None and match.delay is not None]
    for kind, column, is_unlikely in (
        (_RESERVE_IN_MINUTES, "reserve", _is_in_minutes),
        (_RESERVE_TOO_LONG, "reserve", _is_too_long),
        (_DELAY_TOO_SHORT, "delay", _is_too_quick),
    ):
        for rows in group_by(filter(is_unlikely, timed), attrgetter(column)).values():
            reserve = rows[0].reserve or 0
            yield kind(
                rows[0],
                column,
                reserve=reserve,
                minutes=reserve // 60,
                seconds=reserve * 60,
                delay=rows[0].delay,
                length=rows[0].length,
                rows=pluralize(len(rows), "{number} row", "{number} rows"),
            )


def _is_in_minutes(match: Match) -> bool:
    return 0 < (match.reserve or 0) < _MIN_SECONDS_PER_POINT * min(match.length, LONGEST_MATCH)


def _is_too_long(match: Match) -> bool:
    return (match.reserve or 0) > max(_MAX_RESERVE, _MAX_SECONDS_PER_POINT * match.length)


def _is_too_quick(match: Match) -> bool:
    return 0 < (match.delay or 0) < _MIN_DELAY


_YEAR = timedelta(days=366)
_MIN_USUAL = 3
"""What occurs fewer times than this is not usual."""

_NO_OLDER_RATING = declare_warning(
    "experience-without-rating",
    "an experience of {experience} comes without a rating",
    "fill in the rating of the older list too, or take the experience out",
)
_TURNED_AROUND = declare_error(
    "registration-turned-around",
    "the registration ends on {until}, before it begins on {first}",
    "'until' is the last day of the registration",
)
_SINGLE_DAY = declare_warning(
    "registration-of-a-day",
    "the registration is for one day, {day}",
    "'until' is the last day of the registration: correct it, unless one day is meant",
)
_LONG = declare_warning(
    "registration-long",
    "the registration is from {first} to {until}, {times} times as long as is usual",
    "correct the year, unless it is meant",
)
_FAR = declare_warning(
    "registration-far",
    "the registration from {first} to {until} is more than a year away from all others",
    "correct the year, unless it is meant",
)
_OVERLAP = declare_warning(
    "registrations-overlap",
    "the player is registered through {club} until {until}: {place}",
    "let that registration end on {day}, or take one of the two out",
)


def check_older_ratings(players: Iterable[Player]) -> Iterator[Fault]:
    """Yield a warning of a player with an experience at the start but no rating, where others have one."""
    complete = select_complete(players, "rating", "experience")
    has_ratings = any(player.rating is not None for player in complete)
    for player in complete:
        if has_ratings and player.experience and player.rating is None:
            yield _NO_OLDER_RATING(player, "rating", experience=player.experience)


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
            yield _TURNED_AROUND(row, "until", until=row.until, first=row.from_)


def _check_single_days(rows: Sequence[Registration]) -> Iterator[Fault]:
    """Yield registrations of one day, unless others end on that day too: then somebody may have joined."""
    ends = Counter(row.until for row in rows)
    single_days = [row for row in rows if row.from_ == row.until and ends[row.until] == 1]
    for row in single_days if len(single_days) < _MIN_USUAL else ():
        yield _SINGLE_DAY(row, "until", day=row.from_)


def _check_durations(rows: Sequence[Registration]) -> Iterator[Fault]:
    """Yield registrations longer than two years and than three times the median."""
    if not rows:
        return
    from statistics import median  # noqa: PLC0415 - many clubs have no registrations

    usual = median((row.until - row.from_).days + 1 for row in rows)
    for row in rows:
        days = (row.until - row.from_).days + 1
        if days > max(2 * _YEAR.days, 3 * usual):
            times = round(days / usual)
            yield _LONG(row, "until", first=row.from_, until=row.until, times=times)


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
            yield _FAR(row, "from", first=row.from_, until=row.until)


def _check_overlaps(rows: Iterable[Registration]) -> Iterator[Fault]:
    """Yield registrations of a player through two clubs for the same days; the later one counts."""
    in_order = sorted(rows, key=attrgetter("from_"))
    for player_rows in group_by(in_order, attrgetter("player")).values():
        for number, row in enumerate(player_rows):
            overlaps = (earlier for earlier in player_rows[:number] if _is_other_club(earlier, row))
            if earlier := next(overlaps, None):
                yield _OVERLAP(
                    row,
                    "from",
                    club=earlier.club,
                    until=earlier.until,
                    place=earlier.source,
                    day=row.from_ - timedelta(days=1),
                )


def _is_other_club(earlier: Registration, later: Registration) -> bool:
    """Whether two registrations are for the same day through two clubs."""
    is_other = earlier.club and later.club and extract_letters(earlier.club) != extract_letters(later.club)
    return later.from_ <= earlier.until and bool(is_other)


_OTHER_CLUB = declare_warning(
    "registration-of-other-club",
    "on this day the player is registered through {club}, which lists go by: {place}",
    "let that registration end the day before, and add one through the new club",
)


def check_memberships(
    memberships: Iterable[Membership], registrations: Iterable[Registration]
) -> Iterator[Fault]:
    """Yield a warning of a membership on whose first day a registration names another club."""
    complete = sorted(
        select_complete(registrations, "player", "club", "from_", "until"), key=attrgetter("from_")
    )
    rows = group_by(complete, attrgetter("player"))
    for membership in select_complete(memberships, "player", "club", "from_"):
        day, letters = membership.from_, extract_letters(membership.club or "")
        in_force = [row for row in rows.get(membership.player, ()) if row.from_ <= day <= row.until]
        for row in in_force[-1:]:
            if row.club and extract_letters(row.club) != letters:
                yield _OTHER_CLUB(membership, "club", club=quote_text(row.club), place=row.source)


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """Yield what is wrong with matches, registrations and older ratings, and what is probably a slip."""
    yield from check_older_ratings(inputs.players)
    yield from check_registrations(inputs.registrations or ())
    yield from check_memberships(inputs.memberships, inputs.registrations or ())
    yield from check_duplicates(inputs.matches)
    yield from check_lengths(inputs.matches)
    yield from check_clocks(inputs.matches)
    yield from find_slipped_figures(inputs.decisions, "rating", options.initial_rating)
