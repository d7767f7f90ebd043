import pytest

from zochastic.analysis.answer import Answer, Provenance


@pytest.fixture
def make():
    """An answer made up for the writers; every part can be replaced."""

    def make_answer(**parts):
        made = {
            "command": "zochastic coal bet",
            "variant": "coal/printed",
            "method": "exact",
            "version": "0.1.0",
            **parts.pop("made", {}),
        }
        whole = {
            "answer": "Bet 170.",
            "title": "What to bet, coal/printed",
            "facts": {},
            **parts,
        }
        return Answer(provenance=Provenance(**made), **whole)

    return make_answer
