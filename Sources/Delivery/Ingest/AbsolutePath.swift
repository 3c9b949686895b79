internal import Glibc
internal import NDJSON

/// The path of a file from the root, by which the ledger knows it in whatever folder a command
/// runs.
///
/// Empty parts and `.` are removed. Links stay as they are named, except before a `..`: the parent
/// of a linked folder is another one than the text says. Device and inode show that two names are
/// of one file.
package enum AbsolutePath {
    package static func of(_ path: String) -> String {
        guard path != ByteSource.standardInput else { return path }
        let whole = path.hasPrefix("/") ? path : workingFolder + "/" + path
        var parts = AbsolutePath.parts(whole).filter { $0 != "." }
        if let last = parts.lastIndex(of: ".."), let folder = resolved(parts[...last]) {
            parts.replaceSubrange(...last, with: AbsolutePath.parts(folder))
        }
        return "/" + parts.joined(separator: "/")
    }

    /// By bytes: a slash before a combining character is one, too, and an ingest of many small
    /// files would take a fortieth longer by characters.
    private static func parts(_ path: String) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
    }

    private static var workingFolder: String {
        text(getcwd(nil, 0)) ?? ""
    }

    /// Nil when there is no such folder.
    private static func resolved(_ parts: ArraySlice<Substring>) -> String? {
        text(realpath("/" + parts.joined(separator: "/"), nil))
    }

    private static func text(_ allocated: UnsafeMutablePointer<CChar>?) -> String? {
        defer { free(allocated) }
        return allocated.map { String(cString: $0) }
    }
}

extension FileIdentity {
    package var absolutePath: String { AbsolutePath.of(path) }
}
