internal import NDJSON

/// A word of one's own that sends count under: its name, and its place in records of sends.
package struct SendDimension: Hashable, Sendable {
    /// The most dimensions of a database.
    package static let most = 8
    /// Longer values are cut.
    static let longestValue = 200

    package var name: String
    /// A JSON pointer from the top of a record, such as `/request/message/data/variant`; or the
    /// name of a `KnownDimension`.
    package var place: String

    package init(name: String, place: String) {
        self.name = name
        self.place = place
    }

    /// Names of members in `SendProfile.members`, and of columns.
    package static let columns = (1...most).map { "dimension_\($0)" }

    /// The value of a member of a record: a text, a number, true or false. Nil for all others.
    static func value(_ member: JSONValue) -> String? {
        switch member.kind {
        case .true: "true"
        case .false: "false"
        default: member.text.map { String($0.prefix(longestValue)) }
        }
    }

    /// What is stored for a value that may name a person.
    static func hash(_ value: String, _ key: SipHash.Key) -> String {
        var value = value
        return padded(value.withUTF8 { SipHash.hash($0, key: key) }, 16, radix: 16)
    }
}

/// A dimension whose places in all forms of sends are known, so that its name declares it.
package enum KnownDimension: String, CaseIterable, Sendable {
    /// The package or bundle that a send is limited to: Android's `restricted_package_name`, the
    /// header `apns-topic`, and `app_name` of the BigQuery export.
    case app
    /// Android's notification channel.
    case channel
    /// The key by which a later message replaces this one, as a hash: it may name a person.
    case collapseKey = "collapse_key"

    package var dimension: SendDimension { SendDimension(name: rawValue, place: rawValue) }
}

/// The values of a send's dimensions, by their positions. Empty if none is known.
package struct DimensionValues: Hashable, Sendable {
    private var values: [String?] = []

    package init() {}

    package subscript(position: Int) -> String? {
        get { values.isEmpty ? nil : values[position] }
        set {
            guard self[position] != newValue else { return }
            if values.isEmpty { values = Array(repeating: nil, count: SendDimension.most) }
            values[position] = newValue
            if values.allSatisfy({ $0 == nil }) { values = [] }
        }
    }
}
