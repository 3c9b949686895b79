internal import Glibc

extension UnsafeMutablePointer<dirent> {
    /// Calls `body` with the bytes of the name, in place: an entry ends with the zero behind its
    /// name, and a copy of the whole field reads on. `body` must stop at the zero, too.
    func withName<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: &pointee.d_name) { body($0) }
    }
}
