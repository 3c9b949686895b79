import Alerts
import Delivery
import Testing

/// New York's taxis of 2014, with the labels of the Numenta Anomaly Benchmark: clock change and
/// marathon, Thanksgiving, Christmas, New Year, the blizzard of January.
@Suite("Taxi series")
struct TaxiTests {
    /// `combined_windows.json`, in whole hours, the first and the last in them.
    private static let labels = [
        ("2014-10-30T15", "2014-11-03T22"), ("2014-11-25T12", "2014-11-29T19"),
        ("2014-12-23T11", "2014-12-27T18"), ("2014-12-29T21", "2015-01-03T04"),
        ("2015-01-24T20", "2015-01-29T03"),
    ]

    @Test("fires in the labelled windows, and otherwise for Labor Day alone")
    func labels() throws {
        let table = try SeriesTable(csv: Fixture.text("nyc_taxi_hourly.csv"))
        let model = VolumeModel(
            counts: table.counts, start: table.start, parameters: .opens
        ) { hour in Int((hour + 72) % 168) }
        let episodes = DropDetector(model).run().incidents()

        let found = TaxiTests.labels.filter { label in
            episodes.contains { TaxiTests.isInside($0, label) }
        }
        #expect(found.count >= 4)
        let outside = episodes.filter { episode in
            !TaxiTests.labels.contains { TaxiTests.isInside(episode, $0) }
        }
        #expect(outside.map { Period.text($0.start) } == ["2014-09-01T06"])
    }

    private static func isInside(_ episode: Episode, _ label: (String, String)) -> Bool {
        label.0 <= Period.text(episode.firedAt) && Period.text(episode.start) <= label.1
    }
}
