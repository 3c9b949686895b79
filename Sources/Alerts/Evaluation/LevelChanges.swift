// Counts of the past as if a change of a level had always been there: see `AcceptedChange`.

extension Cohorts {
    /// The same with the events of some leaves that arrive before an hour times a factor.
    func scaled(_ leaves: [Int], before hour: Int, by factor: Double) -> Cohorts {
        var cohorts = self
        for leaf in leaves {
            for row in rows(of: leaf) where rowHour[row] < hour {
                for age in 0..<min(Cohorts.ages, hour - rowHour[row]) {
                    cohorts.rowEvents[row * Cohorts.ages + age] *= factor
                }
            }
            for place in leaf * hours.count..<leaf * hours.count + min(hour, hours.count) {
                cohorts.arrivals[place] *= factor
            }
        }
        return cohorts
    }

    /// The same with the sends of some leaves in some hours times a factor.
    func thinned(_ leaves: [Int], _ span: Range<Int>, by factor: Double) -> Cohorts {
        var cohorts = self
        for leaf in leaves {
            for row in rows(of: leaf) where span.contains(rowHour[row]) {
                cohorts.rowSent[row] *= factor
            }
        }
        return cohorts
    }

    /// The same without the sends of some leaves before an hour, and without their events.
    func without(_ leaves: [Int], before hour: Int) -> Cohorts {
        var cohorts = self
        for leaf in leaves {
            for row in rows(of: leaf) where rowHour[row] < hour {
                cohorts.rowSent[row] = 0
                for age in 0..<min(Cohorts.ages, hours.count - rowHour[row]) {
                    let place = row * Cohorts.ages + age
                    cohorts.arrivals[leaf * hours.count + rowHour[row] + age] -= rowEvents[place]
                    cohorts.rowEvents[place] = 0
                }
            }
        }
        return cohorts
    }
}

extension SendHours {
    private static let weeks = 4

    /// The sends of some leaves in a span, over those of the same hours of up to four weeks before
    /// it; nil without any.
    func level(_ leaves: [Int], _ span: Range<Int>) -> Double? {
        var (now, before) = (0.0, 0.0)
        for hour in span.clamped(to: 0..<hours.count) {
            let earlier = Array(
                stride(from: hour, through: 0, by: -HourOfWeek.count)
                    .filter { $0 < span.lowerBound }.prefix(SendHours.weeks))
            guard !earlier.isEmpty else { continue }
            now += accepted(leaves, hour)
            let sum = earlier.reduce(0) { $0 + accepted(leaves, $1) }
            before += sum / Double(earlier.count)
        }
        return before > 0 ? now / before : nil
    }

    private func accepted(_ leaves: [Int], _ hour: Int) -> Double {
        leaves.reduce(0) { $0 + counts[$1 * hours.count + hour].accepted }
    }

    /// The same with the sends of some leaves before an hour times a factor.
    func scaled(_ leaves: [Int], before hour: Int, by factor: Double) -> SendHours {
        var sends = self
        for leaf in leaves {
            for place in leaf * hours.count..<leaf * hours.count + min(hour, hours.count) {
                sends.counts[place].scale(by: factor)
            }
        }
        return sends
    }
}

extension RefusalHours {
    /// The same as if FCM had always refused as large a share of some leaves as in a span.
    func assuming(_ kind: RefusalClass, as span: Range<Int>, in leaves: [Int]) -> RefusalHours {
        var changed = refusals.filter {
            !($0.kind == kind && $0.hour < span.lowerBound && leaves.contains($0.leaf))
        }
        for leaf in leaves {
            let known = sum(of: kind, in: [leaf], span)
            guard known.attempts > 0, known.refused > 0 else { continue }
            let code = codes(of: kind, in: [leaf], span).first?.code ?? ""
            for hour in 0..<min(span.lowerBound, hours.count) {
                let attempts = attempts[leaf * hours.count + hour]
                guard attempts > 0 else { continue }
                changed.append(
                    Refusal(
                        leaf: leaf, hour: hour, code: code, kind: kind,
                        count: attempts * known.refused / known.attempts))
            }
        }
        return RefusalHours(
            dimensions: dimensions, leaves: self.leaves, hours: hours, attempts: attempts,
            refusals: changed)
    }
}
