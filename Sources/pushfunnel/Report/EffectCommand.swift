import ArgumentParser
import Delivery
import FCM
import Foundation
import Reporting

struct EffectCommand: ParsableCommand, DatabaseCommand {
    static let configuration = CommandConfiguration(
        commandName: "effect",
        abstract: "Compare the open rates of variants, images or other values, like with like.",
        discussion: """
            Each value is compared with a reference within strata: the same platform, campaign and \
            day. Ratios have 95% intervals; several values are tested together. The report says \
            how small a difference it could have found, whether it is too early, and whether the \
            sends are split as one random draw splits them.

            The reference is the value with the most sends, of images no_image, unless --against \
            names another. --split gives the split that was meant, as parts of each value. \
            ingest --dimension gives a database dimensions of its own, such as variants.

            EXAMPLES
              pushfunnel effect --of image
              pushfunnel effect --of image --where campaign=daily_deals
              pushfunnel effect --of image --split image=1,no_image=1 --json
              pushfunnel effect --of variant --lake /mnt/lake --db counts.db
              pushfunnel effect --of campaign --against daily_deals -o campaigns.html
              pushfunnel sql effect_strata --param of=platform --derive effect --csv
            """)

    @Option(
        help: ArgumentHelp(
            "What to compare: image, platform, campaign, project or a dimension.",
            valueName: "dimension"))
    var of: String

    @Option(help: ArgumentHelp("The value to compare the others with.", valueName: "value"))
    var against: String?

    @Option(
        help: ArgumentHelp(
            "The split that was meant, such as a=1,b=1 for halves.", valueName: "value=part,…"))
    var split: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var period: PeriodOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var filter: FilterOptions
    @OptionGroup var named: QueryOptions
    @OptionGroup var lake: LakeOptions
    @OptionGroup var spark: SparkOptions

    func validate() throws {
        try output.expectFormat()
        _ = try request()
    }

    func run() throws {
        if lake.isGiven { try LakeCounting(lake, spark).count(into: database.db) }
        let reports = try ReportCatalog(folder: Defaults.text("reports"))
        var queries = try named.catalog()
        let session = try SQLSession(path: database.db, limits: .report)
        queries.add(dimensions: try session.dimensions())
        let maker = ReportMaker(try request(), queries, session)
        let report = try maker.make(reports.report("effect"), for: [output.format])
        try expectValues(in: report)
        try output.write(
            report.text(output.format, style: output.style, templates: reports.templates))
    }

    private func request() throws -> ReportRequest {
        let dimensions = lake.isGiven ? lake.dimensions : database.dimensions
        try FilterOptions.expect(of, ofSendsIn: dimensions, "--of")
        var request = ReportRequest(
            filter: try filter.filter(period, database, dimensions),
            timeZone: period.zoneOptions.name(database.clock))
        request.by = [of]
        request.parameters = ["of": of]
        request.parameters["reference"] = reference
        request.parameters["split"] = split
        if let split, parts.count < 2 {
            throw ValidationError(
                "--split", expected: "values with parts, such as a=1,b=1", found: split)
        }
        return request
    }

    /// As values are stored.
    private var reference: String? {
        FunnelFilter.names.contains(of) ? against : against.map(OwnDimension.stored)
    }

    private var parts: [(value: String, part: Double)] {
        split.flatMap(EffectSplit.parts) ?? []
    }

    /// A misspelt value would be one without sends.
    private func expectValues(in report: Report) throws {
        let asked =
            [reference].compactMap(\.self).map { ("--against", $0) }
            + parts.map { ("--split", $0.value) }
        let known = report.values(of: of)
        for (option, value) in asked where !known.isEmpty {
            try FilterOptions.expect(value, oneOf: known, option)
        }
    }
}
