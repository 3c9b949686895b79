import Delivery
import FCM
import NDJSON
import Reporting

/// The output of `inspect`: a block for each file, and the figures that reports would lack.
struct InspectText {
    private let dimensions: [String]
    private var samples: [FileSample] = []
    /// Of whole files; nil: of their samples.
    var sizes: [DimensionSize]?
    /// What would match client events with sends, where nothing does.
    private var join: (name: String, matched: Int)?
    private static let shownRejects = 5
    private static let triedJoins = 3

    init(_ dimensions: [OwnDimension]) {
        self.dimensions = dimensions.names(of: .sends) + dimensions.names(of: .clients)
    }

    /// Reads a sample of each file.
    mutating func add(
        _ paths: [String], _ sampler: FileSampler, onProblem: (InputError) -> Void
    ) {
        for path in paths where Interrupt.signalNumber == nil {
            do throws(InputError) {
                samples.append(try sampler.sample(path))
            } catch {
                onProblem(error)
            }
        }
    }

    /// If no line is a client event, tries the members that sends and other lines share as an ID of
    /// one's own. `sampler` reads files by one of them.
    mutating func tryJoins(_ paths: [String], _ sampler: (String) -> FileSampler) {
        guard sum(\.sends) > 0, samples.allSatisfy(\.events.isEmpty) else { return }
        let shared = samples.reduce(into: SharedMembers()) { $0.merge($1.shared) }
        let tried = shared.names.prefix(InspectText.triedJoins).map { name in
            let sampler = sampler(name)
            let ids = paths.reduce(into: OwnIDSample()) { ids, path in
                guard Interrupt.signalNumber == nil, let sample = try? sampler.sample(path) else {
                    return
                }
                ids.merge(sample.ownIDs)
            }
            return (name: name, matched: ids.ambiguous == 0 ? ids.matched : 0)
        }
        join = tried.filter { $0.matched > 0 }
            .max { ($0.matched, $1.name) < ($1.matched, $0.name) }
    }

    var text: String {
        let missing = samples.isEmpty ? "" : missing.map { "  \($0)\n" }.joined()
        let end = missing.isEmpty ? [] : ["Missing in reports of these files\n" + missing]
        let blocks = samples.map(InspectText.block) + together + several + ownIDs + values + end
        return blocks.joined(separator: "\n")
    }

    /// What several files hold.
    private var together: [String] {
        guard samples.count > 1 else { return [] }
        let all = samples.reduce(into: FileSample(path: "")) { $0.addKinds(of: $1) }
        let head = "All \(samples.count) files: \(grouped(all.counts.lines)) lines"
        return [([head] + InspectText.rows(all)).joined(separator: "\n") + "\n"]
    }

    /// Whether IDs of one's own match.
    private var ownIDs: [String] {
        let all = samples.reduce(into: OwnIDSample()) { $0.merge($1.ownIDs) }
        guard !all.sends.isEmpty || !all.events.isEmpty else { return [] }
        var lines = [
            (all.sends.count, "in sends"), (all.events.count, "in client events"),
            (all.matched, "in both: their records are of one message"),
        ]
        if all.ambiguous > 0 {
            lines.append(
                (
                    all.ambiguous,
                    "in several sends, which count as one message; use a new ID for each send"
                ))
        }
        return [
            "IDs of your own\n"
                + lines.map { "  \(InspectText.padded(Int64($0.0)))  \($0.1)\n" }.joined()
        ]
    }

    /// How many values the declared dimensions have.
    private var values: [String] {
        guard !dimensions.isEmpty else { return [] }
        let sampled = dimensions.enumerated().map { position, name in
            let values = Set(samples.flatMap { $0.allValues[position] })
            return DimensionSize(name: name, values: values.count)
        }
        let all =
            sizes ?? [DimensionSize(name: "project", values: projects.projects.count)] + sampled
        let lines = all.map { size in
            let remark = size.isLarge ? ": too many to read, and slow to count" : ""
            return "  \(InspectText.padded(Int64(size.values)))  \(size.name)\(remark)\n"
        }
        return ["Values of dimensions\n" + lines.joined()]
    }

    private var projects: ProjectSends {
        ProjectSends(samples.reduce(into: [:]) { $0.merge($1.projects, uniquingKeysWith: +) })
    }

    /// A sentence, if the sends are of several projects.
    private var several: [String] {
        let projects = projects
        guard projects.leastCount > 1 else { return [] }
        let named = projects.projects.map {
            "  \(InspectText.padded($0.sends))  \(SafeText.visible($0.name))\n"
        }
        return [
            "Sends of \(projects.leastCount) Firebase projects: reports count them together, "
                + "without --project\n" + named.joined()
        ]
    }

    /// Members of the map without a value in any line.
    var unmatchedPlaces: [String] { samples.unmatchedPlaces }

    // MARK: A file

    private static func block(_ sample: FileSample) -> String {
        var lines = ["\(SafeText.visible(sample.path)): \(head(sample))"]
        lines += rows(sample)
        for group in sample.rejects.sorted(by: { ($1.count, $0.line) < ($0.count, $1.line) })
            .prefix(shownRejects)
        {
            lines += rejected(group)
        }
        let more = sample.rejects.count - shownRejects
        if more > 0 { lines.append("            and \(more) more kinds of rejected lines") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func rows(_ sample: FileSample) -> [String] {
        kinds(sample).map { "  \(padded($0.count))  \($0.what)" }
    }

    private static func head(_ sample: FileSample) -> String {
        var parts = [sample.isGzip ? "gzip" : "plain"]
        let lines = sample.counts.lines
        switch sample.ending {
        case .complete: parts.append("\(grouped(lines)) lines")
        case .incomplete(let error), .broken(let error):
            parts += ["\(grouped(lines)) lines", error.description]
        case nil: parts.append("the first \(lines == 1 ? "line" : "\(grouped(lines)) lines")")
        }
        if sample.overLines > 0 {
            parts.append("\(grouped(sample.overLines)) of them values over several lines")
        }
        return parts.joined(separator: ", ")
    }

    private static func kinds(_ sample: FileSample) -> [(count: Int64, what: String)] {
        var kinds: [(count: Int64, what: String)] = [
            (sample.accepted, "sends that FCM accepted"),
            (sample.refused, "sends that FCM refused"),
            (sample.toTopics, "of these sends to topics or conditions"),
            (sample.validated, "requests with validate_only"),
        ]
        kinds += EventKind.allCases.map { (sample.events[$0] ?? 0, "client events: \($0.name)") }
        kinds.append((sample.conversionsWithoutValue, "of these conversions without a value"))
        kinds += sample.places.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .filter { !$0.key.isEmpty }.prefix(3)
            .map { ($0.value, "of these under \(SafeText.visible($0.key))") }
        let counts = sample.counts
        kinds += [
            (counts.foreign, "foreign: about other things"),
            (counts.unprovenEvents, "of these possibly web pushes: an event and a UUID"),
            (counts.blank, "blank"), (counts.rejected, "rejected"),
        ]
        return kinds.filter { $0.count > 0 }
    }

    private static func rejected(_ group: FileSample.RejectGroup) -> [String] {
        let keys = group.keys
        return [
            "  \(padded(group.count))  \(group.reason.rawValue), line \(group.line)"
                + (keys.isEmpty ? "" : ", keys \(keys)"),
            "            \(SafeText.visible(group.excerpt))",
            "            \(group.reason.expectation)",
        ]
    }

    private static func padded(_ count: Int64) -> String {
        let text = grouped(count)
        return String(repeating: " ", count: max(0, 8 - text.count)) + text
    }

    // MARK: Missing figures

    private var missing: [String] {
        var missing: [String] = []
        let (sends, refused) = (sum(\.sends), sum(\.refused))
        if sends == 0 {
            missing.append(
                "sends: no line holds an answer of FCM; sends of other services need an ID of your "
                    + "own (--join)")
        }
        if samples.allSatisfy(\.events.isEmpty) {
            missing.append("received, impressions, opened: " + withoutEvents)
        }
        if sends > 0, refused == 0 { missing.append(withoutRefused) }
        let toDevices = refused - sum(\.refusedToTopics)
        let unknown = toDevices - sum(\.refusedWithPlatform)
        if unknown > 0 {
            missing.append(
                "failure rates by platform: \(grouped(unknown)) of \(grouped(toDevices)) "
                    + "refused sends name no platform; log platform with each send")
        }
        let unnamed = sum(\.refusedWithoutProject)
        if projects.leastCount > 1, unnamed > 0 {
            missing.append(
                "failure rates by project: \(grouped(unnamed)) of \(grouped(refused)) "
                    + "refused sends name no project; log it with each send, and map project")
        }
        missing += outsideFunnel + shifted
        if sends > 0, sum(\.withCampaign) == 0 {
            missing.append("campaigns: no send names one; log campaign, or set analytics_label")
        }
        return missing
    }

    private var withoutEvents: String {
        guard let join else {
            return "there are no client events; Documentation/Instrumentation.md has code for apps"
        }
        return "no client event has an ID of FCM; --join \(ShellWord.quoted(join.name)) would "
            + "match events with \(join.matched) of these sends; use it if each send has a new "
            + SafeText.visible(join.name)
    }

    private var withoutRefused: String {
        let unread = samples.flatMap(\.rejects).filter { $0.reason == .notRead }
            .reduce(0) { $0 + $1.count }
        guard unread > 0 else {
            return "failure rates: no refused send was found; log FCM's errors, too"
        }
        return "failure rates: no refused send was read, but \(grouped(unread)) lines have traces "
            + "of FCM in text; if they are refused sends, log token and error code of each as JSON"
    }

    private var shifted: [String] {
        let quarters = samples.reduce(into: [:]) { $0.merge($1.quarters, uniquingKeysWith: +) }
        guard let shift = TimeShift(quarters: quarters) else { return [] }
        return [
            "right hours: \(grouped(shift.sends)) of \(grouped(shift.total)) sends were "
                + "\(shift.words); if the times have no zone, name it with --log-tz"
        ]
    }

    /// Sends that rates leave out.
    private var outsideFunnel: [String] {
        let (topics, silent) = (sum(\.toTopics), sum(\.silent))
        let toDevices = sum(\.accepted) - topics + sum(\.refusedToTopics)
        let seen = samples.reduce(0) { sum, sample in
            [EventKind.impression, .open].reduce(sum) { $0 + (sample.events[$1] ?? 0) }
        }
        var missing: [String] = []
        if topics > 0 {
            missing.append(
                "rates of \(grouped(topics)) sends to topics: devices see other IDs; reports count "
                    + "these sends, and what devices tell of them, beside the funnel")
        }
        if silent > 0, seen > 0, silent * 20 >= toDevices {
            missing.append(
                "opened and impressions of \(grouped(silent)) of \(grouped(toDevices)) sends: they "
                    + "hold data alone; if the app shows these itself, map shown")
        }
        return missing
    }

    private func sum(_ count: KeyPath<FileSample, Int64>) -> Int64 {
        samples.reduce(0) { $0 + $1[keyPath: count] }
    }
}
