import Foundation
import TestSupport

/// An FCM on the loopback: `Tests/Instrumentation/fcm.py` says how it answers.
final class LoopbackFCM {
    private let folder: TemporaryFolder
    private let program: RunningProgram

    /// Where requests are posted to, for one project.
    let url: String

    init() throws {
        folder = try TemporaryFolder()
        let script = InstrumentationPage.drivers.appending(path: "fcm.py").path
        program = try RunningProgram("/usr/bin/env", ["python3", "-B", script, folder.path])
        url =
            "http://127.0.0.1:\(try LoopbackFCM.port(folder, program))"
            + "/v1/projects/demo/messages:send"
    }

    deinit { program.send(SIGTERM) }

    /// What devices got: a token and a payload on each line.
    var devices: String { folder.file("devices.ndjson") }

    private static func port(_ folder: TemporaryFolder, _ program: RunningProgram) throws -> String
    {
        let file = folder.file("port")
        while program.process.isRunning {
            if let port = try? String(contentsOfFile: file, encoding: .utf8) { return port }
            usleep(20_000)
        }
        throw NotRunning(errors: try program.finish().errors)
    }

    struct NotRunning: Error {
        var errors: String
    }
}
