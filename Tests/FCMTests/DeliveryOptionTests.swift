import FCM
import NDJSON
import Testing

@Suite("Delivery options")
struct DeliveryOptionTests {
    private func options(_ message: String, as id: String) throws -> DeliveryOptions {
        try sent(message, as: id).profile.options
    }

    @Test("options come from the block of the ID's platform")
    func block() throws {
        let android = try options(SpellingTests.snake, as: ID.android)
        #expect(android.priority == "high")
        #expect(android.ttlSeconds == 3600)
        #expect(android.isCollapsible == true)
        #expect(android.clickAction == "OPEN")
        let apple = try options(SpellingTests.snake, as: ID.apple)
        #expect(apple.priority == "high")
        #expect(apple.ttlSeconds == nil)
        #expect(apple.clickAction == "PROMO")
        let web = try options(SpellingTests.snake, as: ID.web)
        #expect(web.priority == "high")
        #expect(web.ttlSeconds == 3600)
        #expect(web.clickAction == "link")
        let topic = try options(SpellingTests.snake, as: ID.topic)
        #expect(topic.priority == nil)
    }

    @Test(
        "a time to live is seconds as text, and Node's milliseconds as a number",
        arguments: [
            (#""86400s""#, 86400), (#""3600.5s""#, 3600), (#""3600.500000000s""#, 3600),
            (#""0s""#, 0), ("3600000", 3600), (#""1 day, 0:00:00""#, nil), (#""""#, nil),
        ] as [(String, Int64?)])
    func androidTTL(value: String, seconds: Int64?) throws {
        let message = #"{"token":"t","android":{"ttl":\#(value)}}"#
        #expect(try options(message, as: ID.android).ttlSeconds == seconds)
    }

    /// RFC 8030: the header TTL holds seconds, however a sender's library writes the number.
    @Test(
        "the TTL header of web push is seconds, as text and as a number",
        arguments: [#""86400""#, "86400"])
    func webTTL(value: String) throws {
        let message = #"{"token":"t","webpush":{"headers":{"TTL":\#(value)}}}"#
        #expect(try options(message, as: ID.web).ttlSeconds == 86400)
    }

    @Test(
        "an APNs priority of 10 is high",
        arguments: [(#""10""#, "high"), ("10", "high"), (#""5""#, "normal")])
    func applePriority(value: String, priority: String) throws {
        let message = #"{"token":"t","apns":{"headers":{"apns-priority":\#(value)}}}"#
        #expect(try options(message, as: ID.apple).priority == priority)
    }
}
