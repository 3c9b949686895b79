#!/usr/bin/env python3
"""Reads mails of `report --mail` with Python's email, and sends one with msmtp.

    mail_check.py --binary PUSHFUNNEL [--pages FOLDER]

The store has 50 campaigns with names that break out of headers, HTML and addresses where nothing
escapes them. Checked are the headers, that both parts have the same words, the size, and that what
msmtp delivers to an SMTP server on the loopback is what the program printed. --pages sends nothing, but
keeps the page of the mail: whole, without <style>, and without any style. Ends with 1 when something is
wrong.
"""

import argparse
import email
import email.policy
import html
import json
import re
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

HOSTILE = [
    "a\r\nBcc: thief@example.org", "a\n\n.\nQUIT", "<b>bold</b><script>x</script>", "=?utf-8?q?x?=",
    "ünïcödé 😀 \u202egnorw", "</td></table>", "--=_boundary", "." * 30, "x" * 300, "{{title}}",
]
TO = ["push-team@example.org", "second@example.org"]
LARGEST = 90_000


def sends():
    names = HOSTILE + [f"campaign_{number}" for number in range(40)]
    for place, name in enumerate(names):
        for number in range(200 - place):
            identity = f"0:{1765785600000000 + place * 1000000 + number}%{place * 1000 + number:016x}"
            label = {"fcm_options": {"analytics_label": name}}
            yield {"time": "2025-12-15T09:00:00Z", "name": f"projects/p/messages/{identity}",
                   "message": {"token": f"t{number}", "notification": {"title": "t"}, **label}}


def mail(binary, database, *options):
    command = [binary, "report", "--db", database, "--day", "2025-12-15", "--mail", ",".join(TO),
               "--mail-from", "push@example.org", *options]
    return subprocess.run(command, check=True, capture_output=True).stdout


def read(data, database, problems):
    message = email.message_from_bytes(data, policy=email.policy.default)
    for part in message.walk():
        if part.defects:
            problems.append(f"{part.get_content_type()}: {part.defects}")
    names = [name.lower() for name in message.keys()]
    expected = ["from", "to", "subject", "date", "message-id", "auto-submitted",
                "list-unsubscribe", "mime-version", "content-type"]
    if names != expected:
        problems.append(f"headers are {names}")
    if [address.addr_spec for address in message["to"].addresses] != TO:
        problems.append(f"To is {message['to']}")
    if message["date"].datetime.isoformat() != "2025-12-16T06:00:00+00:00":
        problems.append(f"Date is {message['date']}")
    if message["list-unsubscribe"] != "<https://example.org/stop>":
        problems.append(f"List-Unsubscribe is {message['list-unsubscribe']}")
    if not str(message["subject"]).endswith(" · Monday, 15 December 2025"):
        problems.append(f"Subject is {message['subject']}")
    if any(len(line) > 76 for line in data.splitlines()):
        problems.append("a line is longer than 76 characters")
    if len(data) > LARGEST:
        problems.append(f"the mail has {len(data)} bytes")
    return message


def compare(message, problems):
    text = message.get_body(("plain",)).get_content()
    page = message.get_body(("html",)).get_content()
    shown = words(html.unescape(re.sub(r"<(style|title)>.*?</\1>|<[^>]*>", " ", page.replace("<wbr>", ""), flags=re.S)))
    sentences = [line[2:] for line in text.splitlines() if line[:2] in ("! ", "~ ", "  ")]
    names = [re.split(r"  +", line)[0] for line in sentences if "://" not in line]
    for name in names:
        # The page has more campaigns, and a long name is cut in text.
        if not re.fullmatch(r"and \d+ more|", name) and words(name).split("…")[0] not in shown:
            problems.append(f"the page lacks '{name}'")
    for tag in ["<svg", "<img", "<script", "<link", "@import", "url("]:
        if tag in page:
            problems.append(f"the page has {tag}")
    rows = len(re.findall('<th scope="row"', page))
    if rows != 50 + 1:
        problems.append(f"the page has {rows} campaigns and platforms, not 51")
    if "https://example.org/pages/2025-12-15.html" not in text or "stop" not in page:
        problems.append("a link is missing")
    return page


def words(text):
    return " ".join(text.split())


class Inbox:
    def __init__(self):
        self.received = []

    async def handle_DATA(self, server, session, envelope):
        self.received.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return "250 OK"


def send(data, problems):
    # Not of Python's own library: see requirements.txt.
    from aiosmtpd.controller import Controller

    inbox = Inbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(inbox, hostname="127.0.0.1", port=port, ready_timeout=30)
    controller.start()
    try:
        command = ["msmtp", "--host=127.0.0.1", f"--port={port}", "--tls=off",
                   "--auth=off", "--from=push@example.org", "-t"]
        sent = subprocess.run(command, input=data, capture_output=True)
        if sent.returncode:
            problems.append(f"msmtp: {sent.stderr.decode()}")
    finally:
        controller.stop()
    if len(inbox.received) != 1:
        problems.append(f"{len(inbox.received)} mails arrived")
        return
    sender, receivers, content = inbox.received[0]
    if (sender, receivers) != ("push@example.org", TO):
        problems.append(f"from {sender} to {receivers}")
    if content.replace(b"\r\n", b"\n") != data:
        problems.append("what arrived is not what was printed")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--pages", type=Path)
    options = parser.parse_args()
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        log, database = f"{folder}/sends.ndjson", f"{folder}/push.db"
        Path(log).write_text("".join(json.dumps(send) + "\n" for send in sends()))
        subprocess.run([options.binary, "ingest", "-q", "--db", database, log], check=True)
        settings = ["--mail-date", "2025-12-16T06:00:00Z", "--unsubscribe",
                    "https://example.org/stop", "--base-url", "https://example.org/pages"]
        data = mail(options.binary, database, *settings)
        if data != mail(options.binary, database, *settings):
            problems.append("the same report gives another mail")
        page = compare(read(data, database, problems), problems)
    if options.pages:
        (options.pages / "mail.html").write_text(page)
        bare = re.sub(r"<style>.*?</style>", "", page, flags=re.S)
        (options.pages / "mail-without-style.html").write_text(bare)
        stripped = re.sub(r' style="[^"]*"', "", bare)
        (options.pages / "mail-stripped.html").write_text(stripped)
    elif shutil.which("msmtp"):
        send(data, problems)
    else:
        print("not sent: msmtp is not installed")
    print("\n".join(problems) if problems else f"the mail of {len(data)} bytes is well")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
