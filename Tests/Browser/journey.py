"""Goes through `pushfunnel serve` as its readers do, in real Chromium.

    journey.py http://127.0.0.1:8417/ DAY

A marketer opens a day, an analyst asks for campaigns, sorts them and takes the SQL further,
somebody on call looks at alerts: by links and forms alone, without any script of the page. Says
what went wrong; ends with 1 then, and with 77 when there is no Chromium.
"""

import json
import sys

from chromium import Chromium, executable

PROBLEMS = []


def main():
    if not executable():
        print("there is no Chromium: install the package chromium")
        return 77
    start, day = sys.argv[1:]
    browser = Chromium()
    browser.send("Emulation.setScriptExecutionDisabled", value=True)
    try:
        for reader in [marketer, analyst, on_call]:
            go(browser, lambda: browser.send("Page.navigate", url=start))
            reader(browser, day)
        for event in browser.events:
            if event["method"] == "Log.entryAdded" and "favicon" not in json.dumps(event):
                PROBLEMS.append(f"says {json.dumps(event['params']['entry'])}")
    finally:
        browser.close()
    print("\n".join(PROBLEMS) if PROBLEMS else "3 readers found what they wanted")
    return 1 if PROBLEMS else 0


def marketer(browser, day):
    click(browser, f"a[href='/day/{day}']")
    expect(browser, "Pushes of ", "h1")
    expect(browser, "Campaigns", "h2")


def analyst(browser, day):
    click(browser, "nav a[href='/explore']")
    fill(browser, "from", day)
    fill(browser, "to", day)
    fill(browser, "by", "campaign")
    click(browser, "form button")
    expect(browser, "Open rate by campaign", "h1")
    expect(browser, "", "svg.chart")
    click(browser, "thead th:last-child a")
    expect(browser, "sent", "th[aria-sort='descending']")
    click(browser, "tbody th a")
    expect(browser, "by platform", "h1")
    click(browser, "details a")
    expect(browser, "SQL", "h1")
    expect(browser, "row", "h2")


def on_call(browser, day):
    click(browser, "nav a[href='/alerts']")
    expect(browser, "", "h1")
    expect(browser, "Incidents of the last 28 days", "h2")


def go(browser, step):
    browser.events = [event for event in browser.events if event["method"] == "Log.entryAdded"]
    step()
    browser.await_event("Page.loadEventFired")


def click(browser, selector):
    script = f"document.querySelector({json.dumps(selector)}).click()"
    go(browser, lambda: browser.run(script))


def fill(browser, name, value):
    browser.run(f"document.querySelector('[name={name}]').value = {json.dumps(value)}")


def expect(browser, words, selector):
    """Some element of a kind has these words."""
    found = browser.run(
        f"[...document.querySelectorAll({json.dumps(selector)})].map(e => e.textContent)")
    if not any(words in text for text in found):
        where = browser.run("location.href")
        PROBLEMS.append(f"{where}: no {selector} has {words!r}, only {found}")


sys.exit(main())
