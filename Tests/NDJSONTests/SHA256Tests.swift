import NDJSON
import Testing

/// The examples of FIPS 180-4 (csrc.nist.gov, "Cryptographic Standards and Guidelines: Example
/// Values"), and lengths around those of a block.
@Suite("SHA-256")
struct SHA256Tests {
    private func hash(_ bytes: [UInt8], pieces: Int = .max) -> String {
        var hash = SHA256()
        var rest = bytes[...]
        repeat {
            let piece = Array(rest.prefix(pieces))
            piece.withUnsafeBufferPointer { hash.append($0) }
            rest = rest.dropFirst(piece.count)
        } while !rest.isEmpty
        return hash.finish()
    }

    @Test(
        "of known texts",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func known(text: String, expected: String) {
        #expect(hash(Array(text.utf8)) == expected)
    }

    @Test("of a million letters, in pieces of any length", arguments: [1000, 63, 64, 65, 1 << 17])
    func million(pieces: Int) {
        let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(
            hash(letters, pieces: pieces)
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("does not depend on the pieces", arguments: [55, 56, 63, 64, 119, 120, 128, 200])
    func pieces(length: Int) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let whole = hash(bytes)
        for size in [1, 7, 64, 65] { #expect(hash(bytes, pieces: size) == whole) }
    }
}
