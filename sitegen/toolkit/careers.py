"""How somebody fared, where nobody wins or loses."""

from sitegen.model import Ended
from sitegen.toolkit.order import comparable


def fared(change: float) -> Ended:
    """Whether a figure rose, stayed or fell, as careers tell it where nobody wins."""
    moved = comparable(change)
    return "won" if moved > 0 else "lost" if moved < 0 else "drawn"
