internal import Delivery

/// The page `sql`: all named queries, one of them with its parameters as a form, or own SQL.
package struct QueryPage {
    package static let path = "/sql"
    /// The word of an address that holds SQL.
    package static let word = "q"

    package static func address(ofSQL sql: String) -> WebAddress {
        WebAddress(path, [(word, sql)])
    }

    private let catalog: QueryCatalog
    private let address: WebAddress

    package init(_ catalog: QueryCatalog, _ address: WebAddress) {
        self.catalog = catalog
        self.address = address
    }

    // MARK: Own SQL

    /// `result` is nil before there is any SQL.
    package func page(ofSQL sql: String, _ result: ResultTable?) -> WebPage {
        var page = WebPage("SQL")
        page.form = WebForm(
            Self.path, [.area(name: Self.word, label: "one statement that reads", sql)],
            button: "Run")
        if let result { page.sections.append(section(result, Self.path)) }
        if result == nil { page.sections += [queries, views] }
        return page
    }

    private func section(_ result: ResultTable, _ path: String) -> WebPage.Section {
        let rows = NumberWords.count(result.rows.count, "row")
        var section = WebPage.Section("result", title: result.rows.isEmpty ? "No rows" : rows)
        section.downloads = WebPage.Link.downloads(address, at: path)
        guard !result.rows.isEmpty else { return section }
        let sorted = SortedTable(result, address)
        section.table = sorted.shown()
        section.more = sorted.more
        return section
    }

    private var queries: WebPage.Section {
        var section = WebPage.Section("queries", title: "Questions that have a name")
        let known = catalog.names.compactMap { try? catalog.query($0) }.filter { $0.user == nil }
        section.table = ShownTable(
            columns: ["query", "what it tells"].map { .init(title: $0, isNumber: false) },
            rows: known.map { query in
                var name = ShownTable.Cell(text: query.name)
                name.href = WebAddress(Self.path + "/" + query.name).text
                return [name, ShownTable.Cell(text: query.summary)]
            })
        return section
    }

    private var views: WebPage.Section {
        var section = WebPage.Section("views", title: "Views that SQL can read")
        section.table = ShownTable(
            columns: ["view", "what it holds"].map { .init(title: $0, isNumber: false) },
            rows: ViewDocumentation.all.map { view in
                var name = ShownTable.Cell(text: view.name)
                name.href = Self.address(ofSQL: "select * from \(view.name) limit 100").text
                return [name, ShownTable.Cell(text: view.summary)]
            })
        return section
    }

    // MARK: A named query

    /// `result` is nil while a parameter that it needs has no value.
    package func page(of query: QueryFile, _ result: ResultTable?) -> WebPage {
        var page = WebPage(query.name)
        page.notes = [query.description]
        let path = Self.path + "/" + query.name
        page.form = query.parameters.isEmpty ? nil : form(query, path)
        if let result { page.sections.append(section(result, path)) }
        page.sections.append(code(query))
        return page
    }

    private func form(_ query: QueryFile, _ path: String) -> WebForm {
        let fields = query.parameters.map { parameter -> WebForm.Field in
            let value = address[parameter.name] ?? ""
            let label = "\(parameter.name.spaced): \(parameter.meaning)"
            guard case .choice(let words) = parameter.type else {
                let usual = parameter.defaultValue ?? (parameter.isRequired ? "needed" : "any")
                return .text(name: parameter.name, label: label, value, hint: usual)
            }
            let usual = parameter.defaultValue ?? "any"
            return .choice(
                name: parameter.name, label: label,
                options: [("", usual)] + words.map { ($0, $0) }, value)
        }
        return WebForm(path, fields, button: "Run")
    }

    private func code(_ query: QueryFile) -> WebPage.Section {
        var section = WebPage.Section("sql")
        let given = query.parameters.compactMap { parameter in
            address[parameter.name].map {
                " --param " + ShellWord.quoted("\(parameter.name)=\($0)")
            }
        }
        section.code = ("The same in a shell", "pushfunnel sql \(query.name)" + given.joined(), nil)
        return section
    }
}

extension QueryFile {
    /// The values of its parameters in an address; nil while one that it needs is not there.
    package func arguments(of address: WebAddress) -> [String: String?]? {
        var arguments: [String: String?] = [:]
        for parameter in parameters {
            if let value = address[parameter.name] {
                arguments[parameter.name] = value
            } else if parameter.isRequired, parameter.defaultValue == nil {
                return nil
            }
        }
        return arguments
    }
}
