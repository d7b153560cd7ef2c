"""What a build takes over from an earlier one: the files of each ranking that is as it was, byte for byte.

Such a build keeps a record of each ranking in the hidden folder `.sitegen`, beside the list of its files: the
digest of all that the ranking was made of, what the shared pages need of it, and the digests of its files. No
record names a hidden player. Records and files can come from anywhere: each file must have its digest and
stand below the address of the ranking, and a few rankings, drawn by lot, are made again and compared.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import SystemRandom
from typing import Any, NamedTuple, Self

from sitegen.browser.published import get_ranking_path
from sitegen.core import storage
from sitegen.core.files import read_file
from sitegen.core.problems import Problem, say, select_errors
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.privacy.redact import report_problems, select_moved_names
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.pages.overview import RankingSummary
from sitegen.publishing import disk
from sitegen.publishing.digests import RankingDigest, SiteDigester
from sitegen.publishing.disk import OutputError, PublishError
from sitegen.publishing.publication import WrittenFiles
from sitegen.publishing.rankings import RankingResult
from sitegen.publishing.staging import (
    RECORDS_FOLDER,
    PreviousOutput,
    StagedFile,
    StagingFolder,
    inspect_output,
    is_record,
)

Result = RankingResult[WrittenFiles]
_HEAD = re.compile(rb"sitegen record 1 ([0-9a-f]{64}) ([0-9a-f]{64})?\n")
_SAMPLE = 2
"""The rankings that are made again although they could be taken over."""


class Record(NamedTuple):
    """What a build kept of a ranking: its digest, and its stored result, which `load_result` reads."""

    digest: RankingDigest
    data: bytes


class _StoredFiles(NamedTuple):
    """The files of a ranking in its record: columns, of which a federation has a thousand times as many rows.

    `digests` has the 32 bytes of each, one after the other.
    """

    paths: Sequence[str]
    sizes: Sequence[int]
    digests: bytes
    problems: Sequence[Problem]

    @classmethod
    def of(cls, files: Mapping[str, StagedFile], problems: Sequence[Problem]) -> Self:
        """Return the columns of files."""
        digests = b"".join(file.digest for file in files.values())
        return cls([*files], [file.size for file in files.values()], digests, problems)

    def get_files(self) -> WrittenFiles:
        """Return the files again; raises `ValueError` or `TypeError` where these are no such columns."""
        length = sha256().digest_size
        digests = [self.digests[start : start + length] for start in range(0, len(self.digests), length)]
        rows = zip(self.paths, self.sizes, digests, strict=True)
        files = {path: StagedFile(size, digest, is_unchanged=False) for path, size, digest in rows}
        return WrittenFiles(files, self.problems)


def get_record_path(ranking: Ranking) -> str:
    """Return the path of the record of a ranking in a site."""
    return f"{RECORDS_FOLDER}/{ranking.id}"


class LastBuild(NamedTuple):
    """The site that an earlier build made, as far as its rankings are what they were; it may not be there.

    Each of the `sample`, which has ids of rankings, is made again.
    """

    output: PreviousOutput
    site: Site
    sample: Collection[str]

    @classmethod
    def open(
        cls, folder: Path, site: Site, *, sample: int = _SAMPLE, previous: PreviousOutput | None = None
    ) -> Self:
        """Return the build in a folder; raise `OutputError` where no build made all that is in it.

        Of the `previous` output it is known already.
        """
        place = folder.resolve()
        output = previous if previous and previous.output == place else inspect_output(place)
        ids = [ranking.id for ranking in site.rankings if get_record_path(ranking) in output.paths]
        return cls(output, site, SystemRandom().sample(ids, min(sample, len(ids))))

    @classmethod
    def open_records(cls, folder: Path, site: Site) -> Self:
        """Return no more than the records of the build in a folder, whose other files nobody looks at."""
        return cls(PreviousOutput(folder.resolve(), frozenset(), b""), site, ())

    def read_record(self, ranking: Ranking) -> Record | None:
        """Return what was kept of a ranking, None if there is nothing."""
        try:
            head, _, data = read_file(self.output.output, get_record_path(ranking)).partition(b"\n")
        except OSError:
            return None
        match = _HEAD.fullmatch(head + b"\n")
        if match is None:
            raise self.refuse(ranking)
        return Record(RankingDigest(match[1].decode(), (match[2] or b"").decode()), data)

    def load_result(self, ranking: Ranking, record: Record) -> Result:
        """Return what is left of a ranking; raises `OutputError` for what no build can have kept."""
        try:
            result = storage.load(record.data)
            written, summary = result.product.get_files(), result.summary
            own = (get_ranking_path(ranking), *(f"{prefix}{ranking.id}/" for prefix in self._prefixes))
            is_own = all(path.startswith(own) for path in written.files)
        except (ValueError, TypeError, AttributeError):
            raise self.refuse(ranking) from None
        if not (is_own and isinstance(result, RankingResult) and isinstance(summary, RankingSummary)):
            raise self.refuse(ranking)
        return result._replace(product=written)

    @property
    def _prefixes(self) -> Sequence[str]:
        first = self.site.languages[0]
        return ["" if language == first else f"{language}/" for language in self.site.languages]

    def check_files(self, ranking: Ranking, result: Result) -> None:
        """Raise `OutputError` where a file of a ranking was changed."""
        for _, file, content in self._iter_files(ranking, result):
            if sha256(content).digest() != file.digest:
                raise self.refuse(ranking)

    def _iter_files(self, ranking: Ranking, result: Result) -> Iterator[tuple[str, StagedFile, bytes]]:
        """Yield what should be the files of a ranking, with their content."""
        folder = self.output.output
        for path, file in result.product.files.items() if result.product else ():
            if path not in self.output.paths:
                raise self.refuse(ranking)
            yield path, file, disk.read_file(f"{folder}/{path}")

    def take_files(self, stage: StagingFolder, ranking: Ranking, result: Result) -> Result:
        """Write the files of a ranking into a staging folder; raises `OutputError` where one was changed.

        Every file is read and has its digest, also where the last build stands in its place: nothing tells a
        build that was made there from one that was unpacked there.
        """
        is_in_place = self.output.output == stage.previous.output  # then nothing is read once more
        put, files = _describe_unchanged if is_in_place else stage.write_file, dict[str, StagedFile]()
        for path, file, content in self._iter_files(ranking, result):
            files[path] = put(path, content)
            if files[path].digest != file.digest:
                raise self.refuse(ranking)
        return result._replace(product=WrittenFiles(files, result.product.problems if result.product else ()))

    def refuse(self, ranking: Ranking) -> OutputError:
        """Return the error that what is there of a ranking is not what this program makes."""
        message = say(
            "last-build-changed",
            "{folder}: what it has of the ranking {ranking} is not what a build makes"
            " (delete this folder, then build again)",
            folder=self.output.output,
            ranking=ranking.id,
        )
        return OutputError(message)


def _describe_unchanged(_: str, content: bytes) -> StagedFile:
    return StagedFile(len(content), sha256(content).digest(), is_unchanged=True)


class RankingKeeper(NamedTuple):
    """Takes over what is as it was in earlier builds, such as parts of the site, and keeps records of all.

    With `must_take` nothing is made anew but samples.
    """

    stage: StagingFolder
    digester: SiteDigester
    hidden_names: HiddenNames
    builds: Sequence[LastBuild]
    must_take: bool = False

    @classmethod
    def open(
        cls, stage: StagingFolder, digester: SiteDigester, last: Path | None, parts: Sequence[Path] = ()
    ) -> "RankingKeeper":
        """Return what takes over from the `last` build, or all from `parts` of the site."""
        inputs = digester.inputs
        folders, sample = ([last], _SAMPLE) if last else (parts, 1)
        builds = [
            LastBuild.open(folder, inputs.site, sample=sample, previous=stage.previous) for folder in folders
        ]
        return cls(stage, digester, inputs.hidden_names, builds, must_take=bool(parts))

    def run(self, ranking: Ranking, job: Callable[[Ranking], Result]) -> Result:
        """Return what is left of a ranking, its record among the files; `job` makes the ranking.

        Raises `OutputError` where a build has something else than what this program makes.
        """
        digest = self.digester.compute(ranking)
        records = ((build, build.read_record(ranking)) for build in self.builds)
        build, record = next((pair for pair in records if pair[1]), (None, None))
        if build is None or record is None or record.digest != digest:
            if self.must_take:
                raise _refuse_part(ranking)
            return self._keep(ranking, digest, job(ranking))
        result = build.load_result(ranking, record)
        if ranking.id not in build.sample:
            result = build.take_files(self.stage, ranking, result)
            return self._add_record(ranking, digest, result, record.data)
        build.check_files(ranking, result)
        result = job(ranking)
        if result.product is None:  # something else in the site has an error: nothing is published
            return result
        result = self._keep(ranking, digest, result)
        if store_result(result, self.hidden_names) != record.data:
            raise build.refuse(ranking)
        return result

    def _keep(self, ranking: Ranking, digest: RankingDigest, result: Result) -> Result:
        data = store_result(result, self.hidden_names)
        return self._add_record(ranking, digest, result, data) if data else result

    def _add_record(self, ranking: Ranking, digest: RankingDigest, result: Result, data: bytes) -> Result:
        product = result.product or WrittenFiles({}, ())
        path = get_record_path(ranking)
        head = f"sitegen record 1 {digest.inputs} {digest.history}\n".encode()
        files = {**product.files, path: self.stage.write_file(path, head + data)}
        return result._replace(product=product._replace(files=files))


def _refuse_part(ranking: Ranking) -> PublishError:
    message = say(
        "part-of-other-files",
        "no part has the ranking {ranking} as it is in this site (build all parts again, from the files, the"
        " commit, the program and the day of this site)",
        ranking=ranking.id,
    )
    return PublishError(message)


def store_result(result: Result, hidden_names: HiddenNames) -> bytes | None:
    """Return what is kept of a ranking; None where it has errors, or where its system's values cannot be."""

    def redact(problems: Sequence[Any]) -> list[Any]:
        return report_problems(select_moved_names(problems), hidden_names)

    written = result.product
    if written is None or result.summary is None:
        return None
    read, planned, problems = map(redact, (result.read_problems, result.plan_problems, written.problems))
    if select_errors([*read, *planned, *problems]):
        return None
    files = {path: file for path, file in sorted(written.files.items()) if not is_record(path)}
    stored: RankingResult[Any] = result._replace(read_problems=read, plan_problems=planned)
    try:
        return storage.dump(stored._replace(product=_StoredFiles.of(files, problems)))
    except TypeError:
        return None
