"""What a chart shows, in words, for those who cannot see it."""

from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer
from zochastic.reports.cells import clean
from zochastic.reports.charts import caption

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def alternative(answer: Answer, figure: "Figure") -> str:
    """Return the text alternative of the chart ``figure`` of ``answer``.

    Title, what runs along the axes, which lines there are, what follows from it, what made it.
    """
    parts = [f"Chart: {answer.title}."]
    for axes in figure.axes:
        if not axes.get_visible():
            continue
        up, along = axes.get_ylabel(), axes.get_xlabel()
        if up and along:
            parts.append(f"{up} by {_lower(along)}.")
        elif up or along:
            parts.append(f"{up or along}.")
        lines = [str(text) for text in axes.get_legend_handles_labels()[1]]
        if lines:
            parts.append(f"Shown: {', '.join(dict.fromkeys(lines))}.")
    parts.append(answer.answer)
    parts.append(caption(answer.provenance))
    return clean(" ".join(parts).replace("\n", " ").replace("\\$", "$"))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
