extension TemplateTags {
    /// A value that a template asks for.
    struct Value: Equatable {
        var name: String
        /// Names of the sections around it, the outermost first.
        var sections: [String]
    }

    /// Of a valid template, in their order. The library writes nothing for an unknown one.
    static func values(in text: String) -> [Value] {
        var found: [Value] = []
        var sections: [String] = []
        for tag in all(in: text) {
            let name = value(tag)
            if let name, !name.isEmpty { found.append(Value(name: name, sections: sections)) }
            switch tag.kind {
            case "#", "^", "$", "<": sections.append(name ?? "")
            case "/": _ = sections.popLast()
            default: break
            }
        }
        return found
    }

    /// The first name of `a.b`, and the argument of `count(a)`; empty for `.` and `last()`. Nil for
    /// a tag without a value.
    private static func value(_ tag: Tag) -> String? {
        if "!=>%/<$".contains(tag.kind) { return nil }
        let text = "#^&{".contains(tag.kind) ? tag.text : String(tag.kind) + tag.text
        let argument = text.split(separator: "(", omittingEmptySubsequences: false).last ?? ""
        let path = argument.prefix { $0 != ")" }.filter { !$0.isWhitespace }
        return path.split(separator: ".").first.map(String.init) ?? ""
    }
}
