"""A browser that is driven as a person drives it: real keys and clicks, any width of the window, links, the way back.

It speaks the browser's own protocol over a pair of pipes, so nothing has to be installed beside the browser.
"""

from __future__ import annotations

import base64
import json
import os
import select
import subprocess
import time
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.arena.browser import BROWSER

PATIENCE = 30.0  # seconds for any answer
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe")
KEYS = {"Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39, "Tab": 9}


class Browser:
    """One window. What went wrong in a page is in `errors`, what it asked of the network in `requests`."""

    def __init__(self, folder: Path, width: int, height: int = 900) -> None:
        to_browser, from_us = os.pipe()
        from_browser, to_us = os.pipe()

        def at_3_and_4() -> None:
            kept = os.dup(to_browser), os.dup(to_us)  # either may be 3 or 4 itself
            os.dup2(kept[0], 3)
            os.dup2(kept[1], 4)

        self._process = subprocess.Popen(
            [str(BROWSER), *FLAGS, f"--user-data-dir={folder / 'profile'}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,
            preexec_fn=at_3_and_4,
        )
        os.close(to_browser)
        os.close(to_us)
        self._out, self._in = from_us, from_browser
        self._rest = b""
        self._numbers = count(1)
        self._session: str | None = None
        self.errors: list[str] = []
        self.requests: list[str] = []
        target = next(one for one in self._call("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self._session = self._call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")
        self.resize(width, height)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._out)
        os.close(self._in)

    def resize(self, width: int, height: int = 900) -> None:
        self._call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    def open(self, address: str) -> None:
        self._call("Page.navigate", url=address)
        self.until("document.readyState === 'complete'")

    def back(self) -> None:
        found = self._call("Page.getNavigationHistory")
        self._call("Page.navigateToHistoryEntry", entryId=found["entries"][found["currentIndex"] - 1]["id"])

    def value(self, script: str) -> Any:
        """Of an expression in the page."""
        found = self._call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def until(self, script: str) -> None:
        """Waits for something to become true in the page."""
        end = time.monotonic() + PATIENCE
        while not self.value(f"Boolean({script})"):
            assert time.monotonic() < end, f"never came true: {script}"
            time.sleep(0.02)

    def click(self, selector: str) -> None:
        """In the middle of the first such element, wherever the page must be scrolled to."""
        x, y = self.value(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            "one.scrollIntoView({ block: 'center' }); const box = one.getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, *keys: str) -> None:
        for key in keys:
            code = KEYS.get(key, ord(key[0].upper()))
            text = {"text": "\r" if key == "Enter" else key} if len(key) == 1 or key == "Enter" else {}
            self._call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
            self._call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def picture(self, path: Path, *, whole: bool = False) -> None:
        found = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(found["data"]))

    def _call(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            found = self._read()
            if found.get("id") == number:
                assert "error" not in found, (method, found["error"])
                return dict(found["result"])
            self._note(found)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], PATIENCE)
            assert ready, "the browser does not answer"
            came = os.read(self._in, 1 << 16)
            assert came, "the browser has ended"
            self._rest += came
        line, self._rest = self._rest.split(b"\0", 1)
        return dict(json.loads(line))

    def _note(self, event: dict[str, Any]) -> None:
        params = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(params["exceptionDetails"]))
        elif event.get("method") == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert", "warning"):
            self.errors.append(json.dumps(params["args"]))
        elif event.get("method") == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.errors.append(json.dumps(params["entry"]))
        elif event.get("method") == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
