"""Chunks on a Dask cluster: the same sums, whoever dies."""

import os
import signal
import sys
from pathlib import Path

import coins
import pytest
from coins import CHUNK, digest, toss

from zochastic.analysis import cluster
from zochastic.analysis.cluster import Cluster
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
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0",
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


def nearby(workers):
    """A cluster within this process."""
    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=False, protocol="tcp",
        dashboard_address=":0",
    )  # fmt: skip


def test_a_cluster_without_workers_is_refused(monkeypatch):
    monkeypatch.setattr(cluster, "_REACH", 0.5)
    with (
        nearby(0) as made,
        pytest.raises(InvalidInput, match=r"none came within 0\.5 seconds"),
    ):
        Cluster(made.scheduler_address)


def test_when_all_workers_go_the_sweep_ends_and_the_store_has_the_rest(monkeypatch, tmp_path):
    monkeypatch.setattr(cluster, "_DESERTED", 1)
    monkeypatch.setattr(cluster, "_LOOK", 0.2)
    file = str(tmp_path / "s.sqlite")
    wait = {"chunks": 200, "wait": 0.01}
    with nearby(2) as made:

        def leaving(done, total):
            if done > 50 * CHUNK and made.workers:
                made.scale(0)

        with (
            pytest.raises(ConnectionError, match="has had no worker for 1 seconds"),
            Farm.opened(file, made.scheduler_address) as farm,
        ):
            toss(farm, **wait, progress=leaving)
    with Farm.opened(file, None) as again:
        assert digest(toss(again, **wait)) == digest(toss(**wait))
    assert again.kept == farm.played > 50 * CHUNK
    assert again.played == 400 * CHUNK - again.kept


@pytest.mark.parametrize(
    "address", ["", "nowhere", ":1", "localhost", "localhost:x", "processes", "tls://a:1", "a b:1"]
)
def test_what_is_no_address_is_refused_at_once(address):
    with pytest.raises(InvalidInput, match="the address of a Dask scheduler, such as"):
        Cluster(address)


def test_an_address_where_nobody_answers_takes_one_line(monkeypatch):
    monkeypatch.setattr(cluster, "_REACH", 0.5)
    with pytest.raises(InvalidInput, match="that answers") as wrong:
        Cluster("127.0.0.1:9")
    assert "\n" not in str(wrong.value)


def test_without_dask_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InvalidInput, match=r"pip install 'zochastic\[cluster\]'"):
        Cluster("127.0.0.1:8786")
