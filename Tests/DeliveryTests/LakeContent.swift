import Delivery
import Foundation
import NDJSON

/// A lake as another engine sees it: lines of JSON, merged member by member.
///
/// Written from the description in `StateLines` alone: it shares nothing with the merge in Swift.
struct LakeContent: Equatable {
    enum Value: Equatable, Decodable {
        case number(Int64)
        case text(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Int64.self) {
                self = .number(number)
            } else {
                self = .text(try value.decode(String.self))
            }
        }

        var number: Int64? { if case .number(let number) = self { number } else { nil } }
        var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    typealias Line = [String: Value]

    struct Key: Hashable {
        var k: Int64
        var tail: Int64
    }

    private(set) var states: [Key: Line] = [:]
    private(set) var minutes: [String: [Int64]] = [:]
    /// Reasons by the hash of the line.
    private(set) var rejects: [Int64: String] = [:]

    init(_ lake: String) throws {
        for day in try LakeContent.names(lake + "/states") {
            for line in try LakeContent.lines(in: "\(lake)/states/\(day)") { merge(line) }
        }
        for line in try LakeContent.lines(in: lake + "/minutes") {
            let bits = ["sends", "events"].map { line[$0]?.number ?? 0 }
            let hour = line["hour"]?.text ?? ""
            minutes[hour] = zip(minutes[hour] ?? [0, 0], bits).map { $0 | $1 }
        }
        for line in try LakeContent.lines(in: lake + "/rejects") {
            if let hash = line["line_hash"]?.number { rejects[hash] = line["reason"]?.text }
        }
    }

    /// States alone.
    init(lines: [Line]) {
        for line in lines { merge(line) }
    }

    private static let united: Set = ["facts", "observed_platforms"]
    private static let largest: Set = ["collapsible", "priority_lowered"]
    private static let error = ["error_code", "error_apns_reason", "error_http_status"]
    private static let conversion = [
        "converted_ms", "conversion_millionths", "conversion_currency",
    ]

    private mutating func merge(_ line: Line) {
        let key = Key(k: line["k"]?.number ?? 0, tail: line["tail"]?.number ?? 0)
        let known = states[key] ?? [:]
        var merged = known.merging(line) { mine, _ in mine }
        let together = LakeContent.error + LakeContent.conversion
        for (name, value) in line where !together.contains(name) {
            guard let other = known[name] else { continue }
            merged[name] = LakeContent.merged(name, value, other)
        }
        LakeContent.mergeSendTime(known, line, into: &merged)
        let errors = [known, line].filter { $0["error_code"] != nil }
        if let least = errors.min(by: LakeContent.isLess) {
            for name in LakeContent.error { merged[name] = least[name] }
        }
        let conversions = [known, line].filter { $0["converted_ms"] != nil }
        if let least = conversions.min(by: LakeContent.isEarlier) {
            for name in LakeContent.conversion { merged[name] = least[name] }
        }
        states[key] = merged
    }

    /// Of one moment the one of the least value; no value, and no currency, are the least.
    private static func isEarlier(_ a: Line, _ b: Line) -> Bool {
        func order(_ line: Line) -> (Int64, Int64, String) {
            (
                line["converted_ms"]?.number ?? .max,
                line["conversion_millionths"]?.number ?? .min,
                line["conversion_currency"]?.text ?? ""
            )
        }
        return order(a) < order(b)
    }

    /// Bit 17 of the facts: the time is that of the ID, and gives way to one of a log.
    private static func mergeSendTime(_ a: Line, _ b: Line, into merged: inout Line) {
        let times = [a, b].compactMap { line in
            line["sent_ms"]?.number.map { ((line["facts"]?.number ?? 0) & 1 << 17, $0) }
        }
        guard let (bit, time) = times.min(by: <) else { return }
        merged["sent_ms"] = .number(time)
        merged["facts"] = .number((merged["facts"]?.number ?? 0) & ~(1 << 17) | bit)
    }

    private static func merged(_ name: String, _ a: Value, _ b: Value) -> Value {
        switch (a, b) {
        case (.number(let a), .number(let b)) where united.contains(name): .number(a | b)
        case (.number(let a), .number(let b)) where largest.contains(name): .number(max(a, b))
        case (.number(let a), .number(let b)): .number(min(a, b))
        case (.text(let a), .text(let b)):
            .text(a.utf8.lexicographicallyPrecedes(b.utf8) ? a : b)
        default: a
        }
    }

    private static func isLess(_ a: Line, _ b: Line) -> Bool {
        func rank(_ line: Line) -> ([UInt8], [UInt8], Int64) {
            (
                Array((line["error_code"]?.text ?? "").utf8),
                Array((line["error_apns_reason"]?.text ?? "").utf8),
                line["error_http_status"]?.number ?? 0
            )
        }
        let (x, y) = (rank(a), rank(b))
        if x.0 != y.0 { return x.0.lexicographicallyPrecedes(y.0) }
        if x.1 != y.1 { return x.1.lexicographicallyPrecedes(y.1) }
        return x.2 < y.2
    }

    // MARK: Files

    static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    static func lines(in folder: String) throws -> [Line] {
        try names(folder).flatMap { try lines(of: "\(folder)/\($0)") }
    }

    static func lines(of file: String) throws -> [Line] {
        let reader = try LineReader(ByteSource(path: file), from: .start, engine: .best)
        var lines: [Line] = []
        while let line = reader.next() {
            lines.append(try JSONDecoder().decode(Line.self, from: Data(line.bytes)))
        }
        return lines
    }

    /// Every file of a lake with its bytes.
    static func files(_ lake: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in FileManager.default.subpaths(atPath: lake) ?? [] {
            files[name] = FileManager.default.contents(atPath: "\(lake)/\(name)")
        }
        return files
    }
}
