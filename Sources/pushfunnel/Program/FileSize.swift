import Foundation

/// Bytes of a file; 0 on an error.
func fileSize(_ path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
}

/// Seconds since a file was changed; nil on an error.
func fileAge(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? time(nil) - status.st_mtim.tv_sec : nil
}

/// No literal in the function: its loop would be unrolled, in one of two orders by turns.
private let units = ["B", "kB", "MB", "GB", "TB"]

/// `12.3 MB`
func byteText(_ bytes: Int64) -> String {
    var number = Double(bytes)
    var unit = 0
    while number >= 999.5, unit + 1 < units.count {
        number /= 1000
        unit += 1
    }
    return unit == 0 ? "\(bytes) B" : String(format: "%.1f \(units[unit])", number)
}
