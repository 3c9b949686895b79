internal import FCM
internal import Foundation
package import SQLite

/// The places of IDs of one's own that a database was given: see `RecordPaths.join`.
package enum JoinPlaces {
    package static func stored(_ db: Connection) throws -> [String] {
        (try Settings.text(.join, db) ?? "").split(separator: "\n").map(String.init)
    }

    /// The most places: what is kept of a record is bounded.
    package static let most = 8

    /// Adds the places that a database does not have. Throws `StoreError.tooManyJoins`.
    static func declare(_ asked: [String], _ db: Connection, path: String) throws {
        let known = try stored(db)
        let all = asked.reduce(into: known) { if !$0.contains($1) { $0.append($1) } }
        guard all.count > known.count else { return }
        guard all.count <= most else { throw StoreError.tooManyJoins(path: path, places: all) }
        try Settings.set(.join, all.joined(separator: "\n"), db)
    }

    /// The end of the rules of a run that matches by these places: see `IngestOptions.rules`.
    static func rules(_ places: [String]) -> String {
        places.isEmpty ? "" : mark + places.joined(separator: ",")
    }

    /// That part of rules.
    static func inRules(_ rules: String) -> Substring {
        rules.range(of: mark).map { rules[$0.lowerBound...] } ?? ""
    }

    private static let mark = " --join "

    /// Why a text is no place; nil if it is one.
    package static func problem(with place: String) -> String? {
        let isPlain = !place.isEmpty && place.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
        let isPlace = place.hasPrefix("/") ? EnvelopeMap.keys(place) != nil : !place.contains("/")
        return isPlain && isPlace
            ? nil : "a member of the message's data such as push_id, or a JSON pointer"
    }
}
