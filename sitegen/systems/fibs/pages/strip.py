"""What members ask first of a new list: who climbed, who won most, who leads, how much was played."""

from collections.abc import Sequence
from itertools import compress
from operator import itemgetter

from sitegen.model import Section, Strip
from sitegen.systems.fibs.outputs import Receipt
from sitegen.systems.fibs.tables import Options
from sitegen.systems.fibs.timetable import event_key
from sitegen.table import Rows
from sitegen.toolkit import strip
from sitegen.toolkit.order import comparable


def highlights(
    sections: Sequence[Section], played: Rows[Receipt], highest: float, options: Options
) -> list[Strip]:
    """The strip of a list, from its tables and the matches `played` since the one before.

    `highest` is the highest rating that anybody had through it.
    """
    ranked, provisional = (Rows.of(each.table, each.rows) for each in sections[:2])
    counted, *sides = map(played.column, ("counted", "winner", "loser"))
    label = "Climber of the week" if options.publication == "weekly" else "Climber of the day"
    return strip.strip(
        strip.climber(ranked, label),
        strip.biggest_win(_biggest(played, options)),
        strip.leader(ranked, highest),
        strip.played(
            "Matches",
            sum(counted),
            {player for side in sides for player in compress(side, counted)},
            {player for rows in (ranked, provisional) for player in rows.column("player")},
        ),
    )


def _biggest(played: Rows[Receipt], options: Options) -> strip.Won | None:
    """The match in which most points were won, the first of equals."""
    gains = [(comparable(w), place) for place, w in enumerate(played.column("change")) if w is not None]
    if not gains:
        return None
    row = played[max(gains, key=itemgetter(0))[1]]
    return strip.Won(row.winner, row.loser, row.probability or 0.0, row.change, event_key(options, row.date))
