extension FileFormat {
    /// A command that writes the lines of such a file to standard output; nil if there is none. `-`
    /// is standard input.
    package func conversion(of path: String, isInGzip: Bool) -> String? {
        let file = FileFormat.shown(path)
        if let filter {
            return isInGzip && self != .gzip
                ? "gzip -dc \(file) | \(filter) -" : "\(filter) \(file)"
        }
        // Only the tool for CSV reads standard input and gzip.
        let isAtHand = path != "-" && !isInGzip
        return tool(isAtHand || self == .csv ? file : "FILE")
    }

    /// A command that reads the file named after it; `-` is standard input.
    private var filter: String? {
        switch self {
        case .zstd: "zstd -dc"
        case .xz: "xz -dc"
        case .bzip2: "bzip2 -dc"
        case .lz4: "lz4 -dc"
        case .compress, .gzip: "gzip -dc"
        case .tar: "tar -xOf"
        case .utf16: "iconv -f UTF-16 -t UTF-8"
        case .utf16LittleEndian: "iconv -f UTF-16LE -t UTF-8"
        case .utf16BigEndian: "iconv -f UTF-16BE -t UTF-8"
        case .utf32: "iconv -f UTF-32 -t UTF-8"
        default: nil
        }
    }

    private func tool(_ file: String) -> String? {
        switch self {
        case .zip: "unzip -p \(file)"
        case .sevenZip: "7z x -so \(file)"
        case .avro: "avro-tools tojson \(file)"
        case .orc: "orc-contents \(file)"
        case .parquet: FileFormat.duckdb("read_parquet('\(file)')")
        case .csv: FileFormat.duckdb("read_csv('\(file == "-" ? "/dev/stdin" : file)')")
        default: nil
        }
    }

    private static func duckdb(_ source: String) -> String {
        "duckdb -c \"copy (from \(source)) to '/dev/stdout' (format json)\""
    }

    /// The path if no shell changes its meaning, else a placeholder.
    private static func shown(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy {
            Digits.isLetterOrDigit($0) || "_./+:@%,=-".utf8.contains($0)
        }
        return isPlain && (path == "-" || !path.hasPrefix("-")) ? path : "FILE"
    }
}
