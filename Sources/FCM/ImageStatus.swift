/// Whether the image that a send asked for can show on a platform, from the send log alone.
///
/// Statuses are in the order in which they are looked for; the least of two wins a merge, so
/// what is known comes before `unknown`.
package enum ImageStatus: UInt8, Sendable, CaseIterable, Comparable {
    /// The image stands only in `webpush.headers`, which no browser reads: the web SDK takes
    /// `notification.image` alone (firebase-js-sdk, externalizePayload.ts).
    case webpushHeaderOnly
    /// Not an absolute http or https URL with a host.
    case noURL
    /// Apple shows images only through a notification service extension, which runs only for
    /// `mutable-content: 1`.
    case noMutableContent
    /// Nor does it run without an alert.
    case noAlert
    case insecureHTTP
    /// The URL's path names no media type; Apple needs one to attach the file.
    case noFileExtension
    case unsupportedType
    /// WebP, HEIF and AVIF: support varies with platform and version.
    case varyingSupport
    case ok
    /// No record of the send asks for an image on this platform.
    case noImage
    /// Only an export row told of the send, and those hold no payload.
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

    /// The class in which the send is counted.
    package var imageClass: String {
        switch self {
        case .noImage: "no_image"
        case .unknown: "unknown"
        default: "image"
        }
    }
}

/// What matters to an image beside its URL.
struct ImageContext {
    var platform: Platform
    var hasMutableContent = false
    var hasAlert = false
}

extension ImageStatus {
    /// The status of an image that a send asked for.
    ///
    /// Types after the FCM REST reference, `Notification.image`: JPEG, PNG and BMP have full
    /// support, animated GIF and video only on Apple, WebP and HEIF varying.
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
        switch mediaType {
        case "jpg", "jpeg", "jpe", "png", "bmp": self = .ok
        case "gif", "mp4", "m4v", "mov", "mpg", "mpeg", "avi":
            self = platform == .ios ? .ok : .unsupportedType
        case "webp", "heic", "heif", "avif": self = .varyingSupport
        case "svg", "pdf", "tif", "tiff", "ico", "psd", "eps", "webm", "ogv":
            self = .unsupportedType
        default: self = platform == .ios ? .noFileExtension : .ok
        }
    }
}

/// The few parts of an image URL that decide whether it can show.
struct ImageURL {
    private(set) var isAbsolute = false
    private(set) var isSecure = false
    /// Of the path's last component, in lower case; empty when there is none. A host name that
    /// ends in `.png` is no file extension.
    private(set) var fileExtension = ""

    init(_ url: String) {
        let lower = url.lowercased()
        let rest: Substring
        if lower.hasPrefix("https://") {
            isSecure = true
            rest = lower.dropFirst(8)
        } else if lower.hasPrefix("http://") {
            rest = lower.dropFirst(7)
        } else {
            return
        }
        let address = rest.prefix { $0 != "?" && $0 != "#" }
        let host = address.prefix { $0 != "/" }
        guard !host.isEmpty, !ImageURL.hasWhiteSpace(host) else { return }
        isAbsolute = true
        let file = address.dropFirst(host.count).split(separator: "/").last ?? ""
        guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return }
        fileExtension = String(file[file.index(after: dot)...])
    }

    /// Of a host in ASCII, as they are, without asking Unicode's tables of each character: those
    /// were a tenth of the decoding where each send has an image of its own.
    private static func hasWhiteSpace(_ host: Substring) -> Bool {
        if host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) { return false }
        return host.contains(where: \.isWhitespace)
    }
}
