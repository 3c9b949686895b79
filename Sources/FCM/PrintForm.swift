internal import NDJSON

/// The language that printed an object in a form that is not read. Such prints omit quotes or
/// types, so the borders of values are unknown.
enum PrintForm {
    /// The marks of each form: one list of them must occur in full. The first matching form counts.
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

    /// The reason to reject a text with traces of FCM in such a form.
    static func reason(for text: UnsafeBufferPointer<UInt8>) -> RejectReason? {
        parts.first { form in
            form.marks.contains { $0.allSatisfy { text.contains(part: $0) } }
        }?.reason
    }
}
