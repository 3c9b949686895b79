internal import NDJSON

/// Message names in text, such as `Successfully sent message: projects/p/messages/0:…`. Only FCM
/// makes such names, for accepted messages.
enum NamesInText {
    private static let word = Array("projects".utf8)
    private static let begin = word + [UInt8(ascii: "/")]

    /// Whether there may be a name, with or without escaped slashes.
    static func mayStand(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.contains(part: word)
    }

    /// Calls `body` for each name, with any ID.
    static func forEach(in text: UnsafeBufferPointer<UInt8>, _ body: (JSONValue) -> Void) {
        var rest = text
        while let behind = rest.rest(behind: begin) {
            rest = behind
            let place = text.count - behind.count - begin.count
            guard place == 0 || !isOfPath(text[place - 1]), let length = length(behind)
            else { continue }
            body(text.value(in: place..<(place + begin.count + length)))
        }
    }

    /// The length of `<project>/messages/<ID>`.
    private static func length(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let slash = text.firstIndex(of: UInt8(ascii: "/"), from: 0), slash > 0,
            UnsafeBufferPointer(rebasing: text[slash...]).hasASCIIPrefix("/messages/")
        else { return nil }
        let id = text[(slash + 10)...].prefix { isOfName($0) && $0 != UInt8(ascii: "/") }
        return id.isEmpty ? nil : id.endIndex
    }

    private static func isOfPath(_ byte: UInt8) -> Bool {
        isOfName(byte) && byte != UInt8(ascii: ":")
    }

    /// Whether a byte can be part of an address.
    private static func isOfName(_ byte: UInt8) -> Bool {
        Digits.isLetterOrDigit(byte) || "/:%-_".utf8.contains(byte)
    }
}
