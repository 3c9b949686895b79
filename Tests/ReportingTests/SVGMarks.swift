import Foundation
import FoundationXML
import Testing

/// What stands in a piece of SVG, as an XML reader sees it; throws where it is not well-formed.
final class SVGMarks: NSObject, XMLParserDelegate {
    struct Drawing {
        var attributes: [String: String]
        var width: Double
        var height: Double
        /// Every place that a mark names, as it is written.
        var numbers: [String] = []
        var points: [(Double, Double)] = []
        var texts: [String] = []
        var paths: [String] = []
    }

    private(set) var drawings: [Drawing] = []
    private(set) var ids: [String] = []
    /// Titles and descriptions by their ids.
    private(set) var words: [String: String] = [:]
    private var open: [(name: String, id: String?, text: String)] = []

    struct NotWellFormed: Error {
        var problem: String
        var line: Int
    }

    init(_ fragment: String) throws {
        super.init()
        let parser = XMLParser(data: Data("<page>\(fragment)</page>".utf8))
        parser.delegate = self
        guard parser.parse() else {
            throw NotWellFormed(
                problem: parser.parserError?.localizedDescription ?? "", line: parser.lineNumber)
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        open.append((name, attributes["id"], ""))
        ids += attributes["id"].map { [$0] } ?? []
        switch name {
        case "svg":
            let box = attributes["viewBox"]?.split(separator: " ").compactMap { Double($0) } ?? []
            drawings.append(
                Drawing(
                    attributes: attributes, width: box.count == 4 ? box[2] : 0,
                    height: box.count == 4 ? box[3] : 0))
        case "rect":
            let corner = pair(attributes, "x", "y")
            let size = pair(attributes, "width", "height")
            add([corner, (corner.0 + size.0, corner.1 + size.1)])
        case "line": add([pair(attributes, "x1", "y1"), pair(attributes, "x2", "y2")])
        case "circle":
            let center = pair(attributes, "cx", "cy")
            let radius = number(attributes["r"])
            add([
                (center.0 - radius, center.1 - radius), (center.0 + radius, center.1 + radius),
            ])
        case "text": add([pair(attributes, "x", "y")])
        case "path": path(attributes["d"] ?? "")
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if !open.isEmpty { open[open.count - 1].text += text }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard let element = open.popLast() else { return }
        if let id = element.id { words[id] = element.text }
        if name == "text" { drawings[drawings.count - 1].texts.append(element.text) }
    }

    private func path(_ steps: String) {
        drawings[drawings.count - 1].paths.append(steps)
        let numbers = steps.split { "MLZ ".contains($0) }.map { number(String($0)) }
        add(stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) })
    }

    private func add(_ points: [(Double, Double)]) {
        drawings[drawings.count - 1].points += points
    }

    private func pair(_ attributes: [String: String], _ x: String, _ y: String) -> (Double, Double)
    {
        (number(attributes[x]), number(attributes[y]))
    }

    /// NaN, which lies in no drawing, for what is no number.
    private func number(_ text: String?) -> Double {
        drawings[drawings.count - 1].numbers.append(text ?? "")
        return text.flatMap(Double.init) ?? .nan
    }
}
