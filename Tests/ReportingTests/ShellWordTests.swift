import Foundation
import Reporting
import Testing

@Suite("Words of a command line")
struct ShellWordTests {
    @Test("stay as they are, or are quoted")
    func quoted() {
        #expect(ShellWord.quoted("since=2025-11-18T03") == "since=2025-11-18T03")
        #expect(ShellWord.quoted("") == "''")
        #expect(ShellWord.quoted("it's") == #"'it'\''s'"#)
        #expect(ShellWord.quoted("line\nbreak") == #"$'line\nbreak'"#)
        #expect(ShellWord.quoted("a\u{1b}0'\\\u{202e}") == #"$'a\0330\'\\\342\200\256'"#)
    }

    @Test(
        "are the same words in a shell, whatever is in them",
        arguments: [
            "plain", "", "two words", "it's \"quoted\" \\ & $HOME `date` !x", "line\nbreak",
            "\t\r\n\u{7}\u{1b}[31m", "\u{202e}evil\u{202c}", "二十年\u{200b}7", "\\n'", "~", "*?[a]",
        ])
    func shell(word: String) throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = ["-c", "printf %s \(ShellWord.quoted(word))"]
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        #expect(String(decoding: data, as: UTF8.self) == word)
    }
}
