"""What all charts share: one style, a caption that says what made it, a safe way to a file."""

import contextlib
import io
import textwrap
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zochastic.analysis.answer import Answer, Provenance
from zochastic.reports.cells import clean
from zochastic.reports.files import check_file, write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: A chart is drawn from an Answer alone.
Chart = Callable[[Answer], "Figure"]

ENDINGS = (".png", ".svg", ".pdf")
_STYLE = Path(__file__).with_name("zochastic.mplstyle")
# Text that does not change from run to run: a chart made twice is the same file.
_METADATA: dict[str, dict[str, Any]] = {
    ".png": {"Software": "zochastic"},
    ".svg": {"Creator": "zochastic", "Date": None},
    ".pdf": {"Creator": "zochastic", "Producer": "zochastic", "CreationDate": None},
}
#: Characters that fit a line of 800 pixels, in the title and in the caption.
_TITLE, _CAPTION = 66, 120


def check_path(path: str, *, what: str = "--plot") -> Path:
    """Return the file to draw into, before any work is spent on it.

    Raises
    ------
    InvalidInput : it does not end in .png, .svg or .pdf, is a folder, or cannot be written.
    """
    return check_file(path, ENDINGS, what=what)


def save(figure: "Figure", path: Path) -> None:
    """Write ``figure`` in the format of the path's ending, whole or not at all."""
    write_whole(path, drawn(figure, path.suffix.lower()))


def drawn(figure: "Figure", ending: str) -> bytes:
    """Return ``figure`` as the content of a file with that ending; the same for the same."""
    content = io.BytesIO()
    with style(), warnings.catch_warnings():
        # A name in a script that the font lacks is drawn as boxes; that is no news to anybody.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure.savefig(content, format=ending[1:], metadata=_METADATA[ending])
    return content.getvalue()


@contextlib.contextmanager
def style() -> Iterator[None]:
    """Draw in the project's style, whatever the user's own settings of matplotlib are."""
    # 0.3 s that only a chart spends
    from matplotlib import rc_context, rcdefaults  # noqa: PLC0415
    from matplotlib.style import use  # noqa: PLC0415

    with rc_context():
        rcdefaults()
        use(_STYLE)
        yield


def draw(
    answer: Answer,
    paint: Callable[..., None],
    *,
    heights: Sequence[float] = (1,),
    one_x: bool = True,
    columns: int = 1,
    inches: float | None = None,
) -> "Figure":
    """Return a figure in the project's style: title, panels one above the other, caption.

    Parameters
    ----------
    paint : called with the answer and each Axes, line by line from the top.
    heights : of the panels, in proportion.
    one_x : the panels have their x axis in common.
    columns : panels side by side.
    inches : height of the figure, 100 pixels each; None for that of the style.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415  not pyplot: no window, no global state

    with style():
        figure = Figure()
        if inches is not None:
            figure.set_figheight(inches)
        axes = figure.subplots(
            len(heights), columns, sharex=one_x, squeeze=False, height_ratios=list(heights)
        ).ravel()
        paint(answer, *axes)
        title = literal(answer.title, _TITLE)
        figure.suptitle(title, fontsize=13, fontweight="bold", x=0.02, ha="left")
        figure.supxlabel(
            literal(caption(answer.provenance), _CAPTION),
            fontsize=8,
            color="#555555",
            x=0.02,
            ha="left",
        )
    return figure


def caption(made: Provenance) -> str:
    """Variant, method, sample size and seed, on one line."""
    parts = [made.variant]
    if made.changes:
        parts[0] += " (" + ", ".join(f"{key}={value}" for key, value in made.changes.items()) + ")"
    if made.games is None:
        parts.append(made.method)
    else:
        parts.append(f"{made.method}; {made.games:,} simulated games, seed {made.seed}")
    if made.partial:
        parts.append("PARTIAL")
    parts.append(f"zochastic {made.version}")
    return " | ".join(parts)


def literal(text: str, width: int) -> str:
    """``text`` that matplotlib draws as it is, without formulas, on two lines at most."""
    lines = textwrap.wrap(clean(text), width, max_lines=2, placeholder=" …")
    return "\n".join(lines).replace("$", r"\$")


def whole_axis(axis: Any) -> None:
    """Mark whole numbers alone on ``axis``."""
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    axis.set_major_locator(MaxNLocator(integer=True))


def percent_axis(axis: Any) -> None:
    """Label an axis of probabilities from 0 % to 100 %, also where there is room above."""
    from matplotlib.ticker import PercentFormatter  # noqa: PLC0415

    axis.set_ticks([0, 0.2, 0.4, 0.6, 0.8, 1])
    axis.set_major_formatter(PercentFormatter(xmax=1, decimals=None, symbol=" %"))


def legend(axes: "Axes") -> None:
    """Name the lines above the panel, where no line can run."""
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0.3)


def mark(axes: "Axes", x: float, y: float, text: str) -> None:
    """Put a dot at (x, y) and a word above it, towards the middle and clear of the lines."""
    low, high = axes.get_ylim()
    if high - low < 1e-9:  # a single point: its rounding is no scale
        low, high = y - 1, y + 1
    near_the_top = y > low + 0.55 * (high - low)
    axes.set_ylim(low, max(high, y + 0.3 * (high - low)))
    right = x > sum(axes.get_xlim()) / 2
    axes.plot([x], [y], marker="o", markersize=8, color="#000000", linestyle="none", zorder=5)
    axes.annotate(
        literal(text, 40),
        (x, y),
        xytext=(0, 14 if near_the_top else 55),
        textcoords="offset points",
        ha="right" if right else "left",
        va="bottom",
        zorder=6,
        arrowprops={"arrowstyle": "-", "color": "#000000", "shrinkB": 5, "linewidth": 1},
        bbox={"boxstyle": "round,pad=0.2", "facecolor": "white", "edgecolor": "#DDDDDD"},
    )
