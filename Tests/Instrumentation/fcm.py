"""An FCM for the loopback: answers messages:send as FCM's REST API does, and hands devices what
FCM would hand them.

usage: fcm.py FOLDER

Writes FOLDER/port when it listens, and a line for each message that reaches a device into
FOLDER/devices.ndjson. Ends when who started it does.

What a token is decides what becomes of it: android-, ios- and web-tokens are accepted, dead-
tokens are UNREGISTERED, refused- tokens are refused by APNs, and proxy- tokens never get as far:
a proxy answers with a page.
"""
import http.server
import json
import os
import re
import sys
import threading
import time
import uuid

PROJECT_NUMBER = "123456789012"
SEND = re.compile(r"/v1/projects/([^/]+)/messages:send")
FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
APNS_ERROR = "type.googleapis.com/google.firebase.fcm.v1.ApnsError"

# Names of the v1 API (discovery document fcm.v1), as examples may use them. None: anything.
OPTIONS = {"analytics_label": None}
SCHEMA = {
    "token": None, "topic": None, "condition": None, "data": None,
    "notification": {"title": None, "body": None, "image": None},
    "android": {
        "priority": None, "ttl": None, "collapse_key": None, "data": None, "fcm_options": OPTIONS,
        "notification": {
            "title": None, "body": None, "image": None, "click_action": None, "channel_id": None}},
    "apns": {
        "headers": None, "payload": None, "fcm_options": {**OPTIONS, "image": None}},
    "webpush": {
        "headers": None, "data": None, "notification": None,
        "fcm_options": {**OPTIONS, "link": None}},
    "fcm_options": OPTIONS,
}


def snake(name):
    return re.sub(r"[A-Z]", lambda letter: "_" + letter.group().lower(), name)


def unknown(value, schema, path="message"):
    """The first field that the API does not have; both spellings of proto3 JSON are read."""
    for name, inner in value.items():
        if snake(name) not in schema:
            return f"{path}.{name}"
        known = schema[snake(name)]
        found = unknown(inner, known, f"{path}.{name}") if known else None
        if found:
            return found
    return None


def read(value, *names):
    """A field, by its snake_case names, in either spelling."""
    for name in names:
        if not isinstance(value, dict):
            return None
        value = next((inner for key, inner in value.items() if snake(key) == name), None)
    return value


class Refusal(Exception):
    def __init__(self, http, status, message, *details):
        super().__init__(message)
        self.http = http
        self.body = {"error": {
            "code": http, "message": message, "status": status, "details": list(details)}}


class FCM:
    def __init__(self, folder):
        self.devices = os.path.join(folder, "devices.ndjson")
        self.lock = threading.Lock()
        self.microseconds = 0

    def send(self, project, request):
        message = request.get("message", {})
        name = unknown(message, SCHEMA)
        if name:
            raise Refusal(400, "INVALID_ARGUMENT", f"Invalid JSON payload received: {name}")
        token = message.get("token")
        if sum(key in message for key in ("token", "topic", "condition")) != 1:
            raise Refusal(400, "INVALID_ARGUMENT", "Exactly one target")
        if request.get("validate_only") or request.get("validateOnly"):
            return f"projects/{project}/messages/fake_message_id"
        tail = self.accept(token, message) if token else str(self.now()) + "977"
        return f"projects/{project}/messages/{tail}"

    def now(self):
        """Microseconds, never twice the same."""
        with self.lock:
            self.microseconds = max(self.microseconds + 1, time.time_ns() // 1000)
            return self.microseconds

    def accept(self, token, message):
        kind = token.split("-")[0]
        if kind == "dead":
            raise Refusal(
                404, "NOT_FOUND", "Requested entity was not found.",
                {"@type": FCM_ERROR, "errorCode": "UNREGISTERED"})
        if kind == "refused":
            raise Refusal(
                401, "UNAUTHENTICATED", "Auth error from APNS or Web Push Service",
                {"@type": FCM_ERROR, "errorCode": "THIRD_PARTY_AUTH_ERROR"},
                {"@type": APNS_ERROR, "statusCode": 403, "reason": "InvalidProviderToken"})
        deliver = {"android": self.android, "ios": self.apple, "web": self.web}[kind]
        tail, payload = deliver(message)
        with self.lock, open(self.devices, "a") as devices:
            devices.write(json.dumps({"token": token, "payload": payload}) + "\n")
        return tail

    def android(self, message):
        tail = f"0:{self.now()}%31bd1c9631bd1c96"
        bundle = {
            "google.message_id": tail, "google.delivered_priority": "high",
            "google.original_priority": "high", "from": PROJECT_NUMBER}
        if "notification" in message:
            bundle["gcm.n.e"] = "1"
        bundle.update(self.analytics(message, "android"))
        return tail, bundle

    def apple(self, message):
        tail = str(self.now())
        info = {
            "aps": {**(read(message, "apns", "payload", "aps") or {})},
            "gcm.message_id": tail, "google.c.sender.id": PROJECT_NUMBER}
        if "notification" in message:
            info["aps"]["alert"] = message["notification"]
        image = read(message, "apns", "fcm_options", "image")
        if image:
            info["fcm_options"] = {"image": image}
        info.update(self.analytics(message, "apns"))
        return tail, info

    def web(self, message):
        tail = str(uuid.uuid4())
        push = {"from": PROJECT_NUMBER, "fcmMessageId": tail, "priority": "normal"}
        if "notification" in message:
            push["notification"] = {
                **message["notification"], **(read(message, "webpush", "notification") or {})}
        label = self.label(message, "webpush")
        if label:
            push["fcmOptions"] = {"analytics_label": label}
        return tail, push

    def analytics(self, message, block):
        label = self.label(message, block)
        return {"google.c.a.e": "1", **({"google.c.a.m_l": label} if label else {})}

    def label(self, message, block):
        return (read(message, block, "fcm_options", "analytics_label")
                or read(message, "fcm_options", "analytics_label"))


def handler(fcm):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if b'"proxy-' in body:
                return self.answer(502, "text/html", b"<html><h1>Bad Gateway</h1></html>\n")
            match = SEND.fullmatch(self.path)
            try:
                answer, status = {"name": fcm.send(match[1], json.loads(body))}, 200
            except Refusal as refusal:
                answer, status = refusal.body, refusal.http
            # As FCM writes it: in several lines.
            text = json.dumps(answer, indent=2) + "\n"
            self.answer(status, "application/json; charset=UTF-8", text.encode())

        def answer(self, status, kind, body):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Handler


def main():
    folder, parent = sys.argv[1], os.getppid()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(FCM(folder)))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with open(os.path.join(folder, "port.new"), "w") as port:
        port.write(str(server.server_address[1]))
    os.rename(os.path.join(folder, "port.new"), os.path.join(folder, "port"))
    while os.getppid() == parent:
        time.sleep(1)


main()
