extension LineCounts {
    /// Lines that look like pushes, but for those of days that were pruned.
    package var pushes: Int64 { new + duplicate + unreadable }

    /// Rejected lines, but for those of days that were pruned, which may be as good as they were.
    package var unreadable: Int64 { rejected - pastRetention }

    /// Lines that were read as a record.
    package var understood: Int64 { new + duplicate + pastRetention }

    /// Lines with something in them.
    package var filled: Int64 { lines - blank }
}
