/// Targets whose story goes on within an hour: apps that are removed after a push, and refused
/// sends that the sender tries again.
///
/// They take the place of targets that were drawn, and draw nothing themselves: everything else of
/// a sample is as without them.
struct Departures {
    private struct Waiting {
        let target: UInt64
        let campaign: UInt16
        let platform: Platform
        /// The time of its send record, in microseconds.
        let since: Int64

        init(_ message: Message, _ target: UInt64) {
            self.target = target
            (campaign, platform, since) = (message.campaign, message.platform, message.sentAt)
        }
    }

    /// Two answers about a target are at least this far apart: the order of logs is that of times.
    private static let pause = Micro.second
    /// Most of one hour; memory does not grow with its sends.
    private static let most = 1000

    private var leaving: [Waiting] = []
    private var refused: [Waiting] = []

    /// Whether the app is removed after an accepted push: more often after one-off campaigns.
    private static func leaves(_ message: Message, _ campaign: Campaign) -> Bool {
        message.pick(campaign.isBurst ? 25 : 100, 20) == 0
    }

    /// The target of an accepted send, and whether it is a send that was refused before.
    mutating func accept(
        _ message: Message, _ campaign: Campaign
    ) -> (target: UInt64, again: Bool) {
        let place = refused.firstIndex {
            $0.campaign == message.campaign && $0.platform == message.platform
                && $0.since + Self.pause < message.acceptedAt
        }
        if let place { return (refused.remove(at: place).target, true) }
        guard Self.leaves(message, campaign), leaving.count < Self.most else {
            return (message.device, false)
        }
        let target = mixed(message.tail ^ 0x1EAF)
        leaving.append(Waiting(message, target))
        return (target, false)
    }

    /// The target of a refused send, and the campaign after which its app was removed.
    mutating func refuse(
        _ message: Message, _ failure: Failure
    ) -> (target: UInt64, left: UInt16?) {
        if failure.word == "UNREGISTERED" {
            let place = leaving.firstIndex { $0.since + Self.pause < message.acceptedAt }
            guard let place else { return (message.device, nil) }
            let gone = leaving.remove(at: place)
            return (gone.target, gone.campaign)
        }
        if failure.isPassing, message.pick(2, 21) == 0, refused.count < Self.most {
            refused.append(Waiting(message, message.device))
        }
        return (message.device, nil)
    }
}

extension Failure {
    /// Whether FCM may accept the same send a little later.
    var isPassing: Bool { ["UNAVAILABLE", "INTERNAL", "QUOTA_EXCEEDED"].contains(word) }
}
