import Delivery
import Foundation

// pushfunnel-growth DATABASE MESSAGES [PER-DAY [DIMENSIONS]]
//
// Fills a store with synthetic messages, straight into the writer, and prints what each million
// costs as it grows: CSV on standard output.

let arguments = CommandLine.arguments
guard (3...5).contains(arguments.count), let messages = Int(arguments[2]),
    let perDay = arguments.count > 3 ? Int(arguments[3]) : 1_000_000,
    let dimensions = arguments.count > 4 ? Int(arguments[4]) : 0,
    0...Growth.dimensions.count ~= dimensions
else {
    FileHandle.standardError.write(
        Data("usage: pushfunnel-growth DATABASE MESSAGES [MESSAGES-PER-DAY [DIMENSIONS]]\n".utf8))
    exit(64)
}
do {
    // A global would never be let go of, and the store with it would not be closed.
    let growth = try Growth(database: arguments[1], perDay: perDay, dimensions: dimensions)
    try growth.run(to: messages)
}
