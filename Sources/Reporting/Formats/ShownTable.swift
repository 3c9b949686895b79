/// A table as people read it: headings and texts, before any format.
package struct ShownTable: Equatable, Sendable {
    package struct Column: Equatable, Sendable {
        package var title: String
        /// What the column says, in a sentence.
        package var meaning: String?
        /// Whether all that is in it are numbers, which stand to the right.
        package var isNumber: Bool

        package init(title: String, meaning: String? = nil, isNumber: Bool) {
            self.title = title
            self.meaning = meaning
            self.isNumber = isNumber
        }
    }

    package struct Cell: Equatable, Sendable {
        package var text: String
        /// What stands below it where there is room: the 95 % interval of a rate.
        package var detail: String?

        package init(text: String, detail: String? = nil) {
            self.text = text
            self.detail = detail
        }
    }

    package var columns: [Column]
    package var rows: [[Cell]]

    package init(columns: [Column], rows: [[Cell]]) {
        self.columns = columns
        self.rows = rows
    }
}
