/// The reason for a failed post.
package struct WebhookError: Error, Equatable {
    package enum Reason: Equatable, Sendable {
        case status(Int, tries: Int)
        /// By curl's exit code.
        case unreachable(Int32, tries: Int)
        /// The program curl does not exist, or cannot be started.
        case noCurl
        /// An error of this machine, by `errno`.
        case system(Int32)
    }

    /// Scheme, host and port of the address.
    package var place: String
    package var reason: Reason

    package init(place: String, reason: Reason) {
        self.place = place
        self.reason = reason
    }
}

/// The exit codes of curl with texts of their own.
enum CurlCode: Int32 {
    case badAddress = 3
    case unknownProxy = 5
    case unknownHost = 6
    case refused = 7
    case timedOut = 28
    case noTLS = 35
    case emptyAnswer = 52
    case badCertificate = 60

    /// Whether a retry may succeed.
    var mayPass: Bool {
        switch self {
        case .badAddress, .badCertificate: false
        default: true
        }
    }
}
