"""Chromium without a window, spoken to over pipes: the DevTools protocol, with no package."""

import fcntl
import json
import os
import shutil
import subprocess
import tempfile

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def executable():
    """The browser's path, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Chromium:
    """A browser with one page; `events` holds what it told unasked."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="pushfunnel-chromium-")
        down_read, self.down = os.pipe()
        self.up, up_write = os.pipe()
        command = [
            executable(), "--headless", "--remote-debugging-pipe", "--disable-gpu",
            "--hide-scrollbars", "--no-first-run", "--disable-extensions",
            "--disable-background-networking", "--disable-component-update",
            f"--user-data-dir={self.profile}",
        ]
        # Chromium refuses to sandbox what root runs; the pages are our own.
        command += ["--no-sandbox"] if os.geteuid() == 0 else []
        # The protocol is at file descriptors 3 and 4 of the browser. High copies first: one of
        # the pipes may itself be 3 or 4. Python's own are closed by exec.
        high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 100) for end in [down_read, up_write]]

        def place():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            command, preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        for descriptor in [down_read, up_write, *high]:
            os.close(descriptor)
        self.number = 0
        self.rest = b""
        self.events = []
        self.session = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ["Page", "Network", "Runtime", "Log"]:
            self.send(f"{domain}.enable")

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        text = json.dumps(message).encode() + b"\0"
        while text:
            text = text[os.write(self.down, text):]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self):
        while b"\0" not in self.rest:
            part = os.read(self.up, 1 << 20)
            if not part:
                raise RuntimeError("the browser has gone")
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(text)
        if "method" in message:
            self.events.append(message)
        return message

    def await_event(self, method):
        while not any(event["method"] == method for event in self.events):
            self.receive()

    def run(self, script):
        """The value of an expression in the page, or what its promise gives."""
        result = self.send(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def close(self):
        try:
            self.session = None
            self.send("Browser.close")
        except (RuntimeError, OSError):
            pass
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.down)
        os.close(self.up)
        shutil.rmtree(self.profile, ignore_errors=True)
