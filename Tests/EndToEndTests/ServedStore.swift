import Foundation
import TestSupport

/// `pushfunnel serve` in a process of its own, at a port that was free.
final class ServedStore: Sendable {
    /// Immutable, though it does not say so.
    nonisolated(unsafe) let program: RunningProgram
    let port: UInt16

    struct Silence: Error { var said: Finished }

    convenience init(_ database: String, _ options: [String] = []) throws {
        try self.init(
            RunningProgram(
                Program.path, ["serve", "--db", database, "--listen", "127.0.0.1:0"] + options))
    }

    /// A program that serves, once it has printed its address.
    init(_ program: sending RunningProgram) throws {
        self.program = program
        var port: UInt16?
        for _ in 0..<600 where port == nil && program.process.isRunning {
            let line = program.outputSoFar
            port = line.firstMatch(of: #/^http://127\.0\.0\.1:(\d+)/\n/#).flatMap { UInt16($0.1) }
            if port == nil { usleep(50_000) }
        }
        guard let port else {
            program.send(SIGKILL)
            throw Silence(said: try program.finish())
        }
        self.port = port
    }

    deinit { program.send(SIGKILL) }

    func get(_ path: String, _ headers: String...) async throws -> RawClient.Answer {
        try await RawClient.ask(port, path, headers: headers)
    }

    /// Ends it as systemd does.
    func end() throws -> Finished {
        program.send(SIGTERM)
        return try program.finish()
    }
}
