import Foundation

/// One request by the program curl.
///
/// It replaces URLSession: a static build would need libcurl and its dependencies as static
/// libraries, and every command would load them. curl uses the machine's certificates and proxies.
enum Curl {
    /// One try. The address is passed by a pipe, because every user of the machine can read
    /// arguments, and the body by a file without a name.
    static func post(
        _ body: String, headers: [String], to address: String, place: String,
        limits: Webhook.Limits
    ) throws -> WebhookAnswer {
        let failure = { WebhookError(place: place, reason: .system(errno)) }
        guard let input = Descriptor.file(body), let output = Descriptor.file(""),
            let settings = Descriptor.filledPipe(config(address, headers, limits))
        else { throw failure() }
        let child = try spawn([input, output, settings].map(\.number), place)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { throw failure() } }
        let code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
        // With an old posix_spawn, a missing program exits with 127.
        if code == 127 { throw WebhookError(place: place, reason: .noCurl) }
        return code == 0 ? ResponseHead.answer(output.text) : .unreachable(code)
    }

    /// https://curl.se/docs/manpage.html#-K
    private static func config(
        _ address: String, _ headers: [String], _ limits: Webhook.Limits
    ) -> String {
        let lines = [
            "url = \(quoted(address))", "globoff", "request = POST", "data-binary = @-",
            "header = \"Expect:\"",
            "user-agent = \"pushfunnel/\(Pushfunnel.version)\"", "silent",
            "proto = \"=http,https\"",
            "output = /dev/null", "dump-header = -", "suppress-connect-headers",
            "connect-timeout = \(limits.connectSeconds)", "max-time = \(limits.trySeconds)",
        ]
        return (lines + headers.map { "header = \(quoted($0))" }).map { $0 + "\n" }.joined()
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// Ignores the user's .curlrc, which could print secrets or follow redirects.
    private static let arguments = ["curl", "--disable", "--config", "/dev/fd/3"]

    private static func spawn(_ files: [Int32], _ place: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, file) in zip([0, 1, 3] as [Int32], files) {
            posix_spawn_file_actions_adddup2(&actions, file, target)
        }
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        var child: pid_t = 0
        let problem = withCStrings(arguments) { arguments in
            withCStrings(environment) { posix_spawnp(&child, "curl", &actions, nil, arguments, $0) }
        }
        switch problem {
        case 0: return child
        case ENOENT, EACCES: throw WebhookError(place: place, reason: .noCurl)
        default: throw WebhookError(place: place, reason: .system(problem))
        }
    }

    /// The texts as C strings, with a null after the last.
    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) } + [nil]
        defer { copies.forEach { free($0) } }
        return body(copies)
    }
}

/// A descriptor of which `spawn` gives the child a copy.
private final class Descriptor {
    let number: Int32

    /// The same file under a number from 10 on: `spawn` then overwrites none before it copies it.
    private init?(raising low: Int32) {
        guard low >= 0 else { return nil }
        number = fcntl(low, F_DUPFD_CLOEXEC, 10)
        close(low)
        guard number >= 0 else { return nil }
    }

    deinit { close(number) }

    /// A file without a name, which disappears with the process; nil if the disk is full.
    static func file(_ text: String) -> Descriptor? {
        var name = Array((NSTemporaryDirectory() + "/pushfunnel-XXXXXX").utf8CString)
        guard let file = Descriptor(raising: mkstemp(&name)) else { return nil }
        unlink(name)
        return file.write(text) && lseek(file.number, 0, SEEK_SET) == 0 ? file : nil
    }

    /// A pipe that holds a complete text, so that a secret is never on a disk; nil if the text is
    /// longer than a page, to which Linux limits users with many pipes.
    static func filledPipe(_ text: String) -> Descriptor? {
        var ends: [Int32] = [-1, -1]
        guard text.utf8.count <= 4096, pipe(&ends) == 0 else { return nil }
        let (reading, writing) = (Descriptor(raising: ends[0]), Descriptor(raising: ends[1]))
        return writing?.write(text) == true ? reading : nil
    }

    /// The whole text of a file, from the start.
    var text: String {
        lseek(number, 0, SEEK_SET)
        return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
    }

    private func write(_ text: String) -> Bool {
        (try? handle.write(contentsOf: Data(text.utf8))) != nil
    }

    private var handle: FileHandle { FileHandle(fileDescriptor: number, closeOnDealloc: false) }
}
