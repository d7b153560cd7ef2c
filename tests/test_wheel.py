"""The wheel, installed where there is no checkout, builds a site."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's own files, to be put first among what Python looks through."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    (wheel,) = folder.glob("sitegen_rankings-*.whl")
    target = folder / "installed"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(target),
        str(wheel),
    ]
    subprocess.run(pip, check=True, capture_output=True, timeout=120)
    return target


def sitegen(installed: Path, *arguments: str, cwd: Path) -> str:
    command = [sys.executable, "-c", "from sitegen.cli import main; main()", *arguments]
    environment = {"PYTHONPATH": str(installed), "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=cwd, env=environment, timeout=120
    ).stdout


def test_the_wheel_makes_and_builds_a_site_with_the_theme_it_carries(installed: Path, tmp_path: Path) -> None:
    sitegen(installed, "new", "club", cwd=tmp_path)
    assert "added" in sitegen(installed, "build", "--site", "club", cwd=tmp_path)
    assert (tmp_path / "club/output/index.html").exists()
    assert (tmp_path / "club/output/static/sitegen.css").exists()
    assert (installed / "sitegen/templates/base.html").exists()
    assert (tmp_path / "club/.github/workflows/publish.yml").exists()


def test_the_wheel_brings_its_licences_and_nothing_of_the_demonstration(installed: Path) -> None:
    files = {each.relative_to(installed).as_posix() for each in installed.rglob("*") if each.is_file()}
    licences = {each.rpartition("/")[2] for each in files if "/licenses/" in each}
    assert licences == {"LICENSE", "pico.LICENSE.txt"}
    assert not [each for each in files if each.startswith(("results/", "content/", "tests/"))]
