import NDJSON
import Testing

@Suite("Errors of reading")
struct InputErrorTests {
    static let problems: [InputError.Problem] = [
        .cannotOpen(errno: 2), .cannotRead(errno: 5), .truncated(member: 2),
        .corrupt(member: 3, offset: 99, detail: "invalid block type"), .trailingGarbage(offset: 7),
        .unendedLine, .unendedValue(line: 12), .outOfMemory,
    ]

    @Test(
        "each says what happened and what to do, and does not repeat the path", arguments: problems)
    func wording(problem: InputError.Problem) {
        let error = InputError(path: "/logs/secret-name.gz", problem: problem)
        #expect(!error.description.isEmpty)
        #expect(!error.hint.isEmpty)
        #expect(!error.description.contains("secret-name"))
        #expect(!error.description.hasSuffix("."))
    }

    @Test("the wording has the facts")
    func facts() {
        func text(_ problem: InputError.Problem) -> String {
            InputError(path: "a", problem: problem).description
        }
        #expect(text(.cannotOpen(errno: 2)) == "cannot open: No such file or directory")
        #expect(
            text(.truncated(member: 2))
                == "gzip data ends inside member 2 (the file may be incomplete)")
        #expect(
            text(.corrupt(member: 3, offset: 99, detail: "invalid block type"))
                == "gzip member 3 is damaged near byte 99: invalid block type")
        #expect(
            text(.trailingGarbage(offset: 7))
                == "expected another gzip member at byte 7, found other data")
    }
}
