import Foundation
import Synchronization

/// Records SIGINT, SIGTERM and SIGHUP: a run stops after its current batch.
enum Interrupt {
    private static let caught = Atomic<Int32>(0)

    static func watch() {
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
            signal(number) { number in
                // A second signal of the same kind ends the process immediately. Commits are
                // complete, so nothing is lost.
                Interrupt.caught.store(number, ordering: .relaxed)
                signal(number, SIG_DFL)
            }
        }
    }

    /// From now on, a signal ends the process.
    static func unwatch() {
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { signal(number, SIG_DFL) }
    }

    /// `nohup` ignores SIGHUP, and shells ignore SIGINT of programs that they start with `&`.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The signal that was received, or nil.
    static var signalNumber: Int32? {
        let number = caught.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }
}
