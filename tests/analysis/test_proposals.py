"""Which variant a search tries next."""

from hypothesis import given, settings
from hypothesis import strategies as st

from zochastic.analysis.design.proposals import Proposals
from zochastic.analysis.vary import read_axes


@settings(max_examples=20)
@given(st.integers(1, 7), st.integers(1, 5), st.booleans(), st.integers(0, 2**64 - 1))
def test_every_point_of_a_grid_is_proposed_once(rows, columns, named, seed):
    axes = read_axes(
        ["a=" + ",".join(str(i) for i in range(rows)),
         "b=" + ",".join(("xyzuvw"[i] if named else str(9 - i)) for i in range(columns))]
    )  # fmt: skip
    proposals = Proposals(axes, 2, seed)
    seen = []
    while (place := proposals.next()) is not None:
        seen.append(place)
        proposals.tell(place, None if sum(place) % 5 == 4 else [abs(place[0] - 3.0), place[1]])
    assert sorted(seen) == [(i, j) for i in range(rows) for j in range(columns)]


def test_proposals_come_near_what_is_wanted_in_a_grid_that_is_not_searched_whole():
    axes = read_axes(["a=0:99", "b=0:99"])
    proposals = Proposals(axes, 1, 1)
    assert proposals.size == 10_000
    off = []
    for _ in range(80):
        place = proposals.next()
        off.append(abs(place[0] - 60) + abs(place[1] - 20))
        proposals.tell(place, [off[-1]])
    assert min(off) <= 6
    assert sum(off[60:]) / 20 < sum(off[:16]) / 16 / 2
