"""What each figure on the pages of a circuit must be, by what `page_figures_ludo` makes of the pages."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from html import unescape
from math import asin, cos, fsum, radians, sin, sqrt
from statistics import fmean
from typing import NamedTuple

from page_figures_ludo import SAME, Circuit, Step, Stood, Tournament, last, ranking, ranks, who
from page_reader import CALCULATION, Cell, Page, Row, parse_figure

_FIGURE = r"([0-9.]+)"
_STEP = re.compile(
    rf"100 × \({_FIGURE} − {_FIGURE}\) / \({_FIGURE} − 1\) \+ {_FIGURE} \+ {_FIGURE} / {_FIGURE} = {_FIGURE}"
)
"""The calculation that the row of a player at a table opens."""


class Checked(NamedTuple):
    """A figure of a page, where it stands, and what it must be: a number, or the text itself."""

    where: str
    text: str
    expected: float | str

    @property
    def holds(self) -> bool:
        """Whether it comes out."""
        if isinstance(self.expected, str):
            return self.text == self.expected
        return bool(self.text) and parse_figure(self.text).meets(self.expected)


def each_of(where: str, row: Row, expected: Mapping[str, float | str | None]) -> Iterator[Checked]:
    """The cells of a row by heading; what is None is blank, or its column not there."""
    for head, value in expected.items():
        yield Checked(f"{where}, {head}", row.get(head, Cell("")), "" if value is None else value)


def everything(circuit: Circuit) -> Iterator[Checked]:
    """All pages of a circuit that is small."""
    for tournament in circuit.tournaments:
        yield from of_tournament(circuit, tournament)
        yield from filled_in(circuit, f"results/{tournament.key}")
        yield from of_list(circuit, tournament.day)
        yield from of_prizes(circuit, tournament)
    yield from of_list(circuit, circuit.tournaments[-1].day, ".")
    for year in {tournament.year for tournament in circuit.tournaments}:
        yield from of_year(circuit, year)
    for line in circuit.page("games/").rows("games"):
        yield from of_game(circuit, line)
        yield from of_final(circuit, str(line["Game"]))
    for path in (circuit.root / circuit.home / "players").iterdir():
        yield from of_player(circuit, path.name)


def of_final(circuit: Circuit, game: str) -> Iterator[Checked]:
    """The seats and reserves of a game this year, on the page of all final tables."""
    page = circuit.page("final-tables/")
    rows = [row for name in ("seats", "reserves") for row in page.rows(name) if row["Game"] == game]
    yield from of_seats(circuit, int(page.facts["Year"]), game, rows)


def of_tournament(circuit: Circuit, item: Tournament) -> Iterator[Checked]:
    """The results page of a tournament, and its line in the calendar."""
    event, day = circuit.page(f"results/{item.key}/"), circuit.points[item.key]
    steps = {(step.round, step.player): step for step in circuit.steps if step.key == item.key}
    yield Checked(f"{item.key}, Players", event.facts["Players"], len(day))
    yield Checked(f"calendar, {item.key}", item.row["Players"], len(day))
    ceiling = circuit.ceilings.get(item.year)
    yield Checked(f"{item.key}, ceiling", event.facts.get("Ceiling of the bonus", Cell()), ceiling or "")
    for number in ("1", "2", "3"):
        for row in event.rows(f"round-{number}"):
            step = steps[number, who(row["Player"])]
            yield from of_step(f"{item.key}, round {number}, {row['Player']}", row, step)
    bonus, places = circuit.bonus(item), ranks(day)
    rows = event.rows("day")
    yield Checked(
        f"{item.key}, everybody", " ".join(sorted(who(row["Player"]) for row in rows)), " ".join(sorted(day))
    )
    yield Checked(f"{item.key}, winner", who(item.row["Winner"]), who(rows[0]["Player"]))
    for row in rows:
        player = who(row["Player"])
        rounds = {f"R{n}": getattr(steps.get((n, player)), "points", None) for n in ("1", "2", "3")}
        sums = {"Points": day[player], "Bonus": bonus[player], "Total": circuit.totals[item.key][player]}
        yield from each_of(f"{item.key}, {player}", row, {"#": places[player], **rounds, **sums})


def of_step(where: str, row: Row, step: Step) -> Iterator[Checked]:
    """A player at a table: the points, and each figure of their calculation."""
    filled = _STEP.match(row[CALCULATION])
    assert filled, row[CALCULATION]
    given = step.score is not None and step.scores
    share = (step.score, step.scores) if given else (0, 1)
    figures = (step.x, step.p, step.x, step.win, *share, step.points)
    yield from each_of(where, row, {"Points": step.points})
    for shown, expected in zip(filled.groups(), figures, strict=True):
        yield Checked(f"{where}, {row[CALCULATION]}", shown, expected)


def filled_in(circuit: Circuit, path: str) -> Iterator[Checked]:
    """Every formula that is filled in on a page: what it comes to."""
    for line in re.findall(r"<li>[^\n]*</bdi>: ([^\n]*?)(?: <small>.*)?\n", circuit.text(path)):
        formula, _, outcome = unescape(line).rpartition(" = ")
        plain = formula.replace("×", "*").replace("−", "-")
        assert re.fullmatch(r"(?:[0-9 .,()*/+-]|max|min)+", plain)
        yield Checked(f"{path}, {line}", outcome, float(eval(plain, {"max": max, "min": min})))  # noqa: S307


def of_rankings(where: str, page: Page, stood: Stood, before: Stood | None = None) -> Iterator[Checked]:
    """The LUDO ranking and that of the year, on a list or on the page of a year."""
    ludo, year, then = ranks(stood.ludo), ranks(stood.year), ranks(before.ludo if before else {})
    for section, expected in (("ludo", ludo), ("year", year)):
        names = [who(row["Player"]) for row in page.rows(section)]
        yield Checked(f"{where}, {section}, everybody", " ".join(sorted(names)), " ".join(sorted(expected)))
    for row in page.rows("ludo"):
        player = who(row["Player"])
        terms = {
            "Two years ago": stood.two_ago.get(player, 0.0),
            "Last year": stood.one_ago.get(player, 0.0),
            "This year": stood.year.get(player, 0.0),
        }
        yield from each_of(
            f"{where}, ludo, {player}", row, {"#": ludo[player], "Total": stood.ludo[player], **terms}
        )
        if before:
            yield Checked(f"{where}, ludo, {player}, moved", row["▲▼"], moved(player, ludo, then))
    for row in page.rows("year"):
        player = who(row["Player"])
        best, final = stood.regular.get(player, ()), stood.final.get(player, 0.0)
        sums = {"Counted": len(best), "Regular": fsum(best), "Final": final, "Total": stood.year[player]}
        yield from each_of(f"{where}, year, {player}", row, {"#": year[player], **sums})


def moved(player: str, now: Mapping[str, int], before: Mapping[str, int]) -> str:
    """How a movement is shown."""
    if player not in before:
        return "new"
    won = before[player] - now[player]
    return "=" if not won else f"▲{won}" if won > 0 else f"▼{-won}"


def of_list(circuit: Circuit, day: str, path: str = "") -> Iterator[Checked]:
    """The list of a day, at its own address or at that of the current one."""
    page, where = circuit.page(path or f"lists/{day}/"), f"list of {day}"
    earlier = [tournament.day for tournament in circuit.tournaments if tournament.day < day]
    before = circuit.stood(earlier[-1]) if earlier else None
    stood = circuit.stood(day)
    yield from of_rankings(where, page, stood, before)
    if before and earlier[-1][:4] == day[:4]:
        now, then = ranks(stood.year), ranks(before.year)
        for row in page.rows("year"):
            player = who(row["Player"])
            yield Checked(f"{where}, year, {player}, moved", row["▲▼"], moved(player, now, then))
    held = [
        tournament
        for tournament in circuit.tournaments
        if tournament.day <= day and tournament.day[:4] == day[:4]
    ]
    yield Checked(f"{where}, latest", page.facts["Latest tournament"].day, day)
    yield Checked(f"{where}, led to", last(page.facts["Latest tournament"]), held[-1].key)
    yield Checked(f"{where}, tournaments", page.facts["Tournaments this year"], len(held))
    ceiling = circuit.ceilings.get(int(day[:4]))
    yield Checked(f"{where}, ceiling", page.facts.get("Ceiling of the bonus", Cell()), ceiling or "")
    if earlier:
        yield Checked(f"{where}, since", page.facts["Movement since"].day, earlier[-1])


def of_year(circuit: Circuit, year: int) -> Iterator[Checked]:
    """The page of a year, and its line among all years."""
    page, stood = circuit.page(f"years/{year}/"), circuit.stood(f"{year}-12-31")
    held = [tournament for tournament in circuit.tournaments if tournament.year == year]
    yield from of_rankings(f"{year}", page, stood)
    mean = fmean(len(circuit.points[tournament.key]) for tournament in held)
    sums = {"Tournaments": len(held), "Players": len(stood.year)}
    facts = {**sums, "Mean participants": mean, "Ceiling of the bonus": circuit.ceilings.get(year)}
    yield from each_of(f"{year}", page.facts, facts)
    (line,) = (row for row in circuit.page("years/").rows("years") if row["Year"] == str(year))
    yield from each_of(f"years, {year}", line, {**sums, "Mean": mean, "Ceiling": circuit.ceilings.get(year)})
    for head, figures in (("First of the year", stood.year), ("First of LUDO", stood.ludo)):
        yield Checked(f"years, {year}, {head}", str(ranks(figures)[who(line[head])]), "1")
    for row, tournament in zip(page.rows("tournaments"), reversed(held), strict=True):
        yield Checked(f"{year}, {tournament.key}", row["Players"], len(circuit.points[tournament.key]))
    seated = defaultdict(list)
    for row in page.rows("seats"):
        seated[str(row["Game"])].append(row)
    for game, rows in seated.items():
        yield from of_seats(circuit, year, game, rows)


def of_seats(circuit: Circuit, year: int, game: str, rows: Sequence[Row]) -> Iterator[Checked]:
    """The seats of a final table, with or without the reserves."""
    day = next(
        (
            tournament.day
            for tournament in circuit.tournaments
            if (tournament.year, tournament.kind) == (year, "final")
        ),
        "9999",
    )
    rankings = {player: ranking(own) for player, own in circuit.games(year, day)[game].items()}
    best = sorted(rankings.values(), reverse=True)
    for number, row in enumerate(rows, 1):
        where = f"seats of {game} in {year}, {number}"
        yield from each_of(where, row, {"Seat": number, "Ranking": best[number - 1]})
        yield Checked(f"{where}, who", row["Ranking"], rankings[who(row["Player"])])
        if "Reserve" in row:
            yield Checked(
                f"{where}, reserve", row["Reserve"], "yes" if number > circuit.seats(game) else "no"
            )
    seats = min(len(best), circuit.seats(game))
    yield Checked(f"seats of {game} in {year}", str(len(rows) in {seats, len(best)}), "True")


def of_game(circuit: Circuit, line: Row) -> Iterator[Checked]:
    """The page of a game, and its line among all games."""
    game, page = str(line["Game"]), circuit.page(f"games/{last(line['Game'])}/")
    years = sorted({tournament.year for tournament in circuit.tournaments})
    of_year = {tournament.key: tournament.year for tournament in circuit.tournaments}
    tables = Counter({(step.key, step.round, step.table) for step in circuit.steps if step.game == game})
    now = {table for table in tables if of_year[table[0]] == years[-1]}
    yield from each_of(game, page.facts, {"Tables this year": len(now), "Tables in all": len(tables)})
    latest = {player: ranking(own) for player, own in circuit.games(years[-1])[game].items()}
    best = max(latest.values(), default=None)
    counts = {"Tables": len(now), "Tables in all": len(tables), "Players": len(latest)}
    yield from each_of(f"games, {game}", line, {**counts, "Ranking": best})
    for year in years:
        by_player = circuit.games(year)[game]
        places = ranks({player: ranking(own) for player, own in by_player.items()})
        for row in page.rows(f"ranking-{year}"):
            own = by_player[player := who(row["Player"])]
            sums = {"Played": len(own), "Points": fsum(own), "Average": fmean(own), "Ranking": ranking(own)}
            yield from each_of(f"{game} in {year}, {player}", row, {"#": places[player], **sums})
    yield from of_seats(circuit, years[-1], game, page.rows("seats"))
    yield from filled_in(circuit, f"games/{last(line['Game'])}")


def of_prizes(circuit: Circuit, item: Tournament) -> Iterator[Checked]:
    """The order of the prize-giving; hidden players draw no lot, and are called last by their numbers."""
    page, event = circuit.page(f"prizes/{item.key}/"), circuit.page(f"results/{item.key}/")
    day = ranks(circuit.points[item.key])
    through = min(10, (len(day) + 5) // 10)
    called = {name: page.rows(name) for name in ("winner", "interclub", "places", "clubs", "lot")}
    for number, row in enumerate([row for rows in called.values() for row in rows], 1):
        yield Checked(f"prizes of {item.key}, {number}", row["Called"], number)
    for name, groups in (
        ("winner", [1]),
        ("places", range(2, through + 1)),
        ("lot", range(max(1, through) + 1, 999)),
    ):
        placed = sorted(player for player, rank in day.items() if rank in groups)
        players = [who(row["Player"]) for row in called[name]]
        yield Checked(f"prizes of {item.key}, {name}", " ".join(sorted(players)), " ".join(placed))
        for row in called[name]:
            player = who(row["Player"])
            expected = {"#": day[player], "Points": circuit.points[item.key][player]}
            yield from each_of(f"prizes of {item.key}, {player}", row, expected)
    won = [str(row["Club"]) for row in called["interclub"]]
    yield Checked(f"prizes of {item.key}, interclub", " ".join(won), str(event.facts.get("Interclub", "")))
    lots = [who(row["Player"]) for row in called["lot"]]
    hidden_rows = [row for row in called["lot"] if not row["Player"].link]
    numbers = {who(row["Player"]): int(row["Player"].rpartition(" ")[2]) for row in hidden_rows}
    digests = {player: sha256(f"{item.key}/{player}".encode()).hexdigest() for player in lots}
    drawn = sorted(lots, key=lambda player: (numbers.get(player, 0), digests[player]))
    yield Checked(f"prizes of {item.key}, lots", " ".join(lots), " ".join(drawn))
    yield from of_clubs(item.key, page, Counter(row.get("Club", "") for row in event.rows("day")))


def of_clubs(key: str, page: Page, counts: Counter[str]) -> Iterator[Checked]:
    """The clubs that are called for their number of players, and how far they came."""
    rows = page.rows("clubs")
    big = {club: count for club, count in counts.items() if count >= 8 and club}
    yield Checked(f"clubs of {key}", " ".join(sorted(row["Club"] for row in rows)), " ".join(sorted(big)))
    way = {str(row["Club"]): distance(page.facts, row) for row in rows}
    order = sorted(big, key=lambda club: (-big[club], way[club] is None, -(way[club] or 0), club))
    for club, row in zip(order, rows, strict=True):
        yield from each_of(f"clubs of {key}, {club}", row, {"Club": club, "Players": big[club]})
        yield from each_of(f"clubs of {key}, {club}", row, {"Distance (km)": way[club]})


def distance(venue: Row, club: Row) -> float | None:
    """The great circle between two places that are shown in degrees."""
    angles = [
        radians(float(row[head]))
        for row in (venue, club)
        for head in ("Latitude", "Longitude")
        if row.get(head)
    ]
    if len(angles) < 4:
        return None
    south, west, north, east = angles
    chord = sin((north - south) / 2) ** 2 + cos(south) * cos(north) * sin((east - west) / 2) ** 2
    return 2 * 6371.0088 * asin(sqrt(chord))


def of_player(circuit: Circuit, player: str) -> Iterator[Checked]:
    """The page of a player."""
    page, latest = circuit.page(f"players/{player}/"), circuit.tournaments[-1]
    stood = circuit.stood(latest.day)
    seats = {game: pair for (game, row), pair in circuit.seated.items() if row == player}
    expected: dict[str, float | None] = {
        "LUDO total": stood.ludo.get(player),
        "LUDO place": ranks(stood.ludo).get(player),
        "Total of the year": stood.year.get(player),
        "Place of the year": ranks(stood.year).get(player),
        "Regular tournaments that count": len(stood.regular.get(player, ()))
        if player in stood.year
        else None,
        "Seats at final tables": sum(own and not reserve for own, reserve in seats.values()) or None,
    }
    yield from each_of(player, page.facts, expected)
    own = [tournament for tournament in circuit.tournaments if player in circuit.points[tournament.key]]
    yield from _visits(circuit, player, own, page)
    steps = [step for step in circuit.steps if step.player == player]
    for row, step in zip(page.rows("rounds"), reversed(steps), strict=True):
        where = {"Round": step.round, "Game": step.game, "Place": step.p, "Of": step.x, "Points": step.points}
        yield Checked(f"{player}, round", last(row["Tournament"]), step.key)
        yield from each_of(f"{player}, {step.key}, round {step.round}", row, where)
    for row in page.rows("games"):
        played = [step for step in steps if step.game == row["Game"]]
        points = [step.points for step in played]
        sums = {"Played": len(played), "Won": sum(step.win > 0 for step in played), "Average": fmean(points)}
        yield from each_of(f"{player}, {row['Game']}", row, {**sums, "Best": max(points)})
    yield from _next(circuit, player, page)
    for row in page.rows("years"):
        year = int(row["Year"])
        end = circuit.stood(f"{year}-12-31")
        places = {"Place": ranks(end.year)[player], "LUDO place": ranks(end.ludo)[player]}
        sums = {"Total": end.year[player], "Tournaments": sum(tournament.year == year for tournament in own)}
        yield from each_of(f"{player}, {year}", row, {**places, **sums, "Ludo": end.ludo[player]})
    yield from _chart(circuit, player)


def _visits(circuit: Circuit, player: str, own: Sequence[Tournament], page: Page) -> Iterator[Checked]:
    """The tournaments of a player, and which of them count in their year."""
    counted: Counter[int] = Counter()
    for row, tournament in zip(page.rows("tournaments"), reversed(own), strict=True):
        points, total = circuit.points[tournament.key], circuit.totals[tournament.key][player]
        sums = {"Points": points[player], "Bonus": circuit.bonus(tournament)[player], "Total": total}
        places = {"Place": ranks(points)[player], "Of": len(points)}
        yield Checked(f"{player}, {tournament.key}", last(row["Date"]), tournament.key)
        yield from each_of(f"{player}, {tournament.key}", row, {**places, **sums})
        best = circuit.year(tournament.year, "9999")[0].get(player, ())
        if row["Counts"] == "yes" and tournament.kind != "final":
            counted[tournament.year] += 1
        least = tournament.kind == "final" or total > best[0] - SAME
        if not least or tournament.kind == "final" or total > best[0] + SAME:
            yield Checked(f"{player}, {tournament.key}, counts", row["Counts"], "yes" if least else "no")
    for year in {tournament.year for tournament in own}:
        number = len(circuit.year(year, "9999")[0].get(player, ()))
        yield Checked(f"{player}, {year}, that count", str(counted[year]), str(number))


def _next(circuit: Circuit, player: str, page: Page) -> Iterator[Checked]:
    """The games of this year, and what one more would do."""
    games = circuit.games(circuit.tournaments[-1].year)
    for row in page.rows("next"):
        by_player = games[row["Game"]]
        points, places = by_player[player], ranks({name: ranking(own) for name, own in by_player.items()})
        more = max(len(points) + 1, 3) + 1
        expected: dict[str, float | str | None] = {
            "Place": places[player],
            "Ranking": ranking(points),
            "Played": len(points),
            "Average": fmean(points),
            "After a win": (fsum(points) + 104) / more,
            "After a last place": fsum(points) / more,
            "To keep it": ranking(points) * more - fsum(points),
        }
        seat, reserve = circuit.seated.get((row["Game"], player), (None, False))
        expected |= {"Seat": seat, "Reserve": None if seat is None else "yes" if reserve else "no"}
        yield from each_of(f"{player}, {row['Game']}", row, expected)


def _chart(circuit: Circuit, player: str) -> Iterator[Checked]:
    """The days that the chart of a player names, with the LUDO total after each."""
    label = re.search(r'aria-label="LUDO total: ([^"]*);', circuit.text(f"players/{player}"))
    for term in label[1].split(", ") if label else ():
        total, _, day = term.partition(" on ")
        held = datetime.strptime(day, "%d %B %Y").replace(tzinfo=UTC).date().isoformat()
        yield Checked(f"{player}, chart, {day}", total, circuit.stood(held).ludo[player])
