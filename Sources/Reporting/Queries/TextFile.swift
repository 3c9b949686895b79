internal import Delivery
internal import Glibc

/// A file of text, read whole.
package struct TextFile: Equatable, Sendable {
    package var path: String
    package var text: String

    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// Reads a file, which must be UTF-8. A byte order mark at its beginning is not of the text.
    package init(path: String) throws(QueryError) {
        guard let file = fopen(path, "r") else {
            throw QueryError(.cannotRead(errno: errno), at: .init(path: path))
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            bytes += buffer[..<count]
            if count < buffer.count { break }
        }
        guard ferror(file) == 0 else {
            throw QueryError(.cannotRead(errno: errno), at: .init(path: path))
        }
        let mark = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        guard let text = String(validating: bytes[mark...], as: UTF8.self) else {
            throw QueryError(.notUTF8, at: .init(path: path))
        }
        self.init(path: path, text: text)
    }

    /// The last part of a path, without its ending.
    static func name(ofPath path: String, without ending: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.hasSuffix(ending) ? file.dropLast(ending.count) : file)
    }

    /// The paths of all that is in a folder, sorted by name.
    package static func paths(in folder: String) throws(QueryError) -> [String] {
        let names: [String]
        do throws(SystemError) {
            names = try UnfinishedFile.names(in: folder)
        } catch {
            throw QueryError(.cannotRead(errno: error.number), at: .init(path: folder))
        }
        return names.sorted().map { folder.hasSuffix("/") ? folder + $0 : folder + "/" + $0 }
    }
}
