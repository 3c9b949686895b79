/// What can go wrong with a lake. Facts; the command line words them.
package enum LakeError: Error, Equatable, Sendable {
    /// There is no lake at this path.
    case notFound(path: String)
    /// A folder that holds other things.
    case notALake(path: String)
    /// Made by a newer pushfunnel than this one.
    case tooNew(path: String)
    /// One of its own files does not say what it has to.
    case damaged(path: String)
    /// The lake was made with another window.
    case windowDiffers(path: String, hours: Int, asked: Int)
    case conversionWindowDiffers(path: String, hours: Int, asked: Int)
    /// It counts by other hours than those of a zone.
    case hoursDiffer(path: String, zone: String, asked: String)
    /// It was made without a dimension of this name and place.
    case dimensionMissing(path: String, name: String)
    /// The lake has other keys of hashes than those that were to be used.
    case keysDiffer(path: String, other: String)
    /// It keeps hashes of tokens, and was asked for without.
    case keepsTargets(path: String)
    /// The system refused a call about this path.
    case system(path: String, errno: Int32)
    /// A log became another one while it was read.
    case changed(path: String)
    /// A log cannot be read twice: a pipe.
    case notAFile(path: String)
}
