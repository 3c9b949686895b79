internal import NDJSON

/// A word of one's own to count by: its name, whose records tell it, and its place in them.
package struct OwnDimension: Hashable, Sendable {
    /// Whose records tell a dimension.
    package enum Source: String, CaseIterable, Sendable {
        /// All that a send leads to counts under its value.
        case sends
        /// Only messages that were received have a value.
        case clients

        /// Names of columns, by position.
        package var columns: [String] {
            switch self {
            case .sends: OwnDimension.columnsOfSends
            case .clients: OwnDimension.columnsOfClients
            }
        }
    }

    /// The most dimensions of one source that a database has.
    package static let most = 8
    /// Longer values are cut.
    static let longestValue = 200

    package var name: String
    package var source: Source
    /// A JSON pointer from the top of a record, such as `/request/message/data/variant`; or the
    /// name of a `KnownDimension`.
    package var place: String

    package init(name: String, source: Source = .sends, place: String) {
        self.name = name
        self.source = source
        self.place = place
    }

    private static let columnsOfSends = (1...most).map { "dimension_\($0)" }
    private static let columnsOfClients = (1...most).map { "client_dimension_\($0)" }

    /// The value of a member of a record: a text, a number, true or false. Nil for all others.
    static func value(_ member: JSONValue) -> String? {
        switch member.kind {
        case .true: "true"
        case .false: "false"
        default: member.text.map(stored)
        }
    }

    /// A text as values are stored: cut and composed.
    package static func stored(_ text: String) -> String {
        String(text.prefix(longestValue)).kept
    }

    /// The value of the first slot that has one.
    static func value(in slots: [Int], _ member: (_ slot: Int) -> JSONValue) -> String? {
        for slot in slots {
            if let value = value(member(slot)) { return value }
        }
        return nil
    }

    /// What is stored for a value that may name a person.
    static func hash(_ value: String, _ key: SipHash.Key) -> String {
        var value = value
        return padded(value.withUTF8 { SipHash.hash($0, key: key) }, 16, radix: 16)
    }
}

extension [OwnDimension] {
    /// Those that records of one source tell, by position.
    package func of(_ source: OwnDimension.Source) -> [OwnDimension] {
        filter { $0.source == source }
    }

    /// The names of those that records of one source tell, by position.
    package func names(of source: OwnDimension.Source) -> [String] { of(source).map(\.name) }

    /// The names of those of one source with their columns, by position.
    package func columns(
        of source: OwnDimension.Source
    ) -> [(column: String, name: String)] {
        zip(source.columns, names(of: source)).map { ($0, $1) }
    }
}

/// A dimension whose places in all forms of records are known, so that its name declares it.
package enum KnownDimension: String, CaseIterable, Sendable {
    /// The package or bundle that a send is limited to: Android's `restricted_package_name`, the
    /// header `apns-topic`, and `app_name` of the BigQuery export.
    case app
    /// Android's notification channel.
    case channel
    /// The key by which a later message replaces this one, as a hash: it may name a person.
    case collapseKey = "collapse_key"

    /// The button that opened the message: `default` for a tap on the notification itself.
    case action
    /// Of the device and the app, where clients log them under these names or as Segment and the
    /// export of Google Analytics do.
    case appVersion = "app_version"
    case osVersion = "os_version"
    case locale
    case device

    package var source: OwnDimension.Source {
        switch self {
        case .app, .channel, .collapseKey: .sends
        case .action, .appVersion, .osVersion, .locale, .device: .clients
        }
    }

    package var dimension: OwnDimension {
        OwnDimension(name: rawValue, source: source, place: rawValue)
    }

    /// Those that records of one source tell.
    package static func of(_ source: OwnDimension.Source) -> [KnownDimension] {
        allCases.filter { $0.source == source }
    }
}

/// The values of dimensions of one source, by their positions. Empty if none is known.
package struct DimensionValues: Hashable, Sendable {
    private var values: [String?] = []

    package init() {}

    package var isEmpty: Bool { values.isEmpty }

    package subscript(position: Int) -> String? {
        get { values.isEmpty ? nil : values[position] }
        set {
            guard newValue != nil || !isEmpty else { return }
            if values.isEmpty { values = Array(repeating: nil, count: OwnDimension.most) }
            values[position] = newValue
            if newValue == nil, values.allSatisfy({ $0 == nil }) { values = [] }
        }
    }
}
