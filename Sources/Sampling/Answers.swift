/// What FCM answered, as the end of a send record.
enum Answers {
    /// The body of an HTTP v1 answer: a message name, or `google.rpc` status with details.
    static func http(_ send: Send, byNumber: Bool = false, to out: inout LineBuffer) {
        guard let index = send.failure else {
            out.append(#","status":200,"response":{"name":""#)
            out.append(nameOf: send.message, byNumber: byNumber)
            out.append(#""}"#)
            return
        }
        let failure = Failure.all[Int(index)]
        out.append(#","status":"#)
        out.append(number: failure.http)
        out.append(#","error":{"code":"#)
        out.append(number: failure.http)
        out.append(#","message":""#)
        out.append(failure.message)
        out.append("\"")
        if let status = failure.status {
            out.append(#","status":""#)
            out.append(status)
            out.append("\"")
        }
        details(failure, to: &out)
        out.append("}")
    }

    private static func details(_ failure: Failure, to out: inout LineBuffer) {
        guard let code = failure.fcmError else { return }
        out.append(#","details":[{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","#)
        out.append(#""errorCode":""#)
        out.append(code)
        out.append(#""}"#)
        if let apns = failure.apns {
            out.append(#",{"@type":"type.googleapis.com/google.firebase.fcm.v1.ApnsError","#)
            out.append(#""statusCode":"#)
            out.append(number: apns.status)
            out.append(#","reason":""#)
            out.append(apns.reason)
            out.append(#""}"#)
        }
        out.append("]")
    }

    /// The Admin SDK's error object, which has lost FCM's details.
    static func admin(_ failure: UInt8, to out: inout LineBuffer) {
        let failure = Failure.all[Int(failure)]
        out.append(#"{"code":""#)
        out.append(failure.admin.code)
        out.append(#"","message":""#)
        out.append(failure.message)
        out.append(#""}"#)
    }
}
