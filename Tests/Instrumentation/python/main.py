"""usage: main.py MESSAGES LOG: sends them by the page's send.py, to the FCM of FCM_URL."""
import json
import sys

from firebase_admin import exceptions, messaging

from send import send

with open(sys.argv[1]) as file, open(sys.argv[2], "a") as log:
    for entry in json.load(file):
        try:
            send(log, messaging.Message(entry["message"]), platform=entry["platform"])
        except exceptions.FirebaseError:
            pass
