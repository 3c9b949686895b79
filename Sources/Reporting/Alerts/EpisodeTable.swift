package import Alerts
internal import Delivery

/// Episodes as rows of CSV.
package enum EpisodeTable {
    package static func table(of episodes: [Episode], dimensions: [String]) -> ResultTable {
        let numbers = [
            "hours", "observed", "expected", "likely_low", "likely_high", "drop", "score",
        ]
        return ResultTable(
            columns: ["start", "end"] + dimensions + numbers,
            rows: episodes.map { row($0) })
    }

    private static func row(_ episode: Episode) -> [ResultTable.Cell] {
        let score = episode.worst.score
        let likely = score.likelyRange
        let isOver = episode.state != .firing
        let times: [ResultTable.Cell] = [
            .text(Period.text(episode.start)), isOver ? .text(Period.text(episode.end)) : .null,
        ]
        return times + episode.slice.values.map { $0.map { .text($0) } ?? .null } + [
            .integer(Int64(score.window)), .integer(Int64(score.observed)),
            .rounded(score.expected, 10), .integer(Int64(likely.lowerBound)),
            .integer(Int64(likely.upperBound)), .rounded(score.drop, 10_000),
            .rounded(score.score, 100),
        ]
    }
}
