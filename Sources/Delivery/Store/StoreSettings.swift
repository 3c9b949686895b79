package import FCM

/// What a new store is made with. One that is there keeps its own, and must not differ from what is
/// asked for: see the errors of `StoreError`.
package struct StoreSettings {
    /// Hours after a send in which an open counts; nil: whatever the store has, 72 in a new one.
    package var windowHours: Int?
    /// The same of conversions: 168 in a new one.
    package var conversionHours: Int?
    /// False: no hash of any token is kept.
    package var keepsTargets: Bool
    /// Added to those of a store that is there.
    package var dimensions: [SendDimension]
    /// Whose hours it counts by; called for a new store only.
    package var clock: () throws -> HourClock

    package init(
        windowHours: Int? = nil, conversionHours: Int? = nil, keepsTargets: Bool = true,
        dimensions: [SendDimension] = [], clock: @escaping () throws -> HourClock = { .utc }
    ) {
        self.windowHours = windowHours
        self.conversionHours = conversionHours
        self.keepsTargets = keepsTargets
        self.dimensions = dimensions
        self.clock = clock
    }
}
