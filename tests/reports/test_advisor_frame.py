"""What all pages of the advisor share: numbers as Python writes them, lots, packed arrays."""

import random

import numpy as np
import pytest
from advisor_pages import made, run

from zochastic.analysis.advisor import packed
from zochastic.analysis.zoinx import answers
from zochastic.analysis.zoinx.wording import percent
from zochastic.rules.variants import load_variant

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    return made(tmp_path_factory.mktemp("frame"), "zoinx")


def test_numbers_are_rounded_as_python_rounds_them(chromium, page):
    rng = random.Random(2)
    halves = [k / 8 for k in range(-40, 41)] + [12.5, 0.5, 1.5, 6.25, 2.0**40 + 0.5, 1e-9]
    numbers = halves + [rng.uniform(-200, 200) for _ in range(500)]
    chances = [0, 1, 0.0625, 0.0009, 0.9995, 1e-9, *(rng.random() for _ in range(200))]
    work = """
      const [numbers, chances] = given;
      return [numbers.map(x => [0, 1, 2].map(digits => w.zochastic.fixed(x, digits))), chances.map(w.zochastic.percent)];
    """
    fixed, percents = run(chromium, page, work, [numbers, chances])
    assert fixed == [[f"{x:.{digits}f}" for digits in range(3)] for x in numbers]
    assert percents == [percent(p) for p in chances]


def test_arrays_come_back_bit_for_bit(chromium, page):
    rng = np.random.default_rng(4)
    arrays = [
        rng.random((3, 4)), rng.random(5).astype(np.float32), rng.integers(-9, 9, (2, 2)).astype(np.int16),
        np.arange(9, dtype=np.uint8)[::2], np.zeros(0, np.int32),
    ]  # fmt: skip
    work = """
      const found = [];
      for (const one of given) {
        const array = await w.zochastic.unpack(one);
        found.push([array.shape, Array.from(array)]);
      }
      return found;
    """
    found = run(chromium, page, work, [packed(one) for one in arrays])
    assert found == [[list(one.shape), one.ravel().tolist()] for one in arrays]


def test_lots_fall_as_often_as_the_mixture_says(chromium, page):
    work = """
      const type = (label, value) => {
        const input = d.querySelector(`input[aria-label="${label}"]`);
        input.value = value;
        input.dispatchEvent(new w.Event("input"));
      };
      type("Your score", "25"); type("The other's score", "25");
      const drawn = {};
      for (let i = 0; i < 1000; i++) {   // every thousandth of all random numbers
        w.crypto.getRandomValues = list => { list[0] = (i + .5) / 1000 * 2 ** 32; return list; };
        tap("Draw lots for me");
        const lot = d.getElementById("drawn").textContent;
        drawn[lot] = (drawn[lot] ?? 0) + 1;
      }
      return drawn;
    """
    drawn = run(chromium, page, work)
    answer = answers.bet(load_variant("zoinx"), scores=[25, 25])
    made_of = {f"Bet {row['bet']}": row["probability"] for row in answer.rows if row["probability"]}
    assert len(made_of) > 1
    assert {lot: n / 1000 for lot, n in drawn.items()} == pytest.approx(made_of, abs=1.1e-3)
