import FCM
import NDJSON
import Testing

/// Expects that a line is set aside for `reason`, at the byte where it has its `▲`.
func expectReject(
    _ marked: String, _ reason: RejectReason, _ problem: JSONError.Problem? = nil,
    map: EnvelopeMap? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
    guard let mark = marked.firstIndex(of: "▲") else {
        Issue.record("the line has no ▲", sourceLocation: sourceLocation)
        return
    }
    let byte = marked[..<mark].utf8.count + 1
    let line = marked.replacing("▲", with: "")
    expectReject(
        Array(line.utf8), reason, problem, byte: byte, map: map,
        sourceLocation: sourceLocation)
}

func expectReject(
    _ line: [UInt8], _ reason: RejectReason, _ problem: JSONError.Problem? = nil, byte: Int,
    map: EnvelopeMap? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
    let error = #expect(throws: RecordError.self, sourceLocation: sourceLocation) {
        _ = try decode(line, map: map)
    }
    #expect(error?.reason == reason, sourceLocation: sourceLocation)
    #expect(error?.byte == byte, sourceLocation: sourceLocation)
    if let problem { #expect(error?.json == problem, sourceLocation: sourceLocation) }
}
