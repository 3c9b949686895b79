import ArgumentParser
import Delivery
import Foundation
import NDJSON

extension IngestCommand {
    /// Follows until a signal comes, and ends with its exit code.
    func followLogs() throws {
        CoreDumps.turnOff()
        Interrupt.watch()
        let following = try FollowRun(self)
        try following.start()
        while Interrupt.signalNumber == nil {
            try following.look()
            following.pause()
        }
        following.end()
        if let number = Interrupt.signalNumber { throw ExitCode(128 + number) }
    }
}

/// A follower and all who are told of it.
private final class FollowRun {
    private let command: IngestCommand
    private let follower: Follower
    private let teller: FollowTeller
    private let manager = ServiceManager()
    private let metrics: MetricsFile?
    private var metricsWritten = -Double.infinity
    private static let secondsBetweenMetrics = 15.0

    init(_ command: IngestCommand) throws {
        self.command = command
        teller = FollowTeller(command.verbosity.level)
        metrics = command.metrics.map { MetricsFile($0, isFollowing: true) }
        let (path, window) = (command.database.db, command.window)
        let options = try command.ingestOptions(latest: IngestCommand.latest())
        follower = Follower(command.paths, own: command.ownFiles, options) {
            let store = try Store(
                writing: path, windowHours: window, keepsTargets: !command.noTokenHash,
                takesTurns: true)
            _ = try command.latest(store)
            return store
        }
        follower.latest = { IngestCommand.latest() }
        follower.onFile = { [teller] in teller.tell($0) }
        follower.onProblem = { [teller] in teller.tell($0) }
        follower.onUnread = { [teller] in teller.tell($0) }
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
        manager.ready("reading what is there")
    }

    func look() throws {
        switch try follower.look() {
        case .idle, .read, .stopped:
            teller.endLook()
            tell(status)
        case .busy(let holder):
            tell("waiting for another pushfunnel" + (holder.map { " (process \($0))" } ?? ""))
        }
        manager.keepAlive()
        if now - metricsWritten >= FollowRun.secondsBetweenMetrics { writeMetrics() }
    }

    private var status: String {
        let files = follower.fileCount
        return "following \(grouped(Int64(files))) \(files == 1 ? "file" : "files"): "
            + teller.counts.text
    }

    private func tell(_ status: String) {
        manager.tell(status)
        teller.tell(status)
    }

    private var drawn = -Double.infinity

    /// While much is read, some times a second.
    private func draw(_ status: String) {
        guard now - drawn > 0.2 else { return }
        drawn = now
        manager.tell(status)
        if Terminal.canRedraw { teller.tell(status) }
    }

    /// A follower goes on without metrics; that they are not written is seen by their age.
    private func writeMetrics() {
        metricsWritten = now
        do {
            try metrics?.write(of: command.database.db, exitCode: 0)
        } catch {
            teller.warn("\(metrics?.path ?? "") cannot be written")
        }
    }

    /// Until the next look, or a signal, and never longer than the watchdog allows.
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
        teller.summarize(command.database.db)
    }
}
