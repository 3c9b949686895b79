/// Text of unknown origin in a message to Slack.
enum SlackText {
    /// Without `&`, `<` and `>`, with which mentions and links begin, and without a backtick, which
    /// would end code; cut between characters to a length in UTF-16.
    static func escaped(_ text: String, _ limit: Int) -> String {
        var kept = ""
        var used = 0
        for character in SafeText.visible(text) {
            let piece = escaped(character)
            used += piece.utf16.count
            guard used < limit else { return kept + "…" }
            kept += piece
        }
        return kept
    }

    private static func escaped(_ character: Character) -> String {
        String(character).escaping { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "`": "'"
            default: nil
            }
        }
    }
}
