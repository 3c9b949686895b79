import Alerts
import Delivery
import Foundation
import Locked
import NDJSON
import Reporting
import Serving

/// A request is refused, or answered, the same each time, and never as an error of the program.
/// Whatever an address says is text in a page; no key of the database's hashes is given, and the
/// database stays as it is to the byte.
///
/// The input is a head: a request line and headers.
func fuzzRequests(_ bytes: [UInt8]) throws {
    let request: Request
    do throws(Refusal) {
        request = try Request(head: bytes.prefix(4096))
    } catch {
        return try expect(
            (400..<500).contains(error.status.rawValue), "\(error.status): \(error.message)")
    }
    let served = try ServedStore.made.get()
    let (first, second) = (served.answer(request), served.answer(request))
    let text = String(decoding: first.body, as: UTF8.self)
    try expect(first.status != .failed, "an error of the program: \(text)")
    // Statements have a limit of time.
    if first.status != .unavailable, second.status != .unavailable {
        try expectEqual(first.status, second.status, "the status of a request made again")
        try expectEqual(first.body, second.body, "a request made again")
    }
    try expect(first.kind != .html || !text.contains("<planted"), "an address is markup")
    try expect(!served.store.isKey(in: text), "a key is given")
    try served.store.expectUntouched()
}

/// Pages over a store, as `serve` has them.
private struct ServedStore: Sendable {
    static let made = Result { try ServedStore() }

    let store: FuzzedStore
    private let site: Site

    init() throws {
        store = try FuzzedStore.made.get()
        let latest = ToldLines.latest
        guard let days = LocalDays("Europe/Berlin", HourClock.utc) else {
            throw Broken("a zone is missing")
        }
        site = try Site(
            SiteSettings(
                path: store.path, days: days, reports: ReportCatalog(), queries: QueryCatalog(),
                queryFolder: nil, alerts: AlertSettings(), reading: IngestOptions(latest: latest),
                limits: SQLLimits(rows: 100, time: .milliseconds(100)), wording: { "\($0)" },
                now: { latest.milliseconds }),
            Gate())
    }

    /// Waits for an answer: targets are functions that return.
    func answer(_ request: Request) -> Response {
        let site = site
        let answer = Locked<Response?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            let response = await site.answer(request)
            answer.withLock { $0 = response }
            isDone.signal()
        }
        isDone.wait()
        return answer.withLock { $0 } ?? Response(Refusal(.failed, "no answer"))
    }
}
