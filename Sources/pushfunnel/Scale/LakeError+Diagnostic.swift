import Delivery
import Reporting

extension Diagnostics {
    /// What to do about a lake.
    static func lake(_ error: LakeError) -> Diagnostic {
        switch error {
        case .notFound(let path):
            Diagnostic(
                message: "\(path): there is no lake",
                hint: "pushfunnel scale export PATH... LAKE makes one", code: .inputOutput)
        case .notALake(let path):
            Diagnostic(
                message: "\(path): expected a lake or an empty folder, found other files",
                hint: "the last argument is the folder of the lake", code: .inputOutput)
        case .tooNew(let path):
            Diagnostic(
                message: "\(path): made by a newer pushfunnel", hint: "update pushfunnel",
                code: .configuration)
        case .damaged(let path):
            Diagnostic(
                message: "\(path): not as pushfunnel writes it",
                hint: "take it from a copy of the lake, or export the logs into a new one",
                code: .configuration)
        case .windowDiffers(let path, let hours, let asked):
            Diagnostic(
                message: "\(path): its window is \(hours) h, asked for \(asked) h",
                hint: "the window is set when a lake is made: use another one", code: .usage)
        case .keysDiffer(let path, let other):
            Diagnostic(
                message: "\(path): has other keys of hashes than \(other)",
                hint: "what is hashed by other keys cannot be merged: use a lake of its own",
                code: .usage)
        case .keepsTargets(let path):
            Diagnostic(
                message: "\(path): it keeps hashes of tokens, asked for without",
                hint: "that is set when a lake is made: use another one", code: .usage)
        case .system(let path, let number):
            Diagnostic(
                message: "\(SafeText.visible(path)): \(SystemError(number: number))",
                hint: SystemError(number: number).hint, code: .inputOutput)
        case .changed(let path):
            Diagnostic(
                message: "\(SafeText.visible(path)): it changed while it was read",
                hint: "export logs that are finished; run the same command again",
                code: .inputOutput)
        case .notAFile(let path):
            Diagnostic(
                message: "\(SafeText.visible(path)): expected a file, found a pipe or device",
                hint: "a lake knows logs by their bytes, which are read twice", code: .inputOutput)
        }
    }
}
