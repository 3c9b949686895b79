import ArgumentParser
import Delivery
import Foundation
import NDJSON
import Reporting
import Serving

struct ServeCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show reports, alerts and queries as live pages in a browser.",
        discussion: """
            serve answers on http://127.0.0.1:8417/, to this machine only: the page of each day as \
            report --html prints it, a form to explore counts, alerts, trace, named queries and \
            your own SQL. Tables have the same rows as CSV and JSON beside them. /metrics is for \
            Prometheus. Each answer shows one state of the database, and an ingest can run at the \
            same time. Nothing is changed: serve answers GET and HEAD only.

            With an address of --listen that other machines can reach, serve needs --token-file or \
            --proxy-header. Clients send the token as a bearer, or browsers as the password of any \
            user. serve has no TLS: put a proxy in front of it.

            EXAMPLES
              pushfunnel serve
              pushfunnel serve --tz Europe/Berlin --db push.db
              pushfunnel serve --listen 0.0.0.0:8417 --token-file token
            """)

    @OptionGroup var database: DatabaseOptions

    @Option(
        help: ArgumentHelp(
            "The address and port to listen on (default: 127.0.0.1:8417).", valueName: "address"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "A name under which browsers reach the server; repeatable. localhost and plain "
                + "addresses always work.",
            valueName: "name"))
    var host: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with the token that every request must have.", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "A header that a proxy sets on requests of known users, such as X-Forwarded-User.",
            valueName: "name"))
    var proxyHeader: String?

    @OptionGroup var zone: ZoneOptions

    @Option(help: ArgumentHelp("Stop a statement after this time.", valueName: "seconds"))
    var timeout: Int = 30

    @Option(
        help: ArgumentHelp("Stop a statement that needs more memory.", valueName: "megabytes"))
    var memory: Int = 512

    @Option(
        help: ArgumentHelp("A folder with your own reports.", valueName: "folder"),
        completion: .directory)
    var reports: String?

    @OptionGroup var named: QueryOptions
    @OptionGroup var mapping: MapOptions

    func validate() throws {
        let address = try address()
        if !address.isLoopback, tokenFile == nil, proxyHeader == nil {
            throw ValidationError(
                "--listen \(address.text): other machines can reach it, so it needs --token-file "
                    + "or --proxy-header", hint: "for this machine only: --listen 127.0.0.1:8417")
        }
        _ = try days()
        try ValidationError.expect("--timeout", timeout, in: 1...3600, "seconds from 1 to 3600")
        try ValidationError.expect(
            "--memory", memory, in: 16...1_000_000, "megabytes from 16 to 1000000")
    }

    func run() throws {
        CoreDumps.turnOff()
        Interrupt.watch()
        // A client that has gone is no reason to end.
        signal(SIGPIPE, SIG_IGN)
        let site = try Site(settings(), gate())
        let listener = Listener(try address()) { await site.answer($0) }
        let port = try listener.start()
        var address = try address()
        address.port = port
        try Terminal.print("http://\(address.text)/\n")
        let manager = ServiceManager()
        manager.ready("listening on \(address.text)")
        while Interrupt.signalNumber == nil, listener.failure == nil {
            poll(nil, 0, 200)
            manager.keepAlive()
        }
        manager.stopping()
        listener.stop()
        if let failure = listener.failure { throw failure }
        if let number = Interrupt.signalNumber { throw ExitCode(128 + number) }
    }

    // MARK: Its parts

    private func address() throws -> ListenAddress {
        guard let listen else { return ListenAddress() }
        guard let address = ListenAddress(listen) else {
            throw ValidationError(
                "--listen", expected: "an address and a port such as 127.0.0.1:8417", found: listen)
        }
        return address
    }

    private func days() throws -> LocalDays {
        let clock = database.clock
        guard let days = LocalDays(zone.name(clock), clock) else { throw zone.refusal(clock) }
        return days
    }

    private func settings() throws -> SiteSettings {
        let path = database.db
        let catalog = try ReportCatalog(folder: reports ?? Defaults.text("reports"))
        var queries = try named.catalog()
        queries.add(dimensions: database.dimensions)
        return SiteSettings(
            path: path, days: try days(), reports: catalog, queries: queries,
            queryFolder: named.queries ?? Defaults.text("queries"),
            alerts: try AlertSettingsFile.settings(nil, for: database.dimensions),
            reading: try mapping.options(latest: Timestamp(microseconds: Int64.max)),
            limits: SQLLimits(time: .seconds(timeout), memoryBytes: Int64(memory) << 20),
            wording: { Diagnostics.text($0, database: path) },
            now: { Int64(Date().timeIntervalSince1970 * 1000) })
    }

    private func gate() throws -> Gate {
        var gate = Gate()
        gate.hosts = Set(host.map { $0.lowercased() })
        gate.proxyHeader = proxyHeader
        gate.token = try tokenFile.map(token)
        return gate
    }

    private static let shortestToken = 16

    private func token(_ path: String) throws -> String {
        let data = try ConfigurationFile.data(path, hint: "check the path in --token-file")
        let token = String(decoding: data, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard token.utf8.count >= Self.shortestToken else {
            throw Diagnostic(
                .configuration, "\(path): expected a token of \(Self.shortestToken) characters",
                hint: "make one: head -c 18 /dev/urandom | base64 > \(path)")
        }
        return token
    }
}
