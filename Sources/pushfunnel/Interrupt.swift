import Foundation
import Synchronization

/// SIGINT, SIGTERM and SIGHUP, remembered instead of obeyed: a run stops after its current batch.
enum Interrupt {
    private static let caught = Atomic<Int32>(0)

    static func watch() {
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
            signal(number) { number in
                // A second one of the same kind ends the process at once; nothing is lost then,
                // either: what is committed is whole.
                Interrupt.caught.store(number, ordering: .relaxed)
                signal(number, SIG_DFL)
            }
        }
    }

    /// `nohup` starts a program that is not to end with its terminal; so do shells those behind
    /// `&`, with SIGINT.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The signal that came, or nil.
    static var signalNumber: Int32? {
        let number = caught.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }
}
