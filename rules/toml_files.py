"""Reads the text and the values of a TOML file; every trouble with it is one InvalidInput."""

import re
import tomllib
from pathlib import Path
from typing import Any

from zochastic.rules.errors import InvalidInput, quoted

#: More bytes than any variant needs.
_LONGEST = 100_000

_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def read_text(path: str, what: str = "variant") -> str:
    """Read a file of UTF-8 text, a byte order mark allowed; ``what`` it is of, for messages."""
    file = Path(path)
    try:
        if file.is_dir():
            raise InvalidInput(what, path, "a TOML file, not a directory")
        if file.exists() and not file.is_file():  # a pipe might never end
            raise InvalidInput(what, path, "a regular TOML file")
        with file.open("rb") as opened:
            raw = opened.read(_LONGEST + 1)
    except FileNotFoundError:
        raise InvalidInput(what, path, "the path of a TOML file that exists") from None
    except OSError as trouble:
        allowed = f"a TOML file that can be read ({trouble.strerror})"
        raise InvalidInput(what, path, allowed) from None
    except InvalidInput:
        raise
    except ValueError:  # a null character
        raise InvalidInput(what, path, "the path of a TOML file") from None
    if len(raw) > _LONGEST:
        raise InvalidInput(what, path, f"a file of at most {_LONGEST:,} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        line = raw.count(b"\n", 0, trouble.start) + 1
        got = f"the byte 0x{trouble.object[trouble.start]:02x}"
        raise InvalidInput(f"{quoted(path)}, line {line}", got, "text in UTF-8") from None


def parse(text: str, path: str) -> dict[str, Any]:
    """Parse the text of the file ``path``; a syntax error tells its line."""
    where = quoted(path)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InvalidInput(where, "brackets within brackets", "fewer of them") from None
    except ValueError as trouble:
        place = _PLACE.search(str(trouble))
        if place is None:
            raise InvalidInput(where, "a number too long to read", "TOML") from None
        lines = text.split("\n")
        number = int(place[1] or len(lines))
        reason = quoted(str(trouble)[: place.start()])[1:-1]
        got = lines[number - 1].rstrip("\r")
        raise InvalidInput(f"{where}, line {number}", got, f"TOML ({reason})") from None


def parse_value(text: str) -> Any:
    """Take ``text`` as a TOML value, or as itself where it is none."""
    try:
        values = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return values["value"] if len(values) == 1 else text


def is_inline(text: str, key: str) -> bool:
    """Tell whether a file says ``key = {…}``, the whole, and not ``key.x = …`` or ``[key]``.

    TOML closes an inline table: that nothing can be added below it tells it from the others.
    """
    try:
        tomllib.loads(f"{text}\n[{key}.more]\n")
    except (ValueError, RecursionError):
        return True
    return False
