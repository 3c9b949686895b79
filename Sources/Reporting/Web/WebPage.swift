/// A page of `pushfunnel serve`, as `_serve.html.mustache` shows it.
package struct WebPage {
    package struct Link {
        package var text: String
        package var address: WebAddress

        package init(_ text: String, _ address: WebAddress) {
            self.text = text
            self.address = address
        }

        /// The same rows for programs, at a path with another ending.
        static func downloads(_ address: WebAddress, at path: String) -> [Link] {
            [("CSV", ".csv"), ("JSON", ".json")].map { Link($0, address.at(path + $1)) }
        }

        var context: [String: Any] { ["text": text, "href": address.text] }
    }

    package struct Section {
        package var name: String
        package var title: String?
        package var about: String?
        /// The same for programs.
        package var downloads: [Link] = []
        /// SVG.
        package var charts: [(title: String?, svg: String)] = []
        var table: ShownTable?
        package var more: String?
        /// What gives the same, with where to change it.
        package var code: (title: String, text: String, link: Link?)?

        package init(_ name: String, title: String? = nil) {
            self.name = name
            self.title = title
        }
    }

    /// The first line, and the title of the window.
    package var title: String
    package var notes: [String] = []
    package var form: WebForm?
    package var sections: [Section] = []

    package init(_ title: String) { self.title = title }

    /// The page as HTML, with the line of navigation at its top.
    package func html(_ navigation: Navigation, _ templates: PageTemplates) throws -> String {
        var context: [String: Any] = [
            "title": title, "navigation": navigation.line, "notes": notes.map { ["text": $0] },
            "sections": sections.map(\.context),
        ]
        context["form"] = form?.context
        return try templates.text("_serve", .html, context)
    }
}

extension WebPage.Section {
    fileprivate var context: [String: Any] {
        var context: [String: Any] = [
            "name": HTMLText.identifier(name), "downloads": downloads.map(\.context),
            "charts": charts.map { chart in
                ["title": chart.title, "chart": chart.svg].compactMapValues { $0 }
            },
        ]
        context["title"] = title
        context["about"] = about
        context["more"] = more
        context["table"] = table.map { HTMLFormat.table($0, caption: title ?? name) }
        context["code"] = code.map { code in
            [
                "summary": code.title, "text": HTMLText.lines(code.text),
                "links": [code.link].compactMap { $0?.context },
            ] as [String: Any]
        }
        return context
    }
}

/// A form that leads to an address.
package struct WebForm {
    package enum Field {
        case choice(name: String, label: String, options: [(value: String, text: String)], String)
        case text(name: String, label: String, String, hint: String)
        case day(name: String, label: String, String)
        /// Several lines.
        case area(name: String, label: String, String)
    }

    package var path: String
    package var fields: [Field]
    package var button: String

    package init(_ path: String, _ fields: [Field], button: String) {
        self.path = path
        self.fields = fields
        self.button = button
    }

    var context: [String: Any] {
        ["path": path, "fields": fields.map(\.context), "button": button]
    }
}

extension WebForm.Field {
    fileprivate var context: [String: Any] {
        switch self {
        case .choice(let name, let label, let options, let chosen):
            [
                "name": name, "label": label, "is_choice": true,
                "options": options.map { option in
                    [
                        "value": option.value, "text": option.text,
                        "selected": option.value == chosen,
                    ] as [String: Any]
                },
            ]
        case .text(let name, let label, let value, let hint):
            [
                "name": name, "label": label, "is_input": true, "type": "text", "value": value,
                "hint": hint,
            ]
        case .day(let name, let label, let value):
            ["name": name, "label": label, "is_input": true, "type": "date", "value": value]
        case .area(let name, let label, let value):
            ["name": name, "label": label, "is_area": true, "value": HTMLText.lines(value)]
        }
    }
}
