// usage: main DEVICES: hands the messages of DEVICES that went to Apple tokens to the page's
// delegate and service extension, as iOS would. PUSH_LOG is where the lines go.
//
// ios-1 comes in the background and is tapped; ios-2 comes in front; ios-3 is dismissed, and wakes
// the app, too. A payload of another service comes to all of them.
import Foundation
import UIKit
import UserNotifications

extension PushLog {
    static let file = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["PUSH_LOG"] ?? "push-log.ndjson")
}

func payloads(_ path: String) throws -> [String: [AnyHashable: Any]] {
    var payloads: [String: [AnyHashable: Any]] = [:]
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for line in text.split(separator: "\n") {
        let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        guard let token = record?["token"] as? String else { continue }
        payloads[token] = record?["payload"] as? [String: Any]
    }
    return payloads
}

func request(_ userInfo: [AnyHashable: Any]) -> UNNotificationRequest {
    UNNotificationRequest(content: UNNotificationContent(userInfo: userInfo))
}

@MainActor func run(_ payloads: [String: [AnyHashable: Any]]) {
    let application = UIApplication()
    let delegate = AppDelegate()
    let center = UNUserNotificationCenter.current()
    precondition(delegate.application(application, didFinishLaunchingWithOptions: nil))
    precondition(center.delegate === delegate)
    var answers = 0

    func arrive(_ userInfo: [AnyHashable: Any]) {
        NotificationService().didReceive(request(userInfo)) { _ in answers += 1 }
    }
    func respond(_ userInfo: [AnyHashable: Any], _ action: String) {
        let notification = UNNotification(request: request(userInfo))
        let response = UNNotificationResponse(
            notification: notification, actionIdentifier: action)
        delegate.userNotificationCenter(center, didReceive: response) { answers += 1 }
    }
    func present(_ userInfo: [AnyHashable: Any]) {
        let notification = UNNotification(request: request(userInfo))
        delegate.userNotificationCenter(center, willPresent: notification) { _ in answers += 1 }
    }
    func wake(_ userInfo: [AnyHashable: Any]) {
        application.applicationState = .background
        delegate.application(application, didReceiveRemoteNotification: userInfo) { _ in
            answers += 1
        }
    }

    let other: [AnyHashable: Any] = ["aps": ["alert": "Of another service"], "id": 7]
    arrive(payloads["ios-1"] ?? other)
    respond(payloads["ios-1"] ?? other, UNNotificationDefaultActionIdentifier)
    arrive(payloads["ios-2"] ?? other)
    present(payloads["ios-2"] ?? other)
    wake(payloads["ios-3"] ?? other)
    respond(payloads["ios-3"] ?? other, UNNotificationDismissActionIdentifier)
    arrive(other)
    present(other)
    wake(other)
    respond(other, UNNotificationDefaultActionIdentifier)
    precondition(answers == 10, "every completion handler is called, once")
}

run(try payloads(CommandLine.arguments[1]))
