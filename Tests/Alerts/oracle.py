"""Reads one question as JSON from standard input, answers with what reference.py makes of it.

Question: n[l][k], y[l][k][a], ev[l][t], kinds[t], platforms[l], campaigns[l], fitted[l] (campaigns
of which those that are sent seldom are one), kin[l] (leaves that differ in the campaign only),
one_offs[g], t0, t1, t2, floor, one_off_noise, segments[s][l] (1 inside), days, min_drop, ends
(hours after t1 - 24).
Answer: E, VP by leaf over t0..t2, dropped (leaf hours left out by the second fit), tau, sigma, and
scores[end][s] = [score, window, observed, expected, variance]; judged[end][s] = the same with the
factors of each campaign and window, and with the noise of wider segments where a segment has too
few windows; one_offs and completed: how many campaigns and segments these are.
"""
import json
import sys

import reference as ref


def robust(q):
    """Fits; leaves out the hours of a platform that are far off; fits once more; drifts."""
    def fit(mask):
        return ref.fit(q["n"], q["y"], q["ev"], q["fitted"], len(q["one_offs"]), q["kin"],
                       q["t0"], q["t1"], q["t2"], lambda t: q["kinds"][t], mask)

    expected, variance, kin_share = fit(None)
    t0, t1, leaves = q["t0"], q["t1"], range(len(q["n"]))
    mask = [[1.0] * t1 for _ in leaves]
    dropped = 0
    for platform in sorted(set(q["platforms"])):
        own = [l for l in leaves if q["platforms"][l] == platform]
        judged = []
        for t in range(t0, t1):
            e = sum(expected[l][t - t0] for l in own)
            if e > 10:
                judged.append((t, sum(q["ev"][l][t] for l in own) / e - 1))
        if not judged:
            continue
        ratios = sorted(r for _, r in judged)
        median = ratios[len(ratios) // 2]
        mad = 1.4826 * sorted(abs(r - median) for r in ratios)[len(ratios) // 2]
        for t, r in judged:
            if abs(r) > 4 * max(mad, 0.05):
                for l in own:
                    mask[l][t] = 0.0
                    dropped += 1
    if dropped:
        expected, variance, kin_share = fit(mask)
    regular = [group < len(q["one_offs"]) for group in q["fitted"]]
    expected, variance = ref.drift(expected, variance, q["ev"], regular, t0, t1, mask)
    return expected, variance, kin_share, dropped


def one_offs(q, expected, variance, kin_share):
    """How campaigns with too few sends were liked, and their platforms compared with the rest:
    (events, events of an average campaign, variance)."""
    t0, t1 = q["t0"], q["t1"]
    wholes, parts = [], []
    for group, is_one_off in enumerate(q["one_offs"]):
        by_platform = {}
        for l, g in enumerate(q["campaigns"]):
            if g == group and is_one_off:
                one = by_platform.setdefault(q["platforms"][l], [0, 0, 0])
                one[0] += sum(q["ev"][l][t0:t1])
                one[1] += kin_share[l] * sum(expected[l][:t1 - t0])
                one[2] += kin_share[l] * sum(variance[l][:t1 - t0])
        whole = [sum(column) for column in zip(*by_platform.values())]
        if not whole or whole[1] < 50:
            continue
        wholes.append(whole)
        for o, e, v in by_platform.values():
            ro, re, rv = whole[0] - o, whole[1] - e, whole[2] - v
            if e >= 50 and re >= 50 and ro >= 50:
                ratio = ro / re
                parts.append((o, e * ratio, v * ratio + e * e * rv * ratio / (re * re)))
    return wholes, parts


def measured(q, count):
    """Of each campaign, days and hours with sends; of one-offs, how many were measured, or once on
    each day."""
    hours = [set() for _ in q["one_offs"]]
    for sent, group in zip(q["n"], q["campaigns"]):
        hours[group] |= {t for t in range(q["t0"], q["t1"]) if sent[t] > 0}
    days = [len({t // 24 for t in h}) for h in hours]
    return [(min(q["days"], d), len(h)) if d >= 7 else (q["days"], count or int(q["days"]))
            for d, h in zip(days, hours)]


def wider(q, segment):
    """The segments whose noise one has with too few windows: its platform, then all."""
    platforms = {p for p, inside in zip(q["platforms"], segment) if inside}
    own = [[int(p in platforms) for p in q["platforms"]]] if len(platforms) == 1 else []
    return own + [[1 for _ in q["platforms"]]]


def main():
    q = json.load(sys.stdin)
    expected, variance, kin_share, dropped = robust(q)
    t0, t1, groups = q["t0"], q["t1"], len(q["one_offs"])
    training = t1 - t0
    wholes, parts = one_offs(q, expected, variance, kin_share)
    noise = q["one_off_noise"]
    mix = (ref.appeals(parts, noise["usual_mix"], noise["least_mix"])
           * ref.inflation(5 + len(parts)))
    mix = [mix if one else 0 for one in q["one_offs"]]
    is_known = len(wholes) >= 5
    known = ref.appeals(wholes, noise["usual"], noise["least"])
    floor = known if is_known else noise["unknown"]
    floors = [floor if one else q["floor"] for one in q["one_offs"]]
    defaults = [known if one and is_known else 0.5 for one in q["one_offs"]]
    count = 5 + len(wholes) if is_known else 0

    def calibrate(segments):
        return ref.calibrate(
            [row[:training] for row in expected], [row[t0:t1] for row in q["ev"]],
            [row[:training] for row in variance], segments, q["campaigns"], groups, floors,
            defaults, mix)

    tau, sigma, counts = calibrate(q["segments"])
    # Each of them is a segment itself.
    place_of = {tuple(segment): place for place, segment in enumerate(q["segments"])}
    completed, windows = [list(row) for row in sigma], [list(row) for row in counts]
    for place, segment in enumerate(q["segments"]):
        for other in (place_of[tuple(one)] for one in wider(q, segment)):
            for window, value in enumerate(completed[place]):
                if value is None and sigma[other][window] is not None:
                    completed[place][window] = sigma[other][window]
                    windows[place][window] = counts[other][window]
    plain, completed = ([[0.5 if one is None else one for one in row] for row in rows]
                        for rows in (sigma, completed))
    compared = ref.compare(
        [row[:training] for row in expected], [row[t0:t1] for row in q["ev"]],
        [row[:training] for row in variance], q["segments"], q["campaigns"], groups, tau, floors,
        mix)
    last = [row[training:] for row in expected], [row[training:] for row in variance]
    observed = [row[t1:q["t2"]] for row in q["ev"]]
    scores = [ref.score(last[0], observed, last[1], end, q["segments"], q["campaigns"], groups,
                        tau, plain, mix, ref.inflation(q["days"]), q["min_drop"])
              for end in q["ends"]]
    judged = [ref.judge(last[0], observed, last[1], end, q["segments"], q["campaigns"], groups,
                        tau, completed, mix, windows, measured(q, count), q["min_drop"], compared)
              for end in q["ends"]]
    json.dump(dict(E=expected, VP=variance, dropped=dropped, tau=tau, sigma=plain, scores=scores,
                   judged=judged, one_offs=len(wholes),
                   compared=sum(any(one[3]) for one in compared if one),
                   completed=sum(a != b for a, b in zip(plain, completed))),
              sys.stdout)


if __name__ == "__main__":
    main()
