package import FCM

/// The settings of a new store. A store that exists keeps its own; `Store` throws a `StoreError` if
/// it is opened with others.
package struct StoreSettings {
    /// Hours after a send in which an open counts; nil: 72, or what the store has.
    package var windowHours: Int?
    /// The same for conversions; nil: 168, or what the store has.
    package var conversionHours: Int?
    /// False: no hash of any token is kept.
    package var keepsTargets: Bool
    /// A store that exists gets those that it does not have.
    package var dimensions: [OwnDimension]
    /// Where IDs of one's own are. A store that exists keeps its places and gets the new ones.
    package var join: [String]
    /// Whose hours a new store counts by; not called for one that exists.
    package var clock: () throws -> HourClock

    package init(
        windowHours: Int? = nil, conversionHours: Int? = nil, keepsTargets: Bool = true,
        dimensions: [OwnDimension] = [], join: [String] = [],
        clock: @escaping () throws -> HourClock = { .utc }
    ) {
        self.windowHours = windowHours
        self.conversionHours = conversionHours
        self.keepsTargets = keepsTargets
        self.dimensions = dimensions
        self.join = join
        self.clock = clock
    }
}
