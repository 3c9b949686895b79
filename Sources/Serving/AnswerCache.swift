internal import Locked

/// Answers of one state of a database.
final class AnswerCache: Sendable {
    struct Key: Hashable {
        var address: String
        /// Of an answer that follows the clock.
        var minute: Int64?
    }

    private struct State {
        var version = -1
        var answers: [Key: Response] = [:]
        var bytes = 0
    }

    /// With more than this all are dropped.
    private static let mostBytes = 32 << 20

    private let state = Locked(State())

    /// Nil when it is not known, or known of another state.
    func answer(_ key: Key, _ version: Int) -> Response? {
        state.withLock { $0.version == version ? $0.answers[key] : nil }
    }

    func keep(_ answer: Response, _ key: Key, _ version: Int) {
        guard answer.body.count < AnswerCache.mostBytes / 8 else { return }
        state.withLock { state in
            let isFull = state.bytes + answer.body.count > AnswerCache.mostBytes
            if version != state.version || isFull { state = State(version: version) }
            state.answers[key] = answer
            state.bytes += answer.body.count
        }
    }
}
