import FCM
import Foundation
import NDJSON
import TestSupport
import Testing

/// A line with one part that may be a record is read without a search. It says the same.
@Suite("Records without a search")
struct LoneRecordTests {
    /// Who asks where records stand gets all of them by the search.
    private static func outcomes(_ line: String) -> [Result<Decoded, RecordError>] {
        [false, true].map { isSearched in
            let decoder = makeDecoder()
            decoder.tracksPlaces = isSearched
            return Result { () throws(RecordError) in try decode(Array(line.utf8), with: decoder) }
        }
    }

    private func expectSame(_ line: String) {
        let outcomes = Self.outcomes(line)
        #expect(outcomes[0] == outcomes[1], "\(line)")
    }

    /// Lines of all kinds; many are no records.
    private static let lines: [String] = {
        let random = RandomLog(seed: 7, messages: 12, isDirty: false).lines
        let clients = ClientObject.all.map {
            #"{"time":1763456401,"event":"opened","data":\#($0.json)}"#
        }
        let others = [
            #"{"errors":{"name":"projects/p/messages/0:1763456400118034%31bd1c9631bd1c96"}}"#,
            #"{"message":{"name":"projects/p/messages/0:1763456400118034%31bd1c9631bd1c96"}}"#,
            "sent projects/p/messages/0:1763456400118034%31bd1c9631bd1c96", "not opened {}", "{}",
            "[]",
        ]
        return random + clients + ClientObject.all.map(\.json) + others
    }()

    @Test("in what loggers and shippers put around lines", arguments: Wrapping.all)
    func wrapped(wrapping: Wrapping) {
        for line in Self.lines { expectSame(wrapping(line)) }
    }

    @Test("in two of them", arguments: 0..<100 as Range<UInt64>)
    func nested(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<20 {
            let wrapping = Wrapping.nested(random.pick(Wrapping.all), in: random.pick(Wrapping.all))
            expectSame(wrapping(random.pick(Self.lines)))
        }
    }

    @Test(
        "next to parts that may be records, too",
        arguments: [
            #""other":{"a":1}"#, #""other":"{\"a\":1}""#, #""other":[{"a":1}]"#,
            #""response":{"a":1}"#,
            #""message":"sent {\"a\":1}""#, #""error":{"code":404}"#, #""event":"opened""#,
            #""time":"2025-11-18T09:00:00Z""#, #""a":{"b":1},"c":[{"d":2}]"#,
            #""a":{"google.message_id":"0:1763456400118034%31bd1c9631bd1c96"}"#,
            #""request":{"x":{"y":1}}"#, #""part":null"#,
        ])
    func beside(member: String) {
        for line in Self.lines where line.hasPrefix("{") {
            for (before, after) in [(member + ",", ""), ("", "," + member)] {
                expectSame(#"{\#(before)"part":\#(line)\#(after)}"#)
                expectSame(#"{\#(before)"errors":\#(line)\#(after)}"#)
            }
        }
    }

    /// What was read before decides how a line is read, and not what it says.
    @Test("by a decoder that has read others", arguments: 0..<60 as Range<UInt64>)
    func shared(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let wrappings = (0..<2).map { _ in random.pick(Wrapping.inObject) }
        let decoder = makeDecoder()
        var values = DecodedValues()
        for _ in 0..<40 {
            let deep =
                String(repeating: #"{"a":"#, count: 254) + "1" + String(repeating: "}", count: 254)
            let line = random.once(in: 10) ? deep : random.pick(Self.lines)
            let wrapped = random.once(in: 5) ? line : random.pick(wrappings)(line)
            let cut = random.once(in: 10) ? String(wrapped.dropLast(random.below(20))) : wrapped
            let read = values.decode(Array(cut.utf8), with: decoder)
            #expect(read == Self.outcomes(cut)[1], "\(cut)")
        }
    }

    @Test("behind and before text")
    func text() {
        for line in Self.lines {
            for around in [
                ("[1] ", ""), ("[\"a\"] ", ""), ("a ", " {}"), ("\"a\" ", ""), ("[", "]"),
                ("a ", " [1]"),
                ("tapped ", ""), ("not tapped ", ""), ("", " {\"a\":{}}"), ("{\"a\":1} ", ""),
            ] {
                expectSame(around.0 + line + around.1)
            }
        }
    }
}
