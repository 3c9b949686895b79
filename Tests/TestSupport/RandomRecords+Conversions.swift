/// Conversions: several of one message, some in one millisecond, with values that sums of binary
/// fractions get wrong, and with values that are none.
extension RandomRecords {
    mutating func addConversion(of subject: Subject) {
        let hours = Int64(chance.pick([-1, 0, 0, 2, 2, 2, 100, 167, 168, 169]))
        let time = subject.time + hours * RandomLog.hour + 1000 * Int64(chance.below(2))
        let word = chance.pick([
            "converted", "converted", "purchased", "Push Notification Conversion",
        ])
        var record: [(String, RandomJSON)] = [
            (chance.pick(["ts", "time"]), .time(time)), ("event", .text(word)),
        ]
        let id = RandomJSON.messageID(subject.id)
        if chance.once(in: 2) {
            record.append(("messageId", id))
        } else {
            let message: RandomJSON = [
                "messageId": id, "from": "123456789012", "data": ["k": "v"],
            ]
            record.append(("message", message))
        }
        if !chance.once(in: 4) { record.append(("value", value())) }
        if !chance.once(in: 4) { record.append(("currency", currency())) }
        add(.object(record))
    }

    private mutating func value() -> RandomJSON {
        if chance.once(in: 12) {
            return .text(chance.pick(["12,50", "1000000000", "999999999.9999995", ".5", "1."]))
        }
        let number = chance.pick([
            "0.1", "0.2", "0.3", "12.50", "1e2", "1.5E-3", "0.0000005", "-3.25", "1980", "0",
            "999999999.999999",
        ])
        return chance.once(in: 2) ? .raw(number) : .text(number)
    }

    private mutating func currency() -> RandomJSON {
        chance.once(in: 12) ? "EURO" : .text(chance.pick(["EUR", "EUR", "usd", "JPY"]))
    }
}
