#!/usr/bin/env bash
# version: Babel 2.19.0 from the Python Package Index; found on 2026-11-28
# expected: the "-" of a number pattern stands for the minus sign of the language, as "." stands for its decimal mark (Unicode
#           UTS #35 part 3, Number Pattern Character Definitions). In Swedish, Finnish, Norwegian, Croatian and others that is
#           U+2212, and Babel's own get_minus_sign_symbol() says so: a loss of 1.5 is written with it, as browsers write it,
#           and a number that a browser wrote is read.
# seen: format_decimal() writes the hyphen in all of them, beside a comma that is of the language; and parse_decimal() refuses
#       a number with the minus of its own data.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps babel==2.19.0 2>/dev/null
"$work/venv/bin/python" - <<'PYTHON'
from babel.numbers import NumberFormatError, format_decimal, get_minus_sign_symbol, parse_decimal

for language in ("sv", "fi", "nb", "hr"):
    minus, written = get_minus_sign_symbol(language), format_decimal(-1.5, locale=language)
    try:
        read = parse_decimal(f"{minus}1,5", locale=language)
    except NumberFormatError:
        read = None
    print(f"{language}: its minus is U+{ord(minus):04X}, written is U+{ord(written[0]):04X}, {minus}1,5 is read as {read}")
    if (minus, written, read) != ("\u2212", "-1,5", None):
        raise SystemExit("this has changed")
PYTHON
echo "as found: the minus of a language is known, and neither written nor read"
