"""The trade-off front of targets that pull apart, against brute force."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.analysis.design.front import beaten, compromise, front, unbeaten

numbers = st.integers(0, 4).map(float)
clouds = st.integers(1, 3).flatmap(
    lambda d: st.lists(st.tuples(*[numbers] * d), min_size=1, max_size=12)
)


@given(clouds)
def test_the_front_is_what_nobody_dominates(points):
    def dominates(one, other):
        return all(a <= b for a, b in zip(one, other, strict=True)) and one != other

    wanted = [i for i, p in enumerate(points) if not any(dominates(q, p) for q in points)]
    assert front(points) == wanted
    assert wanted
    # whoever is not on the front is dominated by somebody who is
    for i, p in enumerate(points):
        assert i in wanted or any(dominates(points[j], p) for j in wanted)


@given(clouds, st.data())
def test_nobody_is_clearly_better_than_who_is_unbeaten(near, data):
    far = [tuple(x + data.draw(st.integers(0, 2)) for x in point) for point in near]

    def clearly(one, other):
        ends = list(zip(far[one], near[other], strict=True))
        return all(a <= b for a, b in ends) and any(a < b for a, b in ends)

    many = range(len(near))
    assert unbeaten(near, far) == [i for i in many if not any(clearly(j, i) for j in many)]
    assert set(front(near)) <= set(unbeaten(near, far))
    for i in many:
        others = [far[j] for j in many if j != i]
        assert beaten(near[i], others) is any(clearly(j, i) for j in many if j != i)


@given(clouds, st.integers(1, 9))
def test_the_middle_of_the_front_does_not_depend_on_units(points, unit):
    scaled = [(p[0] * unit, *p[1:]) for p in points]
    edge = front(points)
    if max(points[i][0] for i in edge) == min(points[i][0] for i in edge):
        return  # a coordinate without width has no unit of its own
    assert [compromise(points)[i] for i in edge] == pytest.approx(
        [compromise(scaled)[i] for i in edge]
    )


def test_the_middle_of_a_front_is_nearest_to_the_best_of_all():
    points = [(0, 10), (4, 4), (10, 0), (10, 10)]
    assert compromise(points) == pytest.approx([1, 0.4, 1, 1])
