import ArgumentParser
import Delivery

/// The number of rejected lines from which a run fails: a count, or a share of the lines that look
/// like pushes.
enum RejectLimit: ExpressibleByArgument {
    case count(Int64)
    case percent(Double)

    init?(argument: String) {
        if argument.hasSuffix("%") {
            guard let percent = Double(argument.dropLast()), 0...100 ~= percent else { return nil }
            self = .percent(percent)
        } else {
            guard let count = Int64(argument), count >= 0 else { return nil }
            self = .count(count)
        }
    }

    func isExceeded(by counts: LineCounts) -> Bool {
        switch self {
        case .count(let count): counts.unreadable > count
        case .percent(let percent):
            Double(counts.unreadable) * 100 > percent * Double(counts.pushes)
        }
    }

    var text: String {
        switch self {
        case .count(let count): grouped(count)
        case .percent(let percent):
            percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%"
        }
    }
}
