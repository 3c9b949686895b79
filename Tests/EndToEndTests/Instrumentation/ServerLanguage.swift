import Foundation
import TestSupport
import Testing

/// A language in which the page shows how to log sends, and how its code is run.
enum ServerLanguage: String, CaseIterable, CustomTestStringConvertible {
    case python
    case node
    case go
    case java

    var testDescription: String { rawValue }

    /// The files of the page that are run.
    var files: [String] {
        switch self {
        case .python: ["push_log.py", "send.py"]
        case .node: ["push-log.mjs"]
        case .go: ["pushlog/pushlog.go", "send/send.go"]
        case .java: ["PushLog.java"]
        }
    }

    /// What a send is refused with when a proxy answers in the place of FCM: the SDK's word, or the
    /// status.
    var codeOfProxy: String {
        switch self {
        case .python: "UNKNOWN"
        case .node: "messaging/unknown-error"
        case .go, .java: "HTTP_502"
        }
    }

    /// Sends messages to an FCM and logs them. Run by `sh -eu`; `$MESSAGES` and `$LOG` are files.
    private var script: String {
        switch self {
        case .python: "python3 -B main.py \"$MESSAGES\" \"$LOG\""
        case .node: "node main.mjs \"$MESSAGES\" \"$LOG\""
        case .go: "go run ./cmd \"$MESSAGES\" \"$LOG\""
        case .java:
            "python3 -B rows.py \"$MESSAGES\" > rows; javac -d out *.java; "
                + "java -cp out Main rows \"$LOG\""
        }
    }

    private var tool: String { self == .java ? "javac" : self == .python ? "python3" : rawValue }

    /// The log of one run; nil where the machine does not have the language.
    func log(_ page: InstrumentationPage, _ fcm: LoopbackFCM, in folder: String) throws -> String? {
        guard try Tools.has(tool) else { return nil }
        let place = folder + "/" + rawValue
        try page.unpack(files, with: rawValue, into: place)
        let log = folder + "/\(rawValue).ndjson"
        let messages = InstrumentationPage.drivers.appending(path: "messages.json").path
        let environment = [
            "MESSAGES": messages, "LOG": log, "FCM_URL": fcm.url, "PATH": Tools.path,
            "GOCACHE": folder + "/go-cache", "GOPATH": folder + "/go-path", "GOFLAGS": "-mod=mod",
            "GOPROXY": "off", "GOTOOLCHAIN": "local", "CGO_ENABLED": "0",
        ]
        let finished = try RunningProgram(
            "/bin/sh", ["-euc", script], in: place, environment: environment
        ).finish()
        guard finished.code == 0 else { throw Failed(finished: finished) }
        return log
    }

    struct Failed: Error {
        var finished: Finished
    }
}

/// Languages that a machine may have.
enum Tools {
    /// With Go as `make test` has unpacked it.
    static let path: String = {
        let unpacked = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: ".go/usr/lib/go/bin").path
        return (Program.environment["PATH"] ?? "/usr/bin:/bin") + ":" + unpacked
    }()

    static func has(_ tool: String) throws -> Bool {
        let found = try RunningProgram(
            "/bin/sh", ["-c", "command -v \(tool)"], environment: ["PATH": path]
        ).finish()
        if found.code != 0 {
            Skip.report("an example of Instrumentation.md: \(tool) is not installed")
        }
        return found.code == 0
    }
}
