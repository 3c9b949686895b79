extension AlertReport {
    /// The facts behind the sentence of an alert; Reporting forms the sentence.
    package enum Facts: Equatable, Sendable {
        /// Fewer events than expected.
        ///
        /// - Parameters:
        ///   - start: ms; the first hour of the drop.
        ///   - end: ms; the end of the drop, or of the last judged hour while it fires.
        ///   - windowEnd: hours since 1970; one after the last hour of the window.
        ///   - mainPart: the part that lacks far more events than its size explains.
        ///   - rejections: set if FCM rejected far more sends than usual.
        case drop(
            start: Int64, end: Int64, windowEnd: Int64, mainPart: Contributor? = nil,
            rejections: Rejections? = nil)
        /// FCM refuses more sends than usual.
        case refusals(Refusals)
        /// No client events for so many ms; with `butNewest`, some of the last hour have come.
        case noEvents(milliseconds: Int64, butNewest: Bool)
        /// No sends for so many ms, although client events refer to newer sends.
        case noSends(milliseconds: Int64)
        /// Files of `sources` sources are missing; `pattern` is the first of their paths.
        case missingFiles(
            since: Int64, pattern: String, sources: Int, files: Int, isDaily: Bool)
        /// A custom rule: the number of rows of its query, and the first row as name and text.
        case rows(query: String, parameters: [String: String], count: Int, first: [[String]])
        /// A stored incident that this run did not find again.
        case ended(Ending, summary: String, command: String)
    }

    package enum Ending: Equatable, Sendable {
        /// It was over after so many ms.
        case after(milliseconds: Int64)
        /// Records came again after so many ms; the files of some hours, in ms, never came.
        case arrived(milliseconds: Int64, without: [Range<Int64>])
        /// With the records that arrived since, there was no drop.
        case withdrawn
        /// Somebody accepted it (`alert accept`).
        case accepted
    }

    /// Sends that FCM refused for reasons of one class.
    package struct Refusals: Equatable, Sendable {
        package var kind: RefusalClass
        /// The most frequent first.
        package var codes: [String]
        /// Since the start.
        package var refused: Int64
        package var attempted: Int64
        /// The usual share, 0 to 1.
        package var usual: Double
        /// Hours since 1970; the end is one after the last.
        package var start: Int64
        package var end: Int64

        package init(
            kind: RefusalClass, codes: [String], refused: Int64, attempted: Int64, usual: Double,
            start: Int64, end: Int64
        ) {
            self.kind = kind
            self.codes = codes
            self.refused = refused
            self.attempted = attempted
            self.usual = usual
            self.start = start
            self.end = end
        }
    }

    /// Sends that FCM rejected, as shares of the attempts.
    package struct Rejections: Equatable, Sendable {
        package var share: Double
        package var usual: Double

        package init(share: Double, usual: Double) {
            self.share = share
            self.usual = usual
        }
    }

    /// A possible cause that does not explain the alert.
    package enum ExcludedCause: Equatable, Sendable {
        /// The newest client event is so many ms old.
        case lateData(milliseconds: Int64)
        case fewerSends(sent: Double, usual: Double)
        /// The relative change of the rate that the mix of sends alone would cause.
        case audienceMix(change: Double)
        case rejections(Rejections)
    }
}
