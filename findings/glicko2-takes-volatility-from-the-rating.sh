#!/usr/bin/env bash
# version: glicko2 2.1.0 from the Python Package Index; found on 2026-11-28
# expected: the new volatility does not depend on where the scale begins: a player of 2000 who meets 1900, 2050 and 2200
#           gets the volatility that a player of 1500 gets against 1400, 1550 and 1700, to all figures. It is the root of
#           f(x) in step 5 of Mark Glickman, "Example of the Glicko-2 system" (2022 edition), where f has the squared
#           *deviation* of the player. His example has 0.05999.
# seen: f has the squared *rating* in its place (relative to 1500). The example is near 1500 and hides it; after twenty
#       surprising periods at 1900 the volatility stands still, where it should have risen by 6 %.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps glicko2==2.1.0 2>/dev/null
"$work/venv/bin/python" - <<'PYTHON'
from math import exp, log, pi, sqrt

from glicko2 import Player

SCALE, TAU = 173.7178, 0.5


def rate(rating, deviation, volatility, games):
    """Steps 2 to 8 of the document; the root of step 5 by bisection."""
    mu, phi = (rating - 1500) / SCALE, deviation / SCALE
    sides = [((r - 1500) / SCALE, 1 / sqrt(1 + 3 * (d / SCALE) ** 2 / pi**2), s) for r, d, s in games]
    chances = [1 / (1 + exp(-g * (mu - other))) for other, g, _ in sides]
    v = 1 / sum(g * g * e * (1 - e) for (_, g, _), e in zip(sides, chances))
    gain = sum(g * (s - e) for (_, g, s), e in zip(sides, chances))
    a, delta = log(volatility**2), v * gain
    low, high = a - 40, a + 40
    for _ in range(200):
        x = (low + high) / 2
        f = exp(x) * (delta**2 - phi**2 - v - exp(x)) / (2 * (phi**2 + v + exp(x)) ** 2) - (x - a) / TAU**2
        low, high = (x, high) if f > 0 else (low, x)
    new = exp(low / 2)
    phi = 1 / sqrt(1 / (phi**2 + new**2) + 1 / v)
    return (mu + phi**2 * gain) * SCALE + 1500, phi * SCALE, new


def ask(player, games):
    player.update_player(*([game[place] for game in games] for place in range(3)))


found = {}
for base in (1500, 2000):
    games = [(base - 100, 30, 1), (base + 50, 100, 0), (base + 200, 300, 0)]
    player = Player(base, 200, 0.06)
    ask(player, games)
    found[base] = player.vol, rate(base, 200, 0.06, games)[2]
    print(f"player of {base}: volatility {player.vol:.8f}, by the document {found[base][1]:.8f}")
player, right = Player(1900, 60, 0.06), (1900, 60, 0.06)
for period in range(20):
    games = [(1900, 60, 1 - period % 2)] * 8
    ask(player, games)
    right = rate(*right, games)
print(f"after 20 periods: volatility {player.vol:.5f}, by the document {right[2]:.5f}")
assert abs(found[1500][1] - found[2000][1]) < 1e-12, "the document's figure depends on the scale"
assert abs(found[1500][0] - found[2000][0]) > 1e-6, "the volatility no longer depends on the rating"
assert player.vol < 0.0601 < 0.0635 < right[2], "the volatility now follows surprises"
PYTHON
echo "as found: the volatility is calculated from the rating"
