import FuzzTargets
import NDJSON
import TestSupport
import Testing

/// The documents of JSONTestSuite, as lines and inside lines; see its folder's README.
@Suite("JSONTestSuite")
struct JSONTestSuiteTests {
    /// A valid document that is no object has another error than invalid JSON.
    @Test("each document alone is read or not, as its name says", arguments: SuiteDocument.all)
    func alone(document: SuiteDocument) {
        let error = problem(document.bytes, PathTree())
        #expect(error == PlainJSON.problem(document.bytes))
        switch document.expected {
        case .read: #expect(error == nil || error?.problem == .expectedObject)
        case .setAside(let reason):
            #expect(error != nil && error?.problem != .expectedObject)
            if let reason { #expect(error.map(Self.reason) == reason) }
        }
    }

    private static func reason(_ error: JSONError) -> String {
        switch error.problem {
        case .badUTF8: "invalid_utf8"
        case .nestedTooDeep: "nested_too_deep"
        default: "invalid_json"
        }
    }

    /// Nobody asks for a field, its value is asked for, or the fields of its value are.
    private static let trees: [PathTree] = {
        var value = PathTree()
        value.add("document", in: value.root, slot: 0)
        var fields = value
        let inner = fields.child("document", in: fields.root)
        for (slot, name) in ["a", "asd", "", "min"].enumerated() {
            fields.add(name, in: inner, slot: slot + 1)
        }
        return [PathTree(), value, fields]
    }()

    @Test("so is a line that holds it as a value", arguments: SuiteDocument.all)
    func inside(document: SuiteDocument) {
        for (before, behind) in [
            (#"{"document":"#, "}"), (#"{"a":1,"document": "#, #" ,"b":{"c":[]}}"#),
            (#"{"a":[{"document":"#, "}]}"),
        ] {
            let line = bytes(before) + document.bytes + bytes(behind)
            for tree in Self.trees {
                let error = problem(line, tree)
                #expect(error == PlainJSON.problem(line))
                #expect((error == nil) == (document.expected == .read))
            }
        }
    }

    @Test("a byte order mark is passed over at the start of a file, and nowhere else")
    func byteOrderMark() throws {
        let marked = try #require(
            SuiteDocument.all.first { $0.name == "i_structure_UTF-8_BOM_empty_object" })
        let read = try ReadFile(marked.bytes + [0x0a] + marked.bytes)
        #expect(read.lines.first.map { problem($0, PathTree()) } == .some(nil))
        #expect(
            read.lines.last.map { problem($0, PathTree()) } == JSONError(.expectedValue, byte: 1))
    }

    @Test("every document is there, and what is left open is decided")
    func completeness() {
        let names = SuiteDocument.all.map(\.name)
        #expect(names.filter { $0.hasPrefix("y_") }.count == 95)
        #expect(names.filter { $0.hasPrefix("n_") }.count == 188)
        #expect(Set(names.filter { $0.hasPrefix("i_") }) == Set(SuiteDocument.decided.keys))
    }

    private func problem(_ line: [UInt8], _ tree: PathTree) -> JSONError? {
        do throws(JSONError) {
            try ReadLine(line, tree).read()
            return nil
        } catch {
            return error
        }
    }
}
