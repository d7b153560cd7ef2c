"""States of a site: loaded from a folder and rated, or read as another version of the program published them.

A browser rates what its worker was sent, and never needs this module with all that reads settings.
"""

from dataclasses import replace
from pathlib import Path

from sitegen.compare.state import SiteState
from sitegen.core.problems import select_errors
from sitegen.inputs.config import settings
from sitegen.inputs.config.site import SiteDates
from sitegen.inputs.results import results
from sitegen.inputs.results.append import find_unfinished
from sitegen.rankings.published import StoredRanking, find_shared_types
from sitegen.rankings.ranking import RankingContext, build_contexts, rate_rankings


def load_state(root: Path, dates: SiteDates, only_ranking: str = "") -> SiteState:
    """Return the state of the folder `root` on a day, rated by this program; of `only_ranking` alone."""
    site, problems = settings.load_site(root)
    if site is None or (unfinished := find_unfinished(root)):
        return SiteState(site, problems=tuple(problems if site is None else unfinished))
    if only_ranking:
        site = site._replace(
            rankings=tuple(ranking for ranking in site.rankings if ranking.id == only_ranking)
        )
    files = results.ResultFiles.open(site)
    inputs, input_problems = files.read_inputs(dates.latest, dates.as_of)
    problems += input_problems
    state = SiteState(
        site, inputs, {}, files.pseudonyms, files.players, files.hidden_names, as_of=dates.as_of
    )
    if select_errors(problems):
        return replace(state, problems=tuple(problems))
    outcomes, rating_problems = rate_rankings(site, inputs, dates.as_of)
    contexts = [] if rating_problems else build_contexts(site, inputs, outcomes)
    by_id = {context.ranking.id: context for context in contexts}
    return replace(state, contexts=by_id, problems=(*problems, *rating_problems))


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
