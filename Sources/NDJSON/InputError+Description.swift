internal import Glibc

extension InputError: CustomStringConvertible {
    /// The error, without the path.
    package var description: String {
        switch problem {
        case .cannotOpen(let errno): "cannot open: \(reason(errno))"
        case .cannotRead(let errno): "cannot read: \(reason(errno))"
        case .nameNotUTF8: "not read: its name is not UTF-8"
        case .truncated(let member):
            "gzip data ends inside member \(member) (the file may be incomplete)"
        case .corrupt(let member, let offset, let detail):
            "gzip member \(member) is damaged near byte \(offset): \(detail)"
        case .trailingGarbage(let offset):
            "expected another gzip member at byte \(offset), found other data"
        case .unendedLine:
            "expected a line end after the last line (the file may be incomplete)"
        case .unendedValue(let line):
            "expected the end of the value that begins in line \(line) (the file may be incomplete)"
        case .replaced: "the file was truncated or replaced while it was read"
        case .otherFormat(let format, let isInGzip):
            "expected lines of JSON, found \(format.name)\(isInGzip ? " inside gzip" : "")"
        case .outOfMemory: "zlib cannot start: out of memory"
        }
    }

    /// A remedy.
    package var hint: String {
        switch problem {
        case .cannotOpen: "check the path and the permissions of the file"
        case .cannotRead:
            "the lines before that are stored; check the disk and run the same command again"
        case .nameNotUTF8: "rename it, and run the same command again"
        case .truncated, .unendedLine, .unendedValue:
            "the lines before that are stored; run the same command on the complete file"
        case .replaced:
            "the lines read before that are stored; the next run reads the new file"
        case .corrupt, .trailingGarbage:
            "the lines before that are stored; fetch the file again and run the same command"
        case .otherFormat:
            conversion.map { "\($0) | pushfunnel ingest -" }
                ?? "no line was read: use files with lines of JSON, plain or gzip"
        case .outOfMemory: "free some memory and run the same command again"
        }
    }

    private func reason(_ errno: Int32) -> String { String(cString: strerror(errno)) }
}
