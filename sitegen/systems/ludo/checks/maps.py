"""Places on the map that are far from all others, or would be near them if turned around."""

from collections.abc import Collection, Iterator
from itertools import chain
from typing import Any

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.ludo.prizes import great_circle
from sitegen.systems.ludo.tables import Inputs, Spot, plain, spot
from sitegen.unread import known

_FAR, _NEAR = 1000, 300
_OTHERS = 3
"""So many other places say where the circuit is."""


def places_on_the_map(inputs: Inputs) -> Iterator[Fault]:
    """A warning of each that a slip has put elsewhere."""
    rows = known(chain[Any](inputs.clubs, inputs.tournaments), "latitude", "longitude")
    located = [(row, here) for row in rows if (here := spot(row))]
    spots = {here for _, here in located}
    far = {each for each in spots if len(spots) > _OTHERS and not _is_within(_FAR, each, spots)}
    for row, here in located:
        turned = Spot(here.longitude, here.latitude)
        where = {"latitude": plain(here.latitude), "longitude": plain(here.longitude)}
        if _is_low_countries(turned) or (here in far and _is_within(_NEAR, turned, spots - far)):
            message = say(
                "latitude-longitude-swapped",
                "{latitude}, {longitude} is in another part of the world than {longitude}, {latitude}",
                **where,
            )
            hint = advise("latitude, to the north, goes first: change the two, unless it is right")
            yield Fault(row, "latitude", message, hint, warning=True)
        elif here in far:
            message = say(
                "far-from-all-others",
                "{latitude}, {longitude} is more than {distance} km from all other places",
                distance=_FAR,
                **where,
            )
            yield Fault(row, "latitude", message, advise("correct it, unless it is right"), warning=True)


def _is_low_countries(here: Spot) -> bool:
    """In Belgium or the Netherlands; turned around, they lie in the sea off Somalia."""
    return 49 <= here.latitude <= 54 and 2 <= here.longitude <= 8


def _is_within(distance: float, here: Spot, spots: Collection[Spot]) -> bool:
    return any(great_circle(here, each) < distance for each in spots if each != here)
