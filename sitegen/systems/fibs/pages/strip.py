"""What members ask first of a new list: who climbed, who won most, who leads, how much was played."""

from collections.abc import Sequence

from sitegen.model import Section, Strip
from sitegen.systems.fibs.outputs import Receipt
from sitegen.systems.fibs.tables import Options
from sitegen.systems.fibs.timetable import event_key
from sitegen.toolkit import strip
from sitegen.toolkit.order import comparable


def highlights(
    sections: Sequence[Section], played: Sequence[Receipt], highest: float, options: Options
) -> list[Strip]:
    """The strip of a list, from its tables and the matches `played` since the one before.

    `highest` is the highest rating that anybody had through it.
    """
    ranked, provisional = sections[0].rows, sections[1].rows
    counted = [row for row in played if row.counted]
    label = "Climber of the week" if options.publication == "weekly" else "Climber of the day"
    return strip.strip(
        strip.climber(ranked, label),
        strip.biggest_win(_biggest(counted, options)),
        strip.leader(ranked, highest),
        strip.played(
            "Matches",
            len(counted),
            {player for row in counted for player in (row.winner, row.loser)},
            {row.player for row in (*ranked, *provisional)},
        ),
    )


def _biggest(counted: Sequence[Receipt], options: Options) -> strip.Won | None:
    """The match in which most points were won, the first of equals."""
    if not counted:
        return None
    row = max(counted, key=lambda each: comparable(each.change or 0.0))
    chance = row.probability or 0.0
    return strip.Won(row.winner, row.loser, chance, row.change, event_key(options, row.date))
