"""The targets of the benchmarks: what is missed is told and ends a run with status 1. Nothing is built."""

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
HERE = {path.stem for folder in ("benchmarks", "demonstration") for path in (ROOT / folder).glob("*.py")}


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    for name in ("benchmarks", "demonstration"):
        monkeypatch.syspath_prepend(ROOT / name)
    before = {*sys.modules}
    yield import_module("bench")
    for module in HERE & ({*sys.modules} - before):
        del sys.modules[module]


def ended(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, changed: Mapping[tuple[str, str], float], *words: str
) -> object:
    """The status of a run in which every figure is its target, but for those that are changed."""
    monkeypatch.setattr(sys.modules["report"], "origin", str)  # the peer is where it is measured
    targets = sys.modules["targets"]
    values = {(what, where): most for what, of in targets.TARGETS.items() for where, most in of.items()}
    figures = [targets.Figure(*place, value) for place, value in {**values, **changed}.items()]
    found = SimpleNamespace(figures=figures, tables=[])
    monkeypatch.setattr(bench, "measured", lambda *_: found)
    monkeypatch.setattr(sys, "argv", ["bench.py", *words])
    with pytest.raises(SystemExit) as end:
        bench.main()
    return end.value.code


def test_what_is_as_much_as_it_may_be_is_met(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ended(bench, monkeypatch, {}) == 0


def test_every_target_that_is_missed_is_a_line(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    said = ended(bench, monkeypatch, {("sitegen / Hugo", "M"): 1.01, ("GiB of all processes", "L"): 1.8})
    assert said == (
        "Missed: sitegen / Hugo, M: 1.01, at most 1.\nMissed: GiB of all processes, L: 1.8, at most 0.9."
    )


def test_what_has_no_target_cannot_be_missed(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ended(bench, monkeypatch, {("bytes of a row", "the demonstration"): 0.9}) == 0


def test_a_target_that_nothing_was_measured_for_is_not_met(bench: ModuleType) -> None:
    targets = sys.modules["targets"]
    said = [*targets.misses([])]
    assert len(said) == sum(map(len, targets.TARGETS.values()))
    assert "Not measured: seconds of a command, check." in said


def test_a_run_of_some_sizes_need_not_measure_the_others(bench: ModuleType) -> None:
    small = [line for line in sys.modules["targets"].misses([], ["S"]) if line.endswith((", M.", ", L."))]
    assert small == []


def test_a_figure_stands_beside_its_target(bench: ModuleType) -> None:
    figure = sys.modules["targets"].Figure
    assert str(figure("sitegen / Hugo", "L", 0.4321)) == "0.432 ≤ 1"
    assert str(figure("kB of the largest page", "L", 301.2)) == "**301 > 300**"
    assert str(figure("sitegen / Hugo at its fastest", "S", 2.5)) == "2.5"


def test_a_ratio_is_compared_with_the_best_of_the_last_ten_nights(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "nights.jsonl"
    place = ("sitegen / Hugo", "M")
    values = [0.5, *[0.9] * 10, 0.94, 0.95]
    statuses = [ended(bench, monkeypatch, {place: value}, "--nights", str(file)) for value in values]
    assert [bool(status) for status in statuses] == [False, *[True] * 10, False, True]
    assert str(statuses[1]).startswith("Slower: sitegen / Hugo, M: 0.9, and 0.5 at ")
    assert len(file.read_text(encoding="utf-8").splitlines()) == len(values)
