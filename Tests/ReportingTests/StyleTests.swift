import Foundation
import Testing

/// Colours of the pages, from the style sheet itself, by WCAG 2.2: texts 1.4.3, marks 1.4.11.
@Suite("Colours of pages")
struct StyleTests {
    private struct Scheme {
        var ground: String
        /// Colours by their selectors.
        var texts: [String: String]
        var marks: [String: String]
    }

    @Test("texts have a contrast of 4.5, marks of 3", arguments: ["light", "dark"])
    func contrast(name: String) throws {
        let scheme = try scheme(name)
        #expect(scheme.texts.count >= 4 && scheme.marks.count >= 5)
        for (selector, color) in scheme.texts {
            #expect(try contrast(color, scheme.ground) >= 4.5, "\(selector) \(color)")
        }
        for (selector, color) in scheme.marks {
            #expect(try contrast(color, scheme.ground) >= 3, "\(selector) \(color)")
        }
    }

    @Test("columns that stand in each other differ in lightness", arguments: ["light", "dark"])
    func columns(name: String) throws {
        let rules = try rules(name)
        let fills = try ["sent", "received", "opened"].map { column in
            try #require(rules.first { $0.selector == ".\(column)" && $0.name == "fill" }).color
        }
        #expect(try contrast(fills[0], fills[1]) >= 1.6)
        #expect(try contrast(fills[1], fills[2]) >= 2)
    }

    private static let marks: Set = [".accent", ".android", ".ios", ".web", ".unknown"]

    private func scheme(_ name: String) throws -> Scheme {
        let rules = try rules(name)
        let ground = rules.first { $0.selector == "body" && $0.name == "background" }
        let colors = rules.filter { $0.name == "color" || $0.name == "fill" }
        let isMark = { (selector: String) in StyleTests.marks.contains(selector) }
        let texts = colors.filter { rule in
            !isMark(rule.selector) && (rule.name == "color" || rule.selector.contains(".chart"))
        }
        return Scheme(
            ground: try #require(ground).color,
            texts: Dictionary(texts.map { ($0.selector, $0.color) }) { $1 },
            marks: Dictionary(
                colors.filter { isMark($0.selector) }.map { ($0.selector, $0.color) }
            ) { $1 })
    }

    /// Declarations of plain colours, outside of any `@media` for light.
    private func rules(_ scheme: String) throws -> [(selector: String, name: String, color: String)]
    {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "reports")
        let dark = "screen and (prefers-color-scheme: dark) {"
        let parts = try ["_style", "_charts"].map { name in
            let file = folder.appending(path: "\(name).html.mustache")
            let parts = try String(contentsOf: file, encoding: .utf8)
                .components(separatedBy: "\n@media ")
            return try #require(scheme == "light" ? parts[0] : parts.first { $0.hasPrefix(dark) })
        }
        return parts.joined(separator: "\n").matches(of: /([^{}\/]+)\{([^{}]*)\}/).flatMap { rule in
            let selector = rule.1.trimmingCharacters(in: .whitespacesAndNewlines)
            return String(rule.2).matches(of: /([a-z-]+): (#[0-9a-f]{6})\b/).map {
                (selector, String($0.1), String($0.2))
            }
        }
    }

    private func contrast(_ a: String, _ b: String) throws -> Double {
        let (light, dark) = try (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
        return (light + 0.05) / (dark + 0.05)
    }

    private func luminance(_ color: String) throws -> Double {
        let number = try #require(Int(color.dropFirst(), radix: 16))
        let parts = [number >> 16, number >> 8, number].map { byte in
            let part = Double(byte & 255) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
