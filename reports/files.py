"""A safe way to a file: checked before the work starts, written whole or not at all."""

import contextlib
import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from zochastic.rules.errors import InvalidInput


def check_file(path: str, endings: Sequence[str], *, what: str) -> Path:
    """Return the file to write, before any work is spent on it.

    Raises
    ------
    InvalidInput : it has none of the ``endings``, is a folder, or cannot be written.
    """
    file = Path(path)
    if file.suffix.lower() not in endings:
        *most, last = endings
        known = f"{', '.join(most)} or {last}" if most else last
        raise InvalidInput(what, path, f"a file that ends in {known}")
    try:
        if file.is_dir():
            raise InvalidInput(what, path, "a file, not a folder")
        _writable(file, path, what)
    except InvalidInput:
        raise
    except (OSError, ValueError) as error:  # too long, or a NUL in it
        raise InvalidInput(what, path, "a file name that can exist") from error
    return file


def check_folder(path: str, *, what: str) -> Path:
    """Return the folder to write files into, which need not exist yet; its own folder must.

    Raises
    ------
    InvalidInput : it is a file, or cannot be made or written.
    """
    folder = Path(path)
    try:
        if folder.is_dir():
            if not _takes_files(folder):
                raise InvalidInput(what, path, "a folder that can be written")
        elif folder.exists():
            raise InvalidInput(what, path, "a folder, not a file")
        else:
            _writable(folder, path, what)
    except InvalidInput:
        raise
    except (OSError, ValueError) as error:
        raise InvalidInput(what, path, "a folder name that can exist") from error
    return folder


def _writable(file: Path, path: str, what: str) -> None:
    # A name that no file can have shows only when it is asked for.
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        file.lstat()
    if not file.parent.is_dir():
        raise InvalidInput(what, path, "a file in a folder that exists")
    if not _takes_files(file.parent):
        raise InvalidInput(what, path, "a file in a folder that can be written")


def _takes_files(folder: Path) -> bool:
    """Whether a file can be made in ``folder``: tried, as not permissions alone forbid it."""
    aside = folder / f".{secrets.token_hex(8)}"
    try:
        aside.touch(exist_ok=False)
        aside.unlink()
    except OSError:
        return False
    return True


def write_whole(path: Path, content: bytes) -> None:
    """Write ``content`` aside, then put it in the place of ``path``."""
    aside = path.with_name(f".{secrets.token_hex(8)}{path.suffix}")
    try:
        aside.write_bytes(content)
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)
