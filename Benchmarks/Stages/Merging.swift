import Delivery
import FCM
import Foundation
import NDJSON

/// What an ingest does with decoded lines, in one thread: merged in a batch, which is committed
/// to a store of its own when it is full.
final class Merging {
    private let folder: TemporaryFolder
    private let reader: FilesReader
    private let writer: StateWriter
    private let batchSize: Int
    private var batch: Batch
    private var block = LineBlock()

    init(_ paths: [String], _ batchSize: Int?) throws {
        var options = IngestOptions(latest: Timestamp(microseconds: .max))
        if let batchSize { options.batchSize = batchSize }
        self.batchSize = options.batchSize
        folder = try TemporaryFolder()
        let store = try Store(writing: folder.path(of: "stages.db"))
        writer = try StateWriter(store)
        batch = Batch(size: options.batchSize)
        for (number, path) in paths.enumerated() {
            guard let identity = FileIdentity(path: path) else { throw CocoaError(.fileNoSuchFile) }
            batch.files.append(LedgerFile(id: Int64(number + 1), identity: identity))
        }
        reader = FilesReader(batch.files, Decoders(options, store.keys), options)
    }

    /// Measures merging alone; batches are dropped.
    func merge(_ bytes: Int) throws -> Cost {
        var cost = Cost(.merge)
        while reader.read(into: &block) {
            cost.cpuSeconds += cpuSeconds { merge() }
            if batch.weight >= batchSize { empty() }
        }
        return finished(cost, bytes)
    }

    /// Measures commits alone.
    func write(_ bytes: Int) throws -> Cost {
        var cost = Cost(.write)
        while reader.read(into: &block) {
            merge()
            if batch.weight >= batchSize { try commit(&cost) }
        }
        try commit(&cost)
        return finished(cost, bytes)
    }

    private func merge() { writer.add(block, file: Int32(block.file), to: &batch) }

    private func commit(_ cost: inout Cost) throws {
        cost.cpuSeconds += try cpuSeconds { try writer.commit(&batch) }
        empty()
    }

    /// The files stay: what they count goes on.
    private func empty() {
        let files = batch.files
        batch.removeAll()
        batch.files = files
    }

    private func finished(_ cost: Cost, _ bytes: Int) -> Cost {
        var cost = cost
        cost.bytes = bytes
        cost.lines = batch.files.reduce(0) { $0 + Int($1.counts.lines) }
        cost.rejected = batch.files.reduce(0) { $0 + Int($1.counts.rejected) }
        return cost
    }
}
