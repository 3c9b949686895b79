internal import Delivery
internal import Reporting

/// `/message?id=…`: what `pushfunnel trace` prints.
struct MessageAnswerPage: Page {
    /// Original files are searched for so long.
    private static let longestSearch = Duration.seconds(20)

    let address: WebAddress
    let form: Form

    var isQuestion: Bool { address[MessagePage.word] != nil }

    func answer(_ site: Site) throws -> Response {
        let asOf = try site.session().asOf()
        guard let id = address[MessagePage.word] else {
            guard form == .html else { throw Refusal(.badRequest, "expected id=MESSAGE-ID") }
            return try site.html(MessagePage.page(id: "", nil), .message, asOf: asOf)
        }
        guard let found = try page(id, site) else {
            let note = "No message has this ID."
            guard form == .html else { throw Refusal(.notFound, note) }
            var response = try site.html(
                MessagePage.page(id: id, nil, note: note), .message, asOf: asOf)
            response.status = .notFound
            return response
        }
        guard form == .html else { return Response(.json, found.json) }
        return try site.html(MessagePage.page(id: id, found), .message, asOf: asOf)
    }

    private func page(_ id: String, _ site: Site) throws -> MessagePage? {
        let reader = try Store.reader(site.settings.path)
        guard let tracer = try Tracer(reader, messageID: id),
            let row = try MessageRow.fetch(messageID: id, reader)
        else { return nil }
        let end = ContinuousClock.now + Self.longestSearch
        let trace = try tracer.run(site.settings.reading) { _ in ContinuousClock.now < end }
        return MessagePage(row, trace)
    }
}
