import Alerts
import Delivery
import Foundation
import Reporting
import TestSupport
import Testing
import pushfunnel

/// Payloads as a real Alertmanager takes them.
@Suite(
    "A real Alertmanager", .serialized,
    .enabled(
        if: Tool.path("prometheus-alertmanager") != nil && Tool.path("curl") != nil,
        "there is no prometheus-alertmanager: make test unpacks it"))
struct AlertmanagerServerTests {
    @Test("takes alerts, groups them, and resolves what is over")
    func life() throws {
        let told = try Receiver(answers: ["200"])
        let server = try Alertmanager(receiver: told)
        var report = SampleReports.report(
            .firing, [SampleReports.alert(), SampleReports.alert("delivered")])
        try server.post(report)
        #expect(try server.groups() == ["PushDeliveryDrop": 1, "PushOpenDrop": 1])
        // Told again with other figures: the same alert.
        report.alerts[0].observed = 5
        try server.post(report)
        #expect(try server.groups() == ["PushDeliveryDrop": 1, "PushOpenDrop": 1])
        #expect(try server.observed("PushOpenDrop") == "5")
        report.alerts[0].state = .resolved
        try server.post(report)
        #expect(try waits { try server.groups() == ["PushDeliveryDrop": 1] })
        let isToldOf = { (status: String) in
            try told.requests().contains {
                $0.body.contains(#""status":"\#(status)","labels":{"alertname":"PushOpenDrop""#)
            }
        }
        #expect(try waits { try isToldOf("firing") })
        #expect(try waits { try isToldOf("resolved") }, "its receivers hear that it is over")
    }

    @Test("gives names back as they were, and resolves them too")
    func hostile() throws {
        let told = try Receiver(answers: ["200"])
        let server = try Alertmanager(receiver: told)
        var report = SampleReports.hostile
        try server.post(report)
        let campaigns = try server.alerts().compactMap { $0["labels"] as? [String: String] }
            .compactMap { $0["campaign"] }
        let expected = SampleReports.hostileNames.map { $0.isEmpty ? "(empty)" : $0 }
        #expect(Set(campaigns) == Set(expected))
        #expect(try server.alerts().count == report.alerts.count)
        for index in report.alerts.indices { report.alerts[index].state = .resolved }
        try server.post(report)
        #expect(try waits { try server.alerts().isEmpty })
    }

    @Test("ends an alert without further posts")
    func lapse() throws {
        let server = try Alertmanager(receiver: try Receiver(answers: ["200"]))
        try server.post(SampleReports.report(), intervalSeconds: 1)
        #expect(try server.groups() == ["PushOpenDrop": 1])
        #expect(try waits { try server.groups().isEmpty })
    }

    @Test("takes figures of every size", arguments: ["extreme", "quiet", "empty"])
    func figures(name: String) throws {
        let report = try #require(SampleReports.all.first { $0.name == name }?.report)
        let server = try Alertmanager(receiver: try Receiver(answers: ["200"]))
        try server.post(report)
        #expect(try server.alerts().count == report.alerts.count)
    }

    @Test("and amtool shows them", .enabled(if: Tool.path("amtool") != nil, "no amtool"))
    func amtool() throws {
        let server = try Alertmanager(receiver: try Receiver(answers: ["200"]))
        try server.post(SampleReports.report())
        let tool = try Tool(
            "amtool",
            [
                "--alertmanager.url=\(server.address)", "alert", "query", "platform=ios", "-o",
                "json",
            ])
        #expect(tool.finish() == 0, "\(tool.errors)")
        let found = try #require(try json(tool.output) as? [[String: Any]])
        #expect(found.count == 1)
        let annotations = found.first?["annotations"] as? [String: String]
        #expect(annotations?["observed"] == "212")
    }
}

/// An Alertmanager on the loopback with a folder and ports of its own, gone with the test.
private final class Alertmanager {
    private let folder: TemporaryFolder
    private let tool: Tool
    let address: String

    init(receiver: Receiver) throws {
        folder = try TemporaryFolder()
        let config = """
            route:
              receiver: test
              group_by: [alertname]
              group_wait: 100ms
              group_interval: 200ms
              repeat_interval: 1h
            receivers:
              - name: test
                webhook_configs:
                  - url: http://127.0.0.1:\(receiver.port)/
                    send_resolved: true
            """
        let file = try folder.write(Array(config.utf8), to: "config.yml")
        let port = try freePort()
        let address = "http://127.0.0.1:\(port)"
        let tool = try Tool(
            "prometheus-alertmanager",
            [
                "--config.file=\(file)", "--storage.path=\(folder.path)/data",
                "--web.listen-address=127.0.0.1:\(port)", "--cluster.listen-address=",
            ])
        self.address = address
        self.tool = tool
        let isReady = try waits {
            try Tool("curl", ["-sf", "-o", "/dev/null", address + "/-/ready"]).finish() == 0
        }
        #expect(isReady, "\(tool.errors)")
    }

    /// As `pushfunnel alert --notify` does it.
    func post(_ report: AlertReport, intervalSeconds: Int64 = 3600) throws {
        let schedule = AlertSchedule(
            now: Int64(Date().timeIntervalSince1970 * 1000), intervalSeconds: intervalSeconds)
        let webhook = try #require(Webhook(address + "/api/v2/alerts"))
        try webhook.post(
            AlertFormats.text(report, .alertmanager, schedule: schedule), as: .alertmanager)
    }

    func alerts() throws -> [[String: Any]] {
        try #require(try get("/api/v2/alerts") as? [[String: Any]])
    }

    /// How many alerts there are in each group.
    func groups() throws -> [String: Int] {
        let groups = try #require(try get("/api/v2/alerts/groups") as? [[String: Any]])
        var counts: [String: Int] = [:]
        for group in groups {
            let alerts = try #require(group["alerts"] as? [Any])
            guard !alerts.isEmpty else { continue }
            let labels = try #require(group["labels"] as? [String: String])
            counts[labels["alertname"] ?? "", default: 0] += alerts.count
        }
        return counts
    }

    func observed(_ name: String) throws -> String? {
        let found = try alerts().filter {
            ($0["labels"] as? [String: String])?["alertname"] == name
        }
        return (found.first?["annotations"] as? [String: String])?["observed"]
    }

    private func get(_ path: String) throws -> Any {
        let tool = try Tool("curl", ["-sSf", address + path])
        #expect(tool.finish() == 0, "\(tool.errors)")
        return try json(tool.output)
    }
}

/// A free port of the loopback.
private func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
        }
    }
    try #require(isBound)
    return Int(UInt16(bigEndian: address.sin_port))
}
