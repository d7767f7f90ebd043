"""Run docs/python-api.ipynb anew, all cells in a fresh kernel, and keep what they give.

Run ``python docs/notebook.py`` after a change, or with another file's name to write there;
tests/test_notebook.py does the latter and compares.
"""

import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).with_name("python-api.ipynb")
#: What a kernel tells of the moment and the machine; the same cells give the same file without it.
_PASSING = ("execution", "language_info", "widgets")


def run(source: Path, target: Path) -> None:
    """Execute ``source`` where no file is in the way and write it to ``target``."""
    book = nbformat.read(source, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(
            book, kernel_name="python3", timeout=600, resources={"metadata": {"path": folder}}
        ).execute()
    for part in (book, *book.cells):
        for name in _PASSING:
            part.metadata.pop(name, None)
    nbformat.write(book, target)


if __name__ == "__main__":
    run(NOTEBOOK, Path(sys.argv[1]) if len(sys.argv) > 1 else NOTEBOOK)
