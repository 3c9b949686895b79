import Foundation
import TestSupport

/// Links to files under names that have the program read them in an order of our own: it sorts
/// what it is given by the numbers in the names. They are gone with this object.
final class OrderedFolder {
    private let folder: TemporaryFolder
    private(set) var paths: [String] = []

    init(_ files: [String] = []) throws {
        folder = try TemporaryFolder()
        for file in files { try append(file) }
    }

    func append(_ file: String) throws {
        try FileManager.default.createSymbolicLink(atPath: next(), withDestinationPath: file)
    }

    /// A pipe, which keeps its reader waiting until somebody has written to it.
    func appendPipe() throws -> String {
        let path = next()
        guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        return path
    }

    private func next() -> String {
        paths.append(folder.file(String(format: "%04d.log", paths.count)))
        return paths[paths.count - 1]
    }
}
