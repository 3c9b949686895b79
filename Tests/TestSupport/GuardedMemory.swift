import Glibc

/// Memory of which nothing behind its end can be read: a read there ends the program, with and
/// without sanitizers.
package final class GuardedMemory {
    private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    private var start: UnsafeMutableRawPointer?
    /// Without the page that guards the end.
    private var capacity = 0

    package init() {}

    deinit { unmap() }

    /// The bytes, which end where the memory does, until the next call.
    package func holding(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
        if bytes.count > capacity { map(atLeast: bytes.count) }
        guard let start else { return UnsafeBufferPointer(start: nil, count: 0) }
        let place = start + (capacity - bytes.count)
        bytes.withUnsafeBytes {
            place.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(place), byteCount: $0.count)
        }
        return UnsafeBufferPointer(
            start: place.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }

    private func map(atLeast count: Int) {
        unmap()
        let page = GuardedMemory.page
        capacity = (count + page - 1) / page * page
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        start = mmap(nil, capacity + page, PROT_READ | PROT_WRITE, flags, -1, 0)
        guard let start, start != MAP_FAILED, mprotect(start + capacity, page, PROT_NONE) == 0
        else {
            preconditionFailure("no guarded memory of \(count) bytes")
        }
    }

    private func unmap() {
        if let start { munmap(start, capacity + GuardedMemory.page) }
        start = nil
    }
}
