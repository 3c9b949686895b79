#!/usr/bin/env python3
"""Draws the screenshots of Documentation/Tour.md: the commands of session.txt, current version.

    tour.py PROGRAM

Terminals become NAME-light.svg and NAME-dark.svg, pages NAME-light.png and NAME-dark.png, and
NAME-phone-light.png and NAME-phone-dark.png with the first screen of a phone, in this folder. `make tour` runs it; the sample has a seed, so the pictures change only when the program does.
"""

import base64
import io
import json
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import fcntl
import termios

from PIL import Image
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "Tests/Browser"))
from chromium import Chromium  # noqa: E402

COLUMNS = 124
WIDTH = 1280
PHONE = (390, 844)
THEMES = {
    "light": TerminalTheme(
        (255, 255, 255), (36, 41, 47),
        [(36, 41, 47), (164, 14, 38), (17, 99, 41), (125, 78, 0), (9, 105, 218), (130, 80, 223),
         (27, 124, 131), (110, 119, 129)]),
    "dark": TerminalTheme(
        (13, 17, 23), (230, 237, 243),
        [(72, 79, 88), (255, 123, 114), (63, 185, 80), (210, 153, 34), (88, 166, 255),
         (188, 140, 255), (57, 197, 207), (177, 186, 196)]),
}
# Rich's own format, without web fonts.
FRAME = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.S).replace(
    "Fira Code, monospace", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace")


class Step:
    def __init__(self, line):
        command, _, words = line.removeprefix("$ ").partition(" ## ")
        self.command = command.strip()
        self.is_hidden = words == "hidden"
        found = dict(re.findall(r"(lines|picture|page|tall|exit|serve) (\S+)", words))
        self.served = found.get("serve")
        self.picture = found.get("picture")
        self.page = found.get("page")
        self.height = int(found.get("tall", 900))
        self.heading = words.partition(" from ")[2]
        self.exit = int(found.get("exit", 0))
        first, _, last = found.get("lines", "1-").partition("-")
        self.lines = slice(int(first) - 1, int(last) if last else None)
        self.is_cut = bool(last)


def steps():
    lines = (HERE / "session.txt").read_text().splitlines()
    return [Step(line) for line in lines if line.startswith("$ ")]


def run(step, folder, program):
    """The output of the command on a terminal."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 100, COLUMNS, 0, 0))
    words = step.command.split()
    environment = {"PATH": os.environ["PATH"], "HOME": folder, "TERM": "xterm-256color", "TZ": "UTC"}
    process = subprocess.Popen(
        [program] + words[1:], cwd=folder, env=environment, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    output = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        output += part
    os.close(master)
    if process.wait() != step.exit:
        sys.exit(f"{step.command}: ended with {process.returncode}\n{output.decode()}")
    # An updated line shows its last text; "next:" is for people at a terminal.
    lines = [line.split("\r")[-1].removeprefix("\x1b[K") for line in
             output.decode().replace("\r\n", "\n").split("\n")]
    return [line for line in lines if not line.startswith("next: ")]


def terminal(name, shown):
    for scheme, theme in THEMES.items():
        console = Console(
            record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True,
            color_system="truecolor")
        for line in shown:
            console.print(Text.from_ansi(line), soft_wrap=False, crop=True, no_wrap=True)
        svg = console.export_svg(title=name, theme=theme, code_format=FRAME, unique_id="t")
        (HERE / f"{name}-{scheme}.svg").write_text(svg)


def page(browser, name, address, heading, height):
    for scheme in THEMES:
        shot(browser, f"{name}-{scheme}", address, scheme, WIDTH, height, heading)
        shot(browser, f"{name}-phone-{scheme}", address, scheme, *PHONE, heading)


def shot(browser, name, address, scheme, width, height, heading):
    browser.send(
        "Emulation.setDeviceMetricsOverride", width=width, height=900,
        deviceScaleFactor=1, mobile=width == PHONE[0])
    browser.send(
        "Emulation.setEmulatedMedia", media="screen",
        features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.events.clear()
    browser.send("Page.navigate", url=address)
    browser.await_event("Page.loadEventFired")
    top = browser.run(
        f"[...document.querySelectorAll('h2')].find((h) => h.textContent.trim() === "
        f"{json.dumps(heading)})?.getBoundingClientRect().top ?? 40") - 40
    clip = {"x": 0, "y": top, "width": width, "height": height, "scale": 1}
    picture = browser.send("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
    image = Image.open(io.BytesIO(base64.b64decode(picture["data"]))).convert("RGB")
    image.quantize(96).save(HERE / f"{name}.png", optimize=True)


def serve(browser, step, folder, program):
    """A page that the command serves, until it is ended."""
    server = subprocess.Popen(
        [program] + step.command.split()[1:], cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().strip().rstrip("/")
        name = pathlib.Path(step.page).stem
        page(browser, name, address + step.served, step.heading, step.height)
    finally:
        server.terminate()
        server.wait()


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    browser = Chromium()
    pictures = {}
    try:
        with tempfile.TemporaryDirectory() as folder:
            for step in steps():
                if step.served:
                    serve(browser, step, folder, program)
                    continue
                output = run(step, folder, program)
                if step.page:
                    path = pathlib.Path(folder) / step.page
                    page(
                        browser, path.stem, path.resolve().as_uri(), step.heading, step.height)
                if step.is_hidden or step.page:
                    continue
                if step.picture:
                    shown = pictures[step.picture] = []
                while output and not output[-1].strip():
                    output.pop()
                shown.append(f"\x1b[1m$ {step.command}\x1b[0m")
                shown += output[step.lines] + (["…"] if step.is_cut else []) + [""]
    finally:
        browser.close()
    for name, shown in pictures.items():
        terminal(name, shown)
    for file in sorted(HERE.glob("*-*.*g")):
        print(f"{file.stat().st_size // 1024:4} kB  {file.relative_to(HERE.parent.parent)}")


main()
