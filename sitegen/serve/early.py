"""The pages that somebody looks at, before all others."""

from collections.abc import Collection, Mapping

from sitegen import render, secrecy
from sitegen.pages.sought import Known, sought
from sitegen.prepared import Rated
from sitegen.problem import errors


def some(rated: Rated, known: Known, paths: Collection[str]) -> Mapping[str, bytes]:
    """Pages of a site as they will be published, as long as what is `known` of the others is still so.

    There are none where anything is wrong with them.
    """
    site, given = rated.site, rated.given
    if site is None or given is None:
        return {}
    planned, wanted = sought(site, given.written, given.boards, given.past, known, paths)
    made, found = render.some(site, planned, wanted)
    found += secrecy.in_output(site, planned, [*made], made.__getitem__, rated.hush.secrets)
    return {} if errors(found) else made
