/// Rows of daily exports: FCM's to BigQuery, and Google Analytics'.
enum ExportLines {
    static func write(_ row: Row, _ campaigns: [Campaign], to out: inout LineBuffer) {
        let campaign = campaigns[Int(row.send.message.campaign)]
        switch row.form {
        case .accepted, .delivered, .failed: fcm(row, campaign, to: &out)
        case .analyticsReceive, .analyticsOpen, .analyticsDismiss:
            AnalyticsLines.write(row, campaign, to: &out)
        }
        out.endLine()
    }

    /// `firebase_messaging.data`, exported as newline-delimited JSON: INT64 as text.
    private static func fcm(_ row: Row, _ campaign: Campaign, to out: inout LineBuffer) {
        let message = row.send.message
        out.append(#"{"event_timestamp":""#)
        out.append(bigQuery: row.at)
        out.append(#"","project_number":"482910374655","message_id":""#)
        if row.form != .failed { out.append(idOf: message) }
        out.append(#"","instance_id":""#)
        out.append(installation: message.device)
        out.append(#"","message_type":""#)
        out.append(message.silent ? "DATA_MESSAGE" : "DISPLAY_NOTIFICATION")
        out.append(#"","sdk_platform":""#)
        switch message.platform {
        case .android: out.append(#"ANDROID","app_name":"com.example.shop"#)
        case .ios: out.append(#"IOS","app_name":"com.example.shop.ios"#)
        case .web, .unknown: out.append(#"WEB","app_name":"shop.example"#)
        }
        out.append(#"","collapse_key":"","priority":""#)
        out.append(message.silent ? "5" : "10")
        out.append(#"","ttl":"86400","topic":"","bulk_id":"0","event":""#)
        switch row.form {
        case .accepted: out.append("MESSAGE_ACCEPTED")
        case .delivered: out.append("MESSAGE_DELIVERED")
        default: out.append(Failure.exported[Int(row.send.failure ?? 0)].event)
        }
        out.append("\"")
        out.append(label: "analytics_label", of: message, campaign)
        out.append("}")
    }
}

/// Google Analytics rows: a label or a Composer campaign, never an FCM message ID.
enum AnalyticsLines {
    static func write(_ row: Row, _ campaign: Campaign, to out: inout LineBuffer) {
        let message = row.send.message
        out.append(#"{"event_date":""#)
        out.append(compactDay: row.at)
        out.append(#"","event_timestamp":""#)
        out.append(number: row.at)
        out.append(#"","event_name":"notification_"#)
        switch row.form {
        case .analyticsReceive: out.append("receive")
        case .analyticsDismiss: out.append("dismiss")
        default: out.append("open")
        }
        out.append(#"","event_params":["#)
        if message.origin == .composer {
            composer(message, to: &out)
        } else {
            out.append(#"{"key":"label","value":{"string_value":""#)
            out.append(labelOf: message, campaign)
            out.append(#""}},"#)
        }
        if row.form == .analyticsReceive {
            out.append(#"{"key":"message_type","value":{"string_value":"display"}},"#)
        }
        out.append(#"{"key":"ga_event_origin","value":{"string_value":"fcm"}}],"#)
        out.append(#""user_pseudo_id":""#)
        out.append(hex: mixed(message.device))
        if message.platform == .android {
            out.append(#"","platform":"ANDROID","app_info":{"id":"com.example.shop"}}"#)
        } else {
            out.append(#"","platform":"IOS","app_info":{"id":"com.example.shop.ios"}}"#)
        }
    }

    /// `message_id` is the campaign's number here.
    private static func composer(_ message: Message, to out: inout LineBuffer) {
        out.append(#"{"key":"message_id","value":{"string_value":""#)
        out.append(number: Texts.composerID(message))
        out.append(#""}},{"key":"message_name","value":{"string_value":"Autumn push "#)
        out.append(number: message.campaign)
        out.append(#""}},{"key":"message_time","value":{"int_value":""#)
        out.append(number: message.sentAt / Micro.second)
        out.append(#""}},{"key":"message_device_time","value":{"string_value":"0"}},"#)
    }
}
