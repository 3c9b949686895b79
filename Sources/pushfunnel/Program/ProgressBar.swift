import Foundation
import Reporting

/// A line of standard error that is updated in place.
final class StatusLine {
    private var isVisible = false

    func draw(_ text: String) {
        Terminal.redraw(text)
        isVisible = true
    }

    func clear() {
        if isVisible { Terminal.redraw("") }
        isVisible = false
    }
}

/// A status line with share done, rate and time left.
final class ProgressBar {
    private let total: Int64
    private let unit: String
    private let started = ProgressBar.now
    private var drawn: Double = 0
    private let line = StatusLine()
    private static let width = 30

    /// - Parameters:
    ///   - total: bytes, or other steps
    ///   - unit: the name of the items in the rate
    init(total: Int64, unit: String) {
        self.total = total
        self.unit = unit
    }

    private static var now: Double { ProcessInfo.processInfo.systemUptime }

    /// Draws at most ten times a second.
    func update(done: Int64, count: Int64, label: String) {
        guard Terminal.canRedraw, ProgressBar.now - drawn > 0.1 else { return }
        drawn = ProgressBar.now
        let share = total > 0 ? min(1, Double(done) / Double(total)) : 0
        let full = Int(share * Double(ProgressBar.width))
        let bar =
            String(repeating: "█", count: full)
            + String(repeating: "░", count: ProgressBar.width - full)
        let elapsed = max(0.001, drawn - started)
        let left = share > 0.01 ? Int(elapsed / share * (1 - share)) : nil
        let rate = Int64(Double(count) / elapsed)
        line.draw(
            "\(bar) \(Int(share * 100)) %  \(grouped(rate)) \(unit)/s"
                + (left.map { "  \($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60) left" } ?? "")
                + "  \(label.suffix(40))")
    }

    func clear() { line.clear() }
}

/// `12,345`
func grouped(_ number: Int64) -> String { NumberWords.grouped(number) }
