package import FCM

/// What a send is counted under: the one place where platform, campaign, image and silence are
/// settled from all that its records say.
package struct Segment: Hashable, Sendable {
    package var platform: Platform
    package var platformSource: PlatformSource
    package var campaign: String
    /// The ID of the Firebase project, else its number.
    package var project: String
    package var imageStatus: ImageStatus
    package var isSilent: Bool
    package var target: TargetKind
    /// Of topic and condition sends only.
    package var topic: String?
    package var dimensions = DimensionValues()

    /// What views show in the place of a campaign, project or dimension that a send does not have.
    package static let noWord = "(none)"
}

extension Segment {
    /// Platform from the send side only, never from the message's own receipts: that would make
    /// every message without one `unknown` and every rate 100 %.
    init(_ profile: SendProfile, idPlatform: Platform?, hasAPNsError: Bool) {
        let addressed = profile.addressedPlatform
        let (resolved, source): (Platform, PlatformSource) =
            if let explicit = profile.explicitPlatform {
                (explicit, .explicit)
            } else if let exported = profile.exportedPlatform {
                (exported, .exported)
            } else if let idPlatform {
                (idPlatform, .idShape)
            } else if hasAPNsError {
                (.ios, .apnsError)
            } else {
                (addressed ?? .unknown, .none)
            }
        platform = resolved
        // Named the same for accepted and refused sends, so that rates compare like with like.
        platformSource = source != .explicit && addressed == resolved ? .addressed : source
        campaign = Segment.campaign(of: profile, on: platform)
        project = profile.project ?? profile.projectNumber ?? Segment.noWord
        imageStatus = profile.images[platform]
        isSilent = profile.displays[platform] == .silent
        target = profile.target
        topic = profile.target.isFanOut ? profile.topic : nil
        dimensions = profile.dimensions
    }

    /// The explicit campaign, else the label of the platform's block, else the message's, else
    /// the one that the export tells.
    private static func campaign(of profile: SendProfile, on platform: Platform) -> String {
        let common = profile.labels.unknown
        let own =
            platform == .unknown
            ? common ?? agreedLabel(profile.labels) : profile.labels[platform] ?? common
        return profile.campaign ?? own ?? profile.exportedLabel ?? noWord
    }

    /// The label of those blocks that have one, if they agree.
    private static func agreedLabel(_ labels: PerPlatform<String?>) -> String? {
        let present = Set(Platform.known.compactMap { labels[$0] })
        return present.count == 1 ? present.first : nil
    }
}
