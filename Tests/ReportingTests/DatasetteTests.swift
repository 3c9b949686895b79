import Foundation
import Reporting
import Testing

/// What Datasette itself makes of it, `ReaderToolTests` asks.
@Suite("Metadata for Datasette")
struct DatasetteTests {
    private struct Metadata: Decodable {
        struct Database: Decodable {
            struct Query: Decodable {
                var sql: String
                var params: [String]
            }

            var queries: [String: Query]
        }

        var databases: [String: Database]
    }

    /// Datasette binds an empty text to what is not given.
    @Test("has every named query, which with empty texts answers as without parameters")
    func queries() throws {
        let store = try TemporaryStore()
        let session = try store.session()
        let metadata = try DatasetteMetadata(of: session, queries: QueryCatalog())
        #expect(metadata.problems == [])
        let decoded = try JSONDecoder().decode(Metadata.self, from: Data(metadata.json.utf8))
        let queries = try #require(decoded.databases["pushfunnel"]).queries
        #expect(queries.count == QueryCatalog().names.count)
        for query in QueryCatalog().queries {
            let offered = try #require(queries[query.name] ?? queries[query.name + "_query"])
            #expect(offered.params == query.parameters.map(\.name))
            let empty = Dictionary(uniqueKeysWithValues: offered.params.map { ($0, String?("")) })
            let answer = try session.run(sql: offered.sql, parameters: empty)
            #expect(try answer.rows == session.run(query).rows, "\(query.name)")
        }
    }

    @Test("is the same, whenever it is made")
    func repeated() throws {
        let store = try TemporaryStore()
        let texts = try (1...2).map { _ in
            try DatasetteMetadata(of: store.session(), queries: QueryCatalog()).json
        }
        #expect(texts[0] == texts[1])
    }
}
