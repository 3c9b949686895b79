/// Inflates one gzip member after the other, each from its header to its checked CRC and length.
protocol MemberInflater: AnyObject {
    /// Inflates from `input`, taking what is used, and says how much of `output` is filled. Output
    /// that is filled to its end may have a rest, which comes without more input.
    func inflate(
        _ input: inout UnsafeMutableBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>, produced: inout Int
    ) -> MemberOutcome
}

enum MemberOutcome {
    /// Output was filled or input used up.
    case more
    case ended
    case failed(String)
}
