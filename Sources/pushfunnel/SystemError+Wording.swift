import Delivery
import Foundation

extension SystemError: CustomStringConvertible {
    package var description: String { String(cString: strerror(number)) }

    /// What to do about it.
    var hint: String {
        switch number {
        case ENOSPC, EDQUOT: "make room there and run the same command again"
        case EIO, ESTALE: "look after the disk and run the same command again"
        case EROFS: "the file system can only be read: choose another place"
        case EMFILE, ENFILE: "too many files are open: run the same command again"
        default: "check the folder and its permissions"
        }
    }
}
