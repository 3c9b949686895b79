import Delivery
import Foundation

extension SystemError: CustomStringConvertible {
    package var description: String { String(cString: strerror(number)) }

    var hint: String {
        switch number {
        case ENOSPC, EDQUOT: "free some disk space and run the same command again"
        case EIO, ESTALE: "check the disk and run the same command again"
        case EROFS: "the file system is read-only: choose another folder"
        case EMFILE, ENFILE: "too many files are open: run the same command again"
        default: "check the folder and its permissions"
        }
    }
}
