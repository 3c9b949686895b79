package import FCM
internal import Locked
package import NDJSON

/// The decoders of a run, one for each thread that decodes at the same time.
///
/// They are kept from file to file, because they remember what lines look like.
package final class Decoders: Sendable {
    private struct Known {
        var decoders: [RecordDecoder] = []
        /// The numbers of decoders that no thread uses.
        var free: [Int] = []
        var latest: Timestamp
    }

    private let known: Locked<Known>
    private let make: @Sendable (_ latest: Timestamp) -> RecordDecoder

    package init(_ options: IngestOptions, _ keys: HashKeys) {
        make = {
            RecordDecoder(paths: options.paths, words: options.words, keys: keys, latest: $0)
        }
        known = Locked(Known(latest: options.latest))
    }

    /// Records of later times are rejected. To be set while no decoder is used.
    package var latest: Timestamp {
        get { known.withLock(\.latest) }
        set {
            known.withLock { known in
                known.latest = newValue
                for decoder in known.decoders { decoder.latest = newValue }
            }
        }
    }

    /// Members of the map file whose pointers led to nothing, whoever decoded.
    package var unmatchedPlaces: [String] {
        known.withLock { known in
            let places = known.decoders.map(\.unmatchedPlaces)
            return places.first?.filter { place in places.allSatisfy { $0.contains(place) } } ?? []
        }
    }

    /// Lends a decoder, and its number, to one thread.
    package func use(_ body: (Int, RecordDecoder) -> Void) {
        let (number, decoder) = known.withLock { known in
            if known.free.isEmpty {
                known.free.append(known.decoders.count)
                known.decoders.append(make(known.latest))
            }
            let number = known.free.removeLast()
            return (number, known.decoders[number])
        }
        defer { known.withLock { $0.free.append(number) } }
        body(number, decoder)
    }
}
