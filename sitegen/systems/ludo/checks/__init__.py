"""What is wrong with the tables of a circuit that their columns alone do not show, and what may be."""

from collections.abc import Iterator

from sitegen.model import Fault
from sitegen.systems.ludo.checks.maps import places_on_the_map
from sitegen.systems.ludo.checks.names import clubs, final_seats, games
from sitegen.systems.ludo.checks.players import both_at_once, namesakes
from sitegen.systems.ludo.checks.scores import scores
from sitegen.systems.ludo.checks.seating import seating
from sitegen.systems.ludo.checks.seats import seats
from sitegen.systems.ludo.checks.sizes import left_out, out_of_proportion
from sitegen.systems.ludo.checks.tournaments import interclubs, tournaments, unknown
from sitegen.systems.ludo.tables import Inputs, Options


def check(inputs: Inputs, options: Options) -> Iterator[Fault]:
    """What is wrong with tournaments, tables, clubs and options."""
    seated = seating(inputs)
    yield from unknown(inputs, seated)
    yield from tournaments(inputs.tournaments)
    yield from interclubs(inputs, seated)
    yield from seats(seated)
    yield from left_out(seated)
    yield from out_of_proportion(seated)
    yield from scores(seated)
    yield from namesakes(inputs, seated)
    yield from both_at_once(inputs)
    yield from games(seated)
    yield from clubs(inputs)
    yield from places_on_the_map(inputs)
    yield from final_seats(inputs, options)
