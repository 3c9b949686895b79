internal import Foundation

/// A folder that is gone when the test is.
package final class TemporaryFolder {
    package let path: String

    package convenience init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("pushfunnel-test-\(UUID().uuidString)")
        try self.init(at: url.path)
    }

    package init(at path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        self.path = path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// With all that is inside.
    package func copy(to path: String) throws -> TemporaryFolder {
        let copy = try TemporaryFolder(at: path)
        for name in try FileManager.default.contentsOfDirectory(atPath: self.path) {
            try FileManager.default.copyItem(atPath: file(name), toPath: copy.file(name))
        }
        return copy
    }

    package func file(_ name: String) -> String { path + "/" + name }

    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = file(name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @discardableResult
    package func write(lines: [String], to name: String) throws -> String {
        try write(Array(lines.map { $0 + "\n" }.joined().utf8), to: name)
    }
}
