"""An advisor as one HTML file: the game's data, a small script that reads it, nothing to fetch."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from zochastic.reports.cells import clean
from zochastic.reports.html_page import environment
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

#: The largest page, in bytes.
MOST_BYTES = 3_000_000


def page(variant: Variant, data: Mapping[str, Any], command: str) -> bytes:
    """Return the whole page.

    Parameters
    ----------
    data : of `analysis.advisor`; its ``covers`` are written out, the rest is for the script.
    command : the line that makes the page.

    Raises
    ------
    InvalidInput : the tables of these rules are too large for a page.
    """
    for_script = {key: value for key, value in data.items() if key not in ("does", "covers")}
    text = environment().get_template("advisor.html").render(
        game=variant.game,
        page=f"{version('zochastic')} {variant.digest}",  # what was tapped is kept for it alone
        title=clean(variant.title),
        covers=data["covers"],
        changed=[f"{key} = {value}" for key, value in variant.changed.items()],
        assumed=[sentence for _, sentence in variant.rules.assumptions],
        data=for_script,
        command=clean(command),
        version=version("zochastic"),
    )  # fmt: skip
    content = (text + "\n").encode("utf-8")
    if len(content) > MOST_BYTES:
        allowed = f"rules whose tables fit into a page of {MOST_BYTES:,} bytes"
        raise InvalidInput("advisor", f"a page of {len(content):,} bytes", allowed)
    return content
