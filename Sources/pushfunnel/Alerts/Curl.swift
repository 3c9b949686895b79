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
    ) throws -> (WebhookAnswer, ReceiverAnswer) {
        let failure = { WebhookError(place: place, reason: .system(errno)) }
        guard let input = Descriptor.file(body), let head = Descriptor.file(""),
            let output = Descriptor.channel(),
            let settings = Descriptor.filledPipe(config(address, headers, limits))
        else { throw failure() }
        let child = try spawn([input, output.writing, settings, head].map(\.number), place)
        output.writing.end()
        let answer = output.reading.beginning(ReceiverAnswer.longest)
        var ended: Int32 = 0
        while waitpid(child, &ended, 0) < 0 { guard errno == EINTR else { throw failure() } }
        let code = ended & 0x7f == 0 ? ended >> 8 & 0xff : 128 + ended & 0x7f
        // With an old posix_spawn, a missing program exits with 127.
        if code == 127 { throw WebhookError(place: place, reason: .noCurl) }
        let status = code == 0 ? ResponseHead.answer(head.text) : .unreachable(code)
        return (status, ReceiverAnswer(code == 0 ? answer : ""))
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
            "dump-header = /dev/fd/4", "suppress-connect-headers",
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
        for (target, file) in zip([0, 1, 3, 4] as [Int32], files) {
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
    private(set) var number: Int32

    /// The same file under a number from 10 on: `spawn` then overwrites none before it copies it.
    private init?(raising low: Int32) {
        guard low >= 0 else { return nil }
        number = fcntl(low, F_DUPFD_CLOEXEC, 10)
        close(low)
        guard number >= 0 else { return nil }
    }

    deinit { end() }

    func end() {
        if number >= 0 { close(number) }
        number = -1
    }

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

    /// A pair of sockets for output of any length; nil if the process has too many files. No other
    /// child has a copy, which would keep the output from ending.
    static func channel() -> (reading: Descriptor, writing: Descriptor)? {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        let (reading, writing) = (Descriptor(raising: ends[0]), Descriptor(raising: ends[1]))
        guard let reading, let writing else { return nil }
        return (reading, writing)
    }

    /// Reads to the end, and keeps so many bytes.
    func beginning(_ most: Int) -> String {
        var kept: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(number, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: kept, as: UTF8.self) }
            kept += buffer.prefix(min(count, most - kept.count))
        }
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
