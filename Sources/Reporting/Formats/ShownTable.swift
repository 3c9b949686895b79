/// A table as people read it: headings and texts, before any format.
package struct ShownTable: Equatable, Sendable {
    package struct Column: Equatable, Sendable {
        package var title: String
        /// What the column says, in a sentence.
        package var meaning: String?
        /// Whether all that is in it are numbers, which stand to the right.
        package var isNumber: Bool
        /// How a reader sorts by it; nil where there is no way to.
        package var sorting: Sorting?

        package init(title: String, meaning: String? = nil, isNumber: Bool) {
            self.title = title
            self.meaning = meaning
            self.isNumber = isNumber
        }
    }

    /// A link in a heading, and the order that its column gives the rows now, if it does.
    package struct Sorting: Equatable, Sendable {
        package enum Order: String, Sendable {
            case ascending, descending
        }

        package var href: String
        package var order: Order?
    }

    package struct Cell: Equatable, Sendable {
        package var text: String
        /// What stands below it where there is room: the 95 % interval of a rate.
        package var detail: String?
        /// Where it leads.
        package var href: String?

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
