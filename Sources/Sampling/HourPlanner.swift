/// Decides what happens to the messages of one hour, from a random stream of its own.
///
/// The order of random draws is part of the format: a change of it changes every sample.
struct HourPlanner {
    let world: World
    let hour: Int
    /// The hour in microseconds since 1970.
    let start: Int64
    let calls: Calls
    let rates: HourRates
    var random: Random
    var plan: HourPlan
    /// Odd microseconds used within the current slot by messages without a logged send.
    var strays: Int64 = 0
    var departures = Departures()

    init(_ world: World, hour: Int) {
        self.world = world
        self.hour = hour
        let number = world.startHour + hour
        start = Int64(number) * Micro.hour
        calls = Calls(
            world.campaigns,
            world.traffic.campaignVolumes(hour: hour, campaigns: world.campaigns))
        rates = HourRates(hourSinceEpoch: number, seed: world.options.seed)
        random = Random(seed: world.options.seed, stream: UInt64(number))
        let files = world.uploadHours - hour
        plan = HourPlan(
            hour: hour, sends: Array(repeating: SendBucket(), count: files),
            events: Array(repeating: [], count: files),
            truth: HourTruth(campaigns: world.campaigns.count))
    }

    /// The finished plan.
    static func plan(_ world: World, hour: Int) -> HourPlan {
        var planner = HourPlanner(world, hour: hour)
        planner.run()
        return planner.plan
    }

    private mutating func run() {
        let count = world.traffic.counts[hour]
        var slots = Slots(hourStart: start, count: count)
        while slots.next < count {
            let (campaign, service) = calls.draw(&random)
            strays = 0
            let time = slots.time
            if service == .multicast {
                let size = min(count - slots.next, Calls.drawSize(&random))
                planBatch(campaign, slots, size: size)
                slots.next += size
            } else {
                planSingle(campaign, service, at: slots.draw(&random))
                slots.next += 1
            }
            planStrays(at: time)
        }
    }

    /// The upload hour of a time, counted from this hour; the last one for later times.
    func uploadOffset(_ uploadAt: Int64) -> Int {
        let offset = Int((uploadAt - start) / Micro.hour)
        return min(max(offset, 0), world.uploadHours - hour - 1)
    }
}

/// The moments of an hour at which messages are sent, evenly spread.
///
/// Each slot has one send, so that no two Apple messages, whose IDs are a microsecond, have the
/// same ID. Slots keep a distance from the borders of the hour.
struct Slots {
    let first: Int64
    let width: Int64
    var next = 0

    init(hourStart: Int64, count: Int) {
        let margin = 100 * Micro.millisecond
        first = hourStart + margin
        width = (Micro.hour - 4 * margin) / Int64(max(count, 1))
    }

    var time: Int64 { first + Int64(next) * width }

    /// A random even microsecond of the slot, with room for copies.
    func draw(_ random: inout Random) -> Int64 {
        time / 2 * 2 + 2 * Int64(random.below(Int(width / 2) - 40))
    }

    /// The same for an element of a batch; elements are accepted shortly after each other.
    func draw(element: Int, _ random: inout Random) -> Int64 {
        let narrow = min(width, 400)
        return (time + Int64(element) * narrow) / 2 * 2
            + 2 * Int64(random.below(Int(narrow / 2) - 40))
    }
}
