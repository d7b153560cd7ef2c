#!/usr/bin/env bash
# version: mdit-py-plugins 0.7.0 with markdown-it-py 4.3.0 from the Python Package Index; found on 2026-11-28
# expected: an address of mail in a page of a club leads to that address, also with an underscore in its first part, as
#           clubs write them: wedstrijden_jeugd@club.example. "GitHub Flavored Markdown Spec" 0.29, section 6.9: "One or
#           more characters which are alphanumeric, or ., -, _, or +", and example 631 has a.b-c_d@a.b as one link.
# seen: `gfm_plugin` links what stands behind the last underscore: jeugd@club.example, the mailbox of somebody else. The
#       page looks right, as the whole address stands there. A dot or a plus sign is no border.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  mdit-py-plugins==0.7.0 markdown-it-py==4.3.0 mdurl==0.1.2 2>/dev/null
"$work/venv/bin/python" - <<'PYTHON'
import re

from markdown_it import MarkdownIt
from mdit_py_plugins.gfm import gfm_plugin

parser = MarkdownIt("commonmark").use(gfm_plugin)


def find_links(text):
    html = parser.render(text)
    print(f"{text}: {html.strip()}")
    return re.findall(r'href="mailto:([^"]*)"', html)


assert find_links("wedstrijden.jeugd@club.example") == ["wedstrijden.jeugd@club.example"], "no mail is linked any more"
assert find_links("wedstrijden_jeugd@club.example") == ["jeugd@club.example"], "an underscore is no border any more"
assert find_links("a.b-c_d@a.b") == ["d@a.b"], "the example of the specification comes out as it says"
PYTHON
echo "as found: behind an underscore begins the address of somebody else"
