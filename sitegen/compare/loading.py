"""States of a site: loaded from a folder and rated, or read as another version of the program published them.

A browser rates what its worker was sent, and never needs this module with all that reads settings.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from sitegen.compare.state import SiteState
from sitegen.core.problems import Problem, select_errors
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import Site, SiteDates
from sitegen.inputs.results.append import find_unfinished
from sitegen.inputs.results.players import PlayerDirectory
from sitegen.inputs.results.results import ResultFiles
from sitegen.rankings.published import StoredRanking, find_shared_types
from sitegen.rankings.ranking import RankingContext, build_contexts, rate_rankings


def load_state(
    root: Path, dates: SiteDates, only_ranking: str = "", others: Sequence[PlayerDirectory] = ()
) -> SiteState:
    """Return the state of the folder `root` on a day, rated by this program; of `only_ranking` alone.

    Who hides in `others`, the players in files that are withheld, hides in the site too.
    """
    site, problems = settings.load_site(root)
    if site is None or (unfinished := find_unfinished(root)):
        return SiteState(site, problems=tuple(problems if site is None else unfinished))
    if only_ranking:
        site = _select_rankings(site, [only_ranking])
    files = ResultFiles.open(site, others=others)
    return _rate(files, *files.read_inputs(dates.latest, dates.as_of), dates.as_of)


def load_rankings(players: ResultFiles, ids: Collection[str], dates: SiteDates) -> SiteState:
    """Return the state of a site on a day, of which some rankings alone are read and rated."""
    if unfinished := find_unfinished(players.site.root):
        return SiteState(players.site, problems=tuple(unfinished))
    return _rate(players, *players.read_rankings(ids, dates.latest, dates.as_of), dates.as_of)


def _rate(files: ResultFiles, inputs: Mapping[str, Any], problems: Sequence[Problem], day: date) -> SiteState:
    """Return the state of a site on a day, rated from the rankings that were read."""
    state = SiteState(
        files.site,
        inputs,
        {},
        files.pseudonyms,
        files.players,
        files.hidden_names,
        tuple(problems),
        as_of=day,
    )
    if select_errors(problems):
        return state
    site = _select_rankings(files.site, inputs)
    outcomes, rating_problems = rate_rankings(site, inputs, day)
    contexts = [] if rating_problems else build_contexts(site, inputs, outcomes)
    by_id = {context.ranking.id: context for context in contexts}
    return replace(state, contexts=by_id, problems=(*problems, *rating_problems))


def _select_rankings(site: Site, ids: Collection[str]) -> Site:
    return site._replace(rankings=tuple(ranking for ranking in site.rankings if ranking.id in ids))


def read_published(state: SiteState, folder: Path) -> tuple[SiteState, SiteState]:
    """Return what another program published of a valid state in `folder`, and what this one publishes."""
    was, now = dict[str, RankingContext](), dict[str, RankingContext]()
    for name, context in state.contexts.items():
        old, new = StoredRanking.read(folder / name), StoredRanking.encode(context)
        if old.tables:
            types = dict(find_shared_types(context.ranking.system.outputs, old, new))
            for stored, contexts in ((old, was), (new, now)):
                contexts[name] = replace(context, dataset=stored.to_dataset(context.dataset, types))
    return (
        replace(state, contexts=was, is_published=True),
        replace(state, contexts=now, is_published=True),
    )
