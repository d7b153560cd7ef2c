"""How the points of a session and the rankings after it were calculated, row by row."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from sitegen.systems.nbb.course import Played, Result
from sitegen.systems.nbb.points import units
from sitegen.systems.nbb.shown import Placed, Step, Teamed
from sitegen.systems.nbb.tables import Options
from sitegen.toolkit.order import best_first


def lines(played: Played, called: Mapping[str, str]) -> Iterator[tuple[Sequence[str], list[Placed]]]:
    """The letters of each line or top-integral group, with its standing; none on a teams evening.

    `called` is what pages call each partnership.
    """
    for letters in units(played.session.groups):
        there = [each for each in played.results if each.receipts[0].line in letters]
        yield letters, list(_placed(letters, there, played.session.form, called))


def _placed(
    letters: Sequence[str], results: Sequence[Result], form: str, called: Mapping[str, str]
) -> Iterator[Placed]:
    there = best_first(results, lambda each: each.worth.score)
    ranks = [rank for rank, _ in there]
    scores = [each.worth.score for each in results]
    for rank, each in there:
        yield Placed.like(
            each.worth,
            each.entry,
            rank=rank,
            line=each.entry.line if len(letters) > 1 else "",
            partnership=called.get(each.entry.for_, ""),
            form=form,
            place=rank + (ranks.count(rank) - 1) / 2,
            pairs=len(ranks),
            best=max(scores),
            worst=min(scores),
        )


def teams(played: Played) -> list[Teamed]:
    """The standing of a teams evening."""
    return [
        Teamed.like(
            each.worth,
            each.entry,
            rank=rank,
            strength=fmean(row.before for row in each.receipts),
            opposition=each.worth.middle,
            form="teams",
        )
        for rank, each in best_first(played.results, lambda each: each.worth.score)
    ]


def steps(played: Played, options: Options) -> list[Step]:
    """How the ranking of each player changed."""
    rows = []
    for each in played.results:
        for row in each.receipts:
            left = played.before[row.player].leaving(options.sessions)
            rows.append(
                Step.like(
                    row,
                    replaced=left.points,
                    of=left.day,
                    session=left.session,
                    change=row.after - row.before,
                    source=each.entry.source,
                )
            )
    return rows
