"""What is installed: by locks with digests everywhere, and the lowest versions that pyproject.toml allows."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from ruamel.yaml import YAML

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
LIBRARIES = ROOT / "templates/new/site/all/vendor/requirements.txt"
IMPORT = LIBRARIES.with_name("import.txt")
LOCKS = [LIBRARIES, IMPORT, *sorted((ROOT / "requirements").glob("*.txt"))]
LOWEST = ROOT / "tests/lowest.txt"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
DEPENDENCY = re.compile(r"(?P<name>[A-Za-z0-9.-]+)>=(?P<least>[0-9.]+)(?:,<(?P<below>[0-9.]+))?")
PINNED = re.compile(r"^([a-z0-9-]+)==([0-9.]+)", re.MULTILINE)


def release(version: str) -> tuple[int, ...]:
    """The numbers of a version without the zeros at its end: 8.4 and 8.4.0 are the same."""
    return tuple(map(int, re.sub(r"(\.0)+$", "", version).split(".")))


def bounds(dependencies: list[str]) -> Iterator[re.Match[str]]:
    for dependency in dependencies:
        found = DEPENDENCY.fullmatch(dependency)
        assert found, f"{dependency} says no lowest version"
        yield found


def pins(lock: Path) -> Mapping[str, str]:
    return dict(PINNED.findall(lock.read_text(encoding="utf-8")))


def normal(name: str) -> str:
    return name.lower().replace(".", "-")


def test_the_lowest_versions_are_those_that_the_tests_run_on() -> None:
    """`make lowest` runs them; what pyproject.toml allows is what that installs, neither more nor less."""
    declared = [*PROJECT["dependencies"], *EXTRAS["build"], *EXTRAS["import"], *EXTRAS["test"]]
    lowest = pins(LOWEST)
    wanted = {normal(bound["name"]): release(bound["least"]) for bound in bounds(declared)}
    assert {name: release(lowest[name]) for name in wanted} == wanted, "say: make lock"


@pytest.mark.parametrize("extra", [None, *EXTRAS])
def test_a_lock_names_a_version_within_bounds_of_each_dependency(extra: str | None) -> None:
    lock = {None: LIBRARIES, "import": IMPORT}.get(extra, ROOT / f"requirements/{extra}.txt")
    named = pins(LIBRARIES) | pins(IMPORT) | pins(lock)
    for bound in bounds(EXTRAS[extra] if extra else PROJECT["dependencies"]):
        version = release(named[normal(bound["name"])])
        assert release(bound["least"]) <= version, bound
        assert not bound["below"] or version < release(bound["below"]), bound


@pytest.mark.parametrize("lock", [*LOCKS, LOWEST], ids=lambda path: path.stem)
def test_each_line_of_a_lock_is_one_version_with_digests_and_says_nowhere_from_where(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    lines = [line for line in text.replace("\\\n", " ").splitlines() if not line.startswith("#")]
    whole = re.compile(r"[a-z0-9-]+==[0-9.]+( ; [^#]+?)?( +--hash=sha256:[0-9a-f]{64})+")
    assert lines
    assert [line for line in lines if not whole.fullmatch(line)] == []
    names = [line.partition("==")[0] for line in lines]
    assert len(names) == len({*names}), "one version for every Python"


def test_a_library_of_the_program_stands_in_one_lock_alone_and_the_tools_agree() -> None:
    assert pins(LIBRARIES).keys() & pins(IMPORT).keys() == set()
    tools = [pins(lock) for lock in LOCKS[2:]]
    program = pins(LIBRARIES) | pins(IMPORT)
    assert [tool.keys() & program.keys() for tool in tools] == [set()] * len(tools)
    together: dict[str, set[str]] = {}
    for name, version in (item for tool in tools for item in tool.items()):
        together.setdefault(name, set()).add(version)
    assert [name for name, versions in together.items() if len(versions) > 1] == []


def installing() -> Iterator[tuple[str, str]]:
    """Every command that installs something, of the workflows and the Makefile, by the file it stands in."""
    for folder in (ROOT / ".github", ROOT / "templates/new/site/all/.github"):
        for path in folder.glob("workflows/*"):
            for job in YAML(typ="safe").load(path.read_text(encoding="utf-8"))["jobs"].values():
                runs = [step["run"].replace("\\\n", " ") for step in job["steps"] if "run" in step]
                yield from ((path.name, line) for run in runs for line in run.splitlines())
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    yield from (("Makefile", line) for line in makefile.splitlines())


def test_nothing_is_installed_without_its_digest() -> None:
    by_digest = ("--require-hashes --only-binary :all:", "pip $(HASHED)")
    here = ("--no-deps --no-build-isolation --editable .", "pip $(INSTALLED_HERE)")
    commands = [
        pair for pair in installing() if re.search(r"\bpip\b.*install|pip \$", pair[1], re.IGNORECASE)
    ]
    files = {"Makefile", "check.yml", "publish.yml", "lint-ci.yml", "release.yml", "versions.yml"}
    assert {path for path, _ in commands} == files
    assert [
        command for command in commands if not any(wanted in command[1] for wanted in (*by_digest, *here))
    ] == []


@pytest.mark.parametrize(
    ("path", "folders"),
    [
        (".github/dependabot.yml", ["/requirements", "/templates/new/site/all/vendor"]),
        ("templates/new/site/all/.github/dependabot.yml", ["/vendor"]),
    ],
)
def test_dependabot_moves_every_lock_after_a_week_and_no_lowest_version(
    path: str, folders: list[str]
) -> None:
    updates = YAML(typ="safe").load((ROOT / path).read_text(encoding="utf-8"))["updates"]
    (pip,) = (update for update in updates if update["package-ecosystem"] == "pip")
    assert pip.get("directories", [pip.get("directory")]) == folders
    assert pip["cooldown"] == {"default-days": 7}
    assert not [folder for folder in folders if (ROOT / folder.lstrip("/") / "pyproject.toml").exists()]
    assert LOWEST.parent.name not in {folder.strip("/") for folder in folders}
