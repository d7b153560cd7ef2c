"""Write the demonstration's results: an invented federation, clubs for chess and bridge, and a circuit.

    python demonstration/demonstration.py [FOLDER]

FOLDER is the site (default: this repository); what stands in its `results/` is written over. The same bytes
come out every time, on any machine.
"""

import sys
from pathlib import Path

import backgammon
import bridge_club
import chess_club
import circuit
import tuesday
from sheets import write_text

RANKINGS = {
    "backgammon": backgammon.files,
    "chess": chess_club.files,
    "bridge": bridge_club.files,
    "tuesday": tuesday.files,
    "circuit": circuit.files,
}
"""What makes the files of each ranking, by its folder in `results/`."""


def main(site: Path) -> None:
    """Write the files into the site."""
    for ranking, files in RANKINGS.items():
        for path, text in files():
            write_text(site / "results" / ranking / path, text)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1])
