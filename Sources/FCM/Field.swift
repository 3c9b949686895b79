/// The fields of records, independent of their paths and spellings.
enum Field: Int, CaseIterable {
    // Envelope. These come first, because a record needs a field after them.
    case time, ts, timestamp, atTimestamp, sentAt, loggedAt, date, eventTimestamp
    case callback, appState, action, platform, project, campaign, status
    // Answers of services other than FCM, and the method of an HTTP request.
    case ownStatus, ownSuccess, ownErrors, ownReason, ownMethod
    // Dimensions of one's own, by position. They are no evidence of a push.
    case dimension1, dimension2, dimension3, dimension4
    case dimension5, dimension6, dimension7, dimension8
    // The same of client events.
    case clientDimension1, clientDimension2, clientDimension3, clientDimension4
    case clientDimension5, clientDimension6, clientDimension7, clientDimension8
    // What a conversion is worth.
    case value, currency
    // Members of dimensions that are known by name.
    case packageName, apnsTopic, channel, collapseKey, exportApp, exportCollapseKey
    // Lists of messages, whose names other systems have, too.
    case messages, rootMessages
    // The event, in the words of the app
    case event, eventName, eventType, text, wasTapped, wasForeground
    /// From the surroundings of the record.
    case outerOutcome, outerEvent, outerGeneral, outerText
    /// `namedToken` is a token under a name such as `fcm_token`.
    case rootToken, namedToken, rootFID, rootTokens, rootFIDs
    case rootMessageID, name, bareID, rootFrom
    /// An ID of one's own, at a place that no other field has.
    case ownID
    // Send: request
    case request, message, validateOnly
    case token, fid, tokens, fids, topic, condition, messageData
    case notification, notificationTitle, notificationBody, notificationImage
    /// By a map alone: what the app shows itself of a data message, and its image.
    case shownData, shownImage
    case messageLabel, androidLabel, appleLabel, webLabel
    case android, androidNotification, androidImage, androidPriority, androidTTL
    case androidCollapseKey, androidClickAction
    case apns, appleImage, applePayloadImage, aps, alert, mutableContent, contentAvailable, category
    case apnsPriority, apnsCollapseID
    case webpush, webNotification, webImage, webHeaderImage, webUrgency, webTTL, webTopic, webLink
    // Send: outcome
    case response, batch, responses, responseName, multicastID
    case error, responseError, javaErrorCode, flatErrorCode, errorClass
    case errorCode, errorStatus, errorDetails, errorInfoCode, transportDetails
    // Apple event
    case userInfo, appleMessageID, observedAlert, observedContentAvailable
    // Events: the message on the device
    case bundle, bundleMessageID, serverMessageID
    case displayFlag, legacyDisplayFlag, noUI, from, analyticsFrom
    case deliveredPriority, originalPriority, oldPriority, isPriorityReduced
    case observedLabel, composerID, composerName
    /// Keys that only FCM adds on a device; options and content of its message objects.
    case clientMark, fcmOptions, deviceContent
    case remoteMessage, pluginMessage, remoteMessageID
    /// `fcmMessageId`, and the `messageId` that may be the app's own.
    case payload, webMessageID, payloadMessageID
    // Export and GA4 rows
    case exportPlatform, exportLabel, exportTopic, bulkID, instanceID, messageType
    case exportPriority, exportTTL, projectNumber
    case eventParams, userPseudoID

    /// The slots for a record's time; the first one with a value counts.
    static let times = Field.time.rawValue...Field.eventTimestamp.rawValue
    /// The slots of dimensions that no other field has.
    static let ownDimensions = Field.dimension1.rawValue...Field.clientDimension8.rawValue
    /// A record needs a field after this one.
    static let lastOfEnvelope = Field.outerText.rawValue
}
