/// Writes the records of a random log, message by message.
struct RandomRecords {
    var random: SeededRandom
    /// Of conversions: without them, all other records are the same.
    var chance: SeededRandom
    private(set) var records: [RandomJSON] = []

    static let campaigns = [
        "sale_nov", "news_am", "welcome", "50%_off", "żółw ✓", "a \"quoted\" one", "😀 smile",
        "back\\slash",
    ]
    static let tokens = ["tokA", "tokB", "tokC", "tokD", "tokE:APA91b"]
    static let images = [
        "https://cdn.example/a.png", "https://cdn.example/b.jpg?w=1.5", "http://cdn.example/a.png",
        "https://cdn.example/anim.gif", "https://cdn.example/clip.mp4",
        "https://cdn.example/x.webp",
        "https://cdn.example/logo.svg", "https://foo.bar.pizza-monster.png",
        "https://cdn.example/v1.2/pic", "cdn.example/a.png", "https:///a.png",
        "https://cdn.example:8443/żółw.JPEG#x.svg", "",
    ]

    /// One message: its ID, and what all records of it agree on.
    struct Subject {
        enum Shape { case android, apple, web, other }
        var id: String
        var shape: Shape
        var group: Int
        var time: Int64
        var isDisplay: Bool
        var isForAnalyticsOnly: Bool
    }

    init(random: SeededRandom) {
        self.random = random
        chance = random
    }

    mutating func add(_ record: RandomJSON) { records.append(record) }

    mutating func write(messages: Int) {
        var subjects: [Subject] = []
        for _ in 0..<messages {
            let subject = subject(after: subjects.last)
            subjects.append(subject)
            for _ in 0..<random.pick([0, 1, 1, 1, 1, 2, 2, 3]) { addSend(of: subject) }
            if random.once(in: 5) { addAccepted(subject) }
            for _ in 0..<random.pick([0, 0, 1, 1, 2, 3, 5]) { addEvent(of: subject) }
            for _ in 0..<chance.pick([0, 0, 0, 1, 1, 3]) { addConversion(of: subject) }
        }
        for _ in 0..<max(1, messages / 6) {
            addBatch(of: subjects)
            addFailure()
            addFailure()
            addTopicSend()
            addValidation()
            addComposerOrphan()
            addAnalyticsRow()
            addExportRow()
        }
    }

    // MARK: - Times and IDs

    /// A time in one of a few hours: on the second, on the millisecond, rarely between.
    mutating func time() -> Int64 {
        let day = Int64(random.pick([9, 9, 11, 14, 15])) * 24 * RandomLog.hour
        let hour = Int64(random.pick([0, 9, 9, 22])) * RandomLog.hour
        let second = Int64(random.pick([0, 0, 1, 1799, 3599])) * 1_000_000
        let fraction = Int64(random.pick([0, 0, 0, 120_000, 999_000, 5_125]))
        return RandomLog.firstOfNovember + day + hour + second + fraction
    }

    private mutating func subject(after last: Subject?) -> Subject {
        let shape: Subject.Shape = random.pick([
            .android, .android, .android, .apple, .apple, .web, .web, .other,
        ])
        // Now and then the microsecond of the message before: only the rest of the ID differs.
        var time = time()
        if let last, random.once(in: 3) { time = last.time }
        let accepted = time + 1000 * Int64(random.below(3))
        let id =
            switch shape {
            case .android: "0:\(accepted)%" + random.pick(["31bd1c9631bd1c96", "db201482db201482"])
            case .apple: "\(accepted)"
            case .web: uuid(version: "4")
            case .other: otherID(accepted)
            }
        // What two records of one message must not contradict each other in hangs on its ID.
        let sum = id.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
        return Subject(
            id: id, shape: shape, group: sum % 6, time: time,
            isDisplay: sum % 3 != 0, isForAnalyticsOnly: sum % 11 == 0)
    }

    private mutating func uuid(version: String) -> String {
        func hex(_ count: Int) -> String {
            (0..<count).map { _ in String(random.below(16), radix: 16) }.joined()
        }
        let variant = random.pick(["8", "9", "a", "b"])
        return [hex(8), hex(4), version + hex(3), variant + hex(3), hex(12)].joined(separator: "-")
    }

    /// IDs of no known shape, or almost of one.
    private mutating func otherID(_ accepted: Int64) -> String {
        switch random.below(10) {
        case 0: uuid(version: "4").uppercased()
        case 1: uuid(version: "1")
        case 2: "0:\(accepted)%31BD1C9631BD1C96"
        case 3: "0:\(accepted)%31bd1c96"
        case 4: "25553077081172873\(10 + random.below(80))"
        case 5: random.pick(["m1", "m2", "m3"])
        case 6: random.pick(["100%25", "%31bd1c9631bd1c96", "50%", "a/b", "wiadomość-✓"])
        case 7: "\(accepted / 1000)"
        case 8: "0\(accepted)"
        default: random.pick(["0:1%1", "18446744073709551616", "{\"a\"}", "0"])
        }
    }

    /// A later or earlier time, often at an edge.
    mutating func offset() -> Int64 {
        let window = 72 * RandomLog.hour
        return random.pick([
            -RandomLog.hour, -1_000_000, 0, 1_000_000, 30_000_000, 600_000_000,
            5 * RandomLog.hour, 26 * RandomLog.hour, window, window + 1000, window + 1_000_000,
            window - 1000, 80 * RandomLog.hour,
        ])
    }

    /// The key that a record's time stands under.
    mutating func timeKey() -> String {
        random.pick(["ts", "ts", "time", "timestamp", "@timestamp", "sent_at"])
    }
}
