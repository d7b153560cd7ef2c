"""What became of every record, for people and for programs."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitegen.commands.importing.account import Account
from sitegen.commands.importing.records import Record
from sitegen.commands.importing.sources import Source
from sitegen.language import Language
from sitegen.message import Message, advise, counted, joined, say
from sitegen.problem import quoted
from sitegen.render.alone import alone
from sitegen.tell import harmless, line
from sitegen.toolkit.rows import grouped

_MOST, _MOST_ON_PAGE = 12, 500
"""So many records of one reason are named one by one; the rest is counted."""
_NAMED = {
    "imported": advise("imported"),
    "merged": advise("merged"),
    "left": advise("left"),
    "doubtful": advise("doubtful"),
    "refused": advise("refused"),
}


def _counts(records: Sequence[Record]) -> dict[str, int]:
    found = Counter(record.word for record in records)
    return {word: found[word] for word in _NAMED}


def _counted(number: int) -> dict[str, Message]:
    return {
        "imported": counted(number, "{number} imported", "{number} imported"),
        "merged": counted(number, "{number} merged", "{number} merged"),
        "left": counted(number, "{number} left", "{number} left"),
        "doubtful": counted(number, "{number} doubtful", "{number} doubtful"),
        "refused": counted(number, "{number} refused", "{number} refused"),
    }


def lines(made: Account, language: Language) -> Iterator[str]:
    """The account as lines of text, in the language of the site."""
    for source in made.sources:
        yield from _of_source(source, language)
    yield from _reasons(made, language, _MOST)
    yield from map(language.told, _about_all(made))


def _about_all(made: Account) -> Iterator[Message]:
    for tell in (_gone, _restated, _names, _compared, _ending):
        yield from tell(made)


def _of_source(source: Source, language: Language) -> Iterator[str]:
    if source.refused:
        yield f"{source.name}  " + language.told(joined(source.refused, source.hint))
        return
    numbers = [language.told(_counted(n)[word]) for word, n in _counts(source.records).items() if n]
    records = counted(len(source.records), "{number} record", "{number} records")
    yield f"{source.name}  {language.told(records)}: {', '.join(numbers) or '0'}"
    for note in source.document.notes if source.document else ():
        yield f"  {language.told(note)}"


def _reasons(made: Account, language: Language, most: int) -> Iterator[str]:
    """Why records got a verdict: those that are doubtful or refused one by one, the others counted."""
    for word, named in _NAMED.items():
        own = [record for record in made.records if record.word == word and record.reason]
        start = f"  {language.told(named)}  "
        for group in grouped(own, lambda record: record.code).values():
            if word not in {"doubtful", "refused"}:
                yield f"{start}{len(group)}  {language.told(group[0].reason)}"
                continue
            for record in group[:most]:
                place = record.place if len(made.sources) == 1 else f"{record.source} {record.place}"
                yield f"{start}{place}: {language.told(joined(record.reason, record.hint))}"
            if len(group) > most:
                yield start + language.told(advise("and {number} more like it", number=len(group) - most))


def _restated(made: Account) -> Iterator[Message]:
    """The sums that sources state, beside what their records make of them."""
    given = [each for source in made.sources if source.document for each in source.document.statements]
    for what, own in grouped(given, lambda each: each.what).items():
        wrong = [each for each in own if abs(each.stated - each.computed) > each.tolerance + 1e-9]
        told: dict[str, Any] = {"what": what, "all": len(own), "same": len(own) - len(wrong)}
        yield say("restated", "{what} of {all}: {same} as stated", **told)
        for each in wrong[:_MOST]:
            yield say(
                "restated-otherwise",
                "{who}: {stated} stated ({place}), {computed} from the records",
                who=each.who,
                stated=f"{each.stated:g}",
                place=each.place,
                computed=f"{each.computed:g}",
            )


def _gone(made: Account) -> Iterator[Message]:
    for merge in made.merges.values():
        for entry in merge.gone:
            row = quoted(", ".join(_redact(entry.row, made).values()), 120)
            told = {"source": entry.source, "row": row}
            yield say("record-gone", "gone from {source}: {row} (with --gone it is taken out)", **told)


def _redact(row: Mapping[str, str], made: Account) -> dict[str, str]:
    """A row without the ids of players who hide."""
    return {name: "…" if text in made.naming.hidden else text for name, text in row.items()}


def _names(made: Account) -> Iterator[Message]:
    naming = made.naming
    if naming.ids or naming.asked or naming.new:
        yield say(
            "names-found",
            "names: {known} known, {merged} merged, {new} new, {asked} asked",
            known=len(naming.ids) - len(naming.merged) - len(naming.new),
            merged=len(naming.merged),
            new=len(naming.new),
            asked=len(naming.asked),
        )
    if naming.new and made.answers.new_players is not True:
        yield say("names-new", "new players: {names}", names=", ".join(sorted(naming.new.values())))


def _compared(made: Account) -> Iterator[Message]:
    """The club's own list of today beside the one that came out."""
    if not made.listed or not made.after:
        return
    found = [(row, made.after[row.name]) for row in made.listed if row.name in made.after]
    far = [(row, figure) for row, figure in found if abs(row.figure - figure) > 1]
    told = {"near": len(found) - len(far), "all": len(made.listed)}
    yield say("list-compared", "your own list: {near} of {all} within a point of what comes out", **told)
    for row, figure in sorted(far, key=lambda pair: -abs(pair[0].figure - pair[1]))[:_MOST]:
        yield say(
            "list-differs",
            "{name}: {stated} in your list ({place}), {figure} comes out",
            name=row.name,
            stated=f"{row.figure:g}",
            place=row.place,
            figure=f"{figure:.15g}",
        )
    lacking = [quoted(row.name) for row in made.listed if row.name not in made.after]
    if lacking:
        names = ", ".join(lacking[:_MOST])
        yield say("list-lacking", "in your list and not in what comes out: {names}", names=names)


def _ending(made: Account) -> Iterator[Message]:
    if made.asked:
        yield advise("Something is asked: answer it in {file}, and say it again.", file=made.answers.path)
    elif made.is_blocked:
        yield advise("Nothing is written as long as something is in doubt or refused.")
    elif not made.files:
        yield advise("Nothing is new.")


def as_json(made: Account, language: Language) -> str:
    """The account for programs: every record with its verdict, the code of the reason and its place."""
    documents = [source.document for source in made.sources if source.document]
    data: dict[str, Any] = {
        "name": made.name,
        "ranking": made.ranking.id,
        "counts": _counts(made.records),
        "files": [_file(source, made, language) for source in made.sources],
        "statements": [each._asdict() for document in documents for each in document.statements],
        "new_players": made.naming.new,
        "asked": sorted(made.naming.asked),
        "writes": sorted(made.files),
    }
    return json.dumps(data, indent=2) + "\n"


def _file(source: Source, made: Account, language: Language) -> dict[str, Any]:
    return {
        "name": source.name,
        "kind": source.document.kind if source.document else "",
        "refused": language.told(source.refused) if source.refused else "",
        "counts": _counts(source.records),
        "records": [
            {
                "place": record.place,
                "table": record.table,
                "verdict": record.word,
                "code": record.code,
                "reason": language.told(record.reason) if record.reason else "",
                "row": _redact(record.row, made),
            }
            for record in source.records
        ],
    }


def page(made: Account, language: Language) -> str:
    """The account as one file that a phone opens."""
    problems = [line(problem, language) for problem in made.problems]
    made_page = alone(
        "import.html",
        "effect.css",
        language,
        name=made.name,
        ranking=made.ranking.title,
        numbers=[(language.told(_NAMED[word]), number) for word, number in _counts(made.records).items()],
        notes=[*problems, *map(language.told, _about_all(made))],
        sources=[each.strip() for source in made.sources for each in _of_source(source, language)],
        reasons=[each.strip() for each in _reasons(made, language, _MOST_ON_PAGE)],
    )
    return harmless(made_page)
