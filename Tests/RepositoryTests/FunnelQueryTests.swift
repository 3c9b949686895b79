import Foundation
import Testing

@Suite("The queries that print a funnel")
struct FunnelQueryTests {
    @Test("are as their one text makes them", arguments: FunnelQuery.all.map(\.name))
    func family(name: String) throws {
        let query = try #require(FunnelQuery.all.first { $0.name == name })
        try compare(query.text, name)
    }

    @Test("of several periods have the same parts for each")
    func periods() throws {
        let text = try Repository.text("queries/funnel_periods.sql")
        let manual = try #require(text.firstRange(of: "with periods as (")).lowerBound
        try compare(FunnelQuery.periods(manual: String(text[..<manual])), "funnel_periods")
    }

    private func compare(_ text: String, _ name: String) throws {
        let path = "queries/\(name).sql"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try text.write(
                to: Repository.root.appending(path: path), atomically: true, encoding: .utf8)
        }
        #expect(try Repository.text(path) == text)
    }
}
