/// Words of the program's own tables: a text that is one of them is no value of an app.
package enum KnownWord {
    /// A word for what happened, where the app was, or the callback that logged it.
    package static func isEvent(_ word: String) -> Bool {
        EventWords.kind(of: word) != nil || AppState.words.value(of: word) != nil
            || AppleCallback.words.value(of: word) != nil
    }

    package static func isPlatform(_ word: String) -> Bool {
        Platform.words.value(of: word.lowercased()) != nil
    }
}
