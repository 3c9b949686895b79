package import Delivery
package import FCM
internal import Foundation
internal import NDJSON

/// A folder of partial message states, made by any number of exporters at once and merged by a
/// Spark cluster.
///
/// | name | holds |
/// |---|---|
/// | `lake.json` | its format and the window |
/// | `keys.json` | the keys of its hashes, for its owner alone |
/// | `states/day=YYYY-MM-DD/<source>.ndjson.gz` | states, as `StateLines` writes them |
/// | `merged/day=YYYY-MM-DD/*.parquet` | states of a day that were compacted |
/// | `minutes/<source>.ndjson.gz` | the minutes in which its records have their times |
/// | `rejects/<source>.ndjson.gz` | lines that were set aside |
/// | `ledger/<source>.ndjson` | what its lines were; written last: the source is in the lake |
///
/// A source is a log, named by the SHA-256 of its bytes as they are stored, so that exporting it
/// again gives the same files; or a database. The day is that of the moment inside the message ID;
/// without one, that of the earliest record in the source. All merges: a state may stand in several
/// files and days, and a file may be written twice.
package struct Lake: Equatable, Sendable {
    /// The newest form of `lake.json`. The first had hours of UTC alone.
    package static let format = 2

    package let path: String
    package let windows: Windows
    /// Whose hours it counts by.
    package let clock: HourClock
    /// By source and position.
    package let dimensions: [OwnDimension]
    /// Of its keys: it stays when the folder is moved.
    let id: String

    package enum Part: String, CaseIterable, Sendable {
        case states
        case merged
        case minutes
        case rejects
        case ledger
    }

    package func folder(_ part: Part) -> String { "\(path)/\(part.rawValue)" }

    /// The files of a day's states.
    func files(
        of day: String, _ parts: [Part] = [.states, .merged]
    ) throws(LakeError) -> [String] {
        var files: [String] = []
        for part in parts {
            let folder = "\(folder(part))/day=\(day)"
            guard LakeFiles.exists(folder) else { continue }
            files += try LakeFiles.names(in: folder)
                .filter { !$0.hasPrefix(".") && !$0.hasPrefix("_") }.map { "\(folder)/\($0)" }
        }
        return files
    }

    /// Where a source's lines are while it is read.
    var unfinished: String { path + "/.unfinished" }
    private static let settingsName = "lake.json"
    private static let keysName = "keys.json"

    /// Opens a lake to read it.
    package init(_ path: String) throws(LakeError) {
        let file = "\(path)/\(Lake.settingsName)"
        guard LakeFiles.exists(file) else { throw .notFound(path: path) }
        guard let data = FileManager.default.contents(atPath: file),
            let settings = try? JSONDecoder().decode(LakeSettings.self, from: data)
        else { throw .damaged(path: file) }
        guard settings.format <= Lake.format else { throw .tooNew(path: path) }
        self.path = path
        guard let clock = settings.clock.map({ HourClock($0) }) ?? .utc else {
            throw .damaged(path: file)
        }
        self.clock = clock
        windows = Windows(
            openHours: settings.windowHours,
            conversionHours: settings.conversionHours ?? Windows.defaultConversionHours)
        dimensions = (settings.dimensions ?? []).map {
            OwnDimension(name: $0.name, source: $0.source, place: $0.place)
        }
        id = settings.id
    }

    // MARK: Making one

    /// What a lake that is not there yet is made with, and one that is there must agree to.
    package struct Wishes: Sendable {
        /// Nil: as it is, or the default.
        package var windowHours: Int?
        package var conversionHours: Int?
        /// Nil: as it is, or `newClock`.
        package var clock: HourClock?
        package var newClock = HourClock.utc
        package var keepsTargets = true
        /// Nil: those it has, or new ones.
        package var keys: NamedKeys?
        package var dimensions: [OwnDimension] = []

        package init() {}
    }

    /// Keys of hashes, and where they are from.
    package struct NamedKeys: Sendable {
        let keys: HashKeys
        let path: String
    }

    /// Opens a lake to write into it, and makes it where there is none. Of several that make it at
    /// once, all go on with the keys of the first.
    package static func open(
        _ path: String, _ wishes: Wishes
    ) throws(LakeError) -> (lake: Lake, keys: HashKeys) {
        if !LakeFiles.exists("\(path)/\(settingsName)") { try make(path, wishes) }
        let lake = try Lake(path)
        try lake.sweep()
        let keys = try keys("\(path)/\(keysName)")
        if let asked = wishes.windowHours, asked != lake.windows.openHours {
            throw .windowDiffers(path: path, hours: lake.windows.openHours, asked: asked)
        }
        let conversionHours = lake.windows.conversionHours
        if let asked = wishes.conversionHours, asked != conversionHours {
            throw .conversionWindowDiffers(path: path, hours: conversionHours, asked: asked)
        }
        if let asked = wishes.clock, !asked.hasHours(of: lake.clock) {
            throw .hoursDiffer(path: path, zone: lake.clock.zone, asked: asked.zone)
        }
        if let named = wishes.keys, named.keys != keys {
            throw .keysDiffer(path: path, other: named.path)
        }
        if !wishes.keepsTargets, keys.target != nil { throw .keepsTargets(path: path) }
        if let other = wishes.dimensions.first(where: { !lake.dimensions.contains($0) }) {
            throw .dimensionMissing(path: path, name: other.name)
        }
        return (lake, keys)
    }

    private static func make(_ path: String, _ wishes: Wishes) throws(LakeError) {
        try LakeFiles.makeFolder(path)
        let own = Set([keysName, settingsName, ".unfinished"] + Part.allCases.map(\.rawValue))
        guard try LakeFiles.names(in: path).allSatisfy(own.contains) else {
            throw .notALake(path: path)
        }
        try LakeFiles.makeFolder("\(path)/.unfinished")
        for part in Part.allCases { try LakeFiles.makeFolder("\(path)/\(part.rawValue)") }
        let made = HashKeys(
            identity: newKey(), target: wishes.keepsTargets ? newKey() : nil)
        let keys = LakeKeys(wishes.keys?.keys ?? made)
        try put(keys, keysName, in: path, mode: PrivateFile.mode)
        // Last: what has it is a lake.
        let clock = wishes.clock ?? wishes.newClock
        let settings = LakeSettings(
            format: clock.isOfUTC ? 1 : format,
            windowHours: wishes.windowHours ?? Windows.defaultOpenHours,
            conversionHours: wishes.conversionHours,
            id: String(name("lake", try Lake.keys("\(path)/\(keysName)")).prefix(16)),
            dimensions: wishes.dimensions.isEmpty
                ? nil
                : wishes.dimensions.map(LakeDimension.init),
            clock: clock.isOfUTC ? nil : clock.text)
        try put(settings, settingsName, in: path, mode: 0o644)
    }

    /// What those that were killed have left, be it while they made the lake.
    private func sweep() throws(LakeError) {
        for name in try LakeFiles.names(in: unfinished)
        where [Lake.keysName, Lake.settingsName].contains(where: { name.hasPrefix($0 + "-") }) {
            LakeFiles.remove("\(unfinished)/\(name)")
        }
        try LakeClaim.sweep(self)
    }

    /// A name that stays as long as the keys.
    static func name(_ kind: String, _ keys: HashKeys) -> String {
        var hash = SHA256()
        hash.append("\(kind) \(Settings.text(of: keys.identity))")
        return hash.finish()
    }

    private static func newKey() -> SipHash.Key {
        SipHash.Key(.random(in: .min ... .max), .random(in: .min ... .max))
    }

    /// Writes a file that is not there yet; of several at once, the first one's stays.
    private static func put(
        _ value: some Encodable, _ name: String, in path: String, mode: mode_t
    ) throws(LakeError) {
        let file = "\(path)/\(name)"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(value) else { throw .damaged(path: file) }
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        let temporary = "\(path)/.unfinished/\(name)-\(number)"
        defer { LakeFiles.remove(temporary) }
        try LakeFiles.append([UInt8](data) + [0x0a], to: temporary, mode: mode)
        // Another one was first, and may have swept this one's away.
        guard link(temporary, file) == 0 || LakeFiles.exists(file) else {
            throw LakeFiles.failure(file)
        }
        try LakeFiles.synchronise(folder: path)
    }

    fileprivate static func keys(_ path: String) throws(LakeError) -> HashKeys {
        guard let data = FileManager.default.contents(atPath: path) else {
            errno = LakeFiles.exists(path) ? EACCES : ENOENT
            throw LakeFiles.failure(path)
        }
        guard let stored = try? JSONDecoder().decode(LakeKeys.self, from: data),
            let keys = stored.keys
        else { throw .damaged(path: path) }
        return keys
    }
}

extension Lake.NamedKeys {
    /// Reads a lake's `keys.json`.
    package init(file path: String) throws(LakeError) {
        self.init(keys: try Lake.keys(path), path: path)
    }
}

/// `lake.json`
private struct LakeSettings: Codable {
    var format: Int
    var windowHours: Int
    /// Nil: the default.
    var conversionHours: Int?
    var id: String
    var dimensions: [LakeDimension]?
    /// The text of a clock; nil for UTC's.
    var clock: String?

    enum CodingKeys: String, CodingKey {
        case format
        case windowHours = "window_hours"
        case conversionHours = "conversion_hours"
        case id, dimensions, clock
    }
}

private struct LakeDimension: Codable {
    var name: String
    var place: String
    /// Nil: of sends.
    var ofClients: Bool?

    enum CodingKeys: String, CodingKey {
        case name, place
        case ofClients = "of_clients"
    }

    init(_ dimension: OwnDimension) {
        (name, place) = (dimension.name, dimension.place)
        ofClients = dimension.source == .clients ? true : nil
    }

    var source: OwnDimension.Source { ofClients ?? false ? .clients : .sends }
}

/// `keys.json`: 32 hexadecimal digits each, or `none`.
private struct LakeKeys: Codable {
    var identity: String
    var target: String

    init(_ keys: HashKeys) {
        identity = Settings.text(of: keys.identity)
        target = keys.target.map(Settings.text(of:)) ?? Settings.noKey
    }

    var keys: HashKeys? {
        guard let identity = Settings.hashKey(identity) else { return nil }
        let target = self.target == Settings.noKey ? nil : Settings.hashKey(self.target)
        guard target != nil || self.target == Settings.noKey else { return nil }
        return HashKeys(identity: identity, target: target)
    }
}
