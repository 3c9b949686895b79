package import FCM

/// Values that records of one decoder name by number.
package struct NumberedValues: Sendable {
    /// The number of the decoder.
    package var decoder = 0
    package var values = DictionaryDelta()

    package init(decoder: Int = 0, values: DictionaryDelta) {
        self.decoder = decoder
        self.values = values
    }
}
