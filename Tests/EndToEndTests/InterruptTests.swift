import Foundation
import TestSupport
import Testing

@Suite("An ingest that is interrupted", .sample("--sends", "3000", "--days", "1"))
struct InterruptTests {
    /// With half of the files comes a pipe that nobody writes to: there it waits, after the files.
    /// With one thread all of them are in the batch by then.
    @Test("keeps what it has, tells by its exit code, and goes on", arguments: [SIGINT, SIGTERM])
    func interrupt(signal: Int32) throws {
        let whole = try #require(Undisturbed.current)
        let database = try Database()
        let files = whole.sample.files
        let half = files.count / 2
        let folder = try OrderedFolder(Array(files[..<half]))
        let pipe = try folder.appendPipe()
        let ingest = try RunningProgram(
            Program.path, ["ingest", "-q", "--threads", "1", "--db", database.path] + folder.paths)
        let writer = try #require(openWhenRead(pipe, ingest))
        ingest.send(signal)
        close(writer)
        let stopped = try ingest.finish()
        #expect(stopped == Finished(output: "", errors: "", code: 128 + signal))

        #expect(try database.run("verify", "-q").code == 0)
        #expect(database.number("select count(*) from files") == half + 1)
        #expect(try database.ingest(files).code == 0)
        #expect(try database.run("verify", "-q").code == 0)
        let content = try Content(database)
        #expect(try content.differences(from: whole.content) == Content.ofDelivery.sorted())
    }

    /// The end for writing, once the other is open; nil when the process has gone.
    private func openWhenRead(_ pipe: String, _ ingest: RunningProgram) -> Int32? {
        while ingest.process.isRunning {
            let descriptor = open(pipe, O_WRONLY | O_NONBLOCK)
            if descriptor >= 0 { return descriptor }
            usleep(1000)
        }
        return nil
    }
}
