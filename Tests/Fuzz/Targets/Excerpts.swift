import Delivery

/// No part of a text survives in the excerpt of a line that holds it, wherever it stands there.
///
/// The first two bytes of the input choose the place, the rest is the line around the text. A line
/// that itself has a part of the text as a key is none.
func fuzzExcerpts(_ bytes: [UInt8]) throws {
    var input = ChosenInput(bytes)
    let chosen = input.choice(256) * 256 + input.choice(256)
    let line = input.data(limit: 400)
    let place = chosen % (line.count + 1)
    let parts = ["qzxann", "vwysmith", "4915112345678"]
    let around = String(decoding: line, as: UTF8.self).lowercased()
    guard !parts.contains(where: around.contains) else { return }
    for secret in ["Qzxann Vwysmith", "QZXANN  VWYSMITH", "qzxann: vwysmith=4915112345678"] {
        let planted = line[..<place] + Array(secret.utf8) + line[place...]
        let excerpt = planted.withUnsafeBufferPointer(Excerpt.make)
        for part in parts {
            try expect(
                !excerpt.lowercased().contains(part), "'\(part)' is left in '\(excerpt)'")
        }
        try expect(
            excerpt.unicodeScalars.allSatisfy { $0 == "…" || $0.isASCII },
            "letters of no key are left in '\(excerpt)'")
    }
}
