/// Paths as SQLite's URI filenames, <https://www.sqlite.org/uri.html>.
package enum DatabaseURI {
    /// A file that nobody changes while it is open: read without locks and without files beside
    /// it. Letters, digits and slashes stand for themselves.
    package static func immutable(_ path: String) -> String {
        let escaped = path.utf8.map { byte -> String in
            switch byte {
            case 0x2d...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a:
                return String(UnicodeScalar(byte))
            default:
                return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return "file:" + escaped.joined() + "?immutable=1"
    }

    /// A new database in memory, which connections of this process share: see
    /// <https://www.sqlite.org/inmemorydb.html>. It is shared within one VFS.
    package static func memory() -> String {
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        return "file:memory-\(number)?mode=memory&cache=shared"
    }
}
