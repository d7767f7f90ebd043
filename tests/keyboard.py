"""A page worked by its keys alone: Chromium's debugging protocol over a pipe."""

import contextlib
import json
import os
import shlex
import subprocess
import time

#: (code, number, text) of the keys that tests press.
KEYS = {
    "Tab": ("Tab", 9, ""),
    " ": ("Space", 32, " "),
    "ArrowRight": ("ArrowRight", 39, ""),
    "Enter": ("Enter", 13, "\r"),
}


class Keyboard:
    """Presses keys in an open page, and asks it something."""

    def __init__(self, sent, told):
        self._sent, self._told, self._count, self._session = sent, told, 0, {}

    def call(self, method, **parameters):
        """Send one command and return its result."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters} | self._session
        self._sent.write(json.dumps(message).encode() + b"\0")
        self._sent.flush()
        while True:
            text = b""
            while (letter := self._told.read(1)) != b"\0":
                assert letter, "the browser has gone"
                text += letter
            answer = json.loads(text)
            if answer.get("id") == self._count:
                assert "error" not in answer, answer
                return answer["result"]

    def open(self, address):
        """Open the page and wait until its script is ready."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._session = {"sessionId": session}
        self.call("Page.navigate", url=address)
        there = "typeof zochastic === 'object' && document.readyState === 'complete'"
        for _ in range(600):
            if self.ask(there):
                break
            time.sleep(0.05)
        self.ask("zochastic.ready.then(() => 1)")

    def press(self, key):
        """Press and release a key."""
        code, number, text = KEYS[key]
        whole = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        self.call("Input.dispatchKeyEvent", **whole, **down)
        self.call("Input.dispatchKeyEvent", **whole, type="keyUp")

    def ask(self, script):
        """Return what the script comes to."""
        found = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")


@contextlib.contextmanager
def keyboard(chromium, page, profile):
    """An open page whose keys can be pressed.

    ``profile`` : a folder for the browser.
    """
    (hers, ours), (mine, theirs) = os.pipe(), os.pipe()
    words = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             f"--user-data-dir={profile}", "--window-size=800,1200"]  # fmt: skip
    line = f"exec {shlex.join(words)} 3<&{hers} 4>&{theirs}"
    browser = subprocess.Popen(
        ["bash", "-c", line], pass_fds=(hers, theirs), stderr=subprocess.DEVNULL
    )
    os.close(hers)
    os.close(theirs)
    try:
        with os.fdopen(ours, "wb") as sent, os.fdopen(mine, "rb") as told:
            keys = Keyboard(sent, told)
            keys.open(page.as_uri())
            yield keys
    finally:
        browser.terminate()
        browser.wait(30)
