"""The hand-kept list of packages is the tree, and the data files are packed."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FLOORS = ("analysis", "commands", "reports", "rules", "sims")


def test_every_package_of_the_tree_is_listed():
    tree = {"zochastic"}
    for floor in FLOORS:
        for init in (ROOT / floor).rglob("__init__.py"):
            tree.add(".".join(("zochastic", *init.parent.relative_to(ROOT).parts)))
    listed = PROJECT["tool"]["setuptools"]["packages"]
    assert sorted(listed) == sorted(tree)


def test_every_folder_with_modules_is_a_package():
    for floor in FLOORS:
        for module in (ROOT / floor).rglob("*.py"):
            assert (module.parent / "__init__.py").exists(), module


def test_every_data_file_is_packed():
    patterns = PROJECT["tool"]["setuptools"]["package-data"]
    packed = set()
    for package, globs in patterns.items():
        folder = ROOT.joinpath(*package.split(".")[1:])
        packed |= {path for glob in globs for path in folder.glob(glob)}
    data = {
        path
        for floor in FLOORS
        for path in (ROOT / floor).rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    }
    assert data <= packed, data - packed


def test_nothing_depends_on_a_module_that_is_not_declared():
    declared = {
        name.split(">")[0].split("=")[0].strip() for name in PROJECT["project"]["dependencies"]
    }
    assert {"numpy", "numba", "pandas", "scipy", "matplotlib", "typer"} <= declared
