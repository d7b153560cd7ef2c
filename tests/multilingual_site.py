"""A small site in three languages, some of whose texts are in one of them only."""

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from sites import files, write

AS_OF = date(2026, 11, 21)
LANGUAGES = ("nl", "fr", "en")
PREFIXES = {"nl": "", "fr": "fr/", "en": "en/"}
SYSTEMS = ("fibs", "nbb")
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000a49444154789c6360000002000154a24f5f0000000049454e44ae426082"
)
TEXTS: Mapping[str, str] = {
    "content/about.md": "# Over ons\n\n[De lijst](fibs.md), [het nieuws](../news/) en ![kaart](map.png)\n",
    "content/fr/about.md": "# Qui sommes-nous\n\n[Le règlement](../fibs.md), ![carte](../map.png)\n",
    "content/contact.md": "# Contact\n\n[Over ons](about.md) ![kaart](map.png)\n",
    "content/fr/plan.md": "# Plan d'accès\n\n[Nous](about.md)\n",
    "content/fr/news/2026-11-02-open.md": "# Tournoi ouvert\n\nVenez.\n",
    "content/news/2026-11-02-open.md": "---\nsummary: Kom\n---\n# Open toernooi\n\nKom.\n",
    "content/news/2026-11-09-bar.md": "---\nsummary: Dorst\n---\n# De bar\n\nOpen.\n",
}


def settings(languages: str = '["nl", "fr", "en"]') -> bytes:
    """The settings of a site in these languages, with titles in two of them."""
    text = files(*SYSTEMS)["sitegen.toml"].decode()
    text = re.sub(r'^language = "en".*$', f"languages = {languages}", text, flags=re.MULTILINE)
    text = re.sub(r"^title = .*$", 'title = { nl = "De club", fr = "Le cercle" }', text, flags=re.MULTILINE)
    return re.sub(r"^repository = .*$", 'repository = "club/site"', text, flags=re.MULTILINE).encode()


def write_site(
    root: Path, other_texts: Mapping[str, str] = {}, languages: str = '["nl", "fr", "en"]'
) -> Path:
    """A site in several languages, in which some texts are in one of them only."""
    site_files = {path: data for path, data in files(*SYSTEMS).items() if not path.startswith("content/")}
    rules = {f"content/{system}.md": b"Ons reglement\n" for system in SYSTEMS}
    texts = {path: text.encode() for path, text in {**TEXTS, **other_texts}.items()}
    write(
        root, {**site_files, **rules, **texts, "content/map.png": PIXEL, "sitegen.toml": settings(languages)}
    )
    return root
