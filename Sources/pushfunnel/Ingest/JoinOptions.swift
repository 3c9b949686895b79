import ArgumentParser
import Delivery
import FCM

/// Where records have IDs of one's own, by which they are matched in addition to FCM's message ID.
struct JoinOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Match records also by an ID of your own that senders and clients log: the name of a "
                + "member of the message's data, such as push_id, or a JSON pointer. The database "
                + "keeps it for later runs. Repeatable.",
            valueName: "name|pointer"))
    var join: [String] = []

    func validate() throws {
        for place in join {
            guard let expected = JoinPlaces.problem(with: place) else { continue }
            throw ValidationError("--join", expected: expected, found: place)
        }
    }

    /// Those of the map, then those of the option.
    func places(_ mapping: some LineMapping) throws -> [String] {
        let places = try mapping.join() + join
        let most = JoinPlaces.most
        try ValidationError.expect("--join", places.count, in: 0...most, "at most \(most) places")
        return places
    }
}
