/// A table as people read it: headings and texts, before any format.
package struct ShownTable: Equatable, Sendable {
    package struct Column: Equatable, Sendable {
        package var title: String
        /// What the column says, in a sentence.
        package var meaning: String?
        /// Whether all that is in it are numbers, which stand to the right.
        package var isNumber: Bool
    }

    package struct Cell: Equatable, Sendable {
        package var text: String
        /// What stands below it where there is room: the 95 % interval of a rate.
        package var detail: String?
    }

    package var columns: [Column]
    package var rows: [[Cell]]
}
