/// Names that someone may have meant.
package enum NearNames {
    /// The names that differ from the word in few letters, or hold it; nearest first, three at
    /// most.
    package static func of(_ word: String, in names: [String]) -> [String] {
        let wanted = Array(word.lowercased())
        let limit = max(2, wanted.count / 3)
        let ranked = names.compactMap { name -> (score: Int, name: String)? in
            let candidate = Array(name.lowercased())
            let distance = editDistance(wanted, candidate)
            if distance <= limit { return (distance, name) }
            let isPart = wanted.count >= 3 && candidate.contains(wanted)
            return isPart ? (limit + 1 + candidate.count - wanted.count, name) : nil
        }
        return ranked.sorted { ($0.score, $0.name) < ($1.score, $1.name) }.prefix(3).map(\.name)
    }

    /// Levenshtein's distance.
    private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (other, match) in right.enumerated() {
                let change = diagonal + (letter == match ? 0 : 1)
                diagonal = row[other + 1]
                row[other + 1] = min(change, row[other] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
