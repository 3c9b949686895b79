#!/usr/bin/env python3
"""A receiver of webhooks that answers as it is told.

    receiver.py FOLDER ANSWER...

Each ANSWER is for one request, the last one for all that follow: a status, such as 200 or 503;
429:2 with `Retry-After: 2`, 429:+2 with the date in two seconds; 302>URL, which
sends to another place; 200|TEXT with that text, in which {path} is the path of the request and
{fill} a megabyte of x; `hang`, which never answers; `cut`, which closes the connection.
Listens on a free port of the loopback, which it prints, and keeps every request in FOLDER as
0.json, 1.json, ...
"""

import email.utils
import http.server
import json
import os
import sys
import threading
import time


class Receiver(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    lock = threading.Lock()
    count = 0

    def do_POST(self):
        at = time.monotonic()
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        with Receiver.lock:
            number = Receiver.count
            Receiver.count += 1
        keep(number, {
            "path": self.path, "headers": {k.lower(): v for k, v in self.headers.items()},
            "body": body, "at": at})
        answers = sys.argv[2:]
        self.answer(answers[min(number, len(answers) - 1)])

    def answer(self, answer):
        if answer == "hang":
            time.sleep(60)
        if answer in ("hang", "cut"):
            self.close_connection = True
            return
        answer, _, text = answer.partition("|")
        text = text.replace("{path}", self.path).replace("{fill}", "x" * 2**20).encode()
        answer, _, place = answer.partition(">")
        status, _, pause = answer.partition(":")
        self.send_response(int(status))
        if place:
            self.send_header("Location", place)
        if pause.startswith("+"):
            pause = email.utils.formatdate(int(time.time()) + int(pause), usegmt=True)
        if pause:
            self.send_header("Retry-After", pause)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


def keep(number, request):
    """Whole or not at all: the test looks for it meanwhile."""
    path = os.path.join(sys.argv[1], f"{number}.json")
    with open(path + ".part", "w") as file:
        json.dump(request, file)
    os.rename(path + ".part", path)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
