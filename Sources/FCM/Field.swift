/// The fields of records that anything is read from, whatever their path and spelling.
enum Field: Int, CaseIterable {
    // Envelope: first of all, for these alone make no record
    case time, ts, timestamp, atTimestamp, sentAt, loggedAt, date, eventTimestamp
    case callback, appState, action, platform, campaign, status
    // What happened to a message, as the app says
    case event, eventName, eventType, text, wasTapped, wasForeground
    /// Of what surrounds the record.
    case outerEvent, outerText
    case rootToken, rootFID, rootTokens, rootFIDs
    case rootMessageID, name, bareID, rootFrom
    // Send: request
    case request, message, validateOnly
    case token, fid, tokens, fids, topic, condition, messageData
    case notification, notificationTitle, notificationBody, notificationImage
    case messageLabel, androidLabel, appleLabel, webLabel
    case android, androidNotification, androidImage, androidPriority, androidTTL
    case androidCollapseKey, androidClickAction
    case apns, appleImage, applePayloadImage, aps, alert, mutableContent, contentAvailable, category
    case apnsPriority, apnsCollapseID
    case webpush, webNotification, webImage, webHeaderImage, webUrgency, webTTL, webTopic, webLink
    // Send: outcome
    case response, batch, responses, responseName, multicastID
    case error, responseError, errorCode, errorStatus, errorDetails, errorInfoCode, transportDetails
    // Apple event
    case userInfo, appleMessageID, observedAlert, observedContentAvailable
    // Events: what the device holds of the message
    case bundle, bundleMessageID, serverMessageID
    case displayFlag, legacyDisplayFlag, noUI, from, analyticsFrom
    case deliveredPriority, originalPriority, oldPriority, isPriorityReduced
    case observedLabel, composerID, composerName
    /// Keys that FCM alone adds to what a device gets; options and content of its message objects.
    case clientMark, fcmOptions, deviceContent
    case remoteMessage, pluginMessage, remoteMessageID
    /// `fcmMessageId`, and the `messageId` that may be the app's own.
    case payload, webMessageID, payloadMessageID
    // Export and GA4 rows
    case exportPlatform, exportLabel, exportTopic, bulkID, instanceID, messageType
    case exportPriority, exportTTL, projectNumber
    case eventParams, userPseudoID

    /// The places of a record's time, the first of them that has one first.
    static let times = Field.time.rawValue...Field.eventTimestamp.rawValue
    /// The fields up to it alone make no record.
    static let lastOfEnvelope = Field.outerText.rawValue
}
