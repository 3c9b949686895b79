/// Families of samples for node_exporter's textfile collector, in the text format 0.0.4: no times
/// of samples, which the collector refuses, and a line end at the end.
/// https://prometheus.io/docs/instrumenting/exposition_formats/
enum PrometheusFormat {
    /// Labels, whose values may hold anything, and the value.
    typealias Sample = (labels: [(name: String, text: String)], value: Double)

    /// Empty without samples. Of names that end in `_total`, counts that only grow.
    static func family(_ name: String, _ help: String, _ samples: [Sample]) -> String {
        guard !samples.isEmpty else { return "" }
        let kind = name.hasSuffix("_total") ? "counter" : "gauge"
        let lines = samples.map { sample in
            let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.text))\"" }
            let set = labels.isEmpty ? "" : "{" + labels.joined(separator: ",") + "}"
            return "\(name)\(set) \(number(sample.value))\n"
        }
        return "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n" + lines.joined()
    }

    /// Gauges of times in ms since 1970; a time that is nil has none.
    static func times(_ times: [(name: String, help: String, milliseconds: Int64?)]) -> String {
        times.map { time in
            family(
                time.name + "_timestamp_seconds", time.help,
                time.milliseconds.map { [([], Double($0) / 1000)] } ?? [])
        }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.escaping { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: nil
            }
        }
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map(String.init) ?? "\(value)"
    }
}
