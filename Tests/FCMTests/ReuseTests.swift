import FCM
import NDJSON
import TestSupport
import Testing

/// A decoder keeps memory and profiles for the lines to come.
@Suite("One decoder for many lines")
struct ReuseTests {
    private func decode(_ line: String, with decoder: RecordDecoder) -> Result<Record, RecordError>
    {
        let bytes = Array(line.utf8) + Array(repeating: 0, count: FieldReader.padding)
        return bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(RecordError) in
                try decoder.decode(UnsafeBufferPointer(rebasing: buffer[..<line.utf8.count]))
            }
        }
    }

    private func decoder() -> RecordDecoder { RecordDecoder(hashKey: hashKey, latest: latest) }

    @Test(
        "every line of a random log is read as a new decoder reads it",
        arguments: 1...6 as ClosedRange<UInt64>)
    func randomLogs(seed: UInt64) throws {
        let text = String(decoding: RandomLog(seed: seed, messages: 60).bytes, as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        let shared = decoder()
        for line in lines + lines.reversed() {
            #expect(decode(line, with: shared) == decode(line, with: decoder()))
        }
    }

    @Test("sends that differ in one field only are told apart")
    func nearMisses() throws {
        let fields = [
            #""platform":"ios","#, #""campaign":"c","#, #""campaign":"d","#,
            #""message":{"token":"t"},"#, #""message":{"fid":"t"},"#, #""message":{"topic":"t"},"#,
            #""message":{"topic":"u"},"#, #""message":{"condition":"t"},"#,
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
        let shared = decoder()
        for field in fields {
            for id in [ID.android, ID.apple, ID.web, ID.topic] {
                let line = #"{"ts":1795165201,\#(field)"response":{"name":"\#(id)"}}"#
                #expect(decode(line, with: shared) == decode(line, with: decoder()))
            }
        }
    }

    @Test("a decoder that set a line aside reads the next one as if nothing had been")
    func afterReject() throws {
        let lines = [
            #"{"ts":1795165201,"message":{"topic":"x","fcm_options":{"analytics_label":"l"}},"#,
            #"{"ts":1795165201,"message":{"token":"t"},"response":{"name":"1795165200298771"}}"#,
        ]
        let shared = decoder()
        for line in lines {
            #expect(decode(line, with: shared) == decode(line, with: decoder()))
        }
    }
}
