import CFuzz
import Foundation
import FuzzTargets

/// libFuzzer over one target: `pushfunnel-fuzz --TARGET`, and libFuzzer's own arguments, which
/// begin with one dash. It passes over those with two, and gives them to the processes it starts.
@main
struct FuzzDriver {
    nonisolated(unsafe) private static var target = FuzzTarget.all[0]

    static func main() {
        let names = CommandLine.arguments.filter { $0.hasPrefix("--") }.map { $0.dropFirst(2) }
        guard let found = FuzzTarget.all.first(where: { names.contains($0.name[...]) }) else {
            let known = FuzzTarget.all.map { "--" + $0.name }
            tell("expected one of \(known.joined(separator: ", "))")
            exit(64)
        }
        target = found
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        exit(LLVMFuzzerRunDriver(&count, &arguments, runTarget))
    }

    private static let runTarget: fuzz_target = { data, count in
        do {
            try target.run(Array(UnsafeBufferPointer(start: data, count: count)))
        } catch {
            tell("\(target.name): \(error)")
            abort()
        }
        return 0
    }

    private static func tell(_ words: String) {
        FileHandle.standardError.write(Data((words + "\n").utf8))
    }
}
