"""Lines over an axis as SVG: no script, no font of its own, the same in light and dark pages."""

from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 20, 84, 56
# Distinct for colour-blind readers, and readable on its own light background.
COLORS = ["#0b5394", "#d1620e", "#3d7f3d", "#7b4fa3"]
GROUND, INK, FAINT = "#ffffff", "#24292f", "#d8dee4"


def lines(title, across, up, series):
    """A chart. `across` and `up` are the axes' words; `series` has (x, y) by name."""
    points = [point for one in series.values() for point in one]
    xs, ys = _ticks(max(x for x, _ in points)), _ticks(max(y for _, y in points))

    def place(x, y):
        return (LEFT + x / xs[-1] * (WIDTH - LEFT - RIGHT),
                HEIGHT - BOTTOM - y / ys[-1] * (HEIGHT - TOP - BOTTOM))

    parts = [_text(LEFT, 28, title, size=16, weight="bold")]
    for y in ys:
        parts.append(_rule(place(0, y), place(xs[-1], y), FAINT))
        parts.append(_text(LEFT - 8, place(0, y)[1] + 4, f"{y:g}", "end"))
    for x in xs:
        parts.append(_rule(place(x, 0), (place(x, 0)[0], place(x, 0)[1] + 5), INK))
        parts.append(_text(place(x, 0)[0], HEIGHT - BOTTOM + 20, f"{x:g}", "middle"))
    parts.append(_rule(place(0, 0), place(xs[-1], 0), INK))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, across, "middle"))
    middle = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(_text(18, middle, up, "middle", f' transform="rotate(-90 18 {middle:g})"'))
    for number, (name, one) in enumerate(series.items()):
        color, left = COLORS[number % len(COLORS)], LEFT + 170 * number
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in one))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2" '
                     'stroke-linejoin="round"/>')
        parts.append(_rule((left, 54), (left + 22, 54), color, 3))
        parts.append(_text(left + 30, 58, name))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img" font-family="sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{GROUND}"/>', *parts, "</svg>", ""])


def _ticks(greatest):
    """Round numbers from 0 to the first that is not below the greatest value."""
    rough = greatest / 5
    power = 10 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return [round(step * number, 9) for number in range(ceil(greatest / step - 1e-9) + 1)]


def _rule(start, end, color, width=1):
    return (f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" '
            f'stroke="{color}" stroke-width="{width}"/>')


def _text(x, y, text, anchor="start", more="", size=13, weight="normal"):
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{INK}" '
            f'text-anchor="{anchor}"{more}>{escape(text)}</text>')
