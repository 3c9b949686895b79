"""usage: rows.py MESSAGES: a platform, a tab and a message on each line, for Java."""
import json
import sys

with open(sys.argv[1]) as file:
    for entry in json.load(file):
        print(entry["platform"], json.dumps(entry["message"]), sep="\t")
