/// Reads lines by their shapes: see `ShapeTree`.
extension FieldReader {
    /// Reads a line of a known shape. False if its shape is not known; then no slot has a value.
    /// The one place that decides which lines are walked.
    @inline(__always)
    func readByShape(_ start: Position, _ end: Position) -> Bool {
        guard let shapes, shapes.isUseful, let found = shapes.shape(of: start, end) else {
            reset()
            return false
        }
        shapes.noteHit()
        // The same slots as in the last line: they get other values.
        if found.pointee.number == shape { nested.removeAll() } else { reset() }
        fill(found.pointee, shapes)
        return true
    }

    /// Learns the shape of a line that was walked.
    @inline(__always)
    func learn(_ start: Position, _ end: Position) {
        guard let shapes, shapes.noteMiss(), unwrapped.isEmpty,
            learned.map({ hasValue(above: $0.above, notText: $0.notText) }) ?? true
        else { return }
        shapes.pay()
        learnShape(of: start, end, in: shapes)
    }

    /// Fills the slots of a line that has a shape.
    private func fill(_ shape: ShapeTree.Shape, _ shapes: ShapeTree) {
        let (bounds, escapes) = (shapes.bounds, shapes.escapes)
        var touched = touched
        var field = shapes.fields + Int(shape.fields.lowerBound)
        let end = shapes.fields + Int(shape.fields.upperBound)
        while field != end {
            let first =
                bounds[Int(field.pointee.start)].unsafelyUnwrapped
                + Int(field.pointee.startOffset)
            let last =
                bounds[Int(field.pointee.end)].unsafelyUnwrapped
                + Int(field.pointee.endOffset)
            let slot = Int(field.pointee.slot)
            let value = slots + slot
            value.pointee.start = first
            value.pointee.count = last - first
            value.pointee.kind = unsafeBitCast(
                field.pointee.kind.rawValue &+ escapes[Int(field.pointee.string)],
                to: JSONValue.Kind.self)
            touched.pointee = slot
            touched += 1
            field += 1
        }
        touchedCount.pointee = shape.fields.count
        for index in shape.members { add((shapes.members + Int(index)).pointee, shapes) }
        self.shape = shape.number
    }

    private func add(_ member: ShapeTree.Member, _ shapes: ShapeTree) {
        let field = member.value
        guard field.string == 0 || shapes.escapes[Int(field.string)] != 0 else { return }
        guard !member.isDescribed else { return nested.addDescribed() }
        let bounds = shapes.bounds
        let name = bounds[Int(member.nameStart)].unsafelyUnwrapped + Int(member.nameOffset)
        let start = bounds[Int(field.start)].unsafelyUnwrapped + Int(field.startOffset)
        let end = bounds[Int(field.end)].unsafelyUnwrapped + Int(field.endOffset)
        nested.add(
            NestedMembers.Member(
                name: JSONValue(start: name, count: Int(member.nameCount), kind: .string),
                value: JSONValue(
                    start: start, count: end - start,
                    kind: field.string == 0 ? field.kind : .escapedString)))
    }

    /// The entry of a key at the top of a line.
    func entry(ofKey key: Position, _ afterKey: Position, escaped: Bool)
        -> UnsafeMutablePointer<FlatNode.Entry>?
    { nodes[0].find(key, afterKey - key, escaped: escaped) }

    /// Adds the shape of the last line read, which is one valid object.
    @inline(never)
    private func learnShape(of start: Position, _ end: Position, in shapes: ShapeTree) {
        var learner = ShapeLearner(self, start, end)
        guard learner.readLine() else { return }
        var fields: [ShapeTree.Field] = []
        var isOfLine = true
        forEachSlot { slot, value in
            guard let field = learner.field(slot, value) else {
                isOfLine = false
                return
            }
            fields.append(field)
        }
        if isOfLine { shapes.add(learner.literals, fields, learner.members) }
    }
}
