import os

import matplotlib
import pytest

from zochastic.reports import charts
from zochastic.rules.errors import InvalidInput


def paint(answer, axes):
    axes.plot([0, 1], [0, 1])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    "path",
    [
        "",
        "chart",
        "chart.jpg",
        "chart.png.txt",
        ".png",
        "folder.png",
        "nowhere/chart.png",
        "file/chart.png",
        "nul\0.png",
        "long" * 100 + ".png",
        "/proc/nothing/here.svg",
        "/proc/here.svg",
    ],
)
def test_a_path_that_cannot_be_drawn_into_is_refused_before_the_work(folder, path):
    before = sorted(folder.rglob("*"))
    with pytest.raises(InvalidInput, match="--plot"):
        charts.check_path(path)
    assert sorted(folder.rglob("*")) == before


def test_a_folder_that_takes_no_files_is_refused(folder, monkeypatch):
    def denied(*args, **kwargs):
        raise PermissionError

    monkeypatch.setattr(charts.Path, "touch", denied)
    with pytest.raises(InvalidInput, match="can be written"):
        charts.check_path("chart.png")


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "PNG"])
def test_a_chart_drawn_twice_is_the_same_file(folder, make, ending):
    files = [folder / f"{name}.{ending}" for name in "ab"]
    for file in files:
        charts.save(charts.draw(make(), paint), charts.check_path(str(file)))
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].stat().st_size > 1000


def test_png_is_800_pixels_wide(folder, make):
    charts.save(charts.draw(make(), paint), folder / "a.png")
    head = (folder / "a.png").read_bytes()[16:24]
    assert (int.from_bytes(head[:4]), int.from_bytes(head[4:])) == (800, 500)


def test_nothing_half_written_is_left(folder, make, monkeypatch):
    (folder / "a.png").write_text("old")

    def broken(*args):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(OSError, match="disk full"):
        charts.save(charts.draw(make(), paint), folder / "a.png")
    assert sorted(p.name for p in folder.iterdir()) == ["a.png", "file", "folder.png"]
    assert (folder / "a.png").read_text() == "old"


@pytest.mark.parametrize(
    "name", ["$5", "$5 and $6", r"a\$b$", r"\frac{1}", "$\\bad$", "name\n\x1b", "日本", "x" * 500]
)
def test_user_text_is_drawn_as_it_is(folder, make, name):
    answer = make(title=name, made={"variant": name, "changes": {"$a": "$b"}})
    charts.save(charts.draw(answer, paint), folder / "a.svg")


def test_a_dollar_is_no_formula(make):
    figure = charts.draw(make(title="from $5 to $6"), paint)
    assert figure.get_suptitle() == r"from \$5 to \$6"


def test_the_caption_tells_variant_sample_and_seed(make):
    answer = make(made={"changes": {"devils": 8}, "games": 1000, "seed": 3, "partial": True})
    text = charts.caption(answer.provenance)
    assert text == (
        "coal/printed (devils=8) | exact; 1,000 simulated games, seed 3 | PARTIAL | zochastic 0.1.0"
    )


def test_the_style_of_the_user_does_not_matter(make, folder):
    charts.save(charts.draw(make(), paint), folder / "a.svg")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red"}):
        charts.save(charts.draw(make(), paint), folder / "b.svg")
    assert (folder / "a.svg").read_bytes() == (folder / "b.svg").read_bytes()
