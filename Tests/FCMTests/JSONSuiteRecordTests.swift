import FCM
import NDJSON
import TestSupport
import Testing

/// The documents of JSONTestSuite inside good records: see that folder's README.
@Suite("JSONTestSuite inside records")
struct JSONSuiteRecordTests {
    /// Before and behind a document, in a record that is good with `1` in its place: where nobody
    /// looks, where text is looked for, where an object is, and inside of what is passed over.
    private static let places = [
        (#"{"ts":1795165201,"extra":"#, #","event":"opened","payload":{"messageId":"x"}}"#),
        (#"{"ts":1795165201,"campaign":"#, #","message":{"token":"t"},"response":{"name":"x"}}"#),
        (#"{"ts":1795165201,"response":{"name":"x"},"message":{"token":"t","notification":"#, "}}"),
        (#"{"ts":1795165201,"message":{"data":{"deep":[{"k":"#, #"}]}},"response":{"name":"x"}}"#),
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

    @Test("a document alone is no record, and says why", arguments: SuiteDocument.all)
    func alone(document: SuiteDocument) throws {
        let error = #expect(throws: RecordError.self) { try decode(document.bytes) }
        let found = error?.reason
        switch document.expected {
        case .read: #expect([.notAnObject, .unknownShape].contains(found))
        case .setAside(let reason?): #expect(found?.rawValue == reason)
        case .setAside(nil):
            #expect([.invalidJSON, .invalidUTF8, .nestedTooDeep].contains(found))
        }
    }
}
