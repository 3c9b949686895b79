import ArgumentParser
import Delivery
import FCM
import Foundation
import NDJSON
import Reporting

/// How to read lines of other forms than the built-in ones.
struct MapOptions: ParsableArguments, LineMapping {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A JSON file with the places of records and fields in your lines.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var map: String?

    @Option(
        name: [.customLong("from"), .customLong("preset")],
        help: ArgumentHelp(
            "Read lines of a known system, such as segment, with a built-in map. Without a name, "
                + "print all names.",
            valueName: "preset"),
        completion: .list(Preset.names))
    var preset: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The kind of client events without an event name: received, opened, …",
            valueName: "word"))
    var event: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The time zone of times in the logs that name none, such as America/Sao_Paulo "
                + "(default: UTC).",
            valueName: "zone"))
    var logTz: String?

    func validate() throws { try validate(preset: "--from") }
}

/// A map or preset, and what lines mean that do not say it.
protocol LineMapping {
    var map: String? { get }
    var preset: String? { get }
    /// The event of lines without an event name.
    var event: String? { get }
    /// The zone of times that name none.
    var logTz: String? { get }
}

extension LineMapping {
    /// Options win over settings.
    var path: String? { map ?? (preset == nil ? Defaults.text("map") : nil) }

    /// `flag` is the option of the preset.
    func validate(preset flag: String) throws {
        if map != nil, preset != nil { throw ValidationError(flag, excludes: "--map") }
        guard let preset, Preset.json(preset) == nil else { return }
        throw ValidationError(
            flag, expected: "a preset", found: preset,
            hint: ValueError.suggestion(for: preset, in: Preset.names) ?? MapOptions.presets)
    }

    /// Options of a run that reads logs in this way.
    func options(latest: Timestamp) throws -> IngestOptions {
        var options = IngestOptions(latest: latest)
        options.inflater = try InflaterSetting.engine()
        options.rules = Pushfunnel.version
        try applyMap(to: &options)
        try applyZone(to: &options)
        guard let event else { return options }
        options.rules += " --event \(event)"
        guard options.words.assume(event: event) else {
            throw ValidationError("--event", expected: MapOptions.words, found: event)
        }
        return options
    }

    /// The option wins over the setting, and both over the map.
    private func applyZone(to options: inout IngestOptions) throws {
        guard let zone = logTz ?? Defaults.text("log_tz") else { return }
        options.rules += " --log-tz \(zone)"
        guard options.words.assume(zone: zone) else {
            throw ValidationError(
                Defaults.place(of: "log_tz", flag: "--log-tz"), expected: MapOptions.zone,
                found: zone)
        }
    }

    private func applyMap(to options: inout IngestOptions) throws {
        guard let (name, json) = try file() else { return }
        let envelope = try envelope(name, json)
        options.paths = envelope.paths
        options.words = envelope.words
        options.rules += " --map \(MapOptions.hash(of: json))"
    }

    /// The dimensions that the selected map declares.
    func dimensions() throws -> [OwnDimension] {
        guard let (name, json) = try file() else { return [] }
        let dimensions = try envelope(name, json).dimensions
        let problems = dimensions.compactMap { dimension in
            QueryCatalog.problem(withDimension: dimension.name).map {
                let member = dimension.source == .sends ? "dimensions" : "client_dimensions"
                return ValueError.wrong(
                    "\(name): \(member).\(dimension.name)", expected: $0, found: dimension.name,
                    hint: "Documentation/Maps.md says more of dimensions")
            }
        }
        if let problem = ValueError.joined(problems) { throw problem }
        return dimensions
    }

    /// The places of IDs of one's own in the selected map.
    func join() throws -> [String] {
        guard let (name, json) = try file() else { return [] }
        let places = try envelope(name, json).join
        let problems = places.compactMap { place in
            JoinPlaces.problem(with: place).map {
                ValueError.wrong(
                    "\(name): join", expected: $0, found: place,
                    hint: "Documentation/Maps.md says more of IDs of your own")
            }
        }
        if let problem = ValueError.joined(problems) { throw problem }
        return places
    }

    private func envelope(_ name: String, _ json: Data) throws -> EnvelopeMap {
        do throws(EnvelopeMap.Problems) {
            return try EnvelopeMap(json: json)
        } catch {
            throw ValueError.joined(error.problems.map { diagnostic($0, name) })
                ?? Diagnostic(.configuration, name)
        }
    }

    /// The selected map with its name; nil without one.
    func file() throws -> (name: String, json: Data)? {
        guard let map = path else {
            return preset.flatMap { name in Preset.json(name).map { (name, $0) } }
        }
        let place = Defaults.place(of: "map", flag: "--map")
        return (map, try ConfigurationFile.data(map, hint: "check the path in \(place)"))
    }

    private func diagnostic(_ problem: EnvelopeMap.Problems.Problem, _ map: String) -> Diagnostic {
        switch problem {
        case .notJSON: wrong(map, "a JSON object")
        case .unknownKey(let name, let known):
            ValueError.unknown(name, at: "\(map): \(name)", known: known)
        case .wrongType(let place, let expected): wrong("\(map): \(place)", expected)
        case .unknownField(let name, let known):
            ValueError.unknown(name, at: "\(map): fields.\(name)", known: known)
        case .badPointer(let place, let pointer):
            wrong("\(map): \(place)", "a JSON pointer such as /meta/when", pointer)
        case .dimensionTwice(let name):
            wrong(
                "\(map): client_dimensions.\(name)", "a name that is not in dimensions", name)
        case .unknownEvent(let word): unknown(word, "\(map): event", MapOptions.words)
        case .tooManyPointers(let count, let most):
            wrong("\(map): fields", "at most \(most) pointers", String(count))
        case .unknownZone(let name): wrong("\(map): zone", MapOptions.zone, name)
        case .unknownMeaning(let place, let word):
            unknown(word, "\(map): \(place)", "a built-in word")
        case .unknownValueField(let name, let known):
            ValueError.unknown(name, at: "\(map): values.\(name)", known: known)
        }
    }

    private func unknown(_ word: String, _ place: String, _ expected: String) -> Diagnostic {
        ValueError.wrong(
            place, expected: expected, found: word, hint: "Documentation/Maps.md lists the words")
    }

    private func wrong(_ place: String, _ expected: String, _ found: String? = nil) -> Diagnostic {
        ValueError.wrong(
            place, expected: expected, found: found,
            hint: #"for example {"fields": {"time": "/meta/when", "request": "/body"}}"#)
    }
}

extension MapOptions {
    /// Each preset with a description of its lines.
    static var presets: String {
        let width = Preset.names.map(\.count).max() ?? 0
        let lines = Preset.names.map { name in
            let about = (try? Preset.json(name).map(EnvelopeMap.init(json:)))??.about ?? ""
            return "\n      \(name.padding(toLength: width, withPad: " ", startingAt: 0))  \(about)"
        }
        return "choose one of" + lines.joined()
    }

    fileprivate static let zone = "a time zone such as Europe/Berlin"
    fileprivate static let words =
        "received, foreground, impression, opened, dismissed or converted"

    /// Members of a map without a value in any line; empty if there are none.
    static func warning(_ map: String, _ unmatched: [String], hint: String) -> String {
        guard !unmatched.isEmpty else { return "" }
        return "warning: \(map): \(unmatched.joined(separator: ", ")): no line has a value there\n"
            + "    hint: \(hint)\n"
    }

    fileprivate static func hash(of map: Data) -> String {
        var hash = SHA256()
        map.withUnsafeBytes { hash.append($0.bindMemory(to: UInt8.self)) }
        return hash.finish()
    }
}
