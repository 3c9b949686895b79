import Foundation

/// Files that the program makes for others to read.
enum OutputFile {
    /// Writes a file first under another name and then renames it, so that nobody ever reads half
    /// of it.
    static func write(_ text: String, to path: String) throws {
        let temporary = "\(path).\(getpid()).tmp"
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: temporary))
            guard rename(temporary, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            unlink(temporary)
            throw Diagnostic(
                message: "\(path): cannot be written: \(String(cString: strerror(errno)))",
                hint: "check the folder and its permissions", code: .inputOutput)
        }
    }

    /// Makes a folder where there is none.
    static func makeFolder(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        } catch {
            throw Diagnostic(
                message: "\(path): cannot be made: \(String(cString: strerror(errno)))",
                hint: "check the folder above it and its permissions", code: .inputOutput)
        }
    }
}
