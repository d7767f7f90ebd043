"""Sitting at the table of coal: ask for a line, take it in, keep the game, say how it stands."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zochastic.commands.show import emit
from zochastic.reports.cells import clean
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.coal.session.journal import Session
    from zochastic.analysis.sessions import SessionFile

_ENDS = ("q", "quit", "exit")


@dataclass
class Sitting:
    """A session, its file, and how it is sat through.

    Attributes
    ----------
    unasked : whether advice comes when it is one's turn, or for ``?`` alone.
    """

    session: "Session"
    file: "SessionFile"
    unasked: bool

    def play(self) -> None:
        """Ask and answer until the input ends."""
        session, fresh = self.session, True
        while True:
            if fresh:
                self._stand()
            line = _ask(session.prompt())
            if not line or line.strip().lower() in _ENDS:
                return
            kept = list(session.journal)
            try:
                told = session.enter(line)
            except InvalidInput as wrong:
                told = [f"{wrong}"]
            fresh = session.journal != kept
            if fresh:  # before anything slow, so that nothing is lost
                self._keep()
            for text in told:
                say(text)

    def take_all(self, lines: list[str]) -> None:
        """Take in all lines, or none if one is wrong; say what there is to say."""
        session = self.session
        kept = list(session.journal)
        told: list[str] = []
        for line in lines:
            if line.strip().lower() in _ENDS:
                break
            told += session.enter(line)
        if session.journal != kept:
            self._keep()
        for text in told:
            say(text)
        self._stand()

    def _stand(self) -> None:
        """Say how the game stands, and what to do if that is to be decided."""
        say(self.session.situation())
        if self.unasked:
            for advice in self.session.advice():
                say(f"  {advice}")

    def _keep(self) -> None:
        from zochastic.analysis.coal.session.file import text_of

        old = self.file.save(text_of(self.session))
        if old is not None:
            say(f"The game kept before is in {old} now.")


def say(text: str) -> None:
    """Write a line."""
    emit(f"{clean(text)}\n")


def _ask(prompt: str) -> str:
    """The next line, or nothing at the end of the input; lines of a file are shown as if typed."""
    typed, line = False, ""
    try:
        if sys.stdin is not None:
            typed = sys.stdin.isatty()
            if typed:
                emit(f"{prompt}> ")
            line = sys.stdin.readline()
    except (OSError, ValueError):  # closed, or not for reading
        return ""
    if line and not typed:
        say(f"{prompt}> {line.rstrip()}")
    elif typed and not line:
        say("")
    return line
