"""What a build takes over from an earlier one: the files of each ranking that is as it was, byte for byte.

Such a build keeps a record of each ranking in the hidden folder `.sitegen`, beside the list of its files: the
digest of all that the ranking was made of, what the shared pages need of it, and the digests of its files. No
record names a hidden player. Records and files can come from anywhere: each file must have its digest and
stand below the address of the ranking, and a few rankings, drawn by lot, are made again and compared.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import SystemRandom
from typing import Any, NamedTuple, Self

from sitegen.browser.published import get_ranking_path
from sitegen.core import storage
from sitegen.core.problems import say, select_errors
from sitegen.inputs.config.site import Ranking, Site
from sitegen.inputs.privacy.redact import report_problems, select_moved_names
from sitegen.inputs.privacy.search import HiddenNames
from sitegen.pages.overview import RankingSummary
from sitegen.publishing.digests import RankingDigest, SiteDigester
from sitegen.publishing.disk import OutputError, PublishError, check_path
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
        ids = [ranking.id for ranking in site.rankings if get_record_path(ranking) in output.sizes]
        return cls(output, site, SystemRandom().sample(ids, min(sample, len(ids))))

    def read_record(self, ranking: Ranking) -> Record | None:
        """Return what was kept of a ranking, None if there is nothing."""
        path = get_record_path(ranking)
        if path not in self.output.sizes:
            return None
        head, _, data = (self.output.output / path).read_bytes().partition(b"\n")
        match = _HEAD.fullmatch(head + b"\n")
        if match is None:
            raise self.refuse(ranking)
        return Record(RankingDigest(match[1].decode(), (match[2] or b"").decode()), data)

    def load_result(self, ranking: Ranking, record: Record) -> Result:
        """Return what is left of a ranking; raises `OutputError` for what no build can have kept."""
        try:
            result: Result = storage.load(record.data)
            written, summary = result.product, result.summary
            for path in written.files if written else ():
                check_path(path)
        except (ValueError, TypeError, AttributeError, PublishError):
            raise self.refuse(ranking) from None
        own = (get_ranking_path(ranking), *(f"{prefix}{ranking.id}/" for prefix in self._prefixes))
        if not (isinstance(written, WrittenFiles) and isinstance(summary, RankingSummary)):
            raise self.refuse(ranking)
        for path, file in written.files.items():
            if not path.startswith(own) or not isinstance(file, StagedFile):
                raise self.refuse(ranking)
        return result

    @property
    def _prefixes(self) -> Sequence[str]:
        first = self.site.languages[0]
        return ["" if language == first else f"{language}/" for language in self.site.languages]

    def iter_files(self, ranking: Ranking, result: Result) -> Iterator[tuple[str, StagedFile, bytes]]:
        """Yield the files of a ranking with their content; raises `OutputError` where one was changed."""
        folder = self.output.output
        for path, file in result.product.files.items() if result.product else ():
            if self.output.sizes.get(path) != file.size:
                raise self.refuse(ranking)
            with open(f"{folder}/{path}", "rb") as opened:  # noqa: PTH123 - as many as pages
                content = opened.read()
            if sha256(content).digest() != file.digest:
                raise self.refuse(ranking)
            yield path, file, content

    def take_files(self, stage: StagingFolder, ranking: Ranking, result: Result) -> Result:
        """Write the files of a ranking into a staging folder; raises `OutputError` where one was changed."""
        is_in_place = self.output.output == stage.previous.output  # then nothing is read once more
        files = {
            path: file._replace(is_unchanged=True) if is_in_place else stage.write_file(path, content)
            for path, file, content in self.iter_files(ranking, result)
        }
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
        for _ in build.iter_files(ranking, result):
            pass
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
    files = {
        path: file._replace(is_unchanged=False)
        for path, file in sorted(written.files.items())
        if not is_record(path)
    }
    result = result._replace(read_problems=read, plan_problems=planned, product=WrittenFiles(files, problems))
    try:
        return storage.dump(result)
    except TypeError:
        return None
