/// A JSON value to write, in one of its many spellings.
indirect enum RandomJSON {
    case object([(String, RandomJSON)])
    case array([RandomJSON])
    case text(String)
    /// As it stands: a number, `true`, `null`.
    case raw(String)
    /// Microseconds since 1970.
    case time(Int64)
    /// A message ID: as text, as a number, or with its `projects/…/messages/`.
    case messageID(String)

    /// The value's text; other order of keys, other escapes and times in each call, unless `plain`.
    func text(_ random: inout SeededRandom, plain: Bool) -> String {
        switch self {
        case .object(var members):
            if !plain, random.once(in: 3) { members.shuffle(using: &random) }
            let space = !plain && random.once(in: 6) ? " " : ""
            let written = members.map { key, value in
                Self.quoted(key, &random, plain: plain) + space + ":" + space
                    + value.text(&random, plain: plain)
            }
            return "{" + space + written.joined(separator: "," + space) + "}"
        case .array(let values):
            let written = values.map { $0.text(&random, plain: plain) }
            return "[" + written.joined(separator: ",") + "]"
        case .text(let text):
            return Self.quoted(text, &random, plain: plain)
        case .raw(let text):
            return text
        case .time(let microseconds):
            return Self.time(microseconds, &random, plain: plain)
        case .messageID(let id):
            if plain { return Self.quoted(id, &random, plain: true) }
            let isNumber =
                id.utf8.allSatisfy { (0x30...0x39).contains($0) } && !id.hasPrefix("0")
                && Int64(id) != nil
            switch random.below(4) {
            case 0 where isNumber: return id
            case 1: return Self.quoted("projects/demo/messages/" + id, &random, plain: plain)
            case 2:
                return Self.quoted("projects/123456789012/messages/" + id, &random, plain: plain)
            default: return Self.quoted(id, &random, plain: plain)
            }
        }
    }

    private static func quoted(
        _ text: String, _ random: inout SeededRandom, plain: Bool
    ) -> String {
        let escapes = !plain && random.once(in: 12)
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "/" where escapes: quoted += "\\/"
            case _ where escapes && random.once(in: 3):
                for unit in String(scalar).utf16 { quoted += "\\u" + hex(unit, width: 4) }
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func hex(_ number: UInt16, width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func time(
        _ microseconds: Int64, _ random: inout SeededRandom, plain: Bool
    ) -> String {
        switch plain ? 0 : random.below(10) {
        case 0, 1, 2: return "\"" + civil(microseconds, "T") + "Z\""
        case 3: return "\"" + civil(microseconds + 7_200_000_000, "T") + "+02:00\""
        case 4: return "\"" + civil(microseconds - 19_800_000_000, "t") + "-05:30\""
        case 5: return "\"" + civil(microseconds, " ") + " UTC\""
        case 6 where microseconds % 1_000_000 == 0: return "\(microseconds / 1_000_000)"
        case 7 where microseconds % 1000 == 0: return "\(microseconds / 1000)"
        case 8: return "\"\(microseconds)\""
        default: return "\(microseconds)"
        }
    }

    /// Date and time in November 2026, with as many digits of a fraction as it takes.
    private static func civil(_ microseconds: Int64, _ separator: String) -> String {
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let inMonth = microseconds - RandomLog.firstOfNovember
        let seconds = inMonth / 1_000_000
        var text = "2026-11-" + two(seconds / 86_400 + 1) + separator
        text += two(seconds / 3600 % 24) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60)
        let fraction = inMonth % 1_000_000
        if fraction == 0 { return text }
        var digits = String(String(fraction + 1_000_000).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return text + "." + digits
    }
}

extension RandomJSON: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self = .text(text) }
}

extension RandomJSON: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral members: (String, RandomJSON)...) { self = .object(members) }
}
