/// The constants of a sample, fixed before the first hour is planned.
struct World: Sendable {
    let options: SampleOptions
    let campaigns: [Campaign]
    let traffic: Traffic
    let incidents: Incidents
    /// First hour, counted from 1970.
    let startHour: Int
    /// Hours with sends.
    let sendHours: Int
    /// Hours with files: those with sends and the tail.
    let uploadHours: Int
    /// The end of the sample in microseconds. Later events are neither written nor counted.
    let horizon: Int64

    init(_ options: SampleOptions) throws(SampleError) {
        try options.check()
        self.options = options
        var campaigns = Campaign.alwaysOn.filter { !options.uniform || !$0.silent }
        traffic = Traffic(options: options, burstCampaignsFrom: campaigns.count)
        for burst in traffic.bursts {
            let day = SampleDay(daysSinceEpoch: options.start.daysSinceEpoch + burst.hour / 24)
            campaigns.append(.burst("flash_\(day)"))
        }
        if options.uniform {
            campaigns = campaigns.map { $0.uniform() }
        }
        if options.twoProjects {
            for place in campaigns.indices where place % 3 == 2 {
                campaigns[place].project = .second
            }
        }
        for place in campaigns.indices {
            campaigns[place].namesApps = options.apps
            campaigns[place].tellsClients = options.clients
        }
        self.campaigns = campaigns
        incidents = try Incidents(options.incidents, campaigns: campaigns.map(\.name), options)
        startHour = options.start.daysSinceEpoch * 24
        sendHours = options.days * 24
        uploadHours = sendHours + options.tailHours
        horizon = Int64(startHour + uploadHours) * Micro.hour
    }
}
