"""What the pages of rankings of games between two players show alike: their lists, and opponents."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum

from page_law import Figure, Published, Record, follow, key_of, move
from page_reader import Row

Standing = Callable[[str, str], Record]
"""What games say of a player on the list of a day, which is blank for the current one."""


def of_lists(
    published: Published,
    columns: Mapping[str, str],
    standing: Standing,
    facts: Callable[[str, str], Record],
    number: int,
) -> Iterator[Figure]:
    """The current list, and so many of the archive: `columns` of each table, and `facts`.

    The facts are those of a list by its day, and by that of the one before.
    """
    days = [key_of(page) for page in published.follow("lists")]
    folder = published.root / published.ranking / "lists"
    kept = [day for day in days if (folder / day / "rating-list.csv").exists()]
    archive = {day: {name: published.read_list(day, name) for name in columns} for day in kept}
    current = {name: published.tables[name] for name in columns}
    latest = max(archive) if archive[max(archive)] == current else ""
    pages = [(published.page(), latest, current)]
    pages += [
        (page, key_of(page), archive[key_of(page)])
        for page in published.follow("lists", number, max(kept))
        if key_of(page) in archive
    ]
    for page, day, tables in pages:
        before = max((other for other in days if not day or other < day), default="")
        sections = {
            name: [published.show(name, row, columns[name]) for row in rows] for name, rows in tables.items()
        }
        yield from published.check(page, sections, facts(day, before))
        earlier = {row["player"]: row for rows in archive.get(before, {}).values() for row in rows}
        for row in (row for rows in tables.values() for row in rows):
            was = earlier.get(row["player"], {})
            changes = {"rank_change": was["rank"] - row["rank"] if "rank" in row and "rank" in was else None}
            changes |= {"change": row["rating"] - was["rating"] if "change" in was else None}
            known = {} if before and before not in archive else changes
            values = {
                **standing(row["player"], day),
                **{name: value for name, value in known.items() if name in row},
            }
            yield from follow(f"{page.path}, {row['player']}", row, values)


def opponents(published: Published, shown: Sequence[Row], games: Sequence[Record]) -> Sequence[Record]:
    """The results and colours against each opponent, most played first; then in the order of the page."""
    by_opponent: dict[str, list[Record]] = {}
    for game in games:
        by_opponent.setdefault(game["Opponent"], []).append(game)
    rows = []
    for player, met in by_opponent.items():
        cells = [game.get(head) for game in met for head in ("Result", "Colour")]
        counts = {
            head: cells.count(head.lower()) for head in shown[0] if head not in {"Opponent", "Played", "±"}
        }
        sums = {"±": fsum(game["±"] or 0 for game in met)} if "±" in shown[0] else {}
        rows.append({"Opponent": player, "Played": len(met), **counts, **sums})
    return sorted(published.sort_like(shown, "Opponent", rows), key=lambda row: -row["Played"])


def facts_of_row(published: Published, player: str) -> dict[str, object]:
    """The facts of a player that are cells of a row of the current lists."""
    labels = {"rank": "Rank", "change": "Change", "games": "Games", "experience": "Experience"}
    labels |= {"deviation": "Deviation", "volatility": "Volatility"}
    facts: dict[str, object] = {}
    for row in published.find_rows(player):
        facts |= {"Places gained or lost": move(row["rank_change"])} if row.get("rank_change") else {}
        facts |= {label: row[name] for name, label in labels.items() if row.get(name) is not None}
        facts |= {"Rating" if "rank" in row or "change" not in row else "Provisional rating": row["rating"]}
        if "won" in row:
            facts |= {"Won – drawn – lost": f"{row['won']} – {row['drawn']} – {row['lost']}"}
    return facts
