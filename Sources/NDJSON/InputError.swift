/// Why a file could not be read to its end. Facts only; `description` is their one wording.
package struct InputError: Error, Equatable, Sendable {
    package enum Problem: Equatable, Sendable {
        case cannotOpen(errno: Int32)
        case cannotRead(errno: Int32)
        /// The path stands for another, which no text can name.
        case nameNotUTF8
        /// The data ends inside a gzip member: the file may still be being written.
        case truncated(member: Int)
        /// zlib refused the data of a member.
        case corrupt(member: Int, offset: Int64, detail: String)
        /// Bytes that are no gzip member follow the last one.
        case trailingGarbage(offset: Int64)
        /// The last line has no line end and does not decode: it may still be being written.
        case unendedLine
        /// The same of a value over several lines, which begins in this one.
        case unendedValue(line: Int64)
        /// What stood in the file when it was looked at is gone: it was truncated or replaced.
        case replaced
        /// It holds no lines of JSON or text.
        case otherFormat(FileFormat, isInGzip: Bool)
        case outOfMemory
    }

    package var path: String
    package var problem: Problem

    /// Whether it lies with the machine, not with what stands in the file: another try may go
    /// better.
    package var isPassing: Bool {
        switch problem {
        case .cannotOpen, .cannotRead, .nameNotUTF8, .replaced, .outOfMemory: true
        case .truncated, .corrupt, .trailingGarbage, .unendedLine, .unendedValue,
            .otherFormat:
            false
        }
    }

    /// Whether the end of the file may still be being written.
    package var isUnended: Bool {
        switch problem {
        case .unendedLine, .unendedValue: true
        default: false
        }
    }

    /// The command that makes lines of a file of another format.
    package var conversion: String? {
        guard case .otherFormat(let format, let isInGzip) = problem else { return nil }
        return format.conversion(of: path, isInGzip: isInGzip)
    }

    package init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }
}
