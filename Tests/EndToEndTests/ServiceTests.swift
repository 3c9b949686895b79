import Foundation
import TestSupport
import Testing

/// The protocol is that of sd_notify(3): datagrams of `NAME=value` lines.
@Suite("A follower tells its service manager")
struct ServiceTests {
    @Test("when it is ready, how it is, and when it ends", arguments: NotifySocket.Kind.allCases)
    func life(kind: NotifySocket.Kind) throws {
        let socket = try NotifySocket(kind)
        let followed = try FollowedFolder(environment: ["NOTIFY_SOCKET": socket.name])
        #expect(socket.waits { $0.split(separator: "\n").contains("READY=1") })
        // Ready means that the database is there.
        #expect(followed.database.number("select lines from ledger") != nil)
        try RotatingLog(followed.logs, seed: 1).write([Data("{}".utf8)])
        #expect(socket.waits { $0.contains(": 1 lines = ") })
        #expect(try followed.end().code == 143)
        #expect(socket.waits { $0.split(separator: "\n").contains("STOPPING=1") })
        #expect(socket.messages.filter { $0.contains("READY=1") }.count == 1)
        #expect(!socket.messages.contains { $0.contains("WATCHDOG") })
    }

    @Test("that it lives, as often as the watchdog wants")
    func watchdog() throws {
        let socket = try NotifySocket(.path)
        let followed = try FollowedFolder(
            environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "400000"])
        for _ in 1...6 { #expect(socket.waits { $0 == "WATCHDOG=1" }) }
        #expect(try followed.end().code == 143)
    }

    @Test("nothing of a watchdog that is another's")
    func foreignWatchdog() throws {
        let socket = try NotifySocket(.path)
        let followed = try FollowedFolder(
            environment: [
                "NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1",
            ])
        #expect(socket.waits { $0.contains("READY=1") })
        try RotatingLog(followed.logs, seed: 1).write([Data("{}".utf8)])
        #expect(socket.waits { $0.contains(": 1 lines = ") })
        #expect(try followed.end().code == 143)
        #expect(socket.waits { $0.contains("STOPPING=1") })
        #expect(!socket.messages.contains { $0.contains("WATCHDOG") })
    }

    @Test("nothing where nobody listens", arguments: ["", "/nowhere/at/all", "vsock:2:1234", "@x"])
    func nobody(name: String) throws {
        let followed = try FollowedFolder(environment: ["NOTIFY_SOCKET": name])
        #expect(followed.waits { followed.database.number("select lines from ledger") != nil })
        #expect(try followed.end() == Finished(output: "", errors: "", code: 143))
    }
}
