internal import Delivery
internal import Foundation
internal import Reporting
internal import SQLite

/// Answers requests from a database that others may be writing to. Each answer shows one state of
/// it; answers are kept until that changes.
package final class Site: Sendable {
    static let health = "/healthz"
    /// Requests that wait for a thread; more are turned away.
    private static let mostWaiting = 200

    let settings: SiteSettings
    private let gate: Gate
    private let watch: StoreWatch
    private let answers = AnswerCache()
    /// Pages and questions have threads of their own: questions that take long must not make pages
    /// wait.
    private let pages = Site.queue("pages", max(2, ProcessInfo.processInfo.activeProcessorCount))
    private let questions = Site.queue("questions", 2)

    /// Throws `StoreError`, `SQLiteError` for a database that cannot be read.
    package init(_ settings: SiteSettings, _ gate: Gate) throws {
        self.settings = settings
        self.gate = gate
        watch = try StoreWatch(settings.path)
    }

    private static func queue(_ name: String, _ threads: Int) -> OperationQueue {
        let queue = OperationQueue()
        queue.name = name
        queue.maxConcurrentOperationCount = threads
        return queue
    }

    /// Answers a request on a thread of its kind.
    package func answer(_ request: Request) async -> Response {
        do throws(Refusal) {
            try gate.check(request)
        } catch {
            return Response(error)
        }
        guard let page = Routes.page(of: request) else { return notFound(request) }
        let queue = page.isQuestion ? questions : pages
        guard queue.operationCount < Site.mostWaiting else {
            return Response(Refusal(.unavailable, "too many requests are waiting"))
        }
        return await withCheckedContinuation { continuation in
            queue.addOperation { continuation.resume(returning: self.answer(page, request)) }
        }
    }

    private func notFound(_ request: Request) -> Response {
        Response(Refusal(.notFound, "there is no page \(SafeText.visible(request.path))"))
    }

    private func answer(_ page: any Page, _ request: Request) -> Response {
        do {
            // Read before the page: if others write meanwhile, the page is made again next time.
            let version = try watch.version()
            let key = AnswerCache.Key(
                address: request.address.text,
                minute: page.followsClock ? settings.now() / 60_000 : nil)
            if let known = answers.answer(key, version) { return known }
            let response = try page.answer(self)
            if response.status == .ok { answers.keep(response, key, version) }
            return response
        } catch {
            return ErrorPage.answer(error, page, self)
        }
    }

    // MARK: What pages need

    /// A session that one answer uses.
    func session(_ limits: SQLLimits? = nil) throws -> SQLSession {
        try SQLSession(path: settings.path, limits: limits ?? settings.limits)
    }

    func html(_ page: WebPage, _ place: Navigation.Place?, asOf: Int64?) throws -> Response {
        let navigation = Navigation(place, asOf: asOf, zone: settings.days.zoneName)
        return Response(.html, try page.html(navigation, settings.reports.templates))
    }
}

/// What an address leads to.
protocol Page: Sendable {
    /// Whether its time depends on what was asked: SQL, and the search of files.
    var isQuestion: Bool { get }
    /// Whether it changes with the time, without new data.
    var followsClock: Bool { get }
    var form: Form { get }

    func answer(_ site: Site) throws -> Response
}

extension Page {
    var isQuestion: Bool { false }
    var followsClock: Bool { false }
}

/// The format of an answer: that of a page, or the ending of an address.
enum Form: String {
    case html, csv, json, text
}

extension Request {
    var address: WebAddress { WebAddress(path, query) }
}
