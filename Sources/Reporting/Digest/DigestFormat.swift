/// The chats that a digest is posted to, by their names on the command line.
package enum DigestFormat: String, CaseIterable, Sendable {
    case slack
    case mattermost
    case teams

    package static let contentType = "application/json"
}
