extension ReportFile {
    /// What a report that was asked to compare the values of a dimension does not compare.
    func notesOfEffect(in made: [Report.Section], _ texts: [String: String]) -> [String] {
        guard requires.contains("of"), let dimension = texts["of"],
            let place = sections.firstIndex(where: { $0.derivation == Derivation.effect.name })
        else { return [] }
        guard let effect = made.first(where: { $0.name == sections[place].name }) else {
            return [
                "Nothing is compared: that takes client events, and two values of \(dimension) "
                    + "with 100 sends each that can be opened."
            ]
        }
        guard let row = NamedCells.rows(effect.table).first, let values = row.count("values"),
            values > EffectRows.mostCompared
        else { return [] }
        return [
            "Of \(NumberWords.grouped(values)) values of \(dimension), the "
                + "\(EffectRows.mostCompared) with the most sends are compared with "
                + "\(SafeText.visible(row.text("reference")))."
        ]
    }
}
