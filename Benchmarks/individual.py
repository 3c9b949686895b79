"""Rewrites a uniform sample as a busy shop would log it: nothing of a line comes twice.

The lines of an hour in random order, a title, a body and data of its own for each message, the keys
of 5 % of the lines in random order, and 5 % of lines by other programs. The funnel stays as it is.

    python3 Benchmarks/individual.py LOGS TARGET
"""

import gzip
import json
import random
import shutil
import zlib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from workload import copies, remade, rewrite_command, uniform

SHARE_SHUFFLED = 0.05
SHARE_FOREIGN = 0.05

WORDS = """your order courier is on the way today only new in size back again price of for you has
    been saved list shoes jacket lamp garden kitchen from until friday thanks see what others like
    reminder cart waiting last chance free shipping Größe für été señal 🛒 🎉""".split()


def sentence(chance, least, most):
    """Some words, which nobody else gets."""
    words = chance.choices(WORDS, k=chance.randint(least, most))
    return f"{' '.join(words)} {chance.randrange(10**6)}"


def with_own_text(value, chance):
    """The value with other titles, bodies and data."""
    if isinstance(value, list):
        return [with_own_text(one, chance) for one in value]
    if not isinstance(value, dict):
        return value
    changed = {name: with_own_text(part, chance) for name, part in value.items()}
    if "title" in changed:
        changed |= {"title": sentence(chance, 2, 5), "body": sentence(chance, 4, 16)}
    if "ref" in changed:
        changed |= {"order": f"{chance.getrandbits(64):016x}", "note": sentence(chance, 1, 6)}
    return changed


def shuffled(value, chance):
    """The value with the keys of every object in random order."""
    if isinstance(value, list):
        return [shuffled(one, chance) for one in value]
    if not isinstance(value, dict):
        return value
    names = list(value)
    chance.shuffle(names)
    return {name: shuffled(value[name], chance) for name in names}


def foreign(chance):
    """A line by another program that logs to the same place."""
    millis = 1_763_337_600_000 + chance.randrange(86_400_000)
    number = chance.getrandbits(48)
    return chance.choice([
        {"level": 30, "time": millis, "pid": chance.randrange(9999), "hostname": "api-7d9f",
         "req": {"id": number, "method": "POST", "url": f"/v1/orders/{number}",
                 "headers": {"user-agent": "okhttp/4.12.0", "accept": "*/*"}},
         "res": {"statusCode": 200}, "responseTime": chance.randrange(900),
         "msg": "request completed"},
        {"severity": "INFO", "timestamp": str(millis), "logger": "c.s.orders.OrderService",
         "thread": f"worker-{number % 64}", "message": sentence(chance, 4, 12),
         "mdc": {"trace_id": f"{number:032x}", "span_id": f"{number:016x}"}},
        {"remote_addr": f"10.0.{number % 256}.{number % 251}", "request_time": number % 997 / 1e3,
         "request": f"GET /health?n={number} HTTP/1.1", "status": "200",
         "http_user_agent": "kube-probe/1.29"},
        {"event": "cache.evict", "count": number % 100, "keys": [f"k{number + i}" for i in range(5)]},
    ])


def text(record):
    """One line."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


def rewritten(line):
    """One line as another message would be logged."""
    record = json.loads(line)
    # By the line itself, so that a repeated line stays a repetition.
    own = random.Random(zlib.crc32(line))
    record = with_own_text(record, own)
    return text(shuffled(record, own) if own.random() < SHARE_SHUFFLED else record)


def rewrite_file(source, target):
    """One hour."""
    chance = random.Random(str(Path(source).name) + Path(source).parent.name)
    with gzip.open(source) as lines:
        found = [rewritten(line) for line in lines]
    found += [text(foreign(chance)) for _ in range(round(len(found) * SHARE_FOREIGN))]
    chance.shuffle(found)
    with gzip.open(target, "wb", compresslevel=6) as out:
        out.writelines(line + b"\n" for line in found)


def rewrite(source, target):
    """All files of a folder of logs, and the truth about them."""
    with ProcessPoolExecutor() as pool:
        work = [pool.submit(rewrite_file, *pair) for pair in copies(source, target)]
        for one in work:
            one.result()
    shutil.copy(Path(source) / "truth.json", Path(target) / "truth.json")


def individual(binary, sends):
    """The rewritten sample."""
    return remade(uniform(binary, sends), "individual", __file__, rewrite)


if __name__ == "__main__":
    rewrite_command(
        __doc__, "a folder that `pushfunnel sample --uniform --dirty 0` wrote", rewrite)
