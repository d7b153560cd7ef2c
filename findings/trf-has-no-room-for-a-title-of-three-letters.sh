#!/usr/bin/env bash
# version: trf 1.1.1 from the Python Package Index; found on 2026-11-28
# expected: WGM, WIM, WFM and WCM stand in columns 11 to 13 of a player's record; FIDE, "Tournament Report File" (TRF16),
#           record 001: "11 - 13 Title". What is read is written again as it was.
# seen: the pattern has a blank in column 11 and two letters: a file with a woman grandmaster is refused as a whole
#       ("Player data not matching pattern"), and a title of three letters that is written moves the rest of its line by
#       one column, where no reader of the format finds it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps trf==1.1.1 2>/dev/null
"$work/venv/bin/python" - <<'PYTHON'
import trf

line = "001    1 f{:>3} {:33} 2310 BEL      201111 1990/01/01  1.0    1     2 w 1"
plain, women = (line.format(title, "Aerts,An") for title in ("GM", "WGM"))
tournament = trf.loads(plain)
assert trf.dumps(tournament).splitlines()[-1] == plain
try:
    trf.loads(women)
except trf.TrfException.TrfException as error:
    print("read, WGM:", str(error)[:60])
else:
    raise SystemExit("a title of three letters is read now")
tournament.players[0].title = "WGM"
written = trf.dumps(tournament).splitlines()[-1]
print("written, name from column", written.index("Aerts") + 1, "where the format has 15:", written[:24])
assert written.index("Aerts") == 15, "the line is no longer moved"
PYTHON
echo "as found: titles of three letters are refused, and move the line"
