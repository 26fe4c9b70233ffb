"""Drives a headless Chromium over its DevTools pipe, with nothing but Python's standard library."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_browser():
    """Returns the path of a Chromium, or None if there is none. COINFORMER_CHROMIUM names another one."""
    return next(filter(None, map(shutil.which, (os.environ.get("COINFORMER_CHROMIUM", ""), *NAMES))), None)


class Browser:
    """One process of Chromium, whose profile is thrown away at the end. Use it with `with`."""
    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        to_read, to_write = os.pipe()
        answers_read, answers_write = os.pipe()

        def place_pipes():  # the browser reads commands from descriptor 3, and writes answers to 4
            spare = [os.dup(to_read), os.dup(answers_write)]
            os.dup2(spare[0], 3)
            os.dup2(spare[1], 4)

        # There is no sandbox, because containers seldom allow one, and the page is our own.
        self.process = subprocess.Popen([
            program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--hide-scrollbars", "--no-first-run", "--disable-extensions", "--disable-background-networking",
            "--disable-sync", "--disable-component-update", "--remote-debugging-pipe",
            f"--user-data-dir={self.profile.name}", "about:blank"
        ],
                                        preexec_fn=place_pipes,
                                        close_fds=False,
                                        env={**os.environ, "TZ": "UTC", "LANG": "en_US.UTF-8"},
                                        stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(answers_write)
        self.commands, self.answers = to_write, answers_read
        self.number, self.rest, self.complaints, self.tabs = 0, b"", [], []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.commands)  # the browser ends when its pipe does
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.answers)
        self.profile.cleanup()

    def call(self, method, session=None, **parameters):
        """Sends one command, and returns its result. What the page logs meanwhile goes into `complaints`."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if session:
            command["sessionId"] = session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        end = time.monotonic() + 20
        while True:
            message = self.next_message(end)
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            if message.get("method") == "Runtime.exceptionThrown":
                details = message["params"]["exceptionDetails"]
                self.complaints.append(details.get("exception", {}).get("description") or details["text"])
            elif message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                self.complaints.append(message["params"]["entry"]["text"])

    def next_message(self, end):
        while b"\0" not in self.rest:
            if not select.select([self.answers], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser did not answer within 20 s")
            got = os.read(self.answers, 1 << 20)
            if not got:
                raise RuntimeError(f"the browser has ended with {self.process.wait()}")
            self.rest += got
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def close_tabs(self):
        while self.tabs:
            self.call("Target.closeTarget", targetId=self.tabs.pop().target)

    def open(self, url, width=1280, height=900, dark=False, density=1):
        """Opens `url` in a new tab."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, target, session)
        self.tabs.append(tab)
        for room in ("Runtime", "Log", "Page"):
            tab.call(f"{room}.enable")
        tab.resize(width, height, density)
        tab.call("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                           {"name": "prefers-reduced-motion", "value": "reduce"}])
        tab.call("Page.navigate", url=url)
        return tab


class Tab:
    """One tab of the browser."""
    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def resize(self, width, height, density=1):
        self.call("Emulation.setDeviceMetricsOverride",
                  width=width,
                  height=height,
                  deviceScaleFactor=density,
                  mobile=width < 600)

    def evaluate(self, expression):
        """Returns the value of an expression of JavaScript in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def text(self, selector="body"):
        """Returns what a person reads in an element, or an empty text if the element is not there."""
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    def wait_for(self, condition, what, seconds=20):
        """Waits until a condition in JavaScript holds, and fails with the page's text if it does not come."""
        end = time.monotonic() + seconds
        while not self.evaluate(condition):
            assert time.monotonic(
            ) < end, f"{what} did not come within {seconds} s. The page says: {self.text()}"
            time.sleep(0.05)

    def screenshot(self, path, whole=True):
        if whole:
            height = self.evaluate("document.documentElement.scrollHeight")
            size = self.evaluate("[innerWidth, devicePixelRatio]")
            self.resize(size[0], height, size[1])
            self.evaluate("new Promise(done => setTimeout(done, 300))")
        shot = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot))
