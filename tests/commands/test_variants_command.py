import json
import tomllib

from zochastic.rules.variants import load_variant


def test_list_names_every_variant(run):
    found = json.loads(run("variants", "list", "--format", "json").out)
    assert found["rows"][0] == {"variant": "coal/printed", "differs": "nothing: the printed game"}
    assert {row["variant"] for row in found["rows"]} >= {"coal/printed", "coal/own-amount"}
    assert run("variants", "list", "coal").code == 0


def test_show_tells_every_key_and_what_differs(run):
    ran = run("variants", "show", "coal/own-amount", "--set", "coal.100=3", "--format", "json")
    found = json.loads(ran.out)
    rows = {row["key"]: row for row in found["rows"]}
    assert rows["bet_on"]["value"] == "own"
    assert rows["bet_on"]["printed"] == "table"
    assert rows["coal"]["value"].startswith("100:3 75:3")
    assert rows["devils"] == {
        "key": "devils", "value": 9, "printed": None, "meaning": rows["devils"]["meaning"],
    }  # fmt: skip
    assert rows["zero_bet"]["value"] is True
    assert found["provenance"]["changes"] == {"bet_on": "own", "coal.100": 3}
    assert "bet_on=own" in found["answer"]


def test_toml_is_a_file_to_start_from(run, tmp_path):
    text = run("variants", "show", "coal/printed", "--set", "devils=8", "--format", "toml").out
    assert tomllib.loads(text)["devils"] == 8
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    assert load_variant("coal", str(file)).rules == load_variant("coal", sets=["devils=8"]).rules


def test_check_says_what_a_file_changes(run, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('game = "coal"\ncoal.100 = 3\ndevils = 8\n', encoding="utf-8")
    found = json.loads(run("variants", "check", file, "--format", "json").out)
    assert found["answer"].startswith("The file is sound.")
    assert [(row["key"], row["value"], row["printed"]) for row in found["rows"]] == [
        ("coal.100", 3, 2),
        ("devils", 8, 9),
    ]


def test_check_refuses_a_broken_file_and_says_where(run, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('game = "coal"\ndevils = "many"\n', encoding="utf-8")
    ran = run("variants", "check", file)
    assert (ran.code, ran.out) == (2, "")
    assert "devils" in ran.err
    assert "'many'" in ran.err
    assert ran.err.count("\n") == 1
