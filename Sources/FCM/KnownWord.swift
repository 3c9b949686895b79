/// The words of the program's own tables: such a text is no app's own value.
package enum KnownWord {
    /// Whether a word is an event, a state of the app or a callback.
    package static func isEvent(_ word: String) -> Bool {
        EventWords.kind(of: word) != nil || AppState.words.value(of: word) != nil
            || AppleCallback.words.value(of: word) != nil
    }

    package static func isPlatform(_ word: String) -> Bool {
        Platform.words.value(of: word.lowercased()) != nil
    }
}
