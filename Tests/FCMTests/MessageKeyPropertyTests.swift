import FCM
import NDJSON
import TestSupport
import Testing

@Suite("Message IDs of every kind and their near misses")
struct MessageKeyPropertyTests {
    @Test("keys are equal if, and only if, the texts are", arguments: 1...8 as ClosedRange<UInt64>)
    func equality(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let ids = (0..<120).flatMap { _ in RandomID.family(&random) }
        var texts: [MessageKey: String] = [:]
        for id in ids {
            let key = try key(id)
            #expect(key.messageID == (key.shape == .other ? nil : id))
            if let other = texts[key] { #expect(other == id) }
            texts[key] = id
        }
        #expect(texts.count == Set(ids).count)
    }

    @Test("exactly one of less, equal and greater holds", arguments: 11...14 as ClosedRange<UInt64>)
    func trichotomy(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let keys = try (0..<12).flatMap { _ in RandomID.family(&random) }.map(key)
        for a in keys {
            for b in keys {
                let holds = [a < b, a == b, b < a].filter { $0 }
                #expect(holds.count == 1)
            }
        }
        #expect(Set(keys).sorted() == Set(keys).shuffled(using: &random).sorted())
    }
}

/// Random IDs in the shapes that FCM gives, and texts that miss a shape by one character.
enum RandomID {
    static func family(_ random: inout SeededRandom) -> [String] {
        let id = random.pick([android, apple, web, topic])(&random)
        return [id, changed(id, &random), cut(id, &random), grown(id, &random)]
    }

    private static func android(_ random: inout SeededRandom) -> String {
        "0:\(digits(16, &random))%\(hex(16, &random))"
    }

    private static func apple(_ random: inout SeededRandom) -> String { digits(16, &random) }

    private static func topic(_ random: inout SeededRandom) -> String { digits(19, &random) }

    private static func web(_ random: inout SeededRandom) -> String {
        [
            hex(8, &random), hex(4, &random), "4" + hex(3, &random),
            random.pick(["8", "9", "a", "b"]) + hex(3, &random), hex(12, &random),
        ].joined(separator: "-")
    }

    private static func digits(_ count: Int, _ random: inout SeededRandom) -> String {
        String((0..<count).map { _ in random.pick(Array("0123456789")) })
    }

    private static func hex(_ count: Int, _ random: inout SeededRandom) -> String {
        String((0..<count).map { _ in random.pick(Array("0123456789abcdef")) })
    }

    private static func changed(_ id: String, _ random: inout SeededRandom) -> String {
        var characters = Array(id)
        characters[random.below(characters.count)] = random.pick(Array("0189afAFgz:%-_~"))
        return String(characters)
    }

    private static func cut(_ id: String, _ random: inout SeededRandom) -> String {
        var characters = Array(id)
        characters.remove(at: random.below(characters.count))
        return String(characters)
    }

    private static func grown(_ id: String, _ random: inout SeededRandom) -> String {
        var characters = Array(id)
        characters.insert(random.pick(Array("0aA%-")), at: random.below(characters.count + 1))
        return String(characters)
    }
}
