internal import Alerts
package import NDJSON

/// Reads what FCM and APNs have counted, from files that are told apart by what stands in them:
/// gzip or not, JSON or CSV, a row on each line or a document over many.
///
/// Files may come in any order, repeat and overlap: the counts are those of the set of their rows.
/// What cannot be counted is kept with its place and a reason, and hinders nothing else.
package struct ProviderFiles {
    /// Places are kept of this many; all are counted.
    package static let mostPlaces = 100

    package private(set) var files: [ProviderFile] = []
    package private(set) var problems: Set<ProviderProblem> = []
    private var deliveryData = DeliveryDataTally()
    private var export = ExportTally()
    private var pushMetrics = PushMetricsTally()
    private let reader = ProviderDocument.reader
    private let arrays = ProviderDocument.arrayReader

    package init() {}

    /// What is wrong with a file as a whole is thrown; what is wrong in it is kept.
    package mutating func read(_ path: String, engine: InflateEngine = .best) throws(InputError) {
        var file = ProviderFile(path: path)
        let lines = try LineReader(ByteSource(path: path), engine: engine)
        var content: Content?
        var open = OpenDocument()
        while let line = lines.next() {
            guard !line.isCut else {
                note("line_too_long", line.number, &file)
                continue
            }
            guard !isBlank(line.bytes) else { continue }
            let kind = content ?? Content(line)
            switch kind {
            case .lines: count(line.bytes, line.number, &file)
            case .documents: read(line, into: &open, &file)
            case .rows(nil): content = .rows(columns(line, &file))
            case .rows(let columns?): count(row: line, columns, &file)
            }
            if content == nil { content = kind }
        }
        if open.isOpen { note("unended_document", open.line, &file) }
        switch lines.ending {
        case .incomplete(let error), .broken(let error):
            guard !error.isPassing else { throw error }
            note("damaged_file", lines.resumePoint().line + 1, &file)
        case .complete, nil: break
        }
        files.append(file)
    }

    /// The counts, by the days of their sources; those of the export by the days of `zone`.
    package func counts(_ zone: inout ProviderDay) -> [ProviderKey: ProviderCounts] {
        [deliveryData.result, export.result(&zone), pushMetrics.result].reduce(into: [:]) {
            $0.merge($1) { first, _ in first }
        }
    }

    /// How what stands in a file is laid out: its first line tells.
    private enum Content {
        case lines
        case documents
        /// CSV; nil before its heading was understood.
        case rows(PushMetricsTally.Columns?)

        init(_ line: Line) {
            let text = line.bytes.drop { $0 <= 0x20 }
            guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") else {
                self = .rows(nil)
                return
            }
            var document = OpenDocument()
            self = document.append(line) && document.isWhole ? .lines : .documents
        }
    }

    private func isBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.allSatisfy { $0 <= 0x20 }
    }

    private mutating func note(_ reason: String, _ line: Int64, _ file: inout ProviderFile) {
        file.bad += 1
        problems.insert(ProviderProblem(path: file.path, line: line, reason: reason))
        // The first places of each file and reason would depend on nothing else either.
        if problems.count > Self.mostPlaces, let last = problems.max() { problems.remove(last) }
    }

    // MARK: JSON

    /// Adds a line to the document that it is part of.
    private mutating func read(
        _ line: Line, into open: inout OpenDocument, _ file: inout ProviderFile
    ) {
        if open.isCutOff(by: line.bytes) {
            note("unended_document", open.line, &file)
            open = OpenDocument()
        }
        guard open.append(line) else {
            note("document_too_long", open.line, &file)
            open = OpenDocument()
            return
        }
        if open.isWhole {
            open.withBytes { count($0, open.line, &file) }
            open = OpenDocument()
        }
    }

    /// Counts what one JSON value holds. `FieldReader.padding` bytes behind it are readable.
    private mutating func count(
        _ bytes: UnsafeBufferPointer<UInt8>, _ line: Int64, _ file: inout ProviderFile
    ) {
        let text = UnsafeBufferPointer(rebasing: bytes.drop { $0 <= 0x20 })
        guard text.first != UInt8(ascii: "[") else { return count(array: text, line, &file) }
        guard (try? reader.read(text)) != nil else { return note("invalid_json", line, &file) }
        count(ProviderDocument(reader, text), line, &file)
    }

    /// The reader of JSON reads objects: the array becomes a member of one.
    private mutating func count(
        array: UnsafeBufferPointer<UInt8>, _ line: Int64, _ file: inout ProviderFile
    ) {
        let wrapped = PaddedBytes(Array("{\"array\":".utf8) + array + Array("}".utf8))
        wrapped.withBytes { text in
            guard (try? arrays.read(text)) != nil else { return note("invalid_json", line, &file) }
            FieldReader.forEachElement(of: arrays[0]) { element in
                if reader.read(object: element) {
                    count(ProviderDocument(reader, element.bytes), line, &file)
                } else {
                    note("not_an_object", line, &file)
                }
            }
        }
    }

    private mutating func count(
        _ document: ProviderDocument, _ line: Int64, _ file: inout ProviderFile
    ) {
        switch document {
        case .entries(let entries):
            file.sources.insert(.dataAPI)
            for entry in entries { tell(deliveryData.add(entry), line, &file) }
        case .row(let row):
            file.sources.insert(.export)
            tell(export.add(row), line, &file)
        case .unknown:
            note("unknown_shape", line, &file)
        }
    }

    private mutating func tell(_ problem: String?, _ line: Int64, _ file: inout ProviderFile) {
        if let problem { note(problem, line, &file) } else { file.rows += 1 }
    }

    // MARK: CSV

    private mutating func columns(
        _ line: Line, _ file: inout ProviderFile
    ) -> PushMetricsTally.Columns? {
        let columns = fields(line).flatMap { PushMetricsTally.Columns($0) }
        if columns == nil {
            note("unknown_shape", line.number, &file)
        } else {
            file.sources.insert(.pushMetrics)
        }
        return columns
    }

    private mutating func count(
        row line: Line, _ columns: PushMetricsTally.Columns, _ file: inout ProviderFile
    ) {
        guard let fields = fields(line) else { return note("invalid_csv", line.number, &file) }
        tell(pushMetrics.add(fields, columns), line.number, &file)
    }

    private func fields(_ line: Line) -> [String]? {
        guard let text = String(validating: line.bytes, as: UTF8.self) else { return nil }
        return try? CSVRecords(String(text.trimmingPrefix("\u{feff}"))).heading
    }
}
