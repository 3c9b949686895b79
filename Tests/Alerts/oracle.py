"""Reads one question as JSON from standard input, answers with what reference.py makes of it.

Question: n[l][k], y[l][k][a], ev[l][t], kinds[t], platforms[l], campaigns[l], fitted[l] (campaigns
of which those that are sent seldom are one), t0, t1, t2, floors[g], segments[s][l] (1 inside),
days, min_drop, ends (hours after t1 - 24).
Answer: E, VP by leaf over t0..t2, dropped (leaf hours left out by the second fit), tau, sigma, and
scores[end][s] = [score, window, observed, expected, variance]; judged[end][s] = the same with the
factors of each campaign and window.
"""
import json
import sys

import reference as ref


def robust(q):
    """Fits; leaves out the hours of a platform that are far off; fits once more."""
    def fit(mask):
        return ref.fit(q["n"], q["y"], q["ev"], q["fitted"], q["t0"], q["t1"], q["t2"],
                       lambda t: q["kinds"][t], mask)

    expected, variance = fit(None)
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
        expected, variance = fit(mask)
    return expected, variance, dropped


def measured(q):
    """Of each campaign, days and hours with sends; once on each day where it has fewer than
    seven."""
    hours = [set() for _ in q["floors"]]
    for sent, group in zip(q["n"], q["campaigns"]):
        hours[group] |= {t for t in range(q["t0"], q["t1"]) if sent[t] > 0}
    days = [len({t // 24 for t in h}) for h in hours]
    return [(min(q["days"], d), len(h)) if d >= 7 else (q["days"], int(q["days"]))
            for d, h in zip(days, hours)]


def main():
    q = json.load(sys.stdin)
    expected, variance, dropped = robust(q)
    t0, t1, groups = q["t0"], q["t1"], len(q["floors"])
    training = t1 - t0
    tau, sigma, counts = ref.calibrate(
        [row[:training] for row in expected], [row[t0:t1] for row in q["ev"]],
        [row[:training] for row in variance], q["segments"], q["campaigns"], groups, q["floors"])
    last = [row[training:] for row in expected], [row[training:] for row in variance]
    observed = [row[t1:q["t2"]] for row in q["ev"]]
    scores = [ref.score(last[0], observed, last[1], end, q["segments"], q["campaigns"], groups,
                        tau, sigma, ref.inflation(q["days"]), q["min_drop"])
              for end in q["ends"]]
    judged = [ref.judge(last[0], observed, last[1], end, q["segments"], q["campaigns"], groups,
                        tau, sigma, counts, measured(q), q["min_drop"])
              for end in q["ends"]]
    json.dump(dict(E=expected, VP=variance, dropped=dropped, tau=tau, sigma=sigma, scores=scores,
                   judged=judged),
              sys.stdout)


if __name__ == "__main__":
    main()
