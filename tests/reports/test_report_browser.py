"""A report opened in a browser: whole, readable at every width, silent, in light and dark."""

import json
import re
import subprocess

import pytest

from zochastic.cli import main

pytestmark = pytest.mark.browser

# Measured within a frame of the width: a window cannot be as narrow as a phone.
MEASURE = """
<iframe id="f" src="PAGE" style="width:WIDTHpx;height:2000px;border:0"></iframe><pre id="out"></pre>
<script>
onload = () => {
  const d = f.contentDocument, w = f.contentWindow, root = d.documentElement;
  const shown = d.querySelectorAll("h1,h2,h3,p,li,td,th,dt,dd,figcaption,summary");
  const within = e => e.closest(".wide") !== null;
  const wide = [...shown].filter(e => !within(e) && e.getBoundingClientRect().right > WIDTH + 1);
  const cut = [...shown].filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0
                                     && !within(e) && w.getComputedStyle(e).display !== "inline");
  const charts = [...d.querySelectorAll("svg")].map(e => e.getBoundingClientRect());
  const lines = [...d.querySelectorAll("h1,h2,h3,p,main li,dl,figure,.wide,table,details")];
  const next = lines.filter(e => e.nextElementSibling
    && e.nextElementSibling.getBoundingClientRect().top < e.getBoundingClientRect().bottom - 1);
  const pair = e => [w.getComputedStyle(e).color, w.getComputedStyle(d.body).backgroundColor];
  out.textContent = JSON.stringify({
    sideways: root.scrollWidth - root.clientWidth, wide: wide.length, cut: cut.map(e => e.outerHTML.slice(0, 99)),
    charts: charts.map(c => [c.width, c.height]), next: next.map(e => e.outerHTML.slice(0, 99)),
    loaded: w.performance.getEntriesByType("resource").length, ink: pair(d.body),
  });
};
</script>
"""


@pytest.fixture(scope="module")
def page(chromium, tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    rules = folder / "mine.toml"
    rules.write_text('game = "zoinx"\nname = "<script>document.title=1</script> & more"\n')
    file = folder / "report.html"
    assert (
        main(
            [
                "report",
                "zoinx",
                "--variant",
                str(rules),
                "--games",
                "300",
                "--quiet",
                "-o",
                str(file),
            ]
        )
        == 0
    )
    return file


def measured(chromium, page, width, *, dark):
    frame = page.with_name(f"frame-{width}.html")
    frame.write_text(
        MEASURE.replace("PAGE", page.name).replace("WIDTH", str(width)), encoding="utf-8"
    )
    scheme = ["--blink-settings=preferredColorScheme=0"] if dark else []
    ran = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
         "--enable-logging=stderr", "--log-level=0", *scheme, "--virtual-time-budget=4000",
         f"--window-size={max(width, 500)},2000", "--dump-dom", frame.as_uri()],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    told = re.search(r'<pre id="out">(.*?)</pre>', ran.stdout, re.S)
    assert told, ran.stderr
    text = told[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return json.loads(text), [line for line in ran.stderr.splitlines() if "CONSOLE" in line]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [375, 800, 1400])
def test_it_is_readable_at_every_width(chromium, page, width, dark):
    found, console = measured(chromium, page, width, dark=dark)
    assert console == []
    assert found["loaded"] == 0
    assert found["sideways"] == 0
    assert found["wide"] == 0
    assert found["cut"] == []
    assert found["next"] == []
    assert len(found["charts"]) >= 6
    assert all(w > 300 and h > 150 for w, h in found["charts"])
    ink, paper = found["ink"]
    light = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in (ink, paper)]
    assert (light[0] > light[1]) == dark


def test_the_name_of_the_variant_did_not_run(chromium, page):
    ran = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert "<title>How to play &lt;script&gt;" in ran.stdout
