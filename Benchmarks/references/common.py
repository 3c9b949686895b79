"""What the references share: how they are called and what they print.

Each reads the files of a uniform sample (`pushfunnel sample --uniform`) into a database file and
prints the funnel, so that the driver can hold it against ours before the time counts.
"""

import argparse
import json
import os
import time

# CPU seconds of the process when the interpreter and the tool's library stood ready.
_started_cpu_s = 0.0

# The facts of one client event, one bit each, merged by OR: any event, an impression, an Android
# receipt that does not say what the app was doing, an arrival in the foreground.
EVENT, SHOWN, UNSAID, FOREGROUND = 1, 2, 4, 8

DISMISS = "com.apple.UNNotificationDismissActionIdentifier"
NAME_PREFIX = "projects/shop-prod/messages/"
WINDOW_HOURS = 72


def arguments(description, add=lambda parser: None):
    """The arguments of a reference; call it after the tool's library was imported."""
    global _started_cpu_s
    _started_cpu_s = time.process_time()
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("mode", choices=["load", "append"], help="make a store, or add to one")
    parser.add_argument("--db", required=True, help="the database")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument(
        "--keep", choices=["facts", "raw"], default="facts",
        help="facts: one row a message, joined on the way in; raw: sends and events as read, "
        "joined by the funnel's query")
    parser.add_argument("files", nargs="+", help="…/sends/*.gz and …/events/*.gz")
    add(parser)
    return parser.parse_args()


def of_kind(kind, files):
    """The files of sends or of events, by their folder."""
    return [os.path.abspath(f) for f in files if os.path.basename(os.path.dirname(f)) == kind]


def emit(version, rows):
    """Prints the funnel: platform, image, campaign and six counts a row."""
    print(json.dumps({
        "version": version, "startup_cpu_s": round(_started_cpu_s, 3),
        "funnel": [[str(text) for text in row[:3]] + [int(count) for count in row[3:]]
                   for row in rows]}))
