"""firebase_admin.messaging as far as it is needed here: messages that print themselves as JSON of
the REST API, and send(), which raises errors that hold FCM's answer.
"""
import json
import os
import urllib.error
import urllib.request

from . import exceptions


class Message:
    def __init__(self, fields):
        self.fields = fields

    def __str__(self):
        return json.dumps(self.fields, sort_keys=True)


class Response:
    """The part of requests.Response that errors are read by."""

    def __init__(self, status, body):
        self.status_code = status
        self.text = body.decode()

    def json(self):
        return json.loads(self.text)


def send(message):
    request = urllib.request.Request(
        os.environ["FCM_URL"], json.dumps({"message": message.fields}).encode(),
        {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["name"]
    except urllib.error.HTTPError as error:
        response = Response(error.code, error.read())
        code = {401: "UNAUTHENTICATED", 404: "NOT_FOUND"}.get(error.code, "UNKNOWN")
        raise exceptions.FirebaseError(code, "refused", error, response) from error
