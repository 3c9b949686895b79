import Alerts
import Delivery
import Testing

@Suite("Tables of alerts")
struct TableTests {
    @Test("counts by hour: CRLF, quotes, blank lines, and hours that are left out")
    func series() throws {
        let table = try SeriesTable(
            csv: "\"the time\",n\r\n2024-01-01T00,5\r\n\r\n\"2024-01-01 01:00:00\",6\r\n"
                + "2024-01-01T05:00:00+01:00,7")
        #expect(table.counts == [5, 6, nil, nil, 7])
        #expect(Period.text(table.start) == "2024-01-01T00")
    }

    @Test("cohorts: any order of columns and rows, equal rows added up, old events left out")
    func cohorts() throws {
        let cohorts = try CohortTable.cohorts(
            csv: """
                age1,region,send_hour,age0,sent,age30
                2,"north, east",2024-01-01T01,3,10,1
                0,south,2024-01-01T02,1,4,0
                1,"north, east",2024-01-01T01,4,10,1

                """)
        #expect(cohorts.dimensions == ["region"])
        #expect(cohorts.leaves == [["north, east"], ["south"]])
        #expect(cohorts.hours.count == 2)
        #expect(cohorts.arrivals == [7, 3, 0, 1])
    }

    @Test(
        "mistakes have their line",
        arguments: [
            ("", nil), ("a,b\n", nil), ("a\n1\n", 1), ("a,b\n2024-01-01T00,1\n\n\"x\n", 4),
            ("a,b\n\"2024-01-01T00\"x,1\n", 2), ("a,b\n2024-01-01T00,-1\n", 2),
            ("a,b\n2024-01-01T00,1\n2034-01-01T00,1\n", 3),
        ] as [(String, Int?)])
    func mistakes(text: String, line: Int?) {
        let error = #expect(throws: AlertFileError.self) { try SeriesTable(csv: text) }
        #expect(error?.line == line)
    }

    @Test(
        "errors in headings",
        arguments: [
            "send_hour,sent", "send_hour,sent,age0,sent",
            "send_hour,sent,age0,a,b,c,d,e,f,g,h,i",
        ])
    func headings(text: String) {
        let error = #expect(throws: AlertFileError.self) {
            try CohortTable.cohorts(csv: text + "\n")
        }
        #expect(error?.line == 1)
    }
}
