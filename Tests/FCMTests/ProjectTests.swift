import FCM
import Foundation
import NDJSON
import Testing

/// The Firebase project is the one that FCM's answer names.
@Suite("Projects of sends")
struct ProjectTests {
    private func answered(_ name: String, _ rest: String = "") throws -> SendProfile {
        try decodeSend(
            """
            {"ts":"2026-11-20T09:00:00.120Z","message":{"token":"t"}\(rest),
             "response":{"name":"\(name)"}}
            """
        ).profile
    }

    @Test(
        "an ID, an ID with a domain, a number, and none",
        arguments: [
            ("projects/shop/messages/\(ID.android)", "shop", nil),
            (#"projects\/shop\/messages\/\#(ID.apple)"#, "shop", nil),
            ("projects/example.com:shop/messages/\(ID.android)", "example.com:shop", nil),
            ("projects/482910374655/messages/\(ID.web)", nil, "482910374655"),
            ("projects//messages/\(ID.android)", nil, nil),
            (ID.android, nil, nil),
        ] as [(String, String?, String?)])
    func names(name: String, id: String?, number: String?) throws {
        let profile = try answered(name)
        #expect(profile.project == id)
        #expect(profile.projectNumber == number)
    }

    @Test("a name of more than 100 bytes is none")
    func long() throws {
        let name = String(repeating: "a", count: 101)
        #expect(try answered("projects/\(name)/messages/\(ID.android)").project == nil)
        #expect(try answered("projects/\(name.dropLast())/messages/\(ID.android)").project != nil)
    }

    /// The project is no part of the fields that a memo compares.
    @Test("lines that differ in nothing else")
    func between() throws {
        let decoder = makeDecoder()
        var values = DecodedValues()
        let projects = try ["a", "b", "a", "12", "b", "a"].map { project in
            let line = """
                {"ts":"2026-11-20T09:00:00Z","message":{"token":"t"},\
                "response":{"name":"projects/\(project)/messages/\(ID.android)"}}
                """
            let decoded = try values.decode(Array(line.utf8), with: decoder).get()
            guard case .send(let send) = decoded else {
                throw UnexpectedRecord()
            }
            return send.profile.project ?? send.profile.projectNumber
        }
        #expect(projects == ["a", "b", "a", "12", "b", "a"])
    }

    @Test("refused sends of a batch are of the project of the others")
    func batch() throws {
        let sends = try decodeBatch(
            """
            {"ts":"2026-11-20T09:00:04Z","tokens":["a","b"],"message":{"data":{"k":"v"}},
             "batch":{"responses":[{"success":false,"error":\(BatchTests.error)},
             {"success":true,"messageId":"\(BatchTests.name)"}]}}
            """
        ).sends
        #expect(sends.map(\.profile.project) == ["demo", "demo"])
        let refused = try decodeBatch(
            """
            {"ts":"2026-11-20T09:00:04Z","tokens":["a"],"message":{"data":{"k":"v"}},
             "batch":{"responses":[{"success":false,"error":\(BatchTests.error)}]}}
            """
        ).sends
        #expect(refused.map(\.profile.project) == [nil])
    }

    @Test("a map names the project of refused sends; FCM's answer comes first")
    func mapped() throws {
        let map = try EnvelopeMap(json: Data(#"{"fields":{"project":"/app/project"}}"#.utf8))
        let line = """
            {"ts":"2026-11-20T09:00:02Z","project":"billing","app":{"project":"shop"},
             "message":{"token":"t"},OUTCOME}
            """
        let refused = line.replacing("OUTCOME", with: #""error":{"code":404,"status":"NOT_FOUND"}"#)
        #expect(try decodeSend(refused, map: map).profile.project == "shop")
        #expect(try decodeSend(refused).profile.project == nil)
        let name = #""response":{"name":"projects/other/messages/\#(ID.android)"}"#
        let accepted = line.replacing("OUTCOME", with: name)
        #expect(try decodeSend(accepted, map: map).profile.project == "other")
    }

    @Test("the export has its number, also of refused sends")
    func export() throws {
        let profile = try decodeSend(ExportRowTests.accepted).profile
        #expect(profile.projectNumber == "123456789012")
        #expect(profile.project == nil)
    }

    @Test("an ID comes before a number, whatever is merged first")
    func merged() throws {
        let id = try answered("projects/shop/messages/\(ID.android)")
        let number = try answered("projects/12/messages/\(ID.android)")
        let both = id.merged(with: number)
        #expect(both == number.merged(with: id))
        #expect(both.project == "shop" && both.projectNumber == "12")
    }
}
