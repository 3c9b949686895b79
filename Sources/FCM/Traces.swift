internal import NDJSON

/// Text that only a push of FCM or its answer leaves in a line, in whatever form the line is: where
/// it stands in a line that is not read, the line is rejected and not passed over.
enum Traces {
    /// Types and codes that are FCM's own.
    private static let words = [
        "google.firebase.fcm", "registration-token-not-registered", "invalid-registration-token",
        "message-rate-exceeded", "mismatched-credential", "third-party-auth-error",
        "messaging/internal-error", "messaging/invalid-argument", "messaging/unknown-error",
        "messaging/authentication-error", "messaging/server-unavailable",
        "FirebaseMessagingError", "FirebaseMessagingException", "SENDER_ID_MISMATCH",
        "THIRD_PARTY_AUTH_ERROR",
    ].map { Array($0.utf8) }

    /// Keys that are FCM's own, where they have a value.
    private static let keys = [
        "gcm.message_id", "google.message_id", "fcmMessageId", "multicast_id",
    ].map { Array($0.utf8) }

    private static let unregistered = Array("UNREGISTERED".utf8)
    private static let errorCode = Array("errorCode".utf8)
    private static let projects = Array("projects".utf8)

    /// `FieldReader.padding` bytes behind the line are readable.
    static func stand(in line: UnsafeBufferPointer<UInt8>) -> Bool {
        words.contains { line.contains(part: $0) } || keys.contains { holdsValue(of: $0, line) }
            || holdsID(line) || holdsName(line)
            || line.contains(part: unregistered) && line.contains(part: errorCode)
    }

    /// Whether a key stands in the line with anything but null and empty text, as serializers write
    /// for what is absent.
    private static func holdsValue(of key: [UInt8], _ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = line
        while let found = rest.rest(behind: key) {
            rest = found
            let value = found.drop { ": \\\"".utf8.contains($0) }
            let gap = found[..<value.startIndex]
            let isEmpty = gap.contains(UInt8(ascii: ":")) && gap.count { $0 == 0x22 } > 2
            if !isEmpty, !value.starts(with: "null".utf8) { return true }
        }
        return false
    }

    /// An Android ID: `0:`, sixteen digits, `%` and hexadecimal digits.
    private static func holdsID(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = 0
        while let percent = line.firstIndex(of: UInt8(ascii: "%"), from: at) {
            at = percent + 1
            guard percent >= 18, at < line.count, line[percent - 17] == UInt8(ascii: ":"),
                line[percent - 18] == UInt8(ascii: "0"),
                line[(percent - 16)..<percent].allSatisfy(Digits.isDecimal)
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
            guard !isInPath(found, of: line), skipSlash(&name) else { continue }
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

    /// Whether `projects` is a part of a longer path, as in addresses of other services.
    private static func isInPath(
        _ found: UnsafeBufferPointer<UInt8>, of line: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let before = line.count - found.count - projects.count
        return before > 0 && line[before - 1] == UInt8(ascii: "/")
    }

    private static func skipSlash(_ text: inout UnsafeBufferPointer<UInt8>) -> Bool {
        let end = text.firstIndex { $0 != UInt8(ascii: "\\") } ?? text.count
        guard end < text.count, text[end] == UInt8(ascii: "/") else { return false }
        text = UnsafeBufferPointer(rebasing: text[(end + 1)...])
        return true
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x3a, 0x5f: true
        default: false
        }
    }
}
