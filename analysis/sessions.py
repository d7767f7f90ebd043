"""Games at the table as files: never half written, never one session's over another's.

A session remembers what it last saw in its file.  Where something else lies there when it wants to
write, another session has written meanwhile, and what that has kept stays.  Nothing is locked, so
a session that was killed leaves nothing behind that would bar the next one.
"""

import contextlib
import json
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from zochastic.rules.errors import InvalidInput


class SessionFile:
    """The file in which one session keeps its game.

    Parameters
    ----------
    new : begin a new game; one that is kept is renamed when the new one is first saved.
    """

    def __init__(self, path: Path, *, new: bool = False, make_folder: bool = False) -> None:
        self.path = path
        self._make_folder = make_folder
        self._new = new
        self._seen = self._there()

    def read(self) -> str | None:
        """What is kept; None where nothing is, or a new game is begun.

        Raises
        ------
        InvalidInput : it cannot be read, or its folder is not there and not to be made.
        """
        # A mistyped folder shows before anything is typed, not as a game kept elsewhere.
        if not self._make_folder and not os.path.isdir(self.path.parent):
            raise InvalidInput("--file", str(self.path), "a file in a folder that exists")
        if self._new:
            return None
        try:
            if self.path.exists() and not self.path.is_file():  # a device might never end
                raise InvalidInput("--file", str(self.path), "a regular file")
            text = self.path.read_bytes()
            self._seen = text
            return text.decode("utf-8")
        except InvalidInput:
            raise
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as fault:
            allowed = f"a file that can be read: {fault}"
            raise InvalidInput("--file", str(self.path), allowed) from None

    def save(self, text: str) -> Path | None:
        """Write aside, then put in place; where a game that was kept before is now, if any.

        Raises
        ------
        InvalidInput : another session has written since, or nothing can be written.
        """
        path = self.path
        aside = path.with_name(f".{secrets.token_hex(8)}.json")
        old = None
        try:
            if self._make_folder:
                path.parent.mkdir(parents=True, exist_ok=True)
            aside.write_text(text, encoding="utf-8", newline="")
            if self._there() != self._seen:
                allowed = (
                    "a game that no other session plays on; one has, so what was typed last is not "
                    "kept: the same command goes on from there"
                )
                raise InvalidInput("--file", str(path), allowed)
            if path.exists() and not path.is_file():
                raise InvalidInput("--file", str(path), "a regular file")
            if self._new and path.exists():
                old = path.with_name(f"{path.name}.old")
                os.replace(path, old)
            os.replace(aside, path)
        except InvalidInput:
            raise
        except (OSError, ValueError) as fault:
            allowed = f"a file that can be written: {fault}"
            raise InvalidInput("--file", str(path), allowed) from None
        finally:
            with contextlib.suppress(OSError, ValueError):
                aside.unlink(missing_ok=True)
        self._new = False
        self._seen = text.encode("utf-8")
        return old

    def _there(self) -> bytes | None:
        """What lies there now; None: no file, or none that can be read."""
        try:
            return self.path.read_bytes() if self.path.is_file() else None
        except (OSError, ValueError):
            return None


def written(form: str, values: Mapping[str, Any]) -> str:
    """A session as it is saved; ``form`` names the game and how it is written."""
    return json.dumps({"format": form, **values}, indent=1) + "\n"


def understood(text: str, form: str, keys: Sequence[str]) -> dict[str, Any]:
    """The values of a session that was saved; those of ``journal`` are tuples of words.

    Raises
    ------
    ValueError : it is none of this form, or damaged.
    """
    try:
        kept = json.loads(text)
        values = {key: kept[key] for key in keys}
        if kept["format"] != form:
            raise ValueError(kept["format"])
        values["journal"] = [tuple(map(str, line)) for line in values["journal"]]
    except (TypeError, KeyError, RecursionError) as fault:
        raise ValueError(str(fault)) from None
    return values
