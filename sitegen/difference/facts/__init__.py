"""What a change does, as facts that a person would tell: each says its own sentence.

They hold ids, days and numbers alone, so that they can be kept and told in any language.
"""

from sitegen.difference.facts.fact import Ends, Fact
from sitegen.difference.facts.persons import Hid, NewNames, Renamed
from sitegen.difference.facts.played import Evening, Played, Recounted, Undone
from sitegen.difference.facts.published import Appeared, Headed, Late, Rewritten, Withdrawn
from sitegen.difference.facts.ranked import Entered, Left, Passed, Shifted
from sitegen.difference.facts.remarked import Remarked
from sitegen.difference.facts.reordered import Reordered
from sitegen.difference.facts.whole import Founded, Refused, Uncounted, Unmoved, Waiting

__all__ = [
    "Appeared", "Ends", "Entered", "Evening", "Fact", "Founded", "Headed", "Hid", "Late", "Left", "NewNames",
    "Passed", "Played", "Recounted", "Refused", "Remarked", "Renamed", "Reordered", "Rewritten", "Shifted",
    "Uncounted", "Undone", "Unmoved", "Waiting", "Withdrawn",
]  # fmt: skip
