internal import NDJSON

/// What one JSON object of a provider's is.
enum ProviderDocument {
    /// A page of the Data API, or a single entry.
    case entries([JSONValue])
    case row(ExportRow)
    case unknown

    /// Slots behind those of `ExportRow`.
    private static let page = 20
    private static let pageToken = 21
    private static let entry = 22

    /// Reads documents for `init`. A row's fields and a page's are at the same level.
    static var reader: FieldReader {
        var tree = ExportRow.paths
        tree.add("androidDeliveryData", in: tree.root, slot: page)
        tree.add("nextPageToken", in: tree.root, slot: pageToken)
        tree.add("data", in: tree.root, slot: entry)
        return FieldReader(tree)
    }

    /// Reads an object with a member `array`, into slot 0.
    static var arrayReader: FieldReader {
        var tree = PathTree()
        tree.add("array", in: tree.root, slot: 0)
        return FieldReader(tree)
    }

    /// Of what `reader` has read, from `bytes`.
    init(_ reader: FieldReader, _ bytes: UnsafeBufferPointer<UInt8>) {
        if let row = ExportRow(reader, bytes) {
            self = .row(row)
        } else if reader[Self.page].kind == .array {
            var entries: [JSONValue] = []
            FieldReader.forEachElement(of: reader[Self.page]) { entries.append($0) }
            self = .entries(entries)
        } else if reader[Self.entry].isObject {
            let start = bytes.baseAddress ?? reader[Self.entry].start
            self = .entries([JSONValue(start: start, count: bytes.count, kind: .object)])
        } else if reader[Self.pageToken].isGiven || Self.isEmptyObject(bytes) {
            // A page without entries.
            self = .entries([])
        } else {
            self = .unknown
        }
    }

    private static func isEmptyObject(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.filter { $0 > 0x20 }.elementsEqual("{}".utf8)
    }
}
