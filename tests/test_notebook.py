"""The notebook on the Python API, run anew in a kernel of its own, gives what it shows."""

import base64
import json
import os
import subprocess
import sys

import pytest
from rebuild import ROOT, difference

NOTEBOOK = ROOT / "docs" / "python-api.ipynb"


def cells(file):
    return [c for c in json.loads(file.read_text("utf-8"))["cells"] if c["cell_type"] == "code"]


def told(cell):
    """What a cell prints and returns, as text."""
    return [
        "".join(output["text"] if "text" in output else output["data"]["text/plain"])
        for output in cell["outputs"]
    ]


@pytest.fixture(scope="module")
def anew(tmp_path_factory):
    file = tmp_path_factory.mktemp("notebook") / "anew.ipynb"
    # a process of its own: what Jupyter warns of is not this project's
    env = os.environ | {"JUPYTER_PLATFORM_DIRS": "1"}
    subprocess.run(
        [sys.executable, ROOT / "docs" / "notebook.py", file], check=True, env=env, timeout=600
    )
    return file


def test_every_cell_was_run_in_order_and_stored_with_its_output():
    stored = cells(NOTEBOOK)
    assert [cell["execution_count"] for cell in stored] == list(range(1, len(stored) + 1))
    assert all(cell["outputs"] for cell in stored)


def test_every_cell_says_again_what_is_stored(anew):
    for old, new in zip(cells(NOTEBOOK), cells(anew), strict=True):
        assert told(new) == told(old), f"{''.join(old['source'])}\n: python docs/notebook.py"


def test_every_chart_is_drawn_again_as_it_is_stored(anew, tmp_path):
    charts = 0
    for old, new in zip(cells(NOTEBOOK), cells(anew), strict=True):
        for one, other in zip(old["outputs"], new["outputs"], strict=True):
            if "image/png" not in one.get("data", {}):
                continue
            charts += 1
            files = [tmp_path / "old.png", tmp_path / "new.png"]
            for file, output in zip(files, (one, other), strict=True):
                file.write_bytes(base64.b64decode(output["data"]["image/png"]))
            assert difference(*files) == ""
    assert charts
