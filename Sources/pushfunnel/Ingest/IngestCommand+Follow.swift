import ArgumentParser
import Delivery
import Foundation
import NDJSON

extension IngestCommand {
    /// Follows until a signal is received, and exits with its code.
    func followLogs() throws {
        CoreDumps.turnOff()
        Interrupt.watch()
        let following = try FollowRun(self)
        try following.start()
        while Interrupt.signalNumber == nil {
            try following.scan()
            following.pause()
        }
        following.end()
        if let number = Interrupt.signalNumber { throw ExitCode(128 + number) }
    }
}

/// A follower, and the receivers of its status: the terminal, systemd and Prometheus.
private final class FollowRun {
    private let command: IngestCommand
    private let follower: Follower
    private let reporter: FollowReporter
    private let manager = ServiceManager()
    private let metrics: MetricsFile?
    private var metricsWritten = -Double.infinity
    private static let secondsBetweenMetrics = 15.0

    init(_ command: IngestCommand) throws {
        self.command = command
        reporter = FollowReporter(command.verbosity.level)
        metrics = command.metrics.map { MetricsFile(path: $0, isFollowing: true) }
        let options = try command.ingestOptions(latest: ReadingOptions.latest())
        follower = Follower(command.paths, own: command.ownFiles, options) { [reporter] in
            let store = try command.openStore(takesTurns: true)
            reporter.warn(ofLate: store.lateDimensions)
            _ = try command.latest(store)
            return store
        }
        follower.latest = { ReadingOptions.latest() }
        follower.onFile = { [reporter] in reporter.report($0) }
        follower.onProblem = { [reporter] in reporter.reportFound($0) }
        follower.onUnread = { [reporter] in reporter.report($0) }
        follower.shouldStop = { Interrupt.signalNumber != nil }
        follower.onProgress = { [unowned self] progress in
            manager.keepAlive()
            draw("reading \(progress.path.suffix(40))")
        }
    }

    private var now: Double { ProcessInfo.processInfo.systemUptime }

    func start() throws {
        try follower.open()
        try metrics?.write(of: command.database.db, exitCode: 0)
        metricsWritten = now
        manager.ready("reading existing files")
    }

    func scan() throws {
        reporter.beginScan()
        switch try follower.look() {
        case .idle, .read, .stopped:
            reporter.endScan()
            report(status)
        case .busy(let holder):
            report("waiting for another pushfunnel" + (holder.map { " (process \($0))" } ?? ""))
        }
        manager.keepAlive()
        if now - metricsWritten >= FollowRun.secondsBetweenMetrics { writeMetrics() }
    }

    private var status: String {
        let files = follower.fileCount
        return "following \(grouped(Int64(files))) \(files == 1 ? "file" : "files"): "
            + reporter.counts.text
    }

    private func report(_ status: String) {
        manager.report(status)
        reporter.report(status)
    }

    private var drawn = -Double.infinity

    /// During long reads, at most five times a second.
    private func draw(_ status: String) {
        guard now - drawn > 0.2 else { return }
        drawn = now
        manager.report(status)
        if Terminal.canRedraw { reporter.report(status) }
    }

    /// If this fails, the follower continues; the metrics show their age.
    private func writeMetrics() {
        metricsWritten = now
        do {
            try metrics?.write(of: command.database.db, exitCode: reporter.exitCode)
        } catch {
            reporter.warn("\(metrics?.path ?? "") cannot be written")
        }
    }

    /// Until the next scan or a signal, with calls of the watchdog.
    func pause() {
        let until = now + follower.pauseSeconds
        while Interrupt.signalNumber == nil, now < until {
            let slice = min(until - now, 1, manager.keepAliveSeconds ?? 1)
            poll(nil, 0, Int32(max(1, slice * 1000)))
            manager.keepAlive()
        }
    }

    func end() {
        manager.stopping()
        writeMetrics()
        reporter.summarize(command.database.db)
    }
}
