#!/usr/bin/env bash
# version: rcssmin 1.3.0 from the Python Package Index; found on 2026-11-28
# expected: a minifier leaves out blanks that mean nothing. `td :last-child` is any last child in a cell, `td:last-child` a cell
#           that is the last; CSS Nesting, section 3, lets a nested rule begin with an element's name. A blank in a quoted
#           address is part of it; CSS Values and Units 4, section 4.5.
# seen: within `{}` of a rule, `@layer`, `@container` or `@scope` the blank before `:` goes, so that other elements are chosen;
#       blanks in the quoted address of `url()` go, so that another file is asked for. In `@media` both stay right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps rcssmin==1.3.0 2>/dev/null
"$work/venv/bin/python" - <<'PYTHON'
from rcssmin import cssmin

RULE = "td :last-child { color: red }"
kept, joined = "td :last-child{color:red}", "td:last-child{color:red}"
inside = (".hall", "@layer club", "@container (width > 9em)", "@scope (main)")
for before, after in (("@media print", kept), *((before, joined) for before in inside)):
    made = cssmin(f"{before} {{ {RULE} }}")
    print(made)
    assert after in made, "this has changed"
made = cssmin('@font-face { font-family: "Club"; src: url("/static/My Club.woff2") }')
print(made)
assert 'url("/static/MyClub.woff2")' in made, "the blank stays now"
PYTHON
echo "as found: a nested rule chooses other elements, and an address names another file"
