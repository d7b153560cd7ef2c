"""A site packed for other hosts: compressed copies that say the same, headers, and the same checksums."""

import gzip
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
import sites
from click.testing import CliRunner
from folder_server import QuietHandler, published

from sitegen.commands.cli import main
from sitegen.publishing import build
from sitegen.publishing.disk import PublishError
from sitegen.publishing.output import CHECKSUMS_FILE, check_size, parse_checksums
from sitegen.publishing.packing import HEADERS_FILE, pack_files
from sitegen.publishing.parts import Part
from sitegen.publishing.staging import PreviousOutput, stage_site

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 21)
Write = Callable[..., Path]


class CompressingHandler(QuietHandler):
    """Sends the compressed copy of a file, as nginx does with `gzip_static on`."""

    def translate_path(self, path: str) -> str:
        place = super().translate_path(path)
        return f"{place}.gz" if Path(f"{place}.gz").exists() else place

    def end_headers(self) -> None:
        if self.translate_path(self.path).endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()


def run(root: Path, *arguments: str) -> tuple[int, str]:
    """The exit status of a command, and what it prints."""
    result = CliRunner().invoke(main, [*arguments, "--site", str(root)], catch_exceptions=False)
    return result.exit_code, result.output


def test_what_is_added_says_the_same_as_the_site(write_site: Write, tmp_path: Path) -> None:
    root = write_site()
    assert build(root, tmp_path / "plain", TODAY).problems == []
    assert build(root, tmp_path / "packed", TODAY, pack=True).problems == []
    plain, packed = sites.published(tmp_path / "plain"), sites.published(tmp_path / "packed")
    copies = {path for path in packed if path.endswith(".gz")}
    assert packed.keys() - plain.keys() == copies | {HEADERS_FILE}
    assert {path: packed[path] for path in plain} == plain
    assert {path: gzip.decompress(packed[path]) for path in copies} == {
        path: plain[path.removesuffix(".gz")] for path in copies
    }
    assert "index.html.gz" in copies
    assert b"Access-Control-Allow-Origin: *" in packed[HEADERS_FILE]
    assert parse_checksums(packed[CHECKSUMS_FILE].decode()).digests.keys() == plain.keys() - {CHECKSUMS_FILE}


def test_a_packed_site_is_built_again_and_unpacked_again(write_site: Write, tmp_path: Path) -> None:
    """Copies that are right are kept, a broken one is made anew, and no copy stays without --pack."""
    root, output = write_site(), tmp_path / "output"
    build(root, output, TODAY, pack=True)
    first = sites.published(output)
    (output / "index.html.gz").write_bytes(gzip.compress(b"<script>"))
    (output / "404.html.gz").write_bytes(b"broken")
    again = build(root, output, TODAY, pack=True)
    assert again.plan is not None
    assert [*again.plan.changed] == ["404.html.gz", "index.html.gz"]
    assert sites.published(output) == first
    built = build(root, output, TODAY)
    assert built.plan is not None
    assert {path.rpartition(".")[2] for path in built.plan.removed} == {"gz", HEADERS_FILE}


def test_a_file_of_the_site_goes_before_one_that_is_added(tmp_path: Path) -> None:
    own = {
        "a.html": b"x" * 2_000,
        "a.html.gz": b"own",
        HEADERS_FILE: b"own",
        "b.html": b"x",
        "c.png": bytes(2_000),
    }
    with stage_site(PreviousOutput(tmp_path / "output", frozenset(), b"")) as stage:
        files = {path: stage.write_file(path, content) for path, content in own.items()}
        assert pack_files(stage, files) == {}
        assert stage.read_file("a.html.gz") == b"own"


def test_verify_compares_what_a_browser_gets(write_site: Write, tmp_path: Path) -> None:
    root, output = write_site(), tmp_path / "output"
    assert run(root, "build", "--pack", "--as-of", "2026-11-21", "--output", str(output))[0] == 0
    with published(output, CompressingHandler) as url:
        status, told = run(root, "verify", url)
        assert (status, "all the same here" in told) == (0, True), told
        page = output / "index.html"
        (output / "index.html.gz").write_bytes(gzip.compress(page.read_bytes() + b"<script>"))
        (output / "404.html.gz").write_bytes(b"broken")
        status, told = run(root, "verify", url)
    assert status == 1
    assert "index.html:" in told
    assert "404.html: cannot be fetched" in told


def test_a_part_is_not_packed_and_the_whole_is(write_site: Write, tmp_path: Path) -> None:
    root = write_site()
    with pytest.raises(PublishError, match="sitegen join"):
        build(root, tmp_path / "no", TODAY, part=Part(1, 2), pack=True)
    parts = [tmp_path / f"part{number}" for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        assert run(root, "build", "--part", f"{number}/2", "--output", str(part))[0] == 0
    assert run(root, "join", *map(str, parts), "--pack", "--output", str(tmp_path / "joined"))[0] == 0
    assert run(root, "build", "--pack", "--output", str(tmp_path / "whole"))[0] == 0
    assert sites.published(tmp_path / "joined") == sites.published(tmp_path / "whole")


def test_a_packed_site_is_not_measured_by_github(write_site: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_site()
    monkeypatch.setattr("sitegen.publishing.output.SIZE_LIMIT", 1)
    assert check_size({"index.html": 9}) != []
    assert build(root, root / "output", TODAY, pack=True).problems == []
    assert build(root, root / "output", TODAY).problems != []
