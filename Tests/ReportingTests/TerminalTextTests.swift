import Reporting
import Testing

@Suite("Text for a terminal")
struct TerminalTextTests {
    @Test(
        "no order but the program's own colours",
        arguments: [
            ("a,b\r\n1,2\r\n", "a,b\n1,2\n"), ("a\tb", "a\tb"),
            ("\u{1b}[1mhead\u{1b}[0m", "\u{1b}[1mhead\u{1b}[0m"),
            ("\u{1b}[1;31mFIRING\u{1b}[0m", "\u{1b}[1;31mFIRING\u{1b}[0m"),
            ("\u{1b}[8mhidden", "\\u{1b}[8mhidden"), ("\u{1b}[2J", "\\u{1b}[2J"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"), ("\u{1b}", "\\u{1b}"),
            ("\u{1b}[", "\\u{1b}["), ("\u{1b}[1", "\\u{1b}[1"),
            ("\u{1b}[\u{301}1m", "\\u{1b}[\u{301}1m"),
            ("\u{9b}31m", "\\u{9b}31m"), ("a\rb", "a\\rb"), ("\u{7f}\u{202e}", "\\u{7f}\\u{202e}"),
            ("[1m", "[1m"), ("", ""),
        ])
    func shown(text: String, expected: String) {
        #expect(TerminalText.shown(text) == expected)
    }

    @Test("names stay on their line, texts keep theirs")
    func lines() {
        #expect(SafeText.visible("a\nb\u{1b}") == "a\\nb\\u{1b}")
        #expect(SafeText.visibleLines("a\nb\u{1b}") == "a\nb\\u{1b}")
    }
}
