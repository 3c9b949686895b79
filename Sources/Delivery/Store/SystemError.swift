internal import Glibc

/// What the system said last: why it refused a call.
package struct SystemError: Error, Equatable {
    /// As in errno(3).
    package var number: Int32

    package init(number: Int32 = errno) { self.number = number }

    /// Writes all of a text, or throws.
    package static func write(_ text: String, to descriptor: Int32) throws(SystemError) {
        var text = text
        let error = text.withUTF8 { bytes -> SystemError? in
            var written = 0
            while written < bytes.count {
                let count = Glibc.write(
                    descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return SystemError() }
                written += count
            }
            return nil
        }
        if let error { throw error }
    }
}
