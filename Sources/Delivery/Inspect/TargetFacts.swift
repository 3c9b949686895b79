/// What the messages of a store say of one token or installation ID.
package struct TargetFacts: Equatable, Sendable {
    /// FCM's word for a token that no app has any more.
    static let unregistered = "UNREGISTERED"

    /// Accepted sends.
    package var sent: Int64 = 0
    package var failed: Int64 = 0
    /// Accepted sends of a campaign, platform and message type that came at most ten minutes after
    /// another of them: the query `repeated_sends`.
    package var repeats: Int64 = 0
    /// Messages that were opened, late or not.
    package var opened: Int64 = 0
    /// Times in ms since 1970: of accepted sends, and of the newest open.
    package var firstSent: Int64?
    package var lastSent: Int64?
    package var lastOpened: Int64?
    /// The first `UNREGISTERED` after the last accepted send, ms since 1970: the token is dead.
    package var deadSince: Int64?
    /// Why FCM refused the last send; nil if it was accepted. A dead token keeps its word.
    package var error: String?

    package init() {}

    /// Whether FCM accepted pushes both before and within this time up to `end`, and none was
    /// opened within it. All are ms since 1970.
    package func isIdle(for span: Int64, until end: Int64) -> Bool {
        guard deadSince == nil, let firstSent, let lastSent else { return false }
        let start = end - span
        return firstSent <= start && lastSent > start && (lastOpened ?? .min) <= start
    }

    /// Adds an accepted send; sends come in the order of their times.
    mutating func noteAccepted(at moment: Int64, opened openedAt: Int64?, isRepeat: Bool) {
        sent += 1
        if isRepeat { repeats += 1 }
        firstSent = firstSent ?? moment
        lastSent = moment
        (deadSince, error) = (nil, nil)
        guard let openedAt else { return }
        opened += 1
        lastOpened = max(lastOpened ?? openedAt, openedAt)
    }

    mutating func noteRefused(at moment: Int64, error code: String) {
        failed += 1
        if code == TargetFacts.unregistered { deadSince = deadSince ?? moment }
        if deadSince == nil || code == TargetFacts.unregistered { error = code }
    }
}
