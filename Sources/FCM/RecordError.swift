package import NDJSON

/// Why a line was rejected, and the position in it. Holds facts only, no text of the line.
package struct RecordError: Error, Equatable, Sendable {
    package var reason: RejectReason
    /// The position within the line, counted from 1.
    package var byte: Int
    /// What the JSON walk expected, for its own reasons.
    package var json: JSONError.Problem?
    /// Of `timeInFuture`: the time of the record.
    package private(set) var time: Timestamp?
    /// The address of the wrong value, until the decoder converts it to a byte.
    private var start: UInt?
    /// The object inside the line that is a push and no record; nil for the line itself. Valid
    /// until the next line is decoded.
    package var record: UnsafeBufferPointer<UInt8>? {
        place.map {
            UnsafeBufferPointer(start: UnsafePointer(bitPattern: $0.start), count: $0.count)
        }
    }
    private var place: (start: UInt, count: Int)?

    init(_ reason: RejectReason, at value: JSONValue, time: Timestamp? = nil) {
        self.init(reason)
        self.time = time
        start = UInt(bitPattern: value.start)
    }

    package init(_ reason: RejectReason, byte: Int = 1, json: JSONError.Problem? = nil) {
        self.reason = reason
        self.byte = byte
        self.json = json
    }

    /// Compares without addresses.
    package static func == (a: RecordError, b: RecordError) -> Bool {
        (a.reason, a.byte) == (b.reason, b.byte) && a.json == b.json
    }

    /// The same error, of an object inside the line.
    func inside(_ record: JSONValue) -> RecordError {
        var error = self
        error.place = (UInt(bitPattern: record.start), record.count)
        return error
    }

    /// The same error with the byte of the wrong value; 1 if that is not part of the line.
    func placed(in line: UnsafeBufferPointer<UInt8>) -> RecordError {
        var error = self
        error.start = nil
        let position = start.flatMap { UnsafePointer<UInt8>(bitPattern: $0) }
        error.byte = (position.flatMap(line.place(of:)) ?? 0) + 1
        return error
    }

    init(_ error: JSONError) {
        let reason: RejectReason =
            switch error.problem {
            case .badUTF8: .invalidUTF8
            case .nestedTooDeep: .nestedTooDeep
            default: .invalidJSON
            }
        self.init(reason, byte: error.byte, json: error.problem)
    }
}

package enum RejectReason: String, Sendable, CaseIterable {
    case invalidJSON = "invalid_json"
    case invalidUTF8 = "invalid_utf8"
    case lineTooLong = "line_too_long"
    case nestedTooDeep = "nested_too_deep"
    /// Traces of FCM in a place or form that is not read.
    case notRead = "not_read"
    /// Traces of FCM in the form in which a language prints an object.
    case swiftPrint = "swift_print"
    case dictionaryPrint = "nsdictionary_print"
    case bundlePrint = "bundle_print"
    case javaPrint = "java_print"
    case dartPrint = "dart_print"
    case phpPrint = "php_print"
    case rubyPrint = "ruby_print"
    case elixirPrint = "elixir_print"
    case noTime = "no_time"
    case badTime = "bad_time"
    case timeOutOfRange = "time_out_of_range"
    /// The clock of the writer is ahead, or that of the reader behind: the file is read again when
    /// that time has come.
    case timeInFuture = "time_in_future"
    case noMessageID = "no_message_id"
    case badMessageID = "bad_message_id"
    /// A push on a device without a word for its event.
    case noEvent = "no_event"
    case unknownEvent = "unknown_event"
    /// A conversion whose value or currency is none.
    case badValue = "bad_value"
    case noOutcome = "no_outcome"
    case badBatch = "bad_batch"
    /// The message is older than the days in the store; the line itself is valid.
    case pastRetention = "past_retention"

    /// The expected content, for users.
    package var expectation: String {
        switch self {
        case .invalidJSON: "expected one JSON object on the line"
        case .invalidUTF8: "expected UTF-8"
        case .lineTooLong: "expected a line of at most 16 MiB"
        case .nestedTooDeep: "expected at most \(FieldReader.maximumDepth) levels of nesting"
        case .notRead:
            "looks like FCM in another form: expected a send or a client event as one JSON object"
        case .swiftPrint:
            "expected JSON, not Swift's print of a dictionary: log "
                + "JSONSerialization.data(withJSONObject: userInfo)"
        case .dictionaryPrint:
            "expected JSON, not the description of an NSDictionary: log what NSJSONSerialization "
                + "writes"
        case .bundlePrint:
            "expected JSON, not a print of a Bundle: log a JSONObject with each of its keys"
        case .javaPrint:
            "expected JSON, not the print of a map or object of Java or Kotlin: log "
                + "JSONObject(map).toString()"
        case .dartPrint: "expected JSON, not Dart's print of a map: log jsonEncode(message.toMap())"
        case .phpPrint: "expected JSON, not print_r, var_dump or dd of PHP: log json_encode(...)"
        case .rubyPrint: "expected JSON, not Ruby's inspect of a hash: log its to_json"
        case .elixirPrint: "expected JSON, not Elixir's inspect of a map: log Jason.encode!(map)"
        case .noTime: "expected a time (ts, time, timestamp, @timestamp or sent_at)"
        case .badTime: "expected RFC 3339 or a number of seconds, milliseconds or microseconds"
        case .timeOutOfRange: "expected a time from 2010 on"
        case .timeInFuture: "expected a time at most two days from now"
        case .noMessageID:
            "expected a message ID (google.message_id, gcm.message_id, fcmMessageId, messageId or "
                + "message_id)"
        case .badMessageID:
            "expected a message ID: at most 256 visible characters, no blanks; ten of FCM's "
                + "are hexadecimal digits"
        case .noEvent:
            "expected an event name (received, opened, …) in event, type or msg; for logs with one "
                + "kind of event, add --event"
        case .unknownEvent:
            "expected a known name in event (received, foreground, impression, opened, dismissed, "
                + "converted) or callback (onMessage, willPresent, didReceiveResponse)"
        case .badValue:
            "expected a decimal number below 1,000,000,000 in value, such as 12.50, and three "
                + "letters in currency, such as EUR"
        case .noOutcome: "expected a response with a message name, or an error"
        case .badBatch: "expected as many responses as targets, each with an ID or an error"
        case .pastRetention: "expected a message of the stored days; older ones were pruned"
        }
    }
}
