import Foundation

/// The code and the records that `Documentation/Instrumentation.md` shows.
struct InstrumentationPage {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// What drives the code, and stands in for what machines without phones do not have.
    static let drivers = root.appending(path: "Tests/Instrumentation")

    /// By the name behind the language of a block: ```` ```python push_log.py ````.
    let files: [String: String]
    /// The blocks of JSON.
    let records: String

    init() throws {
        let page = InstrumentationPage.root.appending(path: "Documentation/Instrumentation.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let blocks = text.matches(of: /(?m)^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/)
        var files: [String: String] = [:]
        for block in blocks {
            if let name = block.2 { files[String(name)] = String(block.3) }
        }
        self.files = files
        records = blocks.filter { $0.1 == "json" }.map { String($0.3) }.joined()
    }

    /// Puts files of the page into a folder, beside what drives them.
    func unpack(_ names: [String], with driver: String, into folder: String) throws {
        let drivers = InstrumentationPage.drivers.appending(path: driver)
        try FileManager.default.copyItem(atPath: drivers.path, toPath: folder)
        for name in names {
            let file = URL(fileURLWithPath: folder).appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            guard let text = files[name] else { throw NotOnThePage(name: name) }
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
    }

    struct NotOnThePage: Error {
        var name: String
    }
}
