#!/usr/bin/env bash
# version: Babel 2.19.0 from the Python Package Index; found on 2026-11-28
# expected: a language without a country has the weeks of its likeliest country (Unicode UTS #35 part 1, Region-Priority
#           Inheritance): "nl" those of the Netherlands, "de" those of Germany, as browsers have it. There week 1 has
#           at least four days of the new year, so Sunday 3 January 2027 is in week 53 of 2026, as by ISO 8601.
# seen: "nl" and "de" have weeks that begin on Monday, of which one day is enough for week 1: that Sunday is in week 1 of 2027,
#       and all weeks of 2027 have a number too many. With the country, "nl_NL" and "de_DE", they are right.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps babel==2.19.0 2>/dev/null
"$work/venv/bin/python" - <<'PYTHON'
from datetime import date

from babel.core import get_global
from babel.dates import format_date

evening = date(2027, 1, 3)
print("by ISO 8601: {1}/{0}".format(*evening.isocalendar()))
for language in ("nl", "de", "fr"):
    likeliest = get_global("likely_subtags")[language]
    locale = "_".join(part for part in likeliest.split("_") if part != "Latn")
    weeks = [format_date(evening, "w/YYYY", locale=each) for each in (language, locale)]
    print(f"{language}: {weeks[0]}, {locale}: {weeks[1]}")
    if weeks != ["1/2027", "53/2026"]:
        raise SystemExit("this has changed")
PYTHON
echo "as found: without a country the weeks have other numbers than in the country that Babel itself thinks likeliest"
