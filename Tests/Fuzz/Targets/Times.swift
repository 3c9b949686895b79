import FCM
import NDJSON

/// A time is read as by a plain reader, as text and as a number; a key of a message ID gives the
/// ID back, and two are equal when their IDs are.
///
/// The lines of the input are the texts.
func fuzzTimes(_ bytes: [UInt8]) throws {
    let texts = bytes.prefix(1024).split(separator: 0x0a).prefix(8).map {
        String(decoding: $0, as: UTF8.self)
    }
    for text in texts {
        try expectEqual(
            Timestamp(text)?.microseconds, PlainTime.microseconds(text), "time '\(text)'")
        guard let time = Timestamp(text) else { continue }
        // Years of four digits are what can be written.
        guard time >= firstYear, time < lastYear else { continue }
        try expectEqual(
            Timestamp(time.text)?.milliseconds, time.milliseconds, "'\(time.text)' read back")
    }
    try expectKeys(texts)
}

private let firstYear = Timestamp(milliseconds: -62_135_596_800_000)
private let lastYear = Timestamp(milliseconds: 253_402_300_800_000)

private func expectKeys(_ texts: [String]) throws {
    var known: [MessageKey: [UInt8]] = [:]
    for text in texts {
        let id = PlainTime.withoutName(Array(text.utf8))
        guard let key = MessageKey(id: text, hashKey: ToldLines.hashKey) else {
            let isID =
                (1...MessageKey.maximumLength).contains(id.count)
                && id.allSatisfy { $0 > 0x20 && $0 != 0x7f }
            try expect(!isID, "'\(text)' has no key")
            continue
        }
        if let written = key.messageID {
            try expectEqual(Array(written.utf8), id, "the ID of a key")
        }
        try expectEqual(known.updateValue(id, forKey: key) ?? id, id, "two IDs of one key")
        let again = MessageKey(
            id: "projects/p/messages/" + String(decoding: id, as: UTF8.self),
            hashKey: ToldLines.hashKey)
        if !id.starts(with: "projects/".utf8) {
            try expectEqual(again, key, "the key of a full name")
        }
    }
}
