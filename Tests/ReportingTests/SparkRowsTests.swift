import Delivery
import Foundation
import Lake
import Reporting
import TestSupport
import Testing

@Suite("Rows that Spark wrote")
struct SparkRowsTests {
    private func folder(_ parts: [String: String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, text) in parts { try folder.write(Array(text.utf8), to: name) }
        return folder
    }

    @Test("come in the order of their files, with nulls, texts and numbers as they are")
    func rows() throws {
        let folder = try folder([
            "part-00001-x.json": #"{"a":9007199254740993,"b":"NULL"}"# + "\n",
            "part-00000-x.json":
                #"{"a":null,"b":"a\tb\\"}"# + "\n" + #"{"b":null,"a":-0}"# + "\n",
            "_SUCCESS": "", ".part-00000-x.json.crc": "x",
        ])
        let columns: [QueryFile.Column] = [.init("a", .integer, ""), .init("b", .text, "")]
        let table = try SparkRows.read(folder.path, columns: columns)
        #expect(
            table.rows == [
                [.null, .text("a\tb\\")], [.integer(0), .null],
                [.integer(9_007_199_254_740_993), .text("NULL")],
            ])
    }

    @Test("are real numbers in columns of such, though JSON has 1 for 1.0")
    func realNumbers() throws {
        let folder = try folder(["part-00000-x.json": #"{"a":1}"# + "\n", "_SUCCESS": ""])
        let table = try SparkRows.read(folder.path, columns: [.init("a", .rate, "")])
        #expect(table.rows == [[.real(1)]])
    }

    @Test("may be none")
    func none() throws {
        let folder = try folder(["_SUCCESS": ""])
        let table = try SparkRows.read(folder.path, columns: [.init("a", .rate, "")])
        #expect(table == ResultTable(columns: [.init("a", .rate, "")], rows: []))
    }

    @Test("that are not whole, or of other columns, are no answer")
    func broken() throws {
        let half = try folder(["part-00000-x.json": "{}\n"])
        #expect(throws: LakeError.damaged(path: half.path)) {
            try SparkRows.read(half.path, columns: [])
        }
        let other = try folder(["part-00000-x.json": #"{"a":1}"# + "\n", "_SUCCESS": ""])
        #expect(throws: SparkRows.Unexpected.self) {
            try SparkRows.read(other.path, columns: [.init("b", .text, "")])
        }
    }
}
