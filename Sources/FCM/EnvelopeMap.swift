package import Foundation

/// A user's own envelope, described in a file: where records and their fields stand, and what
/// their words mean. All members are optional.
///
///     {"about": "orders of the shop",
///      "record": "/detail/items/*",
///      "event": "received",
///      "zone": "America/Sao_Paulo",
///      "fields": {"time": ["/meta/when", "/ts"], "request": "/http/body"},
///      "join": ["push_id", "/context/push"],
///      "values": {"event": {"push_open": "opened"}, "platform": {"aos": "android"}},
///      "dimensions": {"variant": "/http/body/message/data/variant", "app": "app"},
///      "client_dimensions": {"build": "/app/build", "locale": "locale"}}
///
/// Places are JSON pointers (RFC 6901): of `fields` from the top of a record, of `record` from the
/// top of a line, where `*` stands for each element of a list. The pointers of a field replace its
/// built-in place; of a list of pointers, the first that leads to a value counts. Those of `join`
/// are added to each other, and may be names of members of the message's data.
package struct EnvelopeMap: Sendable {
    /// A description of its lines.
    package private(set) var about: String?
    package private(set) var paths = RecordPaths()
    package private(set) var words = ValueWords()
    /// Places of IDs of one's own: see `RecordPaths.join`.
    package private(set) var join: [String] = []
    /// What is counted by, too: of sends, then of clients, in the order of their names.
    package private(set) var dimensions: [OwnDimension] = []

    /// All problems of a map file.
    package struct Problems: Error, Equatable, Sendable {
        package enum Problem: Equatable, Sendable {
            case notJSON
            case unknownKey(String, known: [String])
            case wrongType(place: String, expected: String)
            case unknownField(String, known: [String])
            /// `place` is a field, or `record`.
            case badPointer(place: String, pointer: String)
            /// A dimension of sends and of clients.
            case dimensionTwice(String)
            case unknownEvent(String)
            case unknownZone(String)
            /// More pointers of fields than a map may have.
            case tooManyPointers(count: Int, most: Int)
            case unknownValueField(String, known: [String])
            case unknownMeaning(place: String, String)
        }

        package var problems: [Problem]
    }

    /// One pointer, or a list of them with the preferred one first.
    private struct Pointers: Decodable {
        var pointers: [String]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            pointers = try (try? [value.decode(String.self)]) ?? value.decode([String].self)
        }
    }

    private struct File: Decodable {
        var about: String?
        var record: Pointers?
        var event: String?
        var zone: String?
        var fields: [String: Pointers]?
        var values: [String: [String: String]]?
        var join: Pointers?
        var dimensions: [String: String]?
        var clientDimensions: [String: String]?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case about
            case clientDimensions = "client_dimensions"
            case dimensions, event, fields, join, record, values, zone
        }
    }

    package init(json: Data) throws(Problems) {
        let file = try EnvelopeMap.file(json)
        about = file.about
        var problems = EnvelopeMap.unknownKeys(json)
        join = file.join?.pointers ?? []
        paths.records = EnvelopeMap.places(file.record, "record", &problems)
        if let event = file.event, !words.assume(event: event) {
            problems.append(.unknownEvent(event))
        }
        if let zone = file.zone, !words.assume(zone: zone) { problems.append(.unknownZone(zone)) }
        let count = (file.fields ?? [:]).values.reduce(0) { $0 + $1.pointers.count }
        guard count <= EnvelopeMap.mostPointers else {
            throw Problems(
                problems: [.tooManyPointers(count: count, most: EnvelopeMap.mostPointers)])
        }
        for (name, value) in (file.fields ?? [:]).sorted(by: { $0.key < $1.key }) {
            // Only times have many names.
            let keepsOthers = name == "time" && value.pointers.last == EnvelopeMap.others
            var value = value
            if keepsOthers { value.pointers.removeLast() }
            let places = EnvelopeMap.places(value, "fields.\(name)", &problems)
            if !paths.map(name, to: places, keepingOthers: keepsOthers) {
                problems.append(.unknownField(name, known: paths.mappableNames))
            }
        }
        problems += read(file.values ?? [:])
        problems += declare(file.dimensions, .sends, in: .dimensions)
        problems += declare(file.clientDimensions, .clients, in: .clientDimensions)
        guard problems.isEmpty else { throw Problems(problems: problems) }
    }

    /// At the end of a list of times, stands for their built-in names.
    private static let others = "..."
    /// A node of the tree of paths has a limit of keys.
    private static let mostPointers = 64

    private mutating func declare(
        _ named: [String: String]?, _ source: OwnDimension.Source, in member: File.CodingKeys
    ) -> [Problems.Problem] {
        var problems: [Problems.Problem] = []
        for (name, place) in (named ?? [:]).sorted(by: { $0.key < $1.key }) {
            let dimension = OwnDimension(name: name, source: source, place: place)
            let known = KnownDimension(rawValue: place)?.dimension
            if EnvelopeMap.keys(place) == nil, known != dimension {
                let place = "\(member.rawValue).\(name)"
                problems.append(.badPointer(place: place, pointer: dimension.place))
            }
            if dimensions.contains(where: { $0.name == name }) {
                problems.append(.dimensionTwice(name))
            }
            dimensions.append(dimension)
        }
        return problems
    }

    /// The keys of each pointer.
    private static func places(
        _ pointers: Pointers?, _ name: String, _ problems: inout [Problems.Problem]
    ) -> [[String]] {
        (pointers?.pointers ?? []).compactMap { pointer in
            let keys = keys(pointer)
            if keys == nil { problems.append(.badPointer(place: name, pointer: pointer)) }
            return keys
        }
    }

    private static func file(_ json: Data) throws(Problems) -> File {
        do {
            return try JSONDecoder().decode(File.self, from: json)
        } catch DecodingError.typeMismatch(let type, let context) where !context.codingPath.isEmpty
        {
            let place = context.codingPath.map(\.stringValue).joined(separator: ".")
            let isPointers =
                context.codingPath.count == 2 && place.hasPrefix("fields.")
                || place == "record" || place == "join"
            let expected =
                isPointers
                ? "a text or a list of texts" : type == String.self ? "a text" : "a JSON object"
            throw Problems(problems: [.wrongType(place: place, expected: expected)])
        } catch {
            throw Problems(problems: [.notJSON])
        }
    }

    private static func unknownKeys(_ json: Data) -> [Problems.Problem] {
        struct Anything: Decodable { init(from decoder: any Decoder) {} }
        let known = File.CodingKeys.allCases.map(\.rawValue)
        let members = (try? JSONDecoder().decode([String: Anything].self, from: json)) ?? [:]
        return members.keys.filter { !known.contains($0) }.sorted()
            .map { .unknownKey($0, known: known) }
    }

    private mutating func read(_ values: [String: [String: String]]) -> [Problems.Problem] {
        var problems: [Problems.Problem] = []
        for (name, meanings) in values.sorted(by: { $0.key < $1.key }) {
            guard let field = ValueWords.Name(rawValue: name) else {
                let known = ValueWords.Name.allCases.map(\.rawValue)
                problems.append(.unknownValueField(name, known: known))
                continue
            }
            for (word, meaning) in meanings.sorted(by: { $0.key < $1.key }) {
                words.add(word, means: meaning, for: field)
                if !field.isMeaning(meaning) {
                    problems.append(.unknownMeaning(place: "values.\(name).\(word)", meaning))
                }
            }
        }
        return problems
    }

    /// The keys of a pointer such as `/http/body`; nil if it is no pointer.
    package static func keys(_ pointer: String) -> [String]? {
        guard pointer.hasPrefix("/"), pointer.count > 1 else { return nil }
        return pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            String($0.replacing("~1", with: "/").replacing("~0", with: "~"))
        }
    }
}
