"""A small federation: a site with a ranking of its own, and those of four clubs that a pattern finds."""

import sites

PATTERN = '\n[[ranking]]\nfolder = "results/clubs/*"\nsystem = "elo"\n'
OVER_CLUBS = 'clubs = "results/clubs/*"\n'
"""The ranking of the federation takes the results of its clubs too."""
CLUBS = {
    "toren": 'title = "De Toren"\nregion = "Ghent"\n',
    "rebond": 'title = "Le Rebond"\nregion = "Antwerp"\n[options]\nk = 16\n',
    "fou": 'title = "Le Fou"\nregion = "Antwerp"\n',
    "keizer": 'title = "Keizer club 2025-2026"\nsystem = "keizer"\n',
}
"""Le Rebond is a club of players too, in the ranking of the federation."""


def list_files(*, is_over_clubs: bool = False) -> dict[str, bytes]:
    """The files of a site with a ranking of its own, and those of four clubs, whose results it can take."""
    files = sites.files("elo") | {"content/clubs/toren.md": b"# Rules\n\nDe Toren plays on Tuesday.\n"}
    settings = files["sitegen.toml"].decode()
    if is_over_clubs:
        settings = settings.replace('system = "elo"\n', f'system = "elo"\n{OVER_CLUBS}', 1)
    files["sitegen.toml"] = (settings + PATTERN).encode()
    for month, (club, settings) in enumerate(CLUBS.items(), 2):  # each plays in a month of its own
        source = "keizer" if club == "keizer" else "elo"
        for path, data in sites.files(source).items():
            if path.startswith("results/"):
                is_listed = is_over_clubs and source == "elo"
                own = data.replace(b"2026-01-", b"2026-%02d-" % month) if is_listed else data
                files[path.replace(f"results/{source}/", f"results/clubs/{club}/")] = own
        files[f"results/clubs/{club}/ranking.toml"] = settings.encode()
    return files
