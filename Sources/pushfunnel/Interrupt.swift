import Foundation
import Synchronization

/// SIGINT and SIGTERM, remembered instead of obeyed: a run stops after its current batch.
enum Interrupt {
    private static let caught = Atomic<Int32>(0)

    static func watch() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                // A second one of the same kind ends the process at once; nothing is lost then,
                // either: what is committed is whole.
                Interrupt.caught.store(number, ordering: .relaxed)
                signal(number, SIG_DFL)
            }
        }
    }

    /// The signal that came, or nil.
    static var signalNumber: Int32? {
        let number = caught.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }
}
