internal import NDJSON

/// Which language printed an object that is not read. Such prints leave out quotes or types, so it
/// is unknown where a value begins and ends.
enum PrintForm {
    /// Ways to know a form: all parts of one of them stand in the text. The first form counts.
    private static let forms: [(reason: RejectReason, marks: [[String]])] = [
        (.swiftPrint, [["AnyHashable("]]),
        (.bundlePrint, [["Bundle[{"]]),
        (.elixirPrint, [["%{", "=>"]]),
        (.phpPrint, [["]=>"], ["] =>"], ["array:", "=>"], ["array (", "=>"]]),
        (.rubyPrint, [["=>"]]),
        (.dictionaryPrint, [["{", " = ", ";"]]),
        (
            .javaPrint,
            [
                ["{", "message_id="], ["{", "messageId="], ["(", "message_id="],
                ["(", "messageId="], ["{", "errorCode="],
            ]
        ),
        (
            .dartPrint,
            [
                ["{", "message_id: 0:"], ["{", "message_id: 1"], ["{", "messageId: 0:"],
                ["{", "messageId: 1"],
            ]
        ),
    ]

    private static let parts = forms.map { form in
        (reason: form.reason, marks: form.marks.map { $0.map { Array($0.utf8) } })
    }

    /// The reason for a text with traces of FCM that is not read.
    static func reason(for text: UnsafeBufferPointer<UInt8>) -> RejectReason? {
        parts.first { form in
            form.marks.contains { $0.allSatisfy { text.contains(part: $0) } }
        }?.reason
    }
}
