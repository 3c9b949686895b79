import ArgumentParser
import Delivery
import Foundation
import NDJSON
import Reporting

struct PruneCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Drop messages from before a day, and keep every count.",
        discussion: """
            Reports, alerts and every view but messages stay as they are. What goes for good: \
            the messages with their IDs and hashes of targets, and with them trace, recounts and \
            report --as-of of those days. Records of those days that are read later are rejected \
            as past_retention.

            A file of up to 256 MB is then written anew, which takes twice what is left of it for \
            a while; so is a larger one when more than a quarter of it is free, or with \
            --vacuum. In other files the next days' logs take the room, and until then a copy of \
            a dropped row may be left in a page that stays in use.

            Stopped at any point, it leaves a database that verifies, and goes on when run again. \
            Readers read on; an ingest ends with 75 meanwhile.

            EXAMPLES
              pushfunnel prune --keep 90d --dry-run
              pushfunnel prune --keep 90d
              pushfunnel prune --before 2025-08-01
            """)

    @Option(
        help: ArgumentHelp(
            "Days to keep, up to that of the newest record; PUSHFUNNEL_KEEP or keep in the "
                + "configuration file, too.", valueName: "days"))
    var keep: String?

    @Option(
        help: ArgumentHelp("The first day (UTC) to keep, such as 2025-08-01.", valueName: "day"))
    var before: String?

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Write the file anew, however large it is: nothing dropped is left in it.")
    var vacuum = false

    @Flag(help: "Tell how much would go, and change nothing.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        if keep != nil, before != nil { throw ValidationError("--keep", excludes: "--before") }
        if let keep, days(keep) == nil {
            throw ValidationError(
                "--keep", expected: "a number of days such as 90d", found: keep)
        }
        if let before, day(before) == nil {
            throw ValidationError(
                "--before", expected: "a day such as 2025-08-01", found: before)
        }
    }

    func run() throws {
        // The file may be written anew; other folders may be smaller than its own.
        setenv(
            "SQLITE_TMPDIR", URL(fileURLWithPath: database.db).deletingLastPathComponent().path, 0)
        // A database that is not there is not made.
        _ = try Store.version(of: database.db)
        let store = try dryRun ? nil : Store(writing: database.db)
        let standing = try RetentionStanding(Store.reader(database.db))
        guard let newest = standing.newest else {
            if !quiet { Terminal.note("there are no messages\n") }
            return
        }
        let horizon = try horizon(newest: newest)
        try expectOver(horizon, newest, standing)
        let reached = standing.horizon ?? horizon
        if reached.day > horizon.day, !quiet {
            Terminal.note("everything from before \(reached.text) is gone already\n")
        }
        let settled = max(horizon, reached)
        if let store {
            try prune(store, before: settled)
        } else {
            try tell(PrunePlan(Store.reader(database.db), before: settled), settled)
        }
    }

    /// Messages stay for as long as their opens count.
    private func expectOver(
        _ horizon: Horizon, _ newest: Int64, _ standing: RetentionStanding
    ) throws {
        let latest = Horizon(keeping: 1, until: newest - standing.windowMilliseconds)
        guard horizon > latest else { return }
        let place = before == nil ? Defaults.place(of: "keep", flag: "--keep") : "--before"
        throw Diagnostic(
            message:
                "\(place): opens of messages from before \(horizon.text) still come in: they count "
                + "for \(standing.windowMilliseconds / 3_600_000) h",
            hint: "keep the days from \(latest.text) on", code: .usage)
    }

    private func horizon(newest: Int64) throws -> Horizon {
        if let before, let horizon = day(before) { return horizon }
        guard let keep = keep ?? Defaults.text("keep") else {
            throw Diagnostic(
                message: "--keep: expected a number of days, found none",
                hint: #"--keep 90d, PUSHFUNNEL_KEEP, or {"keep": "90d"} in pushfunnel.json"#,
                code: .usage)
        }
        guard let days = days(keep) else {
            throw Diagnostic(
                message: Mistake.text(
                    Defaults.place(of: "keep", flag: "--keep"),
                    expected: "a number of days such as 90d", found: keep),
                hint: "pushfunnel prune --keep 90d overrides it", code: .configuration)
        }
        return Horizon(keeping: days, until: newest)
    }

    private func days(_ text: String) -> Int64? {
        guard text.hasSuffix("d"), let days = Int64(text.dropLast()) else { return nil }
        return (1...36_500).contains(days) ? days : nil
    }

    private func day(_ text: String) -> Horizon? {
        guard text.utf8.count == 10, let time = Timestamp(text + "T00:00:00Z") else { return nil }
        return Horizon(day: time.milliseconds / 86_400_000)
    }

    private func tell(_ plan: PrunePlan, _ horizon: Horizon) {
        Terminal.note(
            "dry run: \(grouped(plan.states)) message states from before \(horizon.text) "
                + "(\(byteText(plan.bytes))) would go; nothing was changed\n")
    }

    private func prune(_ store: Store, before horizon: Horizon) throws {
        let sizeBefore = size
        Interrupt.watch()
        let plan = try quiet ? nil : PrunePlan(Store.reader(database.db), before: horizon)
        let bar = ProgressBar(total: plan?.states ?? 0, unit: "messages")
        let pruner = try Pruner(
            store, before: horizon, smallSize: vacuum ? Int64.max : Pruner.smallSize)
        pruner.shouldStop = { Interrupt.signalNumber != nil }
        if !quiet {
            pruner.onProgress = {
                bar.update(done: $0.dropped, count: $0.dropped, label: "dropping")
            }
        }
        let isDone = try pruner.run()
        bar.clear()
        if let number = Interrupt.signalNumber, !isDone {
            Terminal.note("stopped; run the same command again to go on\n")
            throw ExitCode(128 + number)
        }
        tell(pruner, sizeBefore)
    }

    private func tell(_ pruner: Pruner, _ sizeBefore: Int64) {
        if !pruner.isLogEmpty {
            Terminal.note(
                "warning: a reader holds \(database.db)-wal, which still has what was dropped\n"
                    + "    hint: run the same command again when it has ended\n")
        }
        if !pruner.hadRoom {
            Terminal.note(
                "warning: no room to write \(database.db) anew: its free pages stay\n"
                    + "    hint: that takes twice what is left of it beside it; run it again then\n"
            )
        }
        guard !quiet else { return }
        let returned = sizeBefore - size
        Terminal.note(
            "\(grouped(pruner.progress.dropped)) message states from before "
                + "\(pruner.horizon.text) dropped, every count kept; "
                + (returned > 0
                    ? "\(byteText(returned)) given back, \(byteText(size)) left\n"
                    : "\(byteText(size)) as before\n"))
        Terminal.noteNext("verify", database.db)
    }

    private var size: Int64 { fileSize(database.db) }
}
