/// Text of messages to Mattermost, which is Markdown.
enum MattermostText {
    /// Without `@`, with which a name would call everyone in the channel.
    static func escaped(_ text: String, _ longest: Int) -> String {
        MarkdownFormat.escaped(String(text.prefix(longest))).replacing("@", with: "＠")
    }

    static func link(_ address: String, title: String) -> String { "[\(title)](<\(address)>)" }
}
