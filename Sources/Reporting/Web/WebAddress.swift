internal import Foundation

/// The address of a page: a path, and the words of its query in their order. Every state of a page
/// is its address.
package struct WebAddress: Equatable, Sendable {
    package var path: String
    private var words: [String] = []
    private var values: [String: String] = [:]

    package init(_ path: String, _ query: [(name: String, value: String)] = []) {
        self.path = path
        for (name, value) in query { set(name, value) }
    }

    package subscript(name: String) -> String? { values[name] }

    private mutating func set(_ name: String, _ value: String?) {
        if let value, !value.isEmpty {
            if values.updateValue(value, forKey: name) == nil { words.append(name) }
        } else if values.removeValue(forKey: name) != nil {
            words.removeAll { $0 == name }
        }
    }

    /// The same with another value; nil takes the word away.
    package func with(_ name: String, _ value: String?) -> WebAddress {
        var address = self
        address.set(name, value)
        return address
    }

    /// The same rows in another format: `/explore.csv?…`
    package func at(_ path: String) -> WebAddress {
        var address = self
        address.path = path
        return address
    }

    /// As links have it.
    package var text: String {
        let query = words.map { "\(Self.encoded($0))=\(Self.encoded(values[$0] ?? ""))" }
        let encoded = path.split(separator: "/", omittingEmptySubsequences: false)
            .map { Self.encoded(String($0)) }.joined(separator: "/")
        return encoded + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}

/// A word of an address that cannot be.
package struct WebProblem: Error, Equatable, Sendable, CustomStringConvertible {
    package var place: String
    package var expected: String
    package var found: String

    package var description: String {
        "\(place): expected \(expected), found '\(SafeText.visible(found))'"
    }
}
