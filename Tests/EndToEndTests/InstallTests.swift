import Foundation
import TestSupport
import Testing

/// What `make install` puts below a prefix: `Packaging/install.sh`.
@Suite("Installed", .serialized)
struct InstallTests {
    private static let script = SystemdUnit.repository.appending(path: "Packaging/install.sh").path
    private static let manual = Bundle.main.bundleURL.appending(path: "pushfunnel-manual").path

    private static let result = Result { try Installed(script: script, manual: manual) }

    private func installed() throws -> Installed { try Self.result.get() }

    @Test("are the program, its manual, completions and units, readable for all")
    func files() throws {
        let found = try installed().files()
        let pages = try installed().commands().map { "share/man/man1/pushfunnel-\($0).1" }
        let units = try SystemdUnit.names.map { "lib/systemd/system/\($0)" }
        let others = [
            "bin/pushfunnel", "lib/sysusers.d/pushfunnel.conf", "share/man/man1/pushfunnel.1",
            "share/bash-completion/completions/pushfunnel",
            "share/fish/vendor_completions.d/pushfunnel.fish",
            "share/zsh/site-functions/_pushfunnel",
        ]
        #expect(Set(found.keys) == Set(pages + units + others))
        for (path, mode) in found {
            #expect(mode == (path == "bin/pushfunnel" ? 0o755 : 0o644), "\(path)")
        }
        for unit in units where unit.hasSuffix(".service") {
            let lines = try installed().text(unit).matches(of: /\nExecStart=(.*)/)
            #expect(!lines.isEmpty)
            let programs = lines.flatMap { $0.1.matches(of: /\/[\w\/]*bin\/pushfunnel/).map(\.0) }
            #expect(programs.count == lines.count)
            #expect(programs.allSatisfy { $0 == "/opt/push/bin/pushfunnel" }, "\(unit)")
        }
    }

    /// A page is what the help is: every command, every option, every argument.
    @Test("manual pages have what help has")
    func manual() throws {
        let whole = try installed().text("share/man/man1/pushfunnel.1")
        let path = SystemdUnit.repository.appending(path: "debian/changelog")
        let changelog = try String(contentsOf: path, encoding: .utf8)
        let version = try #require(changelog.firstMatch(of: /\((.*?)\)/)).1
        let line = try #require(whole.firstMatch(of: /.TH PUSHFUNNEL 1 (\S+) "(.*?)"/))
        #expect(line.2 == "pushfunnel \(version)", "debian/changelog is of this version")
        let year = try #require(changelog.firstMatch(of: />\s+\w+, \d+ \w+ (\d{4})/)).1
        #expect(line.1.wholeMatch(of: /(\d{4})-\d\d-\d\d/)?.1 == year)
        for section in ["NAME", "SYNOPSIS", "COMMANDS", "EXAMPLES", "ENVIRONMENT", "EXIT STATUS"] {
            #expect(whole.contains("\n.SH \(section)\n"))
        }
        for command in try installed().commands() {
            #expect(whole.contains("\\fBpushfunnel\\-\(command)\\fR(1)"))
            let page = try installed().text("share/man/man1/pushfunnel-\(command).1")
            let examples = page.firstMatch(of: /\n\.SH EXAMPLES\n\.EX\n((?s:.*))\n\.EE\n/)?.1
            #expect(examples?.contains("pushfunnel \(command)") == true, "\(command)")
            let options = try Program.run(command, "--help").output
                .matches(of: /(?m)^  (?:-\w, )?(--[a-z-]+)/).map { $0.1 }
            #expect(options.contains("--help"))
            for option in options {
                let name = option.replacing("-", with: "\\-")
                #expect(page.contains("\\fB\(name)\\fR"), "\(command) \(option)")
            }
            #expect(!page.contains(NSUserName() + "@") && !page.contains("\u{1b}"))
        }
    }

    @Test(
        "manual pages are without fault",
        arguments: [
            ["groff", "-man", "-Tutf8", "-ww", "-z"], ["mandoc", "-T", "lint", "-W", "style"],
        ])
    func checked(checker: [String]) throws {
        guard let path = Installed.program(checker[0]) else {
            return Skip.report("manual pages are not checked: \(checker[0]) is not installed")
        }
        let folder = try installed().path("share/man/man1")
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let finished = try Program.run(
            executable: path, checker.dropFirst() + pages, in: folder)
        #expect(finished == Finished(output: "", errors: "", code: 0))
    }

    @Test("completions are offered by shells", arguments: Completion.shells)
    func completions(shell: Completion) throws {
        guard let path = Installed.program(shell.name) else {
            return Skip.report("completions are not checked: \(shell.name) is not installed")
        }
        let file = try installed().path(shell.file)
        let folder = try TemporaryFolder()
        _ = try folder.write(lines: Completion.ownQuery, to: "own.sql")
        for (typed, offered, isNot) in Completion.expected + shell.asked {
            // The program is asked for names.
            let finished = try RunningProgram(
                path, shell.arguments(file, typed), in: folder.path,
                environment: ["PATH": try installed().path("bin") + ":/usr/bin:/bin"]
            ).finish()
            let words = finished.output.split { $0.isWhitespace }.map(String.init)
            for word in offered { #expect(words.contains(word), "\(typed): \(finished)") }
            #expect(!words.contains(isNot), "\(typed): \(finished)")
        }
        let checked = try Program.run(executable: path, ["-n", file])
        #expect(checked == Finished(output: "", errors: "", code: 0))
    }
}

/// A shell, and how to ask it what it would offer.
struct Completion: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    /// Prints what is offered for the line in `$2`; `$1` is the file of completions.
    var script: String
    var options: [String] = []

    var testDescription: String { name }

    func arguments(_ file: String, _ typed: String) -> [String] {
        options + ["-c", script, name, file, typed]
    }

    /// What is typed, what is offered, and what is not.
    typealias Offer = (typed: String, offered: [String], isNot: String)

    static let expected: [Offer] = [
        ("pushfunnel ver", ["verify"], "ingest"),
        ("pushfunnel sql --dat", ["--datasette"], "--db"),
        ("pushfunnel ingest --f", ["--follow"], "--map"),
        ("pushfunnel report --t", ["--tz"], "--until"),
        ("pushfunnel sql --derive co", ["compare"], "change"),
    ]

    /// What the shell asks the program for. fish tells its completions the line only in a terminal.
    var asked: [Offer] {
        guard name != "fish" else { return [] }
        return [
            ("pushfunnel sql fun", ["funnel_by_day", "funnel_total"], "latency"),
            ("pushfunnel sql --queries . ow", ["own", "own.sql"], "funnel_total"),
            ("pushfunnel sql --describe fu", ["funnel_hourly", "funnel_by_day"], "messages"),
            ("pushfunnel sql latency --param b", ["by=platform", "by=all"], "since="),
            ("pushfunnel sql latency --param s", ["since=", "stage=shown"], "by=all"),
            ("pushfunnel lake run tim", ["time_to_open"], "latency"),
        ]
    }

    static let ownQuery = [
        "-- own", "-- A query of one's own. One row.", "--", "-- columns", "--   a  integer  one",
        "--", "-- example: pushfunnel sql own", "", "select 1 as a",
    ]

    static let shells = [
        Completion(
            name: "bash", file: "share/bash-completion/completions/pushfunnel",
            script: """
                . "$1"; COMP_LINE=$2; COMP_POINT=${#2}; read -ra COMP_WORDS <<< "$2"
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _pushfunnel pushfunnel "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
                printf '%s\\n' "${COMPREPLY[@]}"
                """, options: ["--norc"]),
        Completion(
            name: "fish", file: "share/fish/vendor_completions.d/pushfunnel.fish",
            script: "source $argv[2]; complete -C $argv[3]", options: ["--no-config"]),
        // zsh completes in a terminal alone, so it gets one of its own.
        Completion(
            name: "zsh", file: "share/zsh/site-functions/_pushfunnel",
            script: """
                zmodload zsh/zpty; export TERM=dumb COLUMNS=200
                zpty asked zsh -f -i
                zpty -w asked "PS1= PS2= RPS1=; unsetopt zle_bracketed_paste"
                zpty -w asked "fpath=(${1:h} \\$fpath)"
                zpty -w asked "autoload -Uz compinit && compinit -u -D; bindkey '^I' list-choices"
                zpty -w asked "print READ''Y"; zpty -r -m asked text "*READY*"
                zpty -w -n asked "$2"$'\\t'
                text= ; integer tries=0
                while (( tries++ < 100 )); do
                    zpty -r -t asked part && text+=$part && tries=80
                    sleep 0.1
                done
                print -r -- "${text#*$2}"; zpty -d asked
                """, options: ["-f"]),
    ]
}

/// Below `/opt/push` of a folder of its own.
final class Installed: Sendable {
    nonisolated(unsafe) private let folder: TemporaryFolder

    init(script: String, manual: String) throws {
        folder = try TemporaryFolder()
        let made = try RunningProgram(
            script, [],
            environment: [
                "BINARY": Program.path, "MANUAL": manual, "PREFIX": "/opt/push",
                "DESTDIR": folder.path, "PUSHFUNNEL_DB": "/not/in/the/manual.db",
            ]
        ).finish()
        guard made == Finished(output: "", errors: "", code: 0) else {
            throw InstallFailure(finished: made)
        }
    }

    struct InstallFailure: Error { var finished: Finished }

    func path(_ name: String) -> String { folder.path + "/opt/push/" + name }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// All files below the prefix, with their modes.
    func files() throws -> [String: Int] {
        let names = FileManager.default.enumerator(atPath: path("")) ?? .init()
        return try names.compactMap { $0 as? String }.reduce(into: [:]) { all, name in
            let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
            guard attributes[.type] as? FileAttributeType == .typeRegular else { return }
            all[name] = attributes[.posixPermissions] as? Int
        }
    }

    /// The commands that help names.
    func commands() throws -> [String] {
        let help = try Program.run("--help").output.split(separator: "\n")
        return help.drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { $0.hasPrefix("  ") }
            .compactMap { $0.prefixMatch(of: /\s{2}(\w+)\s{2,}/).map { String($0.1) } }
    }

    /// Where a program stands, or nil.
    static func program(_ name: String) -> String? {
        ["/usr/bin/", "/bin/"].map { $0 + name }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}
