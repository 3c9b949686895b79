import Delivery
import Lake
import Reporting

extension Diagnostics {
    /// The texts of lake errors.
    static func lake(_ error: LakeError) -> Diagnostic {
        switch error {
        case .notFound(let path):
            Diagnostic(
                message: "\(path): the lake does not exist",
                hint: "pushfunnel lake export PATH... LAKE makes it", code: .inputOutput)
        case .notALake(let path):
            Diagnostic(
                message: "\(path): expected a lake or an empty folder, found other files",
                hint: "the last argument is the folder of the lake", code: .inputOutput)
        case .tooNew(let path):
            Diagnostic(
                message: "\(path): a newer version of pushfunnel made it",
                hint: "update pushfunnel", code: .configuration)
        case .damaged(let path):
            Diagnostic(
                message: "\(path): the file is damaged",
                hint: "restore it from a copy of the lake, or export the logs into a new lake",
                code: .configuration)
        case .windowDiffers(let path, let hours, let asked):
            Diagnostic(
                message: "\(path): expected a window of \(asked) h, found one of \(hours) h",
                hint: "the window of a lake never changes: omit --window, or use another lake",
                code: .usage)
        case .keysDiffer(let path, let other):
            Diagnostic(
                message: "\(path): the lake has other hash keys than \(other)",
                hint: "records with other hash keys cannot be merged: use another lake",
                code: .usage)
        case .keepsTargets(let path):
            Diagnostic(
                message: "\(path): the lake stores hashes of tokens, despite --no-token-hash",
                hint: "this setting of a lake never changes: use another lake", code: .usage)
        case .system(let path, let number):
            Diagnostic(
                message: "\(SafeText.visible(path)): \(SystemError(number: number))",
                hint: SystemError(number: number).hint, code: .inputOutput)
        case .changed(let path):
            Diagnostic(
                message: "\(SafeText.visible(path)): the file changed during the export",
                hint: "export finished logs only; run the same command again",
                code: .inputOutput)
        case .notAFile(let path):
            Diagnostic(
                message: "\(SafeText.visible(path)): expected a file, found a pipe or device",
                hint: "export reads each log twice: write the data to a file first",
                code: .inputOutput)
        }
    }
}
