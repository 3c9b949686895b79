internal import NDJSON

/// Text that only a push of FCM or its answer leaves in a line, in whatever form the line is: where
/// it stands in a line that is not read, the line is rejected and not passed over.
enum Traces {
    /// Keys, types and codes that are FCM's own.
    private static let words = [
        "gcm.message_id", "google.message_id", "fcmMessageId", "multicast_id",
        "google.firebase.fcm", "registration-token-not-registered", "invalid-registration-token",
        "message-rate-exceeded", "mismatched-credential", "third-party-auth-error",
        "FirebaseMessagingError", "FirebaseMessagingException", "SENDER_ID_MISMATCH",
        "THIRD_PARTY_AUTH_ERROR",
    ].map { Array($0.utf8) }

    private static let projects = Array("projects".utf8)

    /// `FieldReader.padding` bytes behind the line are readable.
    static func stand(in line: UnsafeBufferPointer<UInt8>) -> Bool {
        words.contains { line.contains(part: $0) } || holdsID(line) || holdsName(line)
    }

    /// An Android ID: `0:`, sixteen digits, `%` and hexadecimal digits.
    private static func holdsID(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = 0
        while let percent = line.firstIndex(of: UInt8(ascii: "%"), from: at) {
            at = percent + 1
            guard percent >= 18, at < line.count, line[percent - 17] == UInt8(ascii: ":"),
                line[percent - 18] == UInt8(ascii: "0"),
                line[(percent - 16)..<percent].allSatisfy(isDigit)
            else { continue }
            return true
        }
        return false
    }

    /// `projects/<project>/messages/<ID>`, its slashes escaped or not.
    private static func holdsName(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = line
        while let found = rest.rest(behind: projects) {
            rest = found
            var name = found
            guard skipSlash(&name) else { continue }
            let project = name.prefix { isNameByte($0) }
            name = UnsafeBufferPointer(rebasing: name.dropFirst(project.count))
            guard !project.isEmpty, skipSlash(&name), name.hasASCIIPrefix("messages") else {
                continue
            }
            name = UnsafeBufferPointer(rebasing: name.dropFirst(8))
            if skipSlash(&name) { return true }
        }
        return false
    }

    private static func skipSlash(_ text: inout UnsafeBufferPointer<UInt8>) -> Bool {
        let end = text.firstIndex { $0 != UInt8(ascii: "\\") } ?? text.count
        guard end < text.count, text[end] == UInt8(ascii: "/") else { return false }
        text = UnsafeBufferPointer(rebasing: text[(end + 1)...])
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x3a, 0x5f: true
        default: false
        }
    }
}
