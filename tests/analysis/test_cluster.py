"""Chunks on a Dask cluster: the same sums, whoever dies."""

import os
import signal
from pathlib import Path

import coins
import pytest
from coins import CHUNK, digest, toss

from zochastic.analysis.design.balance import balance
from zochastic.analysis.farm import Farm
from zochastic.analysis.vary import read_axes
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def two_workers():
    """A scheduler and two worker processes with a nanny each, which replaces who dies."""
    with pytest.MonkeyPatch.context() as patch:
        # a worker is a new process: it must find the coins
        path = [str(Path(coins.__file__).parent), os.environ.get("PYTHONPATH", "")]
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, path)))
        made = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
            scheduler_port=0,
        )  # fmt: skip
        with made:
            yield made


def pids(address):
    with distributed.Client(address, set_as_default=False) as asks:
        return asks.run(os.getpid)


def test_a_worker_that_dies_changes_nothing(two_workers, tmp_path):
    wait = {"chunks": 200, "wait": 0.01}
    plain = digest(toss(**wait))
    victims = list(pids(two_workers.scheduler_address).values())
    assert len(victims) == 2
    seen = []

    def killing(done, total):
        if not seen and done > 50 * CHUNK:
            os.kill(victims[0], signal.SIGKILL)
            seen.append(done)

    file = str(tmp_path / "s.sqlite")
    with Farm.opened(file, two_workers.scheduler_address) as farm:
        assert digest(toss(farm, **wait, progress=killing)) == plain
        assert farm.played == 400 * CHUNK
    assert seen
    assert seen[0] < 400 * CHUNK
    after = pids(two_workers.scheduler_address).values()
    assert victims[0] not in after
    with Farm.opened(file, None) as farm:
        assert digest(toss(farm, **wait)) == plain
        assert (farm.played, farm.kept) == (0, 400 * CHUNK)


def test_games_of_a_cluster_are_those_of_threads(two_workers):
    pair = ["players=2"]
    ask = {
        "axes": read_axes(["devils=8:9"]), "sets": pair, "games": 640,
        "metrics": ["mean_rounds", "seat_spread", "elo_spread"],
    }  # fmt: skip
    coal = load_variant("coal", "printed", pair)
    with Farm.opened(None, two_workers.scheduler_address) as farm:
        assert balance(coal, **ask, farm=farm) == balance(coal, **ask)
        assert farm.played > 3 * 640


def test_a_worker_with_another_program_is_refused(two_workers, monkeypatch):
    monkeypatch.setattr("zochastic.analysis.batch.program", lambda *modules: "mine")
    with (
        Farm.opened(None, two_workers.scheduler_address) as farm,
        pytest.raises(InvalidInput, match="workers with the same zochastic"),
    ):
        toss(farm)
