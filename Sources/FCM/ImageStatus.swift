internal import NDJSON

/// Whether the image of a send can show on a platform, by the send log alone.
///
/// Statuses are in the order of checks. The least of two wins a merge, so every known status wins
/// over `unknown`.
package enum ImageStatus: UInt8, Sendable, CaseIterable, Comparable {
    /// The image is only in `webpush.headers`, which no browser reads: the web SDK reads
    /// `notification.image` alone (firebase-js-sdk, externalizePayload.ts).
    case webpushHeaderOnly
    /// Not an absolute http or https URL with a host.
    case noURL
    /// Apple shows images only through a notification service extension, which runs only for
    /// `mutable-content: 1`.
    case noMutableContent
    /// The extension needs an alert, too.
    case noAlert
    case insecureHTTP
    /// The URL's path names no media type, which Apple needs to attach the file.
    case noFileExtension
    case unsupportedType
    /// WebP, HEIF and AVIF: support varies with platform and version.
    case varyingSupport
    case ok
    /// No record of the send asks for an image on this platform.
    case noImage
    /// Only an export row reported the send; those hold no payload.
    case unknown

    package static func < (a: ImageStatus, b: ImageStatus) -> Bool { a.rawValue < b.rawValue }

    package var name: String {
        switch self {
        case .noImage: "no_image"
        case .webpushHeaderOnly: "webpush_header_only"
        case .noURL: "no_url"
        case .noMutableContent: "no_mutable_content"
        case .noAlert: "no_alert"
        case .insecureHTTP: "insecure_http"
        case .noFileExtension: "no_file_extension"
        case .unsupportedType: "unsupported_type"
        case .varyingSupport: "varying_support"
        case .ok: "ok"
        case .unknown: "unknown"
        }
    }

    /// The class under which the send counts.
    package var imageClass: String {
        switch self {
        case .noImage: "no_image"
        case .unknown: "unknown"
        default: "image"
        }
    }
}

/// The parts of a send that decide about an image, apart from its URL.
struct ImageContext {
    var platform: Platform
    var hasMutableContent = false
    var hasAlert = false
}

extension ImageStatus {
    /// The status of the image that a send requests.
    ///
    /// Types are those of the FCM REST reference, `Notification.image`: JPEG, PNG and BMP have full
    /// support, animated GIF and video only on Apple, WebP and HEIF vary.
    init(url: String, _ context: ImageContext) {
        let parts = ImageURL(url)
        self =
            switch context.platform {
            case _ where !parts.isAbsolute: .noURL
            case .ios where !context.hasMutableContent: .noMutableContent
            case .ios where !context.hasAlert: .noAlert
            case _ where !parts.isSecure: .insecureHTTP
            default: ImageStatus(mediaType: parts.fileExtension, context.platform)
            }
    }

    private init(mediaType: String, _ platform: Platform) {
        self =
            switch MediaSupport.ofType[mediaType] {
            case .everywhere: .ok
            case .onApple: platform == .ios ? .ok : .unsupportedType
            case .varying: .varyingSupport
            case .nowhere: .unsupportedType
            case nil: platform == .ios ? .noFileExtension : .ok
            }
    }
}

/// The platforms that show a media type.
private enum MediaSupport {
    case everywhere, onApple, varying, nowhere

    /// By file extension, in lower case.
    static let ofType = Dictionary(
        uniqueKeysWithValues: [
            (["jpg", "jpeg", "jpe", "png", "bmp"], everywhere),
            (["gif", "mp4", "m4v", "mov", "mpg", "mpeg", "avi"], onApple),
            (["webp", "heic", "heif", "avif"], varying),
            (["svg", "pdf", "tif", "tiff", "ico", "psd", "eps", "webm", "ogv"], nowhere),
        ].flatMap { types, support in types.map { ($0, support) } })
}

/// The parts of an image URL that decide whether it can show.
struct ImageURL {
    private(set) var isAbsolute = false
    private(set) var isSecure = false
    /// The extension of the path's last component, in lower case; empty if there is none. A host
    /// name that ends in `.png` has no file extension.
    private(set) var fileExtension = ""

    init(_ url: String) {
        var url = url
        self = url.withUTF8 { ImageURL($0[...]) }
    }

    /// Reads bytes: reading characters took an eighth of decoding for sends with different images.
    private init(_ url: Slice<UnsafeBufferPointer<UInt8>>) {
        isSecure = ImageURL.begins(url, with: "https://")
        guard isSecure || ImageURL.begins(url, with: "http://") else { return }
        let address = url.dropFirst(isSecure ? 8 : 7).prefix {
            $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        let isSlash = { (byte: UInt8) in byte == UInt8(ascii: "/") }
        let host = address.prefix { !isSlash($0) }
        guard !host.isEmpty, !ImageURL.hasWhiteSpace(host) else { return }
        isAbsolute = true
        let path = address[host.endIndex...]
        guard let last = path.lastIndex(where: { !isSlash($0) }),
            let slash = path[...last].lastIndex(where: isSlash),
            let dot = path[...last].lastIndex(of: UInt8(ascii: ".")), dot > slash + 1
        else { return }
        let type = path[...last].suffix(from: dot + 1)
        fileExtension = String(decoding: type, as: UTF8.self).lowercased()
    }

    /// Whether a URL has this beginning, in any case. `beginning` is in lower case.
    private static func begins(
        _ url: Slice<UnsafeBufferPointer<UInt8>>, with beginning: StaticString
    ) -> Bool {
        let count = beginning.utf8CodeUnitCount
        return url.count >= count
            && (0..<count).allSatisfy { place in
                Digits.lowercased(url[url.startIndex + place]) == beginning.utf8Start[place]
            }
    }

    /// Unicode's tables are used for non-ASCII hosts only.
    private static func hasWhiteSpace(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if host.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) { return false }
        return String(decoding: host, as: UTF8.self).contains(where: \.isWhitespace)
    }
}
