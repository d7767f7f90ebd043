"""Draw the pictures of README and docs again, each by the command that stands below it.

Run ``python docs/pictures/rebuild.py`` for all, or with some of their names. The tests run the same
commands (tests/test_readme.py) and compare what they draw with what lies here.
"""

import contextlib
import io
import itertools
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from zochastic.cli import main

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
#: The most bytes of a picture.
LARGEST = 100_000
#: Pixels of a block, and how much a block's mean may differ (1 is black against white). Other
#: hinting of the same font stays below; a curve that moves by its own width does not.
_BLOCK, _ALLOWED = 10, 0.3
#: How many blocks may differ by a third of that.
_SHARE = 0.01


def commands(page: Path) -> Iterator[tuple[str, str]]:
    """List the page's examples: each command line, and what stands below it."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            line, _, output = part.partition("\n")
            yield line, output


def drawn_by(line: str) -> str | None:
    """Name the picture that a command draws, if it is one of a page."""
    words = shlex.split(line)
    names = [b for a, b in itertools.pairwise(words) if a in ("--plot", "-o")]
    return next((name for name in names if name.endswith(".png")), None)


def shrink(file: Path) -> None:
    """Keep 256 colours of a picture: a third of its size, and no difference to be seen."""
    with Image.open(file) as opened:
        picture = opened.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    picture.save(file, optimize=True)


def difference(one: Path, other: Path) -> str:
    """Say in what way two pictures differ more than by their rendering; '' if they do not."""
    a, b = _pixels(one), _pixels(other)
    if a.shape != b.shape:
        return f"{a.shape[1]} x {a.shape[0]} pixels against {b.shape[1]} x {b.shape[0]}"
    apart = np.abs(_blocks(a) - _blocks(b)).max(axis=2)
    share = float((apart > _ALLOWED / 3).mean())
    if apart.max() > _ALLOWED or share > _SHARE:
        return f"blocks differ by up to {apart.max():.2f}, {100 * share:.2f} % of them clearly"
    return ""


def _pixels(file: Path) -> Any:
    with Image.open(file) as picture:
        return np.asarray(picture.convert("RGB"), float) / 255


def _blocks(pixels: Any) -> Any:
    """Means of the picture's blocks; a rest at the edges is left out."""
    high, wide = pixels.shape[0] // _BLOCK, pixels.shape[1] // _BLOCK
    cut = pixels[: high * _BLOCK, : wide * _BLOCK]
    return cut.reshape(high, _BLOCK, wide, _BLOCK, 3).mean(axis=(1, 3))


def rebuild(wanted: list[str]) -> None:
    """Draw the pictures with these names, or all of them that now look otherwise."""
    for page in PAGES:
        for line, _ in commands(page):
            name = drawn_by(line)
            if name is None or (wanted and name not in wanted):
                continue
            with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
                with contextlib.redirect_stdout(io.StringIO()):
                    code = main(shlex.split(line)[1:])
                if code:
                    sys.exit(f"{page.name}: {line}: exit {code}")
                shrink(Path(name))
                old, new = HERE / name, Path(name)
                if wanted or not old.exists() or difference(old, new):
                    old.write_bytes(new.read_bytes())
                    print(f"{name}: {old.stat().st_size:,} bytes, drawn anew", flush=True)


if __name__ == "__main__":
    rebuild(sys.argv[1:])
