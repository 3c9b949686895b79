import FCM
import NDJSON
import TestSupport
import Testing

/// The documents of JSONTestSuite inside good records: see that folder's README.
@Suite("JSONTestSuite inside records")
struct JSONSuiteRecordTests {
    /// Before and behind a document, in a record that is good with `1` in its place: in a
    /// field without a slot, in a text, in an object, and inside a skipped value.
    private static let places = [
        (
            #"{"ts":1795165201,"extra":"#,
            #","event":"opened","payload":{"fcmMessageId":"53f5ec92-f50c-45ef-a2df-0d31703c4fd3"}}"#
        ),
        (
            #"{"ts":1795165201,"campaign":"#,
            #","message":{"token":"t"},"#
                + #""response":{"name":"projects/demo/messages/1795165200298771"}}"#
        ),
        (
            #"{"ts":1795165201,"response":{"name":"projects/demo/messages/1795165200298771"},"#
                + #""message":{"token":"t","notification":"#,
            "}}"
        ),
        (
            #"{"ts":1795165201,"message":{"data":{"deep":[{"k":"#,
            #"}]}},"response":{"name":"projects/demo/messages/1795165200298771"}}"#
        ),
    ]

    @Test("a record is read when the document is", arguments: SuiteDocument.all)
    func inside(document: SuiteDocument) throws {
        for (before, behind) in Self.places {
            let line = Array(before.utf8) + document.bytes + Array(behind.utf8)
            switch document.expected {
            case .read: #expect(throws: Never.self) { try decode(line) }
            case .setAside(let reason):
                let error = #expect(throws: RecordError.self) { try decode(line) }
                let found = error?.reason.rawValue
                if let reason { #expect(found == reason) }
                #expect(["invalid_json", "invalid_utf8", "nested_too_deep"].contains(found))
            }
        }
    }

    @Test(
        "a document alone is no record: damaged where it begins like one, else foreign",
        arguments: SuiteDocument.all)
    func alone(document: SuiteDocument) throws {
        let found = Result { () throws(RecordError) in try decode(document.bytes) }
        let isObject = document.bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
        switch (document.expected, found) {
        case (.read, let found): #expect(found == .success(.foreign(.other)))
        case (.setAside, .success(let record)):
            #expect(!isObject)
            #expect(record == .foreign(.other))
        case (.setAside(let reason?), .failure(let error)): #expect(error.reason.rawValue == reason)
        case (.setAside(nil), .failure(let error)):
            #expect([.invalidJSON, .invalidUTF8, .nestedTooDeep].contains(error.reason))
        }
    }
}
