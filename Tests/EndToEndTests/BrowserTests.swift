import Foundation
import TestSupport
import Testing

/// Pages as a browser shows them, on a phone and on a desk, light and dark, and as the Nu Html
/// Checker reads them: `Tests/Browser/check.py` says what is looked for.
@Suite("Pages in a browser")
struct BrowserTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = root.appending(path: "Tests/Browser")
    private static let cannotRunHere: Int32 = 77

    @Test("the kept pages, with every chart and hostile names")
    func kept() throws {
        let names = try FileManager.default
            .contentsOfDirectory(atPath: BrowserTests.folder.path + "/Pages")
            .filter { $0.hasSuffix(".html") }.sorted()
        #expect(names.contains("gallery.html"))
        try look(at: names.map { BrowserTests.folder.path + "/Pages/" + $0 })
    }

    @Test("the pages that the program writes")
    func written() throws {
        let sample = try Sample(["--sends", "3000", "--days", "1"])
        let folder = try TemporaryFolder()
        let database = folder.file("push.db")
        #expect(try Program.run("ingest", "-q", "--db", database, sample.folder).code == 0)
        let pages = ["query.html", "select.htm", "report.html"].map(folder.file)
        let commands = [
            ["sql", "funnel_by_platform", "-o", pages[0]],
            ["sql", "select '<b>' as \"a & b\", null as n", "-o", pages[1]],
            ["report", "--html", "-o", pages[2]],
        ]
        for command in commands {
            let finished = try Program.run(command + ["--db", database])
            #expect(finished.code == 0, "\(command): \(finished.errors)")
        }
        try look(at: pages)
    }

    @Test("pages with alerts drawn")
    func alerts() throws {
        let store = try WatchedStore()
        let pages = ["backtest.html", "report.html"].map(store.file)
        let backtest = try store.alert("backtest", "--since", "2025-10-20", "-o", pages[0])
        #expect(backtest.code == 0, "\(backtest.errors)")
        for time in ["2025-10-24T22:00", "2025-10-25T15:00"] {
            #expect(try store.alert("-q", "--now", time).errors == "")
        }
        let report = [
            "report", "--since", "2025-10-24", "--until", "2025-10-26", "-o", pages[1], "--db",
            store.path,
        ]
        #expect(try Program.run(report).code == 0)
        try look(at: pages)
    }

    @Test("mails, as mail readers show them that drop styles")
    func mails() throws {
        let folder = try TemporaryFolder()
        let script = BrowserTests.root.path + "/Tests/Tools/mail_check.py"
        let written = try RunningProgram(
            "/usr/bin/env",
            ["python3", "-B", script, "--binary", Program.path, "--pages", folder.path]
        ).finish()
        guard written.code != 127 else { return Skip.report("there is no Python") }
        #expect(written.code == 0, "\(written.output)\(written.errors)")
        try look(
            at: ["mail", "mail-without-style", "mail-stripped"].map {
                folder.file($0 + ".html")
            })
    }

    /// The looking itself, on a page where each thing that it looks for is wrong.
    @Test("what is wrong is found")
    func broken() throws {
        guard let finished = try check([BrowserTests.folder.path + "/broken.html"]) else { return }
        #expect(finished.code == 1)
        for problem in [
            "wide on a screen of 390", "is clipped", "leaves its chart", "lies over", "letters of",
            "has no words", "contrast 1.", "skips a level", "there is not one h1", "has no scope",
            "a table has no caption", "id twice occurs again", "there is a script",
            "says [{\"type\": \"string\", \"value\": \"a word\"}]", "asks for http",
        ] {
            #expect(finished.output.contains(problem))
        }
        let isValidated = !finished.output.contains("not validated")
        #expect(finished.output.contains("broken.html:3: Element") == isValidated)
    }

    private func look(at pages: [String]) throws {
        guard let finished = try check(pages) else { return }
        #expect(finished.code == 0, "\(finished.output)\(finished.errors)")
    }

    private func check(_ pages: [String]) throws -> Finished? {
        try BrowserTests.run("check.py", pages)
    }

    /// Nil on a machine without Chromium or Python.
    static func run(_ script: String, _ arguments: [String]) throws -> Finished? {
        let own = root.path + "/.browser/venv/bin/python"
        let python = FileManager.default.isExecutableFile(atPath: own) ? own : "python3"
        let script = folder.path + "/" + script
        let finished = try RunningProgram("/usr/bin/env", [python, "-B", script] + arguments)
            .finish()
        if finished.code == cannotRunHere || finished.code == 127 {
            Skip.report("pages are not checked: \(finished.output)\(finished.errors)")
            return nil
        }
        return finished
    }
}
