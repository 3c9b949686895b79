/// What can go wrong with a store. Facts; the command line words them.
package enum StoreError: Error, Equatable, Sendable {
    /// There is no database at this path.
    case notFound(path: String)
    /// Making it was cut short: it holds nothing yet.
    case unfinished(path: String)
    /// The file is no pushfunnel database.
    case notAStore(path: String)
    /// Another process writes; its number, if it left one.
    case locked(path: String, holder: Int32?)
    /// The lock file cannot be made.
    case cannotLock(path: String, errno: Int32)
    /// The store was made with another window.
    case windowDiffers(path: String, hours: Int, asked: Int)
    /// Made by a newer pushfunnel than this one.
    case tooNew(path: String)
}
