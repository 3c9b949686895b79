import FCM
import NDJSON
import TestSupport
import Testing

/// A decoder keeps memory and profiles for the lines to come.
@Suite("One decoder for many lines")
struct ReuseTests {
    /// A decoder, and all that it has made.
    private final class Reader {
        private let decoder = RecordDecoder(
            keys: HashKeys(identity: hashKey, target: hashKey), latest: latest)
        private var values = DecodedValues()

        func decode(_ line: String) -> Result<Decoded, RecordError> {
            values.decode(Array(line.utf8), with: decoder)
        }
    }

    @Test(
        "every line of a random log is read as a new decoder reads it",
        arguments: 1...6 as ClosedRange<UInt64>)
    func randomLogs(seed: UInt64) throws {
        let text = String(decoding: RandomLog(seed: seed, messages: 60).bytes, as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        let shared = Reader()
        for line in lines + lines.reversed() {
            #expect(shared.decode(line) == Reader().decode(line))
        }
    }

    @Test("sends that differ in one field stay distinct")
    func nearMisses() throws {
        let fields = [
            #""platform":"ios","#, #""campaign":"c","#, #""campaign":"d","#,
            #""message":{"token":"t"},"#, #""message":{"fid":"t"},"#, #""message":{"topic":"t"},"#,
            #""message":{"topic":"u"},"#, #""message":{"condition":"t"},"#,
            #""topic":"t","#, #""topic":"u","#, #""topic":"t","notification":{},"#,
            #""message":{"notification":{"title":"T"}},"#, #""message":{"notification":{}},"#,
            #""message":{"notification":{"body":""}},"#, #""message":{"data":{"k":"v"}},"#,
            #""message":{"data":{}},"#, #""message":{"android":{}},"#, #""message":{"apns":{}},"#,
            #""message":{"apns":{"payload":{"aps":{"alert":""}}}},"#,
            #""message":{"apns":{"payload":{"aps":{"alert":{}}}}},"#,
            #""message":{"notification":{"image":"https://a.b/c.png"}},"#,
            #""message":{"notification":{"image":"https://a.b/c.gif"}},"#,
            #""message":{"android":{"notification":{"image":"https://a.b/c.png"}}},"#,
            #""message":{"fcm_options":{"analytics_label":"l"}},"#,
            #""message":{"android":{"fcm_options":{"analytics_label":"l"}}},"#,
        ]
        let shared = Reader()
        for field in fields {
            for id in [ID.android, ID.apple, ID.web, ID.topic] {
                let line = #"{"ts":1795165201,\#(field)"response":{"name":"\#(id)"}}"#
                #expect(shared.decode(line) == Reader().decode(line))
            }
        }
    }

    @Test("a decoder that set a line aside reads the next one as if nothing had been")
    func afterReject() throws {
        let lines = [
            #"{"ts":1795165201,"message":{"topic":"x","fcm_options":{"analytics_label":"l"}},"#,
            #"{"ts":1795165201,"message":{"token":"t"},"response":{"name":"1795165200298771"}}"#,
        ]
        let shared = Reader()
        for line in lines {
            #expect(shared.decode(line) == Reader().decode(line))
        }
    }
}
