"""A chart as a part of a page: its ids are its own, its colours follow light and dark."""

import re
from typing import TYPE_CHECKING

from zochastic.reports.charts import drawn

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PREAMBLE = re.compile(r"^.*?(?=<svg)", re.S)
_METADATA = re.compile(r"<metadata>.*?</metadata>\s*", re.S)
_OPENING = re.compile(r"<svg[^>]*>", re.S)
_VIEW = re.compile(r'viewBox="([^"]*)"')
_ID = re.compile(r'(?<=\sid=")([^"]+)(?=")')
_REFERENCE = re.compile(r'(?<=href="#)([^"]+)(?=")|(?<=url\(#)([^)]+)(?=\))')
#: Colours of paper, ink and grid, and the variables of the page's style that stand for them.
_ROLES = {
    "#ffffff": "--paper",
    "#000000": "--ink",
    "#dddddd": "--line",
    "#555555": "--soft",
    "#666666": "--soft",
}
_COLOUR = re.compile("|".join(_ROLES))
#: Decimals beyond these are no pixels.
_LONG_NUMBER = re.compile(r"(-?\d+\.\d{2})\d+")


def inline_svg(figure: "Figure", prefix: str) -> str:
    """Return ``figure`` as an ``svg`` element that says nothing by itself to a screen reader.

    Parameters
    ----------
    prefix : set before all its ids; no other chart of the page has it.
    """
    text = _PREAMBLE.sub("", drawn(figure, ".svg").decode("utf-8"), count=1)
    text = _METADATA.sub("", text)
    opening = _OPENING.search(text)
    assert opening is not None
    view = _VIEW.search(opening[0])
    assert view is not None
    width, height = (float(part) for part in view[1].split()[2:])
    text = _ID.sub(rf"{prefix}\1", text)
    text = _REFERENCE.sub(lambda found: prefix + found[0], text)
    text = _shortened(text)
    # A map of colours is drawn on white whatever the page is: its colours cannot follow.
    card = "<image" in text
    if not card:
        text = _COLOUR.sub(lambda found: f"var({_ROLES[found[0]]})", text)
    head = (
        f'<svg class="{"chart card" if card else "chart"}" viewBox="{view[1]}" '
        f'width="{width:.0f}" height="{height:.0f}" aria-hidden="true" focusable="false" '
        'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
    )
    return _OPENING.sub(lambda _: head, text, count=1)


def _shortened(text: str) -> str:
    """Drop decimals within paths, outside of pictures and transforms, which need them."""
    parts = re.split(r'(\sd="[^"]*")', text)
    return "".join(
        _LONG_NUMBER.sub(r"\1", part) if part.startswith(' d="') or part[1:4] == 'd="' else part
        for part in parts
    )
