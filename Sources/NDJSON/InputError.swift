/// Why a file could not be read to its end. Holds facts only; `description` is their only wording.
package struct InputError: Error, Equatable, Sendable {
    package enum Problem: Equatable, Sendable {
        case cannotOpen(errno: Int32)
        case cannotRead(errno: Int32)
        /// The path is a placeholder for a name that is not UTF-8.
        case nameNotUTF8
        /// The data ends inside a gzip member: a writer may still be appending.
        case truncated(member: Int)
        /// zlib rejected the data of a member.
        case corrupt(member: Int, offset: Int64, detail: String)
        /// Bytes that are no gzip member follow the last member.
        case trailingGarbage(offset: Int64)
        /// The last line has no line end and does not decode: a writer may still be appending.
        case unendedLine
        /// The same for a value over several lines, which begins in this line.
        case unendedValue(line: Int64)
        /// The file was truncated or replaced while it was read.
        case replaced
        /// The file holds no lines of JSON or text.
        case otherFormat(FileFormat, isInGzip: Bool)
        case outOfMemory
    }

    package var path: String
    package var problem: Problem

    /// Whether the machine causes the problem, not the content of the file: a retry may succeed.
    package var isPassing: Bool {
        switch problem {
        case .cannotOpen, .cannotRead, .nameNotUTF8, .replaced, .outOfMemory: true
        case .truncated, .corrupt, .trailingGarbage, .unendedLine, .unendedValue,
            .otherFormat:
            false
        }
    }

    /// Whether the end of the file may still be incomplete.
    package var isUnended: Bool {
        switch problem {
        case .unendedLine, .unendedValue: true
        default: false
        }
    }

    /// The command that converts a file of another format to lines.
    package var conversion: String? {
        guard case .otherFormat(let format, let isInGzip) = problem else { return nil }
        return format.conversion(of: path, isInGzip: isInGzip)
    }

    package init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }
}
