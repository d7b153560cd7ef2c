#!/usr/bin/env bash
# version: fidetournament 0.3 (with six 1.17.0) from the Python Package Index; found on 2026-11-28
# expected: a player's line of three rounds gives three results. FIDE, "Tournament Report File" (TRF16), record 001: a round takes
#           ten columns, from column 92 on; of the last one blanks at the end are no part of the result.
# seen: the line is stripped at its end and then cut into pieces of exactly ten signs: the last round has eight and is
#       dropped, of every player of every file, without a word. With the two blanks written out it is dropped too.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check fidetournament==0.3 six==1.17.0 2>/dev/null
cd "$work"
"$work/venv/bin/python" - <<'PYTHON'
from fidetournament.tournament import Tournament

head = "001    1 f GM {:33} 2310 BEL      201111 1990/01/01  2.0    1".format("Aerts,An")
for blanks in ("", "  "):
    with open("open.trf", "w", encoding="ascii") as file:
        file.write("012 Open of Delta\n" + head + "     2 w 1     3 b 1     4 w 0" + blanks + "\n")
    tournament = Tournament()
    tournament.parse("open.trf")
    rounds = [(game["id"].strip(), game["color"], game["result"]) for game in tournament.players[0].opponents]
    print("three rounds written, read:", rounds)
    assert rounds == [("2", "w", "1"), ("3", "b", "1")], "the last round is read now"
PYTHON
echo "as found: the last round of every player is lost"
