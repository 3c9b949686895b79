import Foundation

/// Who may say what a program does that is started in a folder: its user and root. A file there
/// names the database that is written to, folders of queries and reports, and an address that
/// alerts are sent to.
enum ConfigurationOwner {
    /// Why an open file, or the link in its place, is not to be obeyed; nil when it is.
    static func problem(_ path: String, _ open: FileHandle) -> String? {
        var link = stat()
        var file = stat()
        let trusted = [geteuid(), 0]
        guard lstat(path, &link) == 0, fstat(open.fileDescriptor, &file) == 0,
            trusted.contains(link.st_uid), trusted.contains(file.st_uid)
        else { return "belongs to another user" }
        return file.st_mode & S_IWOTH == 0 ? nil : "may be changed by everybody"
    }
}
