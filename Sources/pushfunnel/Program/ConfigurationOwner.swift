import Foundation

/// Only the user and root may configure the program by a file in the working folder: the file
/// names the database to write, folders of queries and reports, and an address for alerts.
enum ConfigurationOwner {
    /// The reason to reject an open file, or the link in its place; nil to use it.
    static func problem(_ path: String, _ open: FileHandle) -> String? {
        var link = stat()
        var file = stat()
        let trusted = [geteuid(), 0]
        guard lstat(path, &link) == 0, fstat(open.fileDescriptor, &file) == 0,
            trusted.contains(link.st_uid), trusted.contains(file.st_uid)
        else { return "it belongs to another user" }
        return file.st_mode & S_IWOTH == 0 ? nil : "everyone can write to it"
    }
}
