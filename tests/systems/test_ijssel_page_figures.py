"""Every figure of the chess competition can be followed and recomputed from the published pages alone."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor
from pathlib import Path
from random import Random

import pytest
from page_figures_ijssel import HALF, POINTS, Check, Followed, Worth, exact, middle, value
from page_reader import CALCULATION, Between, Cell, Row, mean, parse_figure, total

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def followed(demonstration_output: Path) -> Followed:
    return Followed(demonstration_output, "chess/")


def of_starts(followed: Followed) -> Iterator[Check]:
    """Every start rating and what it comes from (article 1.1)."""
    starters = [row for row in followed.starts.values() if row["Joined"] == "1"]
    bases = [row["Basis"].figure for row in starters]
    quarter = max(1, floor(len(starters) / 4 + 0.5))
    top, bottom = mean(bases[:quarter]), mean(bases[-quarter:])
    for name, row in followed.starts.items():
        brought = [row["Final rating"]] + [row["Knsb rating"]] * (row.get("Knsb reliable") == "yes")
        known = [float(figure) for figure in brought if figure] or [float(row["Estimate"] or 0)]
        if max(known):  # of who is hidden the basis alone is told
            yield Check(f"start of {name}: basis", row["Basis"], exact(max(known)))
        share = starters.index(row) / max(1, len(starters) - 1) if row in starters else None
        start = row["Basis"].figure if share is None else top * (1 - share) + bottom * share
        yield Check(f"start of {name}", row["Start"], start)


def of_ratings(followed: Followed, number: int, names: Sequence[str]) -> Iterator[Check]:
    """The club ratings of some players after a round (articles 1 and 2.1)."""
    rows, facts, ladder = followed.ratings(number), followed.round(number).facts, followed.ladder(number)
    least = 6 + 2 * (followed.period(number) - 1)
    yield Check(f"round {number}: minimum", facts["Minimum of games for a club rating"], str(least))
    after = dict(zip(rows, capped([line["Uncapped"].figure for line in rows.values()]), strict=True))
    for name in names:
        row, games = rows[name], followed.played(name, number)
        where = f"round {number}: {name}: "
        count, missing = len(games), max(0, least - len(games))
        points = sum((POINTS[result] for _, result in games), Fraction(0))
        place = [other for other, _ in ladder].index(name)
        score, over = (points + HALF + HALF * missing) / (count + 1 + missing), count + 1 + missing
        percent = floor(100 * score + HALF)
        dp = followed.differences[percent] if percent >= 50 else -followed.differences[100 - percent]
        opponents = [rows[opponent]["Uncapped"].figure for opponent, _ in games]
        ours = [ladder[place][1], followed.starts[name]["Start"].figure * missing]
        yield Check(f"{where}g", row["g"], str(count))
        yield Check(f"{where}s", row["s"], exact(points))
        yield from (Check(f"{where}opponents", row["Opponents"], mean(opponents)) for _ in opponents[:1])
        yield Check(f"{where}place", row["#"], str(place + 1))
        yield Check(f"{where}F", row["F"], ladder[place][1])
        yield Check(f"{where}d", row["d"], str(missing))
        yield Check(f"{where}start", row["Start"], followed.starts[name]["Start"].figure)
        yield Check(f"{where}p", row["p"], exact(score))
        yield Check(f"{where}dp", row["dp"], exact(dp))
        yield Check(f"{where}uncapped", row["Uncapped"], total([*opponents, *ours]) / over + dp)
        yield Check(f"{where}rating", row["Rating"], after[name])
        yield Check(f"{where}change", row["±"], row["Rating"].figure - followed.before(name, number))
        yield Check(f"{where}value", row["Value"], value(row["Rating"].figure))


def capped(ratings: Sequence[Between]) -> list[Between]:
    """The ratings in the order of the ranking, the outliers at both ends capped (article 1)."""
    limited = list(ratings)
    for j in (3, 2, 1):
        low, high = limited[j] + 150 * j, limited[-j - 1] - 150 * j
        limited[j - 1] = Between(min(limited[j - 1].low, low.low), min(limited[j - 1].high, low.high))
        limited[-j] = Between(max(limited[-j].low, high.low), max(limited[-j].high, high.high))
    return limited


def of_lines(followed: Followed, number: int) -> Iterator[Check]:
    """The formula as it is filled in for everyone, with all opponents: what it comes to."""
    rows, lines = followed.ratings(number), followed.lines(number)
    assert lines.keys() == rows.keys()
    for name, line in lines.items():
        row, where = rows[name], f"round {number}: filled in for {name}: "
        score, rating, *_, worth = line.split("; ")
        match = re.fullmatch(r"R = \((.*)\) / (\d+) ([+−]) ([\d.]+) = ([\d.]+)", rating)
        assert match is not None, line
        terms = [word.rpartition(" ") for word in match[1].split(" + ")]
        assert [opponent for opponent, _, _ in terms[: int(row["g"])]] == [
            opponent for opponent, _ in followed.played(name, number)
        ]
        assert (terms[int(row["g"])][0], len(terms)) == ("F", int(row["g"]) + 1 + (row["d"] != "0"))
        summed = total(
            [
                parse_figure(figure) * float(of.removesuffix(" ×") if "×" in of else 1)
                for of, _, figure in terms
            ]
        )
        dp = float(match[4]) * (-1 if match[3] == "−" else 1)
        yield Check(f"{where}R", Cell(match[5]), summed / float(match[2]) + dp)
        yield Check(f"{where}R", row["Uncapped"], match[5])
        yield Check(f"{where}p", row["p"], score.rpartition(" = ")[2])
        yield Check(f"{where}V", row["Value"], worth.rpartition(" = ")[2])
        assert row["Rating"] in (match[5] if row["Rating"] == row["Uncapped"] else line)


def of_games(followed: Followed, number: int) -> Iterator[Check]:
    """The ratings that count for the games of a round."""
    for row in followed.games(number):
        assert row[CALCULATION].link
        for side in ("White", "Black"):
            where = f"round {number}: {side} of {row['White']}"
            yield Check(where, row[f"{side} rating"], followed.before(row[side], number))
            yield Check(where, row[f"Place of {side.lower()}"], followed.place(row[side], number))


def of_scores(followed: Followed, number: int, names: Sequence[str]) -> Iterator[Check]:
    """The scores of some players in a round, now and on the day (articles 2.2 and 2.3)."""
    for row in (row for name in names for row in followed.entries(number).get(name, [])):
        name = row["Player"]
        where = f"round {number}: score of {name}: "
        now, then = (followed.worth(name, number, row, at) for at in (followed.last, number))
        assert row["Source"].link
        yield from _worth(where, row, now)
        yield Check(f"{where}on the day", row["On the day"], then.score)
        yield Check(f"{where}since", row["Since"], now.score - then.score)
        if "±" in row:
            yield Check(f"{where}beside the name", row["±"], now.score)


def _worth(where: str, row: Row, worth: Worth) -> Iterator[Check]:
    yield Check(f"{where}factor", row["Factor"], str(worth.factor))
    yield Check(f"{where}value", row["Value"], worth.value)
    yield Check(f"{where}score", row["Score"], worth.score)


def of_list(followed: Followed, number: int, names: Sequence[str]) -> Iterator[Check]:
    """The lines of some players on the list after a round (articles 6.1 and 7)."""
    rows, needed = followed.listing(number), int(followed.at("").facts["Games that the champion needs"])
    totals = [middle(followed.total(row, number)) for row in rows]
    assert totals == sorted(totals, reverse=True)
    before = list(followed.listing(number - 1)) if number > 1 else []
    enough = {row: "yes" if followed.counted(row, number) >= needed else "no" for row in rows}
    same = Cell(next(iter({*enough.values()})) if len({*enough.values()}) == 1 else "")  # not shown then
    for place, name in enumerate(rows, 1):
        if name in names:
            row, where = rows[name], f"list after round {number}: {name}: "
            results = [result for _, result in followed.played(name, number)]
            rating = followed.ratings(number)[name]["Rating"].figure
            yield Check(f"{where}rank", row["#"], str(place))
            yield Check(f"{where}score", row["Score"], followed.total(name, number))
            yield Check(f"{where}rating", row["Rating"], rating)
            yield Check(f"{where}value", row["Value"], value(rating))
            yield Check(f"{where}start", row["Start"], followed.starts[name]["Start"].figure)
            yield Check(f"{where}played", row["Played"], str(len(results)))
            yield Check(f"{where}won", row["Won"], str(results.count("1")))
            yield Check(f"{where}drawn", row["Drawn"], str(results.count("½")))
            yield Check(f"{where}lost", row["Lost"], str(results.count("0")))
            away = [followed.entries(count).get(name, []) for count in range(1, number + 1)]
            without = sum(bool(entries) and all(row.get("Absence") for row in entries) for entries in away)
            yield Check(f"{where}absent", row["Absent"], str(without))
            yield Check(f"{where}enough", row.get("Enough games", same), enough[name])
            if before:
                moved = before.index(name) + 1 - place if name in before else None
                yield Check(f"{where}moved", row["▲▼"], _movement(moved))


def _movement(places: int | None) -> str:
    return "new" if places is None else "=" if places == 0 else f"{'▲' if places > 0 else '▼'}{abs(places)}"


def of_player(followed: Followed, name: str) -> Iterator[Check]:
    """The page of a player: standing, why the score moved, rounds, opponents."""
    last, own = (
        followed.last,
        followed.at("").follow(followed.listing(followed.last)[name]["Player"].link[6:]),
    )
    facts, listed, where = own.facts, followed.listing(last)[name], f"page of {name}: "
    score, before = followed.total(name, last), followed.total(name, last - 1)
    latest = followed.score(name, [last], last)
    yield from (Check(f"{where}{word}", facts[word], listed[word]) for word in ("Score",))
    yield Check(f"{where}rank", facts["Rank"], str(listed["#"]))
    yield Check(f"{where}rating", facts["Club rating"], listed["Rating"].figure)
    yield Check(f"{where}value", facts["Value"], value(followed.ratings(last)[name]["Rating"].figure))
    yield Check(f"{where}start", facts["Start rating"], str(listed["Start"]))
    yield Check(f"{where}change", facts["Change of the score"], score - before)
    yield Check(f"{where}last round", facts["of which the last round"], latest)
    yield Check(f"{where}new values", facts["of which new values"], score - before - latest)
    yield Check(f"{where}games", facts["Games"], str(listed["Played"]))
    counted = followed.counted(name, last)
    yield Check(f"{where}counted", facts["Games that count for the title"], str(counted))
    needed = max(0, int(followed.at("").facts["Games that the champion needs"]) - counted)
    yield Check(f"{where}needed", facts["Games still needed to be champion"], str(needed))
    byes = sum(row.get("Absence") == "bye" for row in own.rows("rounds"))
    yield Check(f"{where}byes", facts["Byes left"], str(2 - byes))
    for looked, moved in zip(own.rows("rounds"), own.rows("revalued"), strict=True):
        yield from _looked(followed, name, looked, moved)
    for row in own.rows("head-to-head"):
        results = [result for opponent, result in followed.played(name, last) if opponent == row["Opponent"]]
        for heading, mark in (("Won", "1"), ("Drawn", "½"), ("Lost", "0")):
            yield Check(f"{where}{heading} against {row['Opponent']}", row[heading], str(results.count(mark)))
        yield Check(f"{where}against {row['Opponent']}", row["Played"], str(len(results)))


def _looked(followed: Followed, name: str, looked: Row, moved: Row) -> Iterator[Check]:
    """A round as its player looks back on it, and why its score moved."""
    number, last = int(looked["Round"]), followed.last
    where = f"page of {name}: round {number}: "
    (row, *_) = [
        entry
        for entry in followed.entries(number)[name]
        if (entry["Opponent"], entry.get("Absence", "")) == (looked["Opponent"], looked.get("Absence", ""))
    ]
    now = followed.worth(name, number, row, last)
    assert looked["Round"].link == f"../../results/{number}/"
    assert looked["Source"] == row["Source"]
    yield from _worth(where, looked, now)
    yield Check(f"{where}rating", looked["Rating"], followed.ratings(number)[name]["Rating"].figure)
    yield Check(f"{where}total", looked["Total"], str(followed.listing(number)[name]["Score"]))
    yield Check(f"{where}rank", looked["Rank"], str(followed.listing(number)[name]["#"]))
    yield Check(f"{where}moved: now", moved["Value now"], now.value)
    yield Check(f"{where}moved: score", moved["Score"], now.score)
    if number < last:
        then = followed.worth(name, number, row, last - 1)
        yield Check(f"{where}moved: before", moved["Value before"], then.value)
        yield Check(f"{where}moved: score before", moved["Score before"], then.score)
        yield Check(f"{where}moved", moved["±"], now.score - then.score)


def of_periods(followed: Followed) -> Iterator[Check]:
    """All groups of all periods, and their champions (article 6.2)."""
    own = followed.at("periods/")
    champions = {(row["Period"], row["Group"]): row["Champion"] for row in own.rows("champions")}
    for period in sorted({followed.period(number) for number in range(1, followed.last + 1)}):
        rounds, bands = followed.rounds(period), []
        played = [number for number in rounds if number <= followed.last]
        for group in range(1, 4):
            rows = own.rows(f"period-{period}-{group}")
            for place, row in enumerate(rows, 1):
                where = f"period {period}: {row['Player']}: "
                yield Check(f"{where}rank", row["#"], str(place))
                yield Check(f"{where}score", row["Score"], followed.score(row["Player"], played, played[-1]))
                yield Check(f"{where}before", row["Before"], followed.before(row["Player"], rounds[0]))
                wins = place == 1 and played == rounds
                yield Check(f"{where}champion", row["Champion"], "yes" if wins else "no")
            scores = [middle(row["Score"].figure) for row in rows]
            assert scores == sorted(scores, reverse=True)
            bands.append([middle(row["Before"].figure) for row in rows])
            assert (str(period), str(group)) not in champions or played == rounds
            if played == rounds:
                yield Check(
                    f"period {period}: champion", champions[str(period), str(group)], rows[0]["Player"]
                )
        assert all(min(upper) >= max(lower) for upper, lower in pairwise(bands))
        assert sorted(map(len, bands), reverse=True) == list(map(len, bands))
        assert len(bands[0]) - len(bands[-1]) <= 1


def of_calendar(followed: Followed) -> Iterator[Check]:
    """The rounds that were played, as the calendar counts them (article 5.1)."""
    rounds = len(followed.calendar)
    for number, row in followed.calendar.items():
        assert row["Source"].link
        yield Check(f"calendar: {number}", row["Period"], str((number - 1) * 5 // rounds + 1))
        if number <= followed.last:
            own, facts = followed.round(number), followed.round(number).facts
            yield Check(f"calendar: {number}: games", row["Games"], str(len(own.rows("games"))))
            yield Check(f"round {number}: games", facts["Games"], str(row["Games"]))
            yield Check(f"round {number}: date", facts["Date"], str(row["Date"]))
            away = [row for row in own.rows("scores") if row.get("Absence")]
            yield Check(f"calendar: {number}: absent", row["Absent"], str(len(away)))
            yield Check(
                f"calendar: {number}: leader", row["Leader"], str(next(iter(followed.listing(number))))
            )


def sample(followed: Followed) -> Iterator[Check]:
    """A random sample with a fixed seed, of rounds and of players in each; the last one whole."""
    random, rounds = Random(14), range(1, followed.last + 1)
    yield from of_starts(followed)
    yield from of_calendar(followed)
    yield from of_periods(followed)
    for number in {1, followed.last, *random.sample(rounds, 6)}:
        yield from of_games(followed, number)
        yield from of_lines(followed, number)
        players = sorted(followed.ratings(number))
        names = players if number == followed.last else random.sample(players, 12)
        yield from of_ratings(followed, number, names)
        yield from of_scores(followed, number, names)
        yield from of_list(followed, number, names)
    paged = sorted(name for name, row in followed.listing(followed.last).items() if row["Player"].link)
    for name in random.sample(paged, 8):
        yield from of_player(followed, name)


@pytest.mark.article(
    "ijssel",
    "1 Clubrating",
    "1.1 Startratings",
    "2.1 Waardecijfer",
    "2.2 Rondescore",
    "2.3 Afwezigheid",
    "5.1 Limitering",
    "6.1 Totaalranglijst",
    "6.2 Periode ranglijst",
    "7 Overige bepalingen",
)
def test_every_figure_of_a_sample_follows_from_the_pages(followed: Followed) -> None:
    checks = list(sample(followed))
    assert len(checks) > 3000
    assert [check for check in checks if not check.holds] == []


def test_every_table_of_steps_leads_to_its_articles(followed: Followed) -> None:
    pages = ["", "results/", "results/9/", "results/23/", "periods/", "places/", "start-ratings/"]
    ids = {element.get("id") for element in followed.tree("rules/").iter("div")}
    for path in pages:
        articles = followed.at(path).articles
        assert articles
        for name, links in articles.items():
            assert links, f"{path}#{name} leads to no article"
            assert {link.partition("rules/#")[2] for link in links} <= ids


def test_no_date_leads_to_a_round(followed: Followed) -> None:
    """Two rounds may be played on one evening."""
    for path in ("", "results/", "results/9/", "periods/", "places/"):
        assert [link for link in followed.tree(path).iter("a") if link.find("time") is not None] == []
