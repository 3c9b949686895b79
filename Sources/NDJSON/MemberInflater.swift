/// Inflates gzip members one by one, each from its header to its verified CRC and length.
protocol MemberInflater: AnyObject {
    /// Inflates from `input` and removes the used bytes from it. `produced` is the number of bytes
    /// written to `output`. If `output` is full, more may follow without more input.
    func inflate(
        _ input: inout UnsafeMutableBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>, produced: inout Int
    ) -> MemberOutcome
}

enum MemberOutcome {
    /// The output is full or the input is used up.
    case more
    case ended
    case failed(String)
}
