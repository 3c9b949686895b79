/// How many hours after its send a step of a message counts. Later ones are late.
package struct Windows: Equatable, Sendable {
    package static let defaultOpenHours = 72
    package static let defaultConversionHours = 168

    package var openHours = defaultOpenHours
    package var conversionHours = defaultConversionHours

    package init(
        openHours: Int = defaultOpenHours, conversionHours: Int = defaultConversionHours
    ) {
        self.openHours = openHours
        self.conversionHours = conversionHours
    }

    /// In milliseconds.
    package var opens: Int64 { Int64(openHours) * 3_600_000 }
    package var conversions: Int64 { Int64(conversionHours) * 3_600_000 }
}
