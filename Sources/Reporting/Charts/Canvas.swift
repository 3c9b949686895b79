/// A drawing that grows downwards, in units that are about a pixel of a screen.
///
/// Marks say what they are by classes; `reports/_style.html.mustache` says how these look.
struct Canvas {
    /// The screens that there is a drawing for.
    enum Layout: String {
        case wide
        case narrow
        /// As narrow, beside other things on every screen.
        case small
    }

    enum Anchor: String {
        case start
        case middle
        case end
    }

    var layout: Layout
    /// What a drawing of its own form asks for, in place of the width of its layout.
    private let ownWidth: Double?
    /// Grows with what is drawn.
    private(set) var height = 0.0
    private(set) var marks: [String] = []

    init(_ layout: Layout, width: Double? = nil) {
        self.layout = layout
        ownWidth = width
    }

    var isNarrow: Bool { layout != .wide }
    var width: Double { ownWidth ?? (isNarrow ? 360 : 800) }

    /// Makes room for what ends at `bottom`.
    mutating func extend(to bottom: Double) { height = max(height, bottom) }

    // MARK: Marks

    mutating func rect(
        x: Double, y: Double, width: Double, height: Double, _ style: String, radius: Double = 0
    ) {
        let round = radius > 0 ? #" rx="\#(number(radius))""# : ""
        marks.append(
            #"<rect class="\#(style)" x="\#(number(x))" y="\#(number(y))" "#
                + #"width="\#(number(width))" height="\#(number(height))"\#(round)/>"#)
        extend(to: y + height)
    }

    mutating func line(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ style: String
    ) {
        marks.append(
            #"<line class="\#(style)" x1="\#(number(start.x))" y1="\#(number(start.y))" "#
                + #"x2="\#(number(end.x))" y2="\#(number(end.y))"/>"#)
        extend(to: max(start.y, end.y))
    }

    mutating func circle(x: Double, y: Double, radius: Double, _ style: String) {
        marks.append(
            #"<circle class="\#(style)" cx="\#(number(x))" cy="\#(number(y))" "#
                + #"r="\#(number(radius))"/>"#)
        extend(to: y + radius)
    }

    /// Runs of points, each a polyline of its own.
    mutating func lines(_ runs: [[(x: Double, y: Double)]], _ style: String) {
        path(runs.map { path(through: $0) }.joined(), style)
    }

    /// Closed outlines in one mark.
    mutating func areas(_ outlines: [[(x: Double, y: Double)]], _ style: String) {
        path(outlines.filter { !$0.isEmpty }.map { path(through: $0) + "Z" }.joined(), style)
    }

    /// The areas between a lower and an upper value along runs of points.
    mutating func bands(_ runs: [[(x: Double, low: Double, high: Double)]]) {
        areas(
            runs.map { run in
                run.map { ($0.x, $0.high) } + run.reversed().map { ($0.x, $0.low) }
            }, "band")
    }

    private mutating func path(_ steps: String, _ style: String) {
        guard !steps.isEmpty else { return }
        marks.append(#"<path class="\#(style)" d="\#(steps)"/>"#)
    }

    private func path(through points: [(x: Double, y: Double)]) -> String {
        var text = ""
        for (index, point) in points.enumerated() {
            text += "\(index == 0 ? "M" : "L")\(number(point.x)) \(number(point.y))"
        }
        return text
    }

    /// One line of text on the base line `y`; it must fit, see `ChartText.fitted`.
    mutating func text(
        _ text: String, x: Double, y: Double, _ style: String = "", anchor: Anchor = .start
    ) {
        let look = style.isEmpty ? "" : #" class="\#(style)""#
        let place = anchor == .start ? "" : #" text-anchor="\#(anchor.rawValue)""#
        marks.append(
            #"<text\#(look) x="\#(number(x))" y="\#(number(y))"\#(place)>"#
                + HTMLText.escaped(text) + "</text>")
        extend(to: y + 4)
    }

    /// Sentences below the drawing, broken into lines.
    mutating func caption(_ text: String) {
        for line in ChartText.lines(text, width: width, size: ChartText.small) {
            self.text(line, x: 0, y: height + 16, "small muted")
        }
    }

    private func number(_ value: Double) -> String { ChartNumber.coordinate(value) }

    // MARK: The whole

    /// Without words, for what stands beside its figure.
    func plain(height: Double) -> String {
        """
        <svg class="spark" viewBox="0 0 \(number(width)) \(number(height))" \
        width="\(number(width))" height="\(number(height))" aria-hidden="true">\
        \(marks.joined())</svg>
        """
    }

    func svg(title: String, summary: String, id: String) -> String {
        let id = "\(HTMLText.identifier(id))-\(layout.rawValue)"
        return """
            <svg class="chart \(layout.rawValue)" viewBox="0 0 \(number(width)) \
            \(number(height))" width="100%" role="img" \
            aria-labelledby="\(id)-title \(id)-desc" font-size="\(number(ChartText.size))">
            <title id="\(id)-title">\(HTMLText.escaped(title))</title>
            <desc id="\(id)-desc">\(HTMLText.escaped(summary))</desc>
            \(marks.joined(separator: "\n"))
            </svg>
            """
    }
}

// MARK: - A key

extension Canvas {
    /// One entry of the key above a chart.
    struct KeyEntry {
        var name: String
        /// What stands after the name, muted.
        var note: String
        var style: String
        var isLine = false
    }

    /// Entries from left to right, in as many lines as they need.
    mutating func key(_ entries: [KeyEntry]) {
        let swatch = 16.0
        let gap = 18.0
        var x = 0.0
        var y = height + 13
        for entry in entries {
            let name = ChartText.width(entry.name, bold: true)
            let note = ChartText.width(entry.note)
            let width = swatch + name + 5 + note
            if x > 0, x + width > self.width {
                x = 0
                y += 19
            }
            if entry.isLine {
                line(from: (x, y - 4), to: (x + 12, y - 4), "line \(entry.style)")
            } else {
                rect(x: x, y: y - 9, width: 10, height: 10, "fill \(entry.style)", radius: 2)
            }
            text(entry.name, x: x + swatch, y: y, "strong")
            text(entry.note, x: x + swatch + name + 5, y: y, "muted")
            x += width + gap
        }
        extend(to: y + 10)
    }
}
