// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target, each with its reason.
let settings: [SwiftSetting] = [
    // A protocol used as a type is written `any P`: dynamic dispatch is visible (SE-0335).
    .enableUpcomingFeature("ExistentialAny"),
    // A member is found only through a module that the file itself imports (SE-0444).
    .enableUpcomingFeature("MemberImportVisibility"),
    // An import that shows in a signature says `package import`: the layering is readable (SE-0409).
    .enableUpcomingFeature("InternalImportsByDefault"),
    // A warning that is let stand hides the next one.
    .treatAllWarnings(as: .error),
]

/// libFuzzer comes with Swift; `make fuzz` asks for it. What is fuzzed counts its edges then.
let isFuzzing = Context.environment["PUSHFUNNEL_FUZZ"] != nil
let fuzzed = isFuzzing ? settings + [.unsafeFlags(["-sanitize=fuzzer"])] : settings

let package = Package(
    name: "pushfunnel",
    products: [
        .executable(name: "pushfunnel", targets: ["pushfunnel"]),
        // What tests preload into the program: a library that nobody links against.
        .library(name: "PushfunnelFaults", type: .dynamic, targets: ["Faults"]),
    ],
    dependencies: [
        // Commands, help with examples and shell completions, all from one declaration.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Templates of reports, in a language that users know from elsewhere: Mustache.
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        // Sockets for `serve`, which wait without a thread each: small, and without dependencies of
        // its own.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // Debian's zlib: the inflater, and the deflater of the sample logs.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // Sixteen bytes at a time: what Swift's own SIMD types do at a twentieth of the speed.
        .target(name: "CScan"),
        // Debian's SQLite, and what it shows to C alone: rows in memory as a table, functions, settings.
        .target(
            name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("m")]),
        // ISA-L's inflater, in half the time of zlib: loaded when the program runs, so that it runs
        // where there is none. And a fast CRC for zlib.
        .target(
            name: "CInflate",
            // dlopen is a part of glibc since 2.34 only.
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

        // A lock that ThreadSanitizer sees.
        .target(name: "Locked", swiftSettings: settings),
        // Connections, statements and rows: the one way into a database.
        .target(name: "SQLite", dependencies: ["CSQLite", "Locked"], swiftSettings: settings),
        .target(
            name: "NDJSON", dependencies: ["CInflate", "CScan", "CZlib"],
            swiftSettings: fuzzed),
        .target(
            name: "FCM", dependencies: ["NDJSON"],
            // The plugin puts them into the binary.
            exclude: ["Presets"], swiftSettings: fuzzed, plugins: ["EmbedTextPlugin"]),
        .target(
            name: "Delivery",
            dependencies: ["CScan", "CSQLite", "FCM", "Locked", "NDJSON", "SQLite"],
            exclude: ["Store/Schema", "Store/Views"],
            swiftSettings: settings, plugins: ["EmbedTextPlugin"]),
        // Drops of deliveries and opens: expected counts, judgement, incidents.
        .target(
            name: "Alerts", dependencies: ["Delivery", "Locked", "NDJSON", "SQLite"],
            exclude: ["README.md"], swiftSettings: settings),
        // Message states as files that a Spark cluster merges.
        .target(
            name: "Lake", dependencies: ["Delivery", "FCM", "NDJSON", "SQLite"],
            exclude: ["README.md", "Views"], swiftSettings: settings,
            plugins: ["EmbedTextPlugin"]),
        .target(
            name: "Reporting",
            dependencies: [
                "Alerts", "CSQLite", "Delivery", "FCM", "Lake", "Locked", "NDJSON", "SQLite",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            exclude: ["Alerts/README.md"],
            swiftSettings: fuzzed,
            // queries/ stands at the top level and goes into the binary as it is.
            plugins: ["EmbedTextPlugin"]),
        .executableTarget(name: "EmbedText", swiftSettings: settings),
        .plugin(
            name: "EmbedTextPlugin", capability: .buildTool(), dependencies: ["EmbedText"],
            path: "Sources/EmbedTextPlugin"),
        // Reports, alerts and queries as pages over HTTP.
        .target(
            name: "Serving",
            dependencies: [
                "Alerts", "Delivery", "Locked", "NDJSON", "Reporting", "SQLite",
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: fuzzed),
        .target(name: "Sampling", dependencies: ["CZlib", "Locked"], swiftSettings: settings),
        .executableTarget(
            name: "pushfunnel",
            dependencies: [
                "Alerts", "Delivery", "FCM", "Lake", "NDJSON", "Reporting", "Sampling", "Serving",
                "SQLite",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),

        // Manual pages, from what the commands declare of themselves.
        .executableTarget(
            name: "pushfunnel-manual", path: "Packaging/Manual", swiftSettings: settings),

        // What a store costs as it grows.
        .executableTarget(
            name: "pushfunnel-growth", dependencies: ["Delivery", "FCM", "NDJSON"],
            path: "Benchmarks/Growth", swiftSettings: settings),
        // Times each stage of an ingest on its own.
        .executableTarget(
            name: "pushfunnel-stages", dependencies: ["Delivery", "FCM", "NDJSON"],
            path: "Benchmarks/Stages", swiftSettings: settings),
        // How often alerts fire for nothing, and how soon for a drop, in simulated traffic.
        .executableTarget(
            name: "pushfunnel-alerts", dependencies: ["Alerts", "Delivery", "Locked"],
            path: "Benchmarks/Alerts", swiftSettings: settings),

        // Kills, power cuts, full disks: what goes wrong between the program and libc.
        .target(
            name: "Faults", path: "Tests/Faults",
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        // What tests share: the oracle of the join, seeded random logs, temporary stores.
        .target(
            name: "TestSupport", dependencies: ["CZlib"], path: "Tests/TestSupport",
            swiftSettings: settings),
        // What takes bytes from anywhere, and what must hold of it: for libFuzzer and for tests.
        .target(name: "CFuzz", path: "Tests/Fuzz/C"),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "CFuzz", "CZlib", "Alerts", "Delivery", "Lake", "FCM", "Locked", "NDJSON",
                "Reporting", "Serving", "SQLite", "TestSupport",
            ],
            path: "Tests/Fuzz/Targets", swiftSettings: settings),
        .testTarget(
            name: "FuzzTests", dependencies: ["FuzzTargets", "TestSupport"],
            path: "Tests/Fuzz/Replay", swiftSettings: settings),
        .testTarget(
            name: "NDJSONTests",
            dependencies: ["CInflate", "CZlib", "FuzzTargets", "NDJSON", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "FCMTests", dependencies: ["FCM", "NDJSON", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "DeliveryTests",
            dependencies: [
                "CSQLite", "Alerts", "Delivery", "Lake", "FCM", "NDJSON", "SQLite", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ReportingTests",
            dependencies: [
                "CSQLite", "Alerts", "Delivery", "Lake", "FCM", "Reporting", "SQLite",
                "TestSupport",
            ],
            swiftSettings: settings),
        // Alerts against an implementation in Python, and on public data.
        .testTarget(
            name: "AlertTests", dependencies: ["Alerts", "Delivery", "Lake", "TestSupport"],
            swiftSettings: settings),
        // What alerts are told in, as the receivers themselves take it.
        .testTarget(
            name: "AlertOutputTests",
            dependencies: [
                "Alerts", "Delivery", "Lake", "NDJSON", "Reporting", "TestSupport", "pushfunnel",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        // What comes over sockets, and who gets an answer.
        .testTarget(
            name: "ServingTests", dependencies: ["Serving", "TestSupport"],
            swiftSettings: settings),
        // Runs the built program, and looks at nothing but what it prints.
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["Locked", "TestSupport", "pushfunnel", "pushfunnel-manual"],
            swiftSettings: settings),
        // What is written about the program, held against what it is.
        .testTarget(
            name: "RepositoryTests",
            dependencies: ["Alerts", "Delivery", "Lake", "Reporting", "SQLite"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

if isFuzzing {
    package.targets.append(
        .executableTarget(
            name: "pushfunnel-fuzz", dependencies: ["CFuzz", "FuzzTargets"],
            path: "Tests/Fuzz/Driver",
            swiftSettings: settings,
            // gold, Swift's own choice, breaks off on what sanitizers leave in debug sections.
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
}
