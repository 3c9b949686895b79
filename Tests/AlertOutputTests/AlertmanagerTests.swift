import Alerts
import Delivery
import Foundation
import Reporting
import Testing

@Suite("Payloads for Alertmanager")
struct AlertmanagerTests {
    private func payload(_ report: AlertReport) throws -> [[String: Any]] {
        try #require(try json(FormatTests.text(report, .alertmanager)) as? [[String: Any]])
    }

    @Test("labels identify, annotations have the figures")
    func parts() throws {
        let alert = try #require(payload(SampleReports.report()).first)
        #expect(
            alert["labels"] as? [String: String] == [
                "alertname": "PushOpenDrop", "severity": "critical", "metric": "opened",
                "rule": "opened", "platform": "ios", "campaign": "winter-sale",
            ])
        let annotations = try #require(alert["annotations"] as? [String: String])
        #expect(annotations["observed"] == "212")
        #expect(annotations["expected"] == "540")
        #expect(annotations["likely_range"] == "452–635")
        #expect(annotations["drop"] == "60.8%")
        #expect(annotations["window"] == "2 hours")
        #expect(annotations["summary"] == AlertSentence.summary(SampleReports.alert()))
    }

    @Test(
        "names of alerts",
        arguments: [
            ("delivered", "PushDeliveryDrop"), ("opened", "PushOpenDrop"),
            ("sends", "PushSendsDrop"), ("failed", "PushSendsRefused"),
            ("freshness", "PushPipelineStale"),
            ("mine", "PushRule"),
        ])
    func names(metric: String, name: String) throws {
        let alert = try payload(SampleReports.report(.firing, [SampleReports.alert(metric)])).first
        #expect((alert?["labels"] as? [String: String])?["alertname"] == name)
    }

    @Test("what fires ends after two and a half intervals, what is over now")
    func times() throws {
        let alerts = [SampleReports.alert(), SampleReports.alert("sends", state: .resolved)]
        let sent = try payload(SampleReports.report(.firing, alerts))
        #expect(
            sent.map { $0["startsAt"] as? String } == [
                "2025-11-18T09:00:00.000Z", "2025-11-18T09:00:00.000Z",
            ])
        #expect(
            sent.map { $0["endsAt"] as? String } == [
                "2025-11-18T12:25:00.000Z", "2025-11-18T12:00:00.000Z",
            ])
    }

    /// Alertmanager takes other labels for another alert.
    @Test("the labels stay when the figures change and when it is over")
    func identity() throws {
        let first = SampleReports.hostile
        var later = first
        for index in later.alerts.indices {
            later.alerts[index].observed = 7
            later.alerts[index].drop = 0.9
            later.alerts[index].windowHours = 24
            later.alerts[index].updatedAt += SampleReports.hour
            later.alerts[index].facts = .noSends(milliseconds: 1)
            later.alerts[index].state = .resolved
        }
        let labels = { (report: AlertReport) in
            try self.payload(report).map { $0["labels"] as? [String: String] }
        }
        #expect(try labels(first) == labels(later))
    }

    @Test("an incident that becomes critical keeps its alert and gets another")
    func severities() throws {
        var alert = SampleReports.alert()
        alert.severity = "warning"
        let first = try payload(SampleReports.report(.firing, [alert]))
        alert.severity = "critical"
        alert.severities = ["warning", "critical"]
        alert.firstSlice = alert.slice
        alert.slice = []
        let later = try payload(SampleReports.report(.firing, [alert]))
        let labels = later.map { $0["labels"] as? [String: String] }
        #expect(labels.map { $0?["severity"] } == ["warning", "critical"])
        #expect(labels.first == first.first?["labels"] as? [String: String])
        #expect(labels.allSatisfy { $0?["campaign"] == "winter-sale" })
    }

    @Test("a part is in the annotations of its incident only")
    func incidentParts() throws {
        var lead = SampleReports.alert()
        lead.parts = [[AlertReport.Dimension(name: "platform", text: "web")]]
        var part = SampleReports.alert("sends")
        part.partOf = lead.id
        let sent = try payload(SampleReports.report(.firing, [lead, part]))
        #expect(sent.count == 1)
        let annotations = sent.first?["annotations"] as? [String: String]
        #expect(annotations?["parts"] == "platform web")
    }

    @Test("nothing that is silenced or inhibited")
    func left() throws {
        let alerts = [
            SampleReports.alert(state: .silenced), SampleReports.alert(state: .inhibited),
        ]
        #expect(try payload(SampleReports.report(.ok, alerts)).isEmpty)
    }

    @Test("label names that Prometheus allows, each for one dimension")
    func labels() throws {
        let slices = SampleReports.hostile.alerts.map(\.slice.count)
        let payload = try payload(SampleReports.hostile)
        for alert in payload {
            let labels = try #require(alert["labels"] as? [String: String])
            for (name, text) in labels {
                #expect(name.wholeMatch(of: /[a-zA-Z][a-zA-Z0-9_]*/) != nil, "\(name)")
                #expect(!text.isEmpty)
            }
        }
        let counts = payload.map { ($0["labels"] as? [String: String])?.count ?? 0 }
        #expect(counts.sorted() == slices.map { $0 + 4 }.sorted())
    }
}
