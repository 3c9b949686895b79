import Delivery
import Testing

@Suite("Absolute paths")
struct AbsolutePathTests {
    @Test(
        "have neither empty parts nor . or ..",
        arguments: [
            ("/var/log/push.gz", "/var/log/push.gz"),
            ("//var/./log//.hidden/", "/var/log/.hidden"),
            ("/usr/../usr/./bin/..", "/usr"),
            ("/", "/"),
            ("-", "-"),
            // Another character than a slash to Swift, and a slash to the kernel.
            ("/usr/./\u{301}a/b", "/usr/\u{301}a/b"),
        ])
    func parts(path: String, absolute: String) {
        #expect(Array(AbsolutePath.of(path).utf8) == Array(absolute.utf8))
    }
}
