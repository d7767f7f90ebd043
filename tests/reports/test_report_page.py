"""A report as a page: whole in itself, escaped, every chart and table with the line that makes it."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from zochastic.analysis.answer import Answer, Provenance
from zochastic.analysis.report import audit, audited
from zochastic.reports.audit import audit_chart
from zochastic.reports.html_page import html
from zochastic.reports.markdown_page import markdown
from zochastic.reports.page import Exhibit, Report, Section, sentences
from zochastic.reports.pdf_pages import pdf
from zochastic.reports.write_report import write_report
from zochastic.reports.zoinx import simulate_chart

NASTY = '<script>alert("$x$")</script>'


def answer(command="zochastic zoinx simulate --policies a,b", name=NASTY):
    return Answer(
        answer=f"Seat 1 wins in {name}. It wins often.",
        title=f"Whole games, {name}",
        facts={"games": 10, "z_mean": 0.5},
        rows=[
            {"seat": n, "policy": name, "win_rate": 0.5, "low": 0.4, "high": 0.6, "exact": 0.5, "z": z}
            for n, z in ((1, -1.25), (2, 2.5))
        ],
        best=1,
        notes=["Assumed: all is well.", f"A note on {name}."],
        provenance=Provenance(
            command=command, variant=name, method="simulated", seed=1, games=10, version="1"
        ),
    )  # fmt: skip


def report():
    rules = replace(
        answer("zochastic cheatsheet zoinx"),
        rows=[{"rule": f"Do {NASTY}", "costs": "costs 1", "source": "zochastic zoinx solve"}],
        best=None,
    )
    exhibits = [
        Exhibit(name=f"zoinx-{n}", answer=answer(), chart=simulate_chart, plots=True,
                told=frozenset(["all is well."])) for n in (1, 2)
    ]  # fmt: skip
    sections = [
        Section(title="The answer", lead=[NASTY]),
        Section(title="Rules", rules=rules),
        Section(title="Tables", exhibits=exhibits, items=["all is well."]),
    ]
    return Report(title=f"On {NASTY}", command="zochastic report x", version="1", sections=sections)


class Page(HTMLParser):
    """Tags with their attributes, and the text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br", "path", "use", "rect", "image", "line"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in ("meta", "br", "path", "use", "rect", "image", "line"):
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope="module")
def text():
    return html(report())


@pytest.fixture(scope="module")
def page(text):
    return Page(text)


def test_nothing_is_fetched_and_nothing_runs(text, page):
    assert not [
        tag for tag, _ in page.tags if tag in ("script", "link", "iframe", "object", "base")
    ]
    assert not [name for _, have in page.tags for name in have if name.startswith("on")]
    for tag, have in page.tags:
        for name in ("src", "href", "xlink:href", "action", "srcset"):
            assert have.get(name, "#").startswith(("#", "data:")), (tag, have)
    addresses = set(re.findall(r"https?://[^\s\"'<>]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "url(" not in re.sub(r"url\(#[^)]*\)", "", text)
    assert "@import" not in text


def test_names_are_shown_as_they_are(text, page):
    assert "<script>alert" not in text
    assert NASTY in "".join(page.text)
    assert not page.open


def test_no_id_comes_twice_and_every_reference_is_there(page):
    ids = [have["id"] for _, have in page.tags if "id" in have]
    assert len(ids) == len(set(ids))
    wanted = {have[name][1:] for _, have in page.tags for name in ("href", "xlink:href")
              if have.get(name, "").startswith("#")}  # fmt: skip
    assert wanted <= set(ids)


def test_every_chart_has_a_size_and_says_what_it_shows(page):
    charts = [have for tag, have in page.tags if tag == "svg"]
    assert len(charts) == 2
    assert all(int(have["width"]) > 300 and int(have["height"]) > 200 for have in charts)
    told = [have["aria-label"] for _, have in page.tags if have.get("role") == "img"]
    assert len(told) == 2
    assert all("Share of the wins" in words and NASTY in words for words in told)


def test_the_command_of_every_answer_stands_below_it(page):
    text = "".join(page.text)
    made = report()
    for exhibit in made.exhibits:
        assert text.count(exhibit.answer.provenance.command) >= 4
        assert exhibit.chart_command in text
    assert "zochastic cheatsheet zoinx" in text
    assert "zochastic zoinx solve" in text


def test_what_stands_among_the_assumptions_is_not_repeated(page):
    assert "".join(page.text).count("all is well.") == 2  # among the rules' notes, and as an item


def test_the_same_answers_make_the_same_files(text):
    assert html(report()) == text
    assert pdf(report()) == pdf(report())


def test_markdown_is_escaped_and_its_pictures_are_written(tmp_path):
    file = tmp_path / "my report.md"
    content, pictures = markdown(report(), file)
    told = content.decode()
    assert "<script>" not in re.sub(r"`[^`]*`", "", told)
    assert [path.name for path in pictures] == ["my report-zoinx-1.svg", "my report-zoinx-2.svg"]
    assert "](my%20report-zoinx-1.svg)" in told
    assert "`zochastic zoinx simulate --policies a,b`" in told


def test_pdf_pages_hold_text_that_can_be_selected(tmp_path):
    content = pdf(report())
    assert content.startswith(b"%PDF")
    # the text, two charts, the last line
    assert len(re.findall(rb"/Type /Page\b", content)) == 4
    assert b"/Type /Font" in content


@pytest.mark.parametrize(
    ("format", "ending"), [("html", ".html"), ("markdown", ".md"), ("pdf", ".pdf")]
)
def test_files_are_written_whole_with_the_numbers_beside(tmp_path, format, ending):
    file, data = tmp_path / f"r{ending}", tmp_path / "data"
    written = write_report(report(), file, format, data)
    assert written[0] == file
    assert all(path.stat().st_size for path in written)
    assert {path.name for path in data.iterdir()} == {
        "zoinx-1.csv", "zoinx-2.csv", "cheatsheet-zoinx.csv"
    }  # fmt: skip
    assert not [path for path in tmp_path.rglob(".*")]


def test_sentences_are_told_apart():
    assert sentences("One wins 51.7 % here. Bet 8 has 5.10 points, e.g. so. Nobody gains.") == [
        "One wins 51.7 % here.", "Bet 8 has 5.10 points, e.g. so.", "Nobody gains."
    ]  # fmt: skip


def test_the_audit_finds_every_z_and_says_how_far_the_furthest_may_be():
    answers = [answer(), answer("zochastic other")]
    assert len(list(audited(answers))) == 6
    made = audit(answers, answer().provenance)
    assert made.facts["figures"] == 6
    assert made.facts["largest"] == 2.5
    assert [row["z"] for row in made.rows[:2]] == [2.5, 2.5]
    # six independent ones: 1 - (1 - 0.01242)**6
    assert made.facts["p_largest"] == pytest.approx(0.0723, abs=1e-3)
    assert made.facts["expected_largest"] == pytest.approx(1.6, abs=0.05)
    assert audit_chart(made).axes[0].get_yticklabels()[0].get_text().startswith("zoinx")
    assert audit([], answer().provenance).rows == []
