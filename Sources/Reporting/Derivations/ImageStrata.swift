internal import Delivery

/// The rows of `image_strata`, added up to strata: what both derivations of it begin with.
struct ImageStrata {
    /// What makes a stratum, by columns.
    static let campaign = ["platform", "campaign"]
    static let day = campaign + ["send_day"]

    static let needs = day + ["image_opened", "image_base", "no_image_opened", "no_image_base"]

    /// In the order in which the rows name them.
    private(set) var strata: [(name: [String], counts: Stratum)] = []

    /// Rows whose counts cannot be (more opened than sent) are left out.
    init(_ table: ResultTable, by columns: [String]) {
        // By bytes: two spellings of an accent are two campaigns, as in SQL.
        var places: [[[UInt8]]: Int] = [:]
        for row in NamedCells.rows(table) {
            guard let image = row.share("image_opened", of: "image_base"),
                let noImage = row.share("no_image_opened", of: "no_image_base"),
                let counts = Stratum(image: image, noImage: noImage)
            else { continue }
            let name = columns.map(row.text)
            let place = places[name.map { Array($0.utf8) }, default: strata.count]
            if place == strata.count {
                places[name.map { Array($0.utf8) }] = place
                strata.append((name, .empty))
            }
            strata[place].counts = strata[place].counts + counts
        }
    }

    var stratified: Stratified { Stratified(strata.map(\.counts)) }
}

extension Stratum {
    /// Both arms have what a rate needs, and so does their ratio.
    var isShown: Bool {
        min(image.total, noImage.total) >= Proportion.fewestShown
    }
}
