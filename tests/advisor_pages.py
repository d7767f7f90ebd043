"""Advisor pages in a browser: what their script answers, and how they look at some width."""

import html
import json
import re
import subprocess

from zochastic.cli import main

# A frame as wide as a phone, which a window cannot be; STEPS are taken in it first.
FRAME = """<!DOCTYPE html><meta charset="utf-8">
<iframe id="f" src="PAGE" style="width:WIDTHpx;height:3000px;border:0"></iframe><pre id="out"></pre>
<script type="application/json" id="given">GIVEN</script>
<script>
onload = async () => {
  const w = f.contentWindow, d = f.contentDocument, root = d.documentElement;
  const given = JSON.parse(document.getElementById("given").textContent);
  // what has this text or label; or "LABEL: TEXT", the text within what has this label
  const named = (text, within = d) => [...within.querySelectorAll("button, label")]
    .find(e => e.offsetParent && (e.textContent === text || e.ariaLabel === text))
    ?? [...within.querySelectorAll("fieldset")].filter(e => text.startsWith(e.firstChild.textContent + ": "))
      .map(e => named(text.slice(e.firstChild.textContent.length + 2), e)).find(e => e);
  const tap = text => {
    const found = named(text);
    if (!found) throw new Error("nothing to tap: " + text);
    found.focus();
    found.click();
  };
  const told = () => [d.getElementById("headline").textContent, d.getElementById("why").textContent];
  await w.zochastic.ready;
  const found = await (async () => { WORK })();
  out.textContent = JSON.stringify(found);
};
</script>
"""

#: Whatever a person can see or tap, and how it lies.
LOOK = """
  const box = e => e.getBoundingClientRect();
  const name = e => (e.textContent || e.className).trim().slice(0, 40);
  const over = (a, b) => Math.min(box(a).right, box(b).right) - Math.max(box(a).left, box(b).left) > 1
    && Math.min(box(a).bottom, box(b).bottom) - Math.max(box(a).top, box(b).top) > 1;
  const light = colour => colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, one) => sum + Number(one), 0);
  // contrast of a text with what lies behind it (WCAG 2.2, 1.4.3)
  const rgb = colour => colour.match(/[\\d.]+/g).map(Number);
  const ground = e => !e ? [255, 255, 255] : (rgb(w.getComputedStyle(e).backgroundColor)[3] ?? 1) > 0
    ? rgb(w.getComputedStyle(e).backgroundColor) : ground(e.parentElement);
  const linear = one => one <= 10 ? one / 3294 : ((one / 255 + .055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
  const contrast = e => {
    const [a, b] = [luminance(rgb(w.getComputedStyle(e).color)), luminance(ground(e))];
    return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
  };
  const live = d.getElementById("advice"), style = w.getComputedStyle(d.body);
  d.querySelector("details").open = true;
  return given.map(taps => {
    tap("Start again");
    for (const text of taps) tap(text);
    const shown = [...d.querySelectorAll("h1, p, li, legend, button, .option span, input.typed, td, th, summary, code")]
      .filter(e => e.checkVisibility());
    const overlaps = [];
    shown.forEach((a, i) => shown.slice(i + 1).forEach(b => {
      if (!a.contains(b) && !b.contains(a) && over(a, b)) overlaps.push([name(a), name(b)]);
    }));
    const taken = [...d.querySelectorAll("form button, .option span, input.typed, #draw")].filter(e => e.checkVisibility());
    const words = e => e.textContent || e.ariaLabel || e.closest("label")?.textContent || "";
    return {
      told: told(), overlaps, sideways: root.scrollWidth - root.clientWidth,
      wide: shown.filter(e => box(e).right > WIDTH + 1).map(name),
      cut: shown.filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0
                             && w.getComputedStyle(e).display !== "inline").map(name),
      small: taken.filter(e => box(e).width < 44 || box(e).height < 44).map(name),
      pale: shown.filter(e => contrast(e) < 4.5).map(e => [name(e), contrast(e)]),
      nameless: [...d.querySelectorAll("button, input")].filter(e => e.checkVisibility() && !words(e).trim()).length,
      loaded: w.performance.getEntriesByType("resource").length, title: d.title,
      live: [live.ariaLive, live.getAttribute("role")], dark: light(style.color) > light(style.backgroundColor),
    };
  });
"""


def made(folder, *words):
    """The page that ``zochastic advisor`` with these words writes."""
    file = folder / f"page-{abs(hash(words))}.html"
    assert main(["advisor", *words, "--quiet", "-o", str(file)]) == 0
    return file


def run(chromium, page, work, given=(), *, width=375, dark=False):
    """What the script ``work`` returns that runs beside a page; it must say nothing to the console."""
    frame = page.with_name(f"frame-{page.stem}.html")
    parts = {
        "PAGE": page.name,
        "GIVEN": json.dumps(given).replace("<", "\\u003c"),
        "WORK": work,
        "WIDTH": str(width),
    }
    text = FRAME
    for mark in ("WORK", "PAGE", "WIDTH", "GIVEN"):
        text = text.replace(mark, parts[mark])
    frame.write_text(text, encoding="utf-8")
    scheme = ["--blink-settings=preferredColorScheme=0"] if dark else []
    ran = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
         "--enable-logging=stderr", "--log-level=0", *scheme, "--virtual-time-budget=20000",
         f"--window-size={max(width, 500)},2000", "--dump-dom", frame.as_uri()],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    said = [line for line in ran.stderr.splitlines() if "CONSOLE" in line]
    assert said == [], said
    found = re.search(r'<pre id="out">(.+?)</pre>', ran.stdout, re.S)
    assert found, ran.stderr
    return json.loads(html.unescape(found[1]))


def advised(chromium, page, states):
    """What ``zochastic.advise`` of the page says of each of the states."""
    return run(chromium, page, "return given.map(w.zochastic.advise);", states)


def check_looks(chromium, page, width, *, dark, scenes):
    """A page is whole and readable at this width after the taps of each scene.

    ``scenes`` : (what is tapped, how the headline begins then).  Returns the page's title.
    """
    looks = run(chromium, page, LOOK, [taps for taps, _ in scenes], width=width, dark=dark)
    for found, (taps, headline) in zip(looks, scenes, strict=True):
        assert found["told"][0].startswith(headline), taps
        assert found["overlaps"] == [], taps
        assert found["sideways"] == 0, taps
        assert found["wide"] == [], taps
        assert found["cut"] == [], taps
        assert found["small"] == [], taps
        assert found["pale"] == [], taps
        assert found["nameless"] == 0, taps
        assert found["loaded"] == 0
        assert found["live"] == ["polite", "status"]
        assert found["dark"] == dark
    return looks[0]["title"]
