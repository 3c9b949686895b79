import FCM
import NDJSON
import Testing

@Suite("URLs of images")
struct ImageURLTests {
    private func images(_ url: String) throws -> PerPlatform<ImageStatus> {
        try sent(
            """
            {"token":"t","notification":{"title":"T","image":"\(url)"},
             "apns":{"payload":{"aps":{"mutable-content":1}}}}
            """
        ).profile.images
    }

    /// One of the usual examples is `https://foo.bar.pizza-monster.png`: a host, no file.
    @Test("a host name that ends in .png is no file extension")
    func hostName() throws {
        let images = try images("https://foo.bar.pizza-monster.png")
        #expect(images.ios == .noFileExtension)
        #expect(images.android == .ok)
        #expect(images.web == .ok)
        #expect(try self.images("https://foo.bar/pizza-monster.png").ios == .ok)
    }

    @Test(
        "only absolute http or https URLs with a host can show",
        arguments: [
            "a.png", "/a.png", "//cdn.example/a.png", "ftp://cdn.example/a.png", "https://",
            "https:///a.png", "file:///a.png", "data:image/png;base64,AAAA", "cdn.example/a.png",
            "https:cdn.example/a.png", "https://cdn example/a.png",
            "https://cdn\u{3000}dü.example/a.png", "gs://bucket/a.png",
        ])
    func noURL(url: String) throws {
        let images = try images(url)
        #expect(images == PerPlatform(repeating: .noURL))
        #expect(images.ios.imageClass == "image")
    }

    @Test("plain http is blocked by the platforms", arguments: ["http", "HTTP"])
    func insecure(scheme: String) throws {
        #expect(
            try images("\(scheme)://cdn.example/a.png") == PerPlatform(repeating: .insecureHTTP))
    }

    @Test(
        "JPEG, PNG and BMP show everywhere, in any case and with a query",
        arguments: [
            "https://cdn.example/a.jpg", "https://cdn.example/a.JPEG", "https://cdn.example/a.png",
            "https://cdn.example/a.bmp", "HTTPS://CDN.EXAMPLE/A.PNG",
            "https://cdn.example/a.png?w=200&f=x.svg", "https://cdn.example/a.png#b.gif",
            "https://user:secret@cdn.example:8443/v1.2/a.b.png", "https://cdn.example//a.png",
            "https://cdn.example/a.png/", "https://cdn.example/ä.png", "https://dü.example/a.png",
        ])
    func shown(url: String) throws {
        #expect(try images(url) == PerPlatform(repeating: .ok))
    }

    /// The extension names the file after its type, and without one attaches nothing
    /// (firebase-ios-sdk, FIRMessagingExtensionHelper.m).
    @Test(
        "Apple needs a file extension in the path",
        arguments: [
            "https://cdn.example", "https://cdn.example/", "https://cdn.example/a",
            "https://cdn.example/v1.png/a", "https://cdn.example/a?file=b.png",
            "https://cdn.example/a#b.png", "https://cdn.example/a.", "https://cdn.example/.png",
            "https://cdn.example/image.php", "https://cdn.example?b.png",
        ])
    func noExtension(url: String) throws {
        let images = try images(url)
        #expect(images.ios == .noFileExtension)
        #expect(images.android == .ok)
        #expect(images.web == .ok)
    }

    /// FCM REST reference, Notification.image: animated GIF and video are for Apple only.
    @Test(
        "GIF and video show on Apple only", arguments: ["gif", "GIF", "mp4", "mov", "mpeg", "avi"])
    func moving(type: String) throws {
        let images = try images("https://cdn.example/a.\(type)")
        #expect(images.ios == .ok)
        #expect(images.android == .unsupportedType)
        #expect(images.web == .unsupportedType)
        #expect(images.unknown == .unsupportedType)
    }

    @Test("WebP, HEIF and AVIF vary", arguments: ["webp", "heic", "heif", "avif"])
    func varying(type: String) throws {
        let images = try images("https://cdn.example/a.\(type)")
        #expect(images == PerPlatform(repeating: .varyingSupport))
    }

    @Test("what no platform draws is unsupported", arguments: ["svg", "pdf", "tiff", "ico"])
    func unsupported(type: String) throws {
        let images = try images("https://cdn.example/a.\(type)")
        #expect(images == PerPlatform(repeating: .unsupportedType))
    }

    @Test("escaped slashes of a JSON writer are the same URL")
    func escapedSlashes() throws {
        #expect(try images(#"https:\/\/cdn.example\/a.png"#) == PerPlatform(repeating: .ok))
    }
}
