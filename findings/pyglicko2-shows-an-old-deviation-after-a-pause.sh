#!/usr/bin/env bash
# version: pyglicko2 0.0.1a2 from the Python Package Index; found on 2026-11-28
# expected: a player of deviation 50 and volatility 0.06 who plays no game in a period has a deviation of 51.07 after it:
#           the square root of 50² + (173.7178 × 0.06)²; Mark Glickman, "Example of the Glicko-2 system", the remark below step 8.
# seen: `Player.RD` and what is printed of the player stay 50; only the figure on the inner scale rises.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps pyglicko2==0.0.1a2 2>/dev/null
"$work/venv/bin/python" - <<'PYTHON'
from pyglicko2 import SCALE, Player

player = Player(1500, 50, 0.06)
player.update()
right = (50**2 + (SCALE * 0.06) ** 2) ** 0.5
print(f"after a period without games: {player}, on the inner scale {player.φ * SCALE:.4f}, by the document {right:.4f}")
assert abs(player.φ * SCALE - right) < 1e-9
assert player.RD == 50, "the deviation that is shown now rises"
PYTHON
echo "as found: the deviation that is shown does not rise"
