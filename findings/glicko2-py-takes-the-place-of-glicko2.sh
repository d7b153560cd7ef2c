#!/usr/bin/env bash
# version: glicko2 2.1.0 and glicko2-py 0.1.0 from the Python Package Index; found on 2026-11-28
# expected: two distributions of different authors that calculate Glicko-2 can be installed side by side, to compare them.
# seen: both install a package named `glicko2`. The later one writes its __init__ over that of the earlier one without a
#       word; `pip list` and `pip check` show two sound distributions, and `Player` is another class, without update_player.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
pip() { "$work/venv/bin/pip" --disable-pip-version-check "$@"; }
has_update() { "$work/venv/bin/python" -c 'import glicko2; print(hasattr(glicko2.Player, "update_player"))'; }
pip install --quiet --no-deps glicko2==2.1.0 2>/dev/null
before=$(has_update)
pip install --quiet --no-deps glicko2-py==0.1.0 2>/dev/null
after=$(has_update)
listed=$(pip list 2>/dev/null | grep -ci '^glicko2')
echo "Player.update_player is there: before $before, after $after; distributions listed: $listed; $(pip check 2>/dev/null)"
[[ $before == True && $after == False && $listed == 2 ]] || { echo "this has changed"; exit 1; }
echo "as found: one package takes the other's place"
