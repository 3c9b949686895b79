// Apple's and Firebase's types as far as the examples use them, for machines without them.
import Foundation

extension FileManager {
    public func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? { nil }
}

// UIKit

@MainActor public final class UIApplication {
    public enum State: Sendable { case active, inactive, background }
    public struct LaunchOptionsKey: Hashable, Sendable {}

    public var applicationState = State.active

    public init() {}
}

public enum UIBackgroundFetchResult: Sendable { case newData, noData, failed }

@MainActor public protocol UIApplicationDelegate: AnyObject {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
}

// UserNotifications

open class UNNotificationContent: NSObject {
    public let userInfo: [AnyHashable: Any]

    public init(userInfo: [AnyHashable: Any]) { self.userInfo = userInfo }

    open override func mutableCopy() -> Any { UNMutableNotificationContent(userInfo: userInfo) }
}

public final class UNMutableNotificationContent: UNNotificationContent {}

public final class UNNotificationRequest: NSObject {
    public let content: UNNotificationContent

    public init(content: UNNotificationContent) { self.content = content }
}

public final class UNNotification: NSObject {
    public let request: UNNotificationRequest

    public init(request: UNNotificationRequest) { self.request = request }
}

public final class UNNotificationResponse: NSObject {
    public let notification: UNNotification
    public let actionIdentifier: String

    public init(notification: UNNotification, actionIdentifier: String) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
    }
}

public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public static let banner = Self(rawValue: 1)
    public static let list = Self(rawValue: 2)
    public static let sound = Self(rawValue: 4)

    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
}

/// Bound to no actor, as in Apple's header.
public protocol UNUserNotificationCenterDelegate: AnyObject {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void)
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)
}

public final class UNUserNotificationCenter: NSObject {
    private nonisolated(unsafe) static let shared = UNUserNotificationCenter()

    public weak var delegate: (any UNUserNotificationCenterDelegate)?

    public static func current() -> UNUserNotificationCenter { shared }
}

open class UNNotificationServiceExtension: NSObject {
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}

    open func serviceExtensionTimeWillExpire() {}
}

// SwiftUI

public protocol View {}

public struct Text: View {
    public init(_ text: String) {}
}

public protocol Scene {}

public struct WindowGroup<Content: View>: Scene {
    public init(content: () -> Content) {}
}

@MainActor public protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

/// Only for the compiler: nothing here starts an app.
@propertyWrapper @MainActor public struct UIApplicationDelegateAdaptor<Delegate> {
    private let type: Delegate.Type

    public var wrappedValue: Delegate { fatalError("\(type) is made by SwiftUI alone") }

    public init(_ type: Delegate.Type) where Delegate: UIApplicationDelegate { self.type = type }
}

// Firebase

public enum FirebaseApp {
    public static func configure() {}
}

public final class MessagingExtensionHelper {
    public func populateNotificationContent(
        _ content: UNMutableNotificationContent,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(content)
    }
}

public enum Messaging {
    public static func serviceExtension() -> MessagingExtensionHelper {
        MessagingExtensionHelper()
    }
}
