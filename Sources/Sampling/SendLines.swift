/// Writes lines of senders' logs.
enum SendLines {
    /// One line.
    static func write(
        _ line: SendLine, _ sends: ArraySlice<Send>, _ campaigns: [Campaign],
        to out: inout LineBuffer
    ) {
        guard let send = sends.first else { return }
        let campaign = campaigns[Int(send.message.campaign)]
        switch line.form {
        case .single: single(send, campaign, to: &out)
        case .batch: BatchLines.write(sends, campaign, to: &out)
        case .topic, .condition, .validated: special(line.form, send.message, campaign, to: &out)
        case .broken: broken(send.message, to: &out)
        case .blank: break
        }
        out.endLine()
    }

    private static func single(_ send: Send, _ campaign: Campaign, to out: inout LineBuffer) {
        switch send.message.service {
        case .orders: SnakeLines.orders(send, campaign, to: &out)
        case .uniform: SnakeLines.uniform(send, campaign, to: &out)
        case .sync: SnakeLines.sync(send, campaign, to: &out)
        case .growth: CamelLines.write(send, campaign, to: &out)
        case .node: NodeLines.write(send, campaign, to: &out)
        case .crm: CRMLines.write(send, campaign, to: &out)
        case .multicast, .exportOnly: break
        }
    }

    static func broken(_ message: Message, to out: inout LineBuffer) {
        BrokenLine.all[Int(message.tail & 0xFF)].write(&out, message.tail, message.acceptedAt)
    }

    /// Requests that are not sends to one device.
    private static func special(
        _ form: SendLine.Form, _ message: Message, _ campaign: Campaign, to out: inout LineBuffer
    ) {
        out.append(#"{"ts":""#)
        out.append(rfc3339: message.sentAt, digits: 3)
        out.append(#"","service":"orders-api","request":{"#)
        if form == .validated { out.append(#""validate_only":true,"#) }
        out.append(#""message":{"#)
        switch form {
        case .topic:
            out.append(#""topic":""#)
            out.append(Texts.topic(message))
        case .condition:
            out.append(#""condition":"'"#)
            out.append(Texts.topic(message))
            out.append("' in topics && !('muted' in topics)")
        default:
            out.append(#""token":""#)
            out.append(token: message.device)
        }
        out.append("\"")
        SnakeLines.body(message, campaign, to: &out)
        out.append(#"}},"status":200,"response":{"name":"projects/shop-prod/messages/"#)
        if form == .validated {
            out.append("fake_message_id")
        } else {
            // 19 digits, above 2 to the power of 53.
            out.append(number: 1_000_000_000_000_000_000 + message.tail % 8_000_000_000_000_000_000)
        }
        out.append(#""}}"#)
    }
}
