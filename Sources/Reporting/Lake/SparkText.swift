/// Texts as Spark SQL writes them.
enum SparkText {
    /// What stands between the quotes of a literal.
    static func literal(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }

    static func quoted(_ text: String) -> String { "'\(literal(text))'" }

    /// A folder in an option that takes paths; those are patterns, and have no way to write these
    /// characters. Nil for a path that Spark would read otherwise.
    static func path(_ path: String) -> String? {
        let marks: Set<Character> = ["*", "?", "[", "]", "{", "}", "\\", ",", "\n"]
        return path.contains(where: marks.contains) ? nil : literal(path)
    }
}
