/// The tags of a Mustache template. The library follows delimiters that are set anew, so this does,
/// too.
enum TemplateTags {
    struct Tag: Equatable {
        /// The character that begins the tag, such as `#`: of a plain name, its first.
        var kind: Character
        /// The rest.
        var text: String
        var line: Int
    }

    static func all(in text: String) -> [Tag] {
        var found: [Tag] = []
        var (open, close) = ("{{", "}}")
        var line = 1
        var rest = text[...]
        while let start = rest.firstRange(of: open) {
            line += newlines(rest[..<start.upperBound])
            rest = rest[start.upperBound...]
            // An empty tag ends where it begins.
            let isEmpty = rest.hasPrefix(close)
            let kind = isEmpty ? " " : rest.first ?? " "
            let end = kind == "=" ? "=" + close : kind == "{" ? "}" + close : close
            let content = isEmpty ? rest : rest.dropFirst()
            guard let stop = content.firstRange(of: end) else { return found }
            let tag = content.prefix(upTo: stop.lowerBound)
            found.append(Tag(kind: kind, text: String(tag), line: line))
            let delimiters = tag.split(whereSeparator: \.isWhitespace)
            if kind == "=", delimiters.count == 2 {
                (open, close) = (String(delimiters[0]), String(delimiters[1]))
            }
            line += newlines(rest[..<stop.upperBound])
            rest = rest[stop.upperBound...]
        }
        return found
    }

    // MARK: Other templates

    /// Another template that one brings in: `{{> name}}` or `{{< name}}`.
    ///
    /// The library leaves out a template that it does not know, without a word, and never ends with
    /// one that includes itself.
    struct Inclusion: Equatable {
        var name: String
        var line: Int
    }

    static func inclusions(in text: String) -> [Inclusion] {
        all(in: text).filter { "><".contains($0.kind) }
            .map { Inclusion(name: $0.text[...].trimmed, line: $0.line) }
    }

    /// The names of a circle of inclusions, from one of them back to it; nil when there is none.
    static func circle(in inclusions: [String: [String]]) -> [String]? {
        var finished: Set<String> = []
        func walk(_ name: String, _ path: [String]) -> [String]? {
            if let start = path.firstIndex(of: name) { return path[start...] + [name] }
            guard !finished.contains(name) else { return nil }
            for next in inclusions[name] ?? [] {
                if let circle = walk(next, path + [name]) { return circle }
            }
            finished.insert(name)
            return nil
        }
        for name in inclusions.keys.sorted() {
            if let circle = walk(name, []) { return circle }
        }
        return nil
    }

    private static func newlines(_ text: Substring) -> Int {
        text.utf8.reduce(0) { $0 + ($1 == 0x0a ? 1 : 0) }
    }
}
