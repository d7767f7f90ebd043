"""Charts for designers can be read: every metric has its place, no text lies over another."""

from itertools import combinations, pairwise

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from zochastic.reports import charts
from zochastic.reports.design import balance_chart
from zochastic.reports.tune import tune_chart


def texts(figure):
    """All words that a figure shows, each with the box that it fills, at 800 pixels."""
    drawing = FigureCanvasAgg(figure)
    with charts.style():
        drawing.draw()
    shown = [figure._suptitle, figure._supxlabel]
    for axes in figure.axes:
        legend = axes.get_legend()
        shown += [] if legend is None else legend.get_texts()
        if axes.axison:
            shown += [axes.title, axes._left_title, axes.xaxis.label, axes.yaxis.label, *axes.texts]
            for axis, view in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
                shown += [
                    tick.label1 for tick in axis.get_major_ticks()
                    if tick.label1.get_visible() and view[0] <= tick.get_loc() <= view[1]
                ]  # fmt: skip
    drawer = drawing.get_renderer()
    return [(t.get_text(), t.get_window_extent(drawer)) for t in shown if t.get_text().strip()]


def clashes(figure):
    """What leaves the picture or lies over other words; and all words."""
    words = texts(figure)
    width, height = figure.canvas.get_width_height()
    found = []
    for text, box in words:
        if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height:
            found.append(f"{text} leaves the picture")
    for (one, a), (other, b) in combinations(words, 2):
        over = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
        if min(over) > 1:
            found.append(f"{one} lies over {other}")
    return found, " ".join(text for text, _ in words)


def row(metric, value, **parameters):
    near = {"estimate": value, "low": value - 0.2, "high": value + 0.1}
    return {**parameters, "metric": metric, **near, "printed": 3.0}


METRICS = [
    "mean_rounds", "q10_rounds", "median_rounds", "q90_rounds", "mean_turns", "mean_minutes",
    "seat_spread", *(f"seat_{k}" for k in range(1, 7)), "p_tie", "p_unfinished", "lead_changes",
    "runaway", "waiting", "first_out_waits",
]  # fmt: skip


@pytest.mark.parametrize("many", [1, 2, 4, 15, 19])
@pytest.mark.parametrize("values", [[6, 7, 8], ["each", "none"], list(range(40))])
def test_all_metrics_by_one_parameter(make, many, values):
    rows = [
        row(m, i + k, devils=v) for i, m in enumerate(METRICS[:many]) for k, v in enumerate(values)
    ]
    figure = balance_chart(make(rows=rows, facts={"main_metric": "mean_rounds"}))
    over, words = clashes(figure)
    assert over == []
    assert all(name in words for name in METRICS[:many])
    assert figure.canvas.get_width_height()[0] == 800
    heights = [axes.get_window_extent().height for axes in figure.axes if axes.axison]
    assert min(heights) > 70


def test_a_metric_that_some_variants_lack_has_the_axis_of_all(make):
    rows = [row("mean_rounds", n, players=n) for n in (2, 3, 4)]
    rows += [row(f"seat_{k}", n, players=n) for n in (2, 3, 4) for k in range(1, n + 1)]
    figure = balance_chart(make(rows=rows, facts={"main_metric": "mean_rounds"}))
    shown = [axes for axes in figure.axes if axes.axison]
    assert len(shown) == 5
    assert all(list(axes.get_xticks()) == [2, 3, 4] for axes in shown)
    assert clashes(figure)[0] == []


@pytest.mark.parametrize("third", [[True], [3, 4, 5], list(range(9))])
def test_three_parameters(make, third):
    rows = [
        row("mean_rounds", a + b, devils=a, best_bonus=b, players=c)
        for a in (7, 8, 9) for b in (0, 50, 100) for c in third
    ]  # fmt: skip
    figure = balance_chart(make(rows=rows, facts={"main_metric": "mean_rounds"}))
    over, words = clashes(figure)
    assert over == []
    value = "true" if third == [True] else third[0]
    assert f"players={value}" in words


def found(metrics, many):
    return [
        {
            "devils": i,
            "zero_bet": bool(i % 2),
            **{m: float(i * k % 7) for k, m in enumerate(metrics, 3)},
            **{f"{m}_low": i * k % 7 - 0.5 for k, m in enumerate(metrics, 3)},
            **{f"{m}_high": i * k % 7 + 0.7 for k, m in enumerate(metrics, 3)},
            "verdict": "met",
        }
        for i in range(many)
    ]


@pytest.mark.parametrize("metrics", [*(METRICS[:n] for n in (1, 2, 4))], ids=len)
@pytest.mark.parametrize("best", [0, 5])
def test_a_search_is_drawn_with_its_targets(make, metrics, best):
    wanted = [
        {"metric": m, "at_least": -3.0 if k % 2 else None, "at_most": 12.0, "nearest_to": None}
        for k, m in enumerate(metrics)
    ]
    rows = found(metrics, 6)
    rows = [rows[best], *rows[:best]]
    tables = {"targets": wanted, "candidates": found(metrics, 9)}
    figure = tune_chart(make(rows=rows, tables=tables, facts={}))
    over, words = clashes(figure)
    assert over == []
    assert f"devils={best}, zero_bet={'true' if best % 2 else 'false'}" in words
    first = figure.axes[0]
    assert first.get_ylim()[1] >= 12  # what is wanted can be seen, though nothing lies there
    seen = [line for line in first.get_lines() if line.get_label() == "tried"]
    assert len(seen[0].get_xdata()) == 9
    assert all(b <= a for a, b in pairwise(axes.get_position().y0 for axes in figure.axes))


def test_words_that_lie_over_each_other_are_seen(make):
    rows = [row("mean_rounds", k, devils=k) for k in (6, 7)]
    figure = balance_chart(make(rows=rows, facts={"main_metric": "mean_rounds"}))
    figure.axes[0].set_ylabel("a name that is far too long for the height that a panel has" * 2)
    assert "leaves the picture" in " ".join(clashes(figure)[0])
    figure.axes[0].set_ylabel("")
    figure.axes[0].set_title("mean_rounds", loc="left", y=0.0, pad=-14)
    assert "lies over" in " ".join(clashes(figure)[0])
