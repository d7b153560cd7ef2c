"""Places on the map that are far from all others, or would be near them if turned around."""

from collections.abc import Collection, Iterator
from itertools import chain
from typing import Any, NamedTuple

from sitegen.message import advise, say
from sitegen.model import Fault
from sitegen.systems.ludo.prizes import great_circle
from sitegen.systems.ludo.tables import Inputs, plain
from sitegen.unread import known

_FAR, _NEAR = 1000, 300
_OTHERS = 3
"""So many other places say where the circuit is."""


class _Spot(NamedTuple):
    """A place on the map."""

    latitude: float
    longitude: float

    @property
    def turned(self) -> "_Spot":
        return _Spot(self.longitude, self.latitude)

    @property
    def is_low_countries_turned(self) -> bool:
        """In the sea off Somalia, where Belgium and the Netherlands come to lie."""
        return 2 <= self.latitude <= 8 and 49 <= self.longitude <= 54

    def is_within(self, distance: float, spots: Collection["_Spot"]) -> bool:
        return any(great_circle(self, each) < distance for each in spots if each != self)


def places_on_the_map(inputs: Inputs) -> Iterator[Fault]:
    """A warning of each that a slip has put elsewhere."""
    rows = known(chain[Any](inputs.clubs, inputs.tournaments), "latitude", "longitude")
    whole = [row for row in rows if None not in {row.latitude, row.longitude}]
    spots = {_Spot(row.latitude, row.longitude) for row in whole}
    far = {each for each in spots if len(spots) > _OTHERS and not each.is_within(_FAR, spots)}
    for row in whole:
        spot = _Spot(row.latitude, row.longitude)
        if spot.is_low_countries_turned or (spot in far and spot.turned.is_within(_NEAR, spots - far)):
            message = say(
                "latitude-longitude-swapped",
                "{latitude}, {longitude} is in another part of the world than {longitude}, {latitude}",
                latitude=plain(spot.latitude),
                longitude=plain(spot.longitude),
            )
            hint = advise("latitude, to the north, goes first: change the two, unless it is right")
            yield Fault(row, "latitude", message, hint, warning=True)
        elif spot in far:
            message = say(
                "far-from-all-others",
                "{latitude}, {longitude} is more than {distance} km from all other places",
                latitude=plain(spot.latitude),
                longitude=plain(spot.longitude),
                distance=_FAR,
            )
            yield Fault(row, "latitude", message, advise("correct it, unless it is right"), warning=True)
