package import Foundation

/// What Spark wrote into a folder: lines of JSON, in the order of the files' names.
package enum SparkOutput {
    /// Hands on each line. Throws `LakeError.damaged` for a folder that was not written to its end.
    package static func forEachLine(
        in folder: String, _ body: (Data) throws -> Void
    ) throws {
        for path in try parts(of: folder) { try forEachLine(ofFile: path, body) }
    }

    static func forEachLine(ofFile path: String, _ body: (Data) throws -> Void) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw LakeFiles.failure(path)
        }
        for line in data.split(separator: 0x0a) { try body(line) }
    }

    static func parts(of folder: String, suffix: String = ".json") throws(LakeError) -> [String] {
        let names = try LakeFiles.names(in: folder)
        guard names.contains("_SUCCESS") else { throw .damaged(path: folder) }
        return names.filter { $0.hasPrefix("part-") && $0.hasSuffix(suffix) }
            .map { "\(folder)/\($0)" }
    }
}
