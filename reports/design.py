"""Charts for designers: a sweep as lines with bands, as a heat map, as small multiples."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zochastic.analysis.answer import Answer, Row
from zochastic.reports.charts import draw, legend, literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Metrics drawn below each other, at most; more are drawn small, so many side by side.
_PANELS, _COLUMNS = 2, 3
#: Inches of a panel and of what stands around all panels.
_PANEL, _AROUND = 1.3, 1.9
#: Height of the names of the lines, in panels.
_KEY = 0.15
#: Values of a third parameter that have a panel of their own, at most.
_VALUES = 6
#: Numbers that are all named on an axis, at most.
_TICKS = 9
#: Values of a further parameter that are told apart.
_LINES = 7


def balance_chart(answer: Answer) -> "Figure":
    """One parameter: metrics as lines with bands; two: a heat map; more: lines by two."""
    if answer.rows and "other" in answer.rows[0]:
        return draw(answer, _readings)
    keys = parameters(answer)
    if len(keys) == 2:
        return draw(answer, _heat)
    if len(keys) == 1:
        many = len(_names(answer))
        if many <= _PANELS:
            return draw(answer, _lines, heights=(1,) * many)
        lines = -(-many // _COLUMNS)
        inches = _AROUND + lines * _PANEL
        heights = (_KEY, *(1,) * lines)
        return draw(answer, _small, heights=heights, columns=_COLUMNS, inches=inches)
    panels = min(_VALUES, len({str(row[keys[2]]) for row in answer.rows}))
    inches = max(5.0, _AROUND + panels * 1.2 * _PANEL)
    return draw(answer, _multiples, heights=(_KEY, *(1,) * panels), inches=inches)


def compare_chart(answer: Answer) -> "Figure":
    """Draw each metric's difference of the two variants, in per cent of the first one's value."""
    return draw(answer, _differences)


def parameters(answer: Answer) -> list[str]:
    """Columns of the rows that say which variant it is."""
    names = list(answer.rows[0])
    return names[: names.index("metric")]


def _names(answer: Answer) -> list[str]:
    """Metrics, the main one first."""
    main = str(answer.facts["main_metric"])
    known = (row for row in answer.rows if row["estimate"] is not None)
    found = dict.fromkeys(str(row["metric"]) for row in known)
    return [main, *(name for name in found if name != main)]


def _lines(answer: Answer, *panels: "Axes") -> None:
    (key,) = parameters(answer)
    for axes, name in zip(panels, _names(answer), strict=False):
        rows = _of(answer, name)
        _band(axes, rows, key, "")
        printed = _column(rows, "printed")
        if len(set(printed)) == 1:
            axes.axhline(printed[0], color="#555555", linestyle="--", label="printed game")
            if axes is panels[0]:
                legend(axes)
        axes.set_ylabel(name)
    panels[-1].set_xlabel(literal(key, 40))


def _small(answer: Answer, *panels: "Axes") -> None:
    """All metrics, each in a panel with its own scale."""
    (key,) = parameters(answer)
    names = _names(answer)
    top, panels = panels[0], panels[_COLUMNS:]
    for axes, name in zip(panels, names, strict=False):
        rows = _of(answer, name)
        _band(axes, rows, key, "")
        printed = _column(rows, "printed")
        if len(printed) > 1 and len(set(printed)) == 1:
            axes.axhline(
                printed[0], color="#555555", linestyle="--", linewidth=1, label="printed game"
            )
        _title(axes, name)
        axes.tick_params(labelsize=9)
    _ticks(panels[0].xaxis, answer.rows, key)  # of all: a metric may lack some
    for axes in panels[len(names) :]:
        axes.set_axis_off()
    for axes in panels[len(names) - _COLUMNS : len(names)]:
        axes.tick_params(labelbottom=True)
        axes.set_xlabel(literal(key, 24), fontsize=10)
    _key(top, panels[0])


def _title(axes: "Axes", text: str) -> None:
    axes.set_title(literal(text, 40), loc="left", fontsize=10, pad=3)


def _key(top: "Axes", named: "Axes") -> None:
    """Name the lines of all panels in a line of its own, as the panels have titles."""
    for axes in top.figure.axes:
        if axes.get_subplotspec().is_first_row():  # type: ignore[union-attr]
            axes.set_axis_off()
    handles, labels = named.get_legend_handles_labels()
    names = top.legend(handles, labels, loc="center left", ncols=4, borderaxespad=0)
    names.set_in_layout(False)  # it runs over all columns


def _band(axes: "Axes", rows: Sequence[Row], key: str, label: str) -> None:
    x = _places(rows, key)
    line = axes.plot(x, _column(rows, "estimate"), marker="o", label=label or "estimate")[0]
    low, high = _column(rows, "low"), _column(rows, "high")
    if len(rows) == 1:  # a band of one point cannot be seen
        axes.vlines(x, low, high, alpha=0.5, color=line.get_color())
    axes.fill_between(
        x, low, high, alpha=0.25, linewidth=0, color=line.get_color(),
        label="" if label else "95 % interval",
    )  # fmt: skip
    _ticks(axes.xaxis, rows, key)


def _heat(answer: Answer, axes: "Axes") -> None:
    down, across = parameters(answer)
    name = str(answer.facts["main_metric"])
    rows = _of(answer, name)
    lines, columns = _values(rows, down), _values(rows, across)
    table = [[float("nan")] * len(columns) for _ in lines]
    for row in rows:
        value = float("nan") if row["estimate"] is None else float(str(row["estimate"]))
        table[lines.index(row[down])][columns.index(row[across])] = value
    image = axes.imshow(table, aspect="auto", cmap="cividis", origin="lower")
    axes.grid(False)
    axes.set_xticks(range(len(columns)), [literal(_text(v), 12) for v in columns])
    axes.set_yticks(range(len(lines)), [literal(_text(v), 12) for v in lines])
    axes.set_xlabel(literal(across, 40))
    axes.set_ylabel(literal(down, 40))
    known = [value for line in table for value in line if value == value]
    middle = (min(known) + max(known)) / 2 if known else 0.0
    if len(lines) * len(columns) <= 150:
        for i, line in enumerate(table):
            for j, value in enumerate(line):
                colour = "white" if value < middle else "black"
                axes.text(j, i, f"{value:.3g}", ha="center", va="center", color=colour, fontsize=9)
    axes.figure.colorbar(image, ax=axes, label=name)


def _multiples(answer: Answer, *panels: "Axes") -> None:
    first, second, third, *_ = parameters(answer)
    name = str(answer.facts["main_metric"])
    rows = _of(answer, name)
    top, panels = panels[0], panels[1:]
    for axes, value in zip(panels, _values(rows, third), strict=False):
        here = [row for row in rows if row[third] == value]
        for other in _values(here, second)[:_LINES]:
            line = [row for row in here if row[second] == other]
            seen: dict[Any, Row] = {}
            for row in line:  # further parameters: their first value
                seen.setdefault(row[first], row)
            _band(axes, list(seen.values()), first, literal(f"{second}={_text(other)}", 30))
        _title(axes, f"{name}, {third}={_text(value)}")
    _key(top, panels[0])
    panels[-1].set_xlabel(literal(first, 40))


def _differences(answer: Answer, axes: "Axes") -> None:
    rows = [row for row in answer.rows if row["difference"] is not None and row["a"]]
    names = [str(row["metric"]) for row in rows]
    scale = [100 / abs(float(str(row["a"]))) for row in rows]
    values = [s * v for s, v in zip(scale, _column(rows, "difference"), strict=True)]
    low = [s * v for s, v in zip(scale, _column(rows, "diff_low"), strict=True)]
    high = [s * v for s, v in zip(scale, _column(rows, "diff_high"), strict=True)]
    reach = [[v - x for v, x in zip(values, low, strict=True)],
             [x - v for v, x in zip(values, high, strict=True)]]  # fmt: skip
    at = range(len(rows))
    axes.errorbar(values, at, xerr=reach, fmt="o")
    axes.axvline(0, color="#555555", linewidth=1)
    axes.set_yticks(at, names)
    axes.invert_yaxis()
    axes.set_xlabel("b less a, in per cent of a, with its 95 % interval")


def _readings(answer: Answer, axes: "Axes") -> None:
    """How much each reading moves the first metric."""
    name = str(answer.rows[0]["metric"])
    rows = _of(answer, name)
    names = [literal(f"{row['key']}={row['other']}", 34) for row in rows]
    values = _column(rows, "difference")
    reach = [[v - x for v, x in zip(values, _column(rows, "diff_low"), strict=True)],
             [x - v for v, x in zip(values, _column(rows, "diff_high"), strict=True)]]  # fmt: skip
    axes.errorbar(values, range(len(rows)), xerr=reach, fmt="o")
    axes.axvline(0, color="#555555", linewidth=1)
    axes.set_yticks(range(len(rows)), names)
    axes.invert_yaxis()
    axes.set_xlabel(f"{name}, other reading less the assumed one")


def _of(answer: Answer, name: str) -> list[Row]:
    return [row for row in answer.rows if row["metric"] == name]


def _values(rows: Sequence[Row], key: str) -> list[Any]:
    return list(dict.fromkeys(row[key] for row in rows))


def _numbers(rows: Sequence[Row], key: str) -> bool:
    return all(type(row[key]) in (int, float) for row in rows)


def _places(rows: Sequence[Row], key: str) -> list[float]:
    """Where the values of a parameter stand: numbers at themselves, others one after the other."""
    if _numbers(rows, key):
        return [float(str(row[key])) for row in rows]
    values = _values(rows, key)
    return [float(values.index(row[key])) for row in rows]


def _ticks(axis: Any, rows: Sequence[Row], key: str) -> None:
    values = _values(rows, key)
    if _numbers(rows, key):
        if len(values) <= _TICKS:
            axis.set_ticks(values)
    else:
        axis.set_ticks(range(len(values)), [literal(_text(value), 20) for value in values])


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _column(rows: Sequence[Row], name: str) -> list[float]:
    return [float("nan") if row[name] is None else float(str(row[name])) for row in rows]
