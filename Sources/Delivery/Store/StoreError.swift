package import FCM

/// What can go wrong with a store. Facts; the command line words them.
package enum StoreError: Error, Equatable, Sendable {
    /// There is no database at this path.
    case notFound(path: String)
    /// Making it was cut short: it holds nothing yet.
    case unfinished(path: String)
    /// The file is no pushfunnel database.
    case notAStore(path: String)
    /// The path is a link to where nothing is.
    case brokenLink(path: String)
    /// Another process writes; its number, if it left one.
    case locked(path: String, holder: Int32?)
    /// The lock file cannot be made.
    case cannotLock(path: String, errno: Int32)
    /// The store was made with another window.
    case windowDiffers(path: String, hours: Int, asked: Int)
    case conversionWindowDiffers(path: String, hours: Int, asked: Int)
    /// Hours of pruned days cannot be counted by another zone.
    case keepsHours(path: String, zone: String, horizon: String)
    /// It has a dimension of this name at another place, or in records of another source.
    case dimensionDiffers(path: String, known: OwnDimension, asked: OwnDimension)
    case tooManyDimensions(path: String, names: [String])
    case tooManyJoins(path: String, places: [String])
    /// It keeps hashes of tokens, and was asked for without.
    case keepsTargets(path: String)
    /// Made by a newer pushfunnel than this one.
    case tooNew(path: String)
    /// Made by an earlier one, and opened to be read, so that it cannot be migrated.
    case tooOld(path: String)
    /// Its tables are those of no version.
    case unknownShape(path: String, object: String)
    /// What is asked for takes messages that were pruned.
    case pruned(path: String, horizon: String)
    /// It holds a lake's counts, and what is asked for needs single messages.
    case ofLake(path: String)
    /// It holds what was read from logs, or another lake's counts.
    case holdsOther(path: String, than: String)
}
