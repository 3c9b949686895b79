import Foundation
import TestSupport
import Testing

/// An HTTP server with preset answers: see `Tests/AlertOutputs/receiver.py`.
final class Receiver {
    struct Request {
        var path: String
        var headers: [String: String]
        var body: String
        /// Of a clock that only goes forward, in seconds.
        var at: Double
    }

    private let tool: Tool
    private let folder: TemporaryFolder
    let port: Int

    init(answers: [String]) throws {
        folder = try TemporaryFolder()
        let script = Tool.root.path + "/Tests/AlertOutputs/receiver.py"
        let tool = try Tool("python3", ["-B", script, folder.path] + answers)
        self.tool = tool
        #expect(waits { tool.output.hasSuffix("\n") }, "\(tool.errors)")
        port = try #require(Int(tool.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    var address: String { "http://127.0.0.1:\(port)/services/T0/B0/secret?token=hidden" }

    /// All that have come, in their order.
    func requests() throws -> [Request] {
        var requests: [Request] = []
        while let data = FileManager.default.contents(
            atPath: folder.file("\(requests.count).json"))
        {
            let object = try #require(
                try JSONSerialization.jsonObject(with: data) as? [String: Any])
            requests.append(
                Request(
                    path: object["path"] as? String ?? "",
                    headers: object["headers"] as? [String: String] ?? [:],
                    body: object["body"] as? String ?? "", at: object["at"] as? Double ?? 0))
        }
        return requests
    }

    func stop() { tool.stop() }
}
