internal import CScan

/// Asks the processor to bring an element of an array into its cache. Changes nothing and reads
/// nothing, so that any index is safe; worth it some hundred instructions before the element is
/// needed, where indices come in no order.
@inline(__always)
func prefetch<Element>(_ elements: [Element], at index: Int) {
    elements.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress, index < buffer.count else { return }
        scan_prefetch(start + index)
    }
}
