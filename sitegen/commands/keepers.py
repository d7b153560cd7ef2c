"""Which clubs of a federation a change touches, and whether whoever makes it keeps them.

Who keeps a club is what its ranking.toml says in the revision that is changed: nobody becomes a keeper by the
change that is judged. A keeper may be a team, of which nobody knows here who is in it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sitegen.commands.owners import list_patterns
from sitegen.compare.repository import Repository, check_out
from sitegen.core.problems import Message, advise, join_messages, pluralize
from sitegen.inputs.config.patterns import is_settings
from sitegen.inputs.config.settings import load_site
from sitegen.inputs.config.site import RANKING_FILE, Ranking, Site, SiteDates
from sitegen.inputs.results.files import RESULTS_FOLDER

_MAX_NAMES = 5


class ClubChanges(NamedTuple):
    """The clubs whose files a change touches, by their ids, and how many files of no club.

    `keepers` has those of each club that was there before, at the `base`: a commit of a repository.
    """

    titles: Mapping[str, str]
    keepers: Mapping[str, Sequence[str]]
    others: int
    base: tuple[Repository, str]

    @classmethod
    def find(cls, root: Path, revision: str) -> "ClubChanges":
        """Return what the working tree changes since a revision; raises `HistoryError` as git fails."""
        repository = Repository.from_site(root)
        base = repository.resolve_revision(revision)
        changed = repository.list_changed(base)
        settings = filter(is_settings, repository.list_files(base, ["sitegen.toml", RESULTS_FOLDER]))
        with check_out(repository, base, [*settings]) as folder:
            before = _list_clubs(folder)
        clubs = before | _list_clubs(root)
        touched = {path: id_ for id_, (site, club) in clubs.items() for path in _select(changed, site, club)}
        return cls(
            {id_: clubs[id_][1].title for id_ in sorted({*touched.values()})},
            {id_: club.keepers for id_, (_, club) in before.items()},
            len({*changed} - touched.keys()),
            (repository, base),
        )

    def had_errors(self, club: str, dates: SiteDates) -> bool:
        """Whether a club has errors in files that are as they were, and had them before the change too."""
        from sitegen.publishing.last_good import had_errors

        return had_errors(*self.base, club, dates)

    def describe(self, author: str) -> Message | str:
        """Return the clubs in a sentence, and whether their keeper is the author, blank where unknown."""
        others = pluralize(self.others, "One file of no club changes.", "{number} files of no club change.")
        if not self.titles:
            return join_messages(advise("No club changes."), others if self.others else "", between=" ")
        clubs = pluralize(
            len(self.titles),
            "One club changes: {clubs}.",
            "{number} clubs change: {clubs}.",
            clubs=_join(self.titles.values()),
        )
        kept = self._describe_keepers(author) if author else ""
        return join_messages(clubs, kept, others if self.others else "", between=" ")

    def _describe_keepers(self, author: str) -> Message:
        name = f"@{author}"
        foreign = [
            id_ for id_ in self.titles if name.casefold() not in map(str.casefold, self.keepers.get(id_, ()))
        ]
        if not foreign:
            return pluralize(len(self.titles), "{author} keeps it.", "{author} keeps them.", author=name)
        told = (
            advise("{club} ({keepers})", club=self.titles[id_], keepers=_describe(self.keepers.get(id_)))
            for id_ in foreign
        )
        return advise("{author} is not named as keeper of {clubs}.", author=name, clubs=_join(told))


def _describe(keepers: Sequence[str] | None) -> Message | str:
    if keepers is None:
        return advise("a new club")
    return ", ".join(keepers) or advise("without a keeper")


def _join(names: Iterable[Message | str]) -> Message | str:
    """Return names with commas between them; of many the first, and how many more."""
    all_names = [*names]
    others = len(all_names) - _MAX_NAMES
    more = advise("and {number} more", number=others) if others > 0 else ""
    return join_messages(*all_names[:_MAX_NAMES], more, between=", ")


def _list_clubs(root: Path) -> dict[str, tuple[Site, Ranking]]:
    """Return the clubs whose settings can be read, each with the site, by their ids."""
    site, problems = load_site(root)
    if site is None:
        folders = {problem.path.removesuffix(f"/{RANKING_FILE}") for problem in problems}
        site, _ = load_site(root, without={path.removeprefix(f"{RESULTS_FOLDER}/") for path in folders})
    return {ranking.id: (site, ranking) for ranking in site.club_rankings} if site else {}


def _select(paths: Sequence[str], site: Site, club: Ranking) -> Iterator[str]:
    """Yield those of the paths that are files of a club."""
    patterns = tuple(list_patterns(site, club))
    yield from (path for path in paths if f"/{path}".startswith(patterns))
