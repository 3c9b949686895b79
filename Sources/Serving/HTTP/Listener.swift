internal import FlyingSocks
internal import Foundation
internal import Locked
internal import Synchronization

/// How much time and room clients get.
package struct ClientLimits: Sendable {
    /// Clients at the same time; others wait until one has its answer.
    package var clients = 128
    /// From a connection to the end of its request.
    package var request = Duration.seconds(10)
    /// From an answer to its last byte.
    package var answer = Duration.seconds(60)
    /// From the last byte of an answer to the end of what the client still sends.
    package var rest = Duration.seconds(2)

    package init() {}
}

/// Takes connections, one request each, and hands requests on.
///
/// The sockets are those of FlyingFox. Its own HTTP server is not used: it reads heads of any
/// length, for any time, of any number of clients. A client that is slow costs a task that sleeps,
/// and no thread.
package final class Listener: Sendable {
    package typealias Answer = @Sendable (Request) async -> Response

    private let address: ListenAddress
    private let limits: ClientLimits
    private let answer: Answer
    private let clients = Atomic(0)
    private let task = Locked<Task<Void, Never>?>(nil)
    private let problem = Locked<(any Error)?>(nil)

    package init(
        _ address: ListenAddress, _ limits: ClientLimits = ClientLimits(),
        answer: @escaping Answer
    ) {
        self.address = address
        self.limits = limits
        self.answer = answer
    }

    /// Begins to listen; returns the port. Throws `ListenError` if the address cannot be had.
    package func start() throws -> UInt16 {
        let socket: Socket
        do {
            socket = try address.listen()
        } catch SocketError.failed(_, let number, _) {
            throw ListenError(address: address.text, number: number)
        }
        let started = Task { await run(socket) }
        task.withLock { $0 = started }
        switch try socket.sockname() {
        case .ip4(_, port: let port), .ip6(_, port: let port): return port
        case .unix: return address.port
        }
    }

    /// The error that ended it; nil while it runs.
    package var failure: (any Error)? { problem.withLock { $0 } }

    /// Takes no more connections, and waits some seconds for answers that are under way.
    package func stop(waiting limit: Duration = .seconds(5)) {
        task.withLock { $0?.cancel() }
        let end = ContinuousClock.now + limit
        while clients.load(ordering: .relaxed) > 0, ContinuousClock.now < end {
            usleep(20_000)
        }
    }

    private func run(_ socket: Socket) async {
        let pool = SocketPool.ePoll()
        do {
            try await pool.prepare()
            // It goes on for connections that are under way when this task is cancelled.
            Task.detached { try await pool.run() }
            try await accept(on: AsyncSocket(socket: socket, pool: pool))
        } catch {
            if !Task.isCancelled { problem.withLock { $0 = error } }
        }
        try? socket.close()
    }

    private func accept(on listening: AsyncSocket) async throws {
        while !Task.isCancelled {
            guard clients.load(ordering: .relaxed) < limits.clients else {
                try await Task.sleep(for: .milliseconds(10))
                continue
            }
            do {
                let socket = try await listening.accept()
                clients.add(1, ordering: .relaxed)
                Task.detached { await self.serve(socket) }
            } catch let error as SocketError {
                // The client has gone, or the process has no room for one more file.
                guard case .failed = error else { throw error }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    // MARK: One client

    private func serve(_ socket: AsyncSocket) async {
        defer {
            try? socket.close()
            clients.subtract(1, ordering: .relaxed)
        }
        var hasBody = true
        let response: Response
        do {
            let head = try await within(limits.request) { try await Self.head(socket) }
            let request = try Request(head: head)
            hasBody = request.method == .get
            response = await answer(request)
        } catch let refusal as Refusal {
            response = Response(refusal)
        } catch {
            return
        }
        let bytes = response.bytes(withBody: hasBody)
        guard (try? await within(limits.answer) { try await socket.write(bytes) }) != nil else {
            return
        }
        await end(socket)
    }

    /// The bytes up to an empty line.
    private static func head(_ socket: AsyncSocket) async throws -> ArraySlice<UInt8> {
        var bytes: [UInt8] = []
        while true {
            let searched = max(0, bytes.count - 3)
            bytes += try await socket.read(atMost: 4096)
            let end = emptyLine(in: bytes, from: searched)
            guard end ?? bytes.count <= Request.longestHead else {
                let limit = Request.longestHead
                throw Refusal(.headTooLarge, "the head is longer than \(limit) bytes")
            }
            if let end { return bytes[..<end] }
        }
    }

    private static func emptyLine(in bytes: [UInt8], from start: Int) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        return bytes[start...].firstRange(of: mark)?.lowerBound
    }

    /// A client that still sends something would lose the answer if the connection ended at once.
    private func end(_ socket: AsyncSocket) async {
        shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
        _ = try? await within(limits.rest) {
            for _ in 0..<16 { _ = try await socket.read(atMost: 4096) }
        }
    }
}

/// An address that cannot be listened on.
package struct ListenError: Error, Equatable, Sendable {
    package var address: String
    /// `errno`
    package var number: Int32

    package init(address: String, number: Int32) {
        self.address = address
        self.number = number
    }
}

/// Runs `body` for some time at most, then cancels it and throws `Refusal`.
private func within<Result: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let result = first else {
            throw Refusal(.timeout, "the request took longer than \(limit)")
        }
        return result
    }
}
