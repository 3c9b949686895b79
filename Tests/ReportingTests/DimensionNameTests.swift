import Reporting
import Testing

/// A dimension makes a column of views and a query of its own.
@Suite("Names of dimensions")
struct DimensionNameTests {
    @Test("are no words of queries that are there, and no columns beside their own")
    func taken() {
        let ofQueries = ["hour", "day", "platform_and_image"]
        let ofSends = ["open_rate", "received_rate", "failure_rate", "impression_rate"]
        let ofClients = ["share_of_opened", "share_of_received", "open_rate_of_received"]
        for name in ofQueries + ofSends + ofClients + ["campaign", "select", "A", ""] {
            #expect(QueryCatalog.problem(withDimension: name) != nil, "\(name)")
        }
        for name in ["variant", "app", "action", "app_version", "rate", "hours_awake"] {
            #expect(QueryCatalog.problem(withDimension: name) == nil, "\(name)")
        }
    }
}
