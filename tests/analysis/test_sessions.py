"""The file of a game at the table: whole or not at all, and of one session at a time."""

import pytest

from zochastic.analysis.sessions import SessionFile, understood, written
from zochastic.rules.errors import InvalidInput


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_kept_and_read_again(tmp_path):
    file = tmp_path / "deep" / "game.json"
    first = SessionFile(file, make_folder=True)
    assert first.read() is None
    assert first.save("one\n") is None
    assert first.save("two é\n") is None
    assert names(file.parent) == ["game.json"]
    assert SessionFile(file).read() == "two é\n"


def test_a_second_session_does_not_write_over_the_first(tmp_path):
    """Whoever writes second is refused, and what the other kept stays."""
    file = tmp_path / "game.json"
    SessionFile(file).save("begun")
    one, other = SessionFile(file), SessionFile(file)
    assert one.read() == other.read() == "begun"
    other.save("other")
    for _ in range(2):
        with pytest.raises(InvalidInput, match="no other session") as wrong:
            one.save("one")
        assert "\n" not in str(wrong.value)
        assert file.read_text() == "other"
        assert names(tmp_path) == ["game.json"]
    other.save("other again")
    again = SessionFile(file)
    assert again.read() == "other again"
    again.save("one, then")
    assert file.read_text() == "one, then"


@pytest.mark.parametrize("new", [False, True])
def test_two_sessions_that_begin_at_once(tmp_path, new):
    file = tmp_path / "game.json"
    one, other = SessionFile(file, new=new), SessionFile(file, new=new)
    one.save("one")
    with pytest.raises(InvalidInput, match="no other session"):
        other.save("other")
    assert file.read_text() == "one"
    file.unlink()
    with pytest.raises(InvalidInput, match="no other session"):
        one.save("one again")


def test_a_new_game_renames_the_old_one_once(tmp_path):
    file = tmp_path / "game.json"
    file.write_text("not even a game")
    session = SessionFile(file, new=True)
    assert session.read() is None
    assert session.save("new") == tmp_path / "game.json.old"
    assert session.save("newer") is None
    assert (file.read_text(), (tmp_path / "game.json.old").read_text()) == (
        "newer", "not even a game",
    )  # fmt: skip


def test_what_is_no_file(tmp_path):
    for session in (SessionFile(tmp_path), SessionFile(tmp_path, new=True)):
        with pytest.raises(InvalidInput, match="regular file"):
            session.save("text")
    with pytest.raises(InvalidInput, match="regular file"):
        SessionFile(tmp_path).read()
    file = tmp_path / "game.json"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidInput, match="can be read"):
        SessionFile(file).read()
    for new in (False, True):
        with pytest.raises(InvalidInput, match="a folder that exists"):
            SessionFile(file / "inside.json", new=new).read()
    with pytest.raises(InvalidInput, match="can be written"):
        SessionFile(file / "inside.json").save("text")
    assert names(tmp_path) == ["game.json"]


def test_what_is_written_is_understood():
    values = {"rules": "abc", "journal": [("bets", "1", "2"), ("new",)]}
    text = written("form 1", values)
    assert understood(text, "form 1", ("rules", "journal")) == values
    for broken in (text[:-5], text.replace("form 1", "form 2"), "7", "[]", "[" * 10_000):
        with pytest.raises(ValueError):  # noqa: PT011  # json says it in its own words
            understood(broken, "form 1", ("rules", "journal"))
    with pytest.raises(ValueError, match="seat"):
        understood(text, "form 1", ("seat", "journal"))
