#!/usr/bin/env bash
# version: @echecs/elo 1.0.2 from the npm registry; found on 2026-11-28
# expected: K is 40 for a player new to the list "until he has completed events with at least 30 games", and 20 from then on
#           (FIDE Handbook B.02, Rating Regulations, K-factor): of an adult with 30 games and a rating of 1800 it is 20.
# seen: it is 40 for 30 games too, and 20 from the 31st on.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" @echecs/elo@1.0.2 >/dev/null
cat >ask.mjs <<'SCRIPT'
import { kFactor } from "@echecs/elo";
const seen = [29, 30, 31].map((games) => kFactor({ games, rating: 1800 }));
console.log("K with 29, 30 and 31 games: " + seen.join(", "));
if (seen.join() !== "40,40,20") throw new Error("this has changed");
SCRIPT
node ask.mjs
echo "as found: the thirtieth game still leaves K at 40"
