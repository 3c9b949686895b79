"""Hostile lines: a given number of each shape."""

import itertools
import random
from dataclasses import dataclass

SECONDS_OF_30_DAYS = 30 * 86_400
# 2025-10-18T00:00:00Z and 2010-01-01T00:00:00Z.
FIRST, EARLIEST = 1_760_745_600, 1_262_304_000


@dataclass
class Shape:
    name: str
    about: str
    # The record of a line, by its number and random bits, without its closing brace.
    record: callable
    # The distinct values that are kept in memory; empty if they are bounded.
    grows: str = ""
    # How many of those there are at most.
    distinct: int = 1_000_000_000
    # How many times fewer lines it gets: each stores so much.
    fewer: int = 1


def _send(number, name, fields="", time=None):
    moment = FIRST + number % SECONDS_OF_30_DAYS if time is None else time
    return (f'{{"ts":{moment},{fields}"message":{{"token":"t"}},'
            f'"response":{{"name":"{name}"}}')


def _android(number):
    return f"0:{(FIRST + number % SECONDS_OF_30_DAYS) * 1_000_000:016d}%{number:016x}"


def _uuid(bits):
    digits = f"{bits & ~(0xf << 76) & ~(0x3 << 62) | 4 << 76 | 2 << 62:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _in_any_order(number, bits):
    """A send whose members, and those of its parts, stand in an order of their own."""
    chance = random.Random(bits)

    def json(members):
        return "{" + ",".join(chance.sample(members, len(members))) + "}"

    notification = json(
        [f'"title":"{number}"', '"body":"of some words"', '"image":"https://e.x/i.png"'])
    message = json([
        '"token":"t"', f'"notification":{notification}', '"data":' + json(['"a":"1"', '"b":"2"']),
        '"android":' + json(['"priority":"high"', '"ttl":"3600s"', '"collapseKey":"c"']),
        '"fcmOptions":{"analyticsLabel":"sale"}'])
    return json([
        f'"ts":{FIRST + number % SECONDS_OF_30_DAYS}', f'"message":{message}',
        '"platform":"android"',
        f'"response":{{"name":"{_android(number)}"}}', '"level":"info"', '"msg":"sent"'])[:-1]


SHAPES = [
    Shape("orders", "the members of every line in an order of its own", _in_any_order),
    Shape("members", "every line with a member that is one of 100,000 in turn",
          lambda number, bits: _send(number, _android(number), f'"member{number % 100_000}":1,')),
    Shape("uuids", "every ID a new UUID, which holds no time",
          lambda number, bits: _send(number, _uuid(bits))),
    Shape("texts", "every ID a new text of 40 characters",
          lambda number, bits: _send(number, f"{bits:040x}")),
    Shape("labels", "100,000 labels in turn",
          lambda number, bits: _send(
              number, _android(number), f'"campaign":"label-{number % 100_000}",'),
          "distinct labels", distinct=100_000),
    Shape("hours", "times all over the hours from 2010 to 2025",
          lambda number, bits: _send(
              number, _android(number), time=EARLIEST + bits % (FIRST - EARLIEST))),
    Shape("rejected", "every line is set aside",
          lambda number, bits: f'{{"ts":{FIRST},"n":{number}'),
    Shape("batches", "every line has 100 sends",
          lambda number, bits: (
              f'{{"ts":{FIRST + number % SECONDS_OF_30_DAYS},"tokens":['
              + ",".join([f'"{number}"'] * 100) + '],"batch":{"responses":['
              + ",".join(f'{{"messageId":"{number * 100 + n + 10 ** 15:016d}"}}'
                         for n in range(100)) + "]}"),
          fewer=20),
    Shape("errors", "every send fails with an error of its own",
          lambda number, bits: (
              f'{{"ts":{FIRST + number % SECONDS_OF_30_DAYS},"message":{{"token":"{number}"}},'
              f'"error":{{"code":"E{number}"}}'), "distinct errors"),
    Shape("campaigns", "every send has a campaign of its own",
          lambda number, bits: _send(
              number, _android(number), f'"campaign":"campaign-{number}",'),
          "distinct campaigns"),
]


def chunks(shape, lines, width):
    """The lines as bytes, some hundred at a time."""
    padding = b"x" * width
    source = random.Random(1)
    for start in itertools.count(0, 200):
        block = []
        for number in range(start, min(start + 200, lines)):
            record = shape.record(number, source.getrandbits(128)).encode()
            room = max(0, width - len(record) - 16)
            block += (record, b',"padding":"', padding[:room], b'"}\n')
        if not block:
            return
        yield b"".join(block)
