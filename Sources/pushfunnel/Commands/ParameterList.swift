import ArgumentParser

/// The values of `--param name=text`.
enum ParameterList {
    static func parse(_ pairs: [String]) throws -> [String: String] {
        var parameters: [String: String] = [:]
        for pair in pairs {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else {
                throw ValidationError("--param", expected: "name=text", found: pair)
            }
            let name = sides[0].hasPrefix(":") ? sides[0].dropFirst() : sides[0]
            parameters[String(name)] = String(sides[1])
        }
        return parameters
    }
}
