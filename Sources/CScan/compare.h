// The loop of `shape_compare`, included once for each set of instructions. Needs NAME (which makes
// the names of functions), BEGINS (whether a text begins with a literal), STOPS (a bit for each byte
// that is a quote, a backslash, a control character or not ASCII) and WIDTH (of how many bytes).

/// The first stop from a place on, which is not behind the end; the end if there is none. Nothing
/// is read from the end on but the padding.
static inline const uint8_t *NAME(stop)(const uint8_t *p, const uint8_t *end) {
    uint64_t stops = STOPS(p);
    while (!stops && (p += WIDTH) < end) stops = STOPS(p);
    const uint8_t *found = stops ? p + __builtin_ctzll(stops) : end;
    return found < end ? found : end;
}

/// The closing quote of a string.
static __attribute__((noinline)) const uint8_t *NAME(behind_string)(
    const uint8_t *p, const uint8_t *end, uint8_t *is_escaped
) {
    for (;; p = NAME(stop)(p, end)) {
        if (p >= end) return NULL;
        if (*p == '"') return p;
        p = behind_stop(p, end, is_escaped);
        if (!p || p >= end) return NULL;
    }
}

static uint32_t NAME(compare)(
    shape_node *nodes, const uint8_t *p, const uint8_t *end, const uint8_t **bounds,
    uint8_t *escapes
) {
    shape_node *parent = nodes, *node, *previous;
    for (;; parent = node) {
        const uint8_t *start, *next;
        for (previous = NULL, node = parent->child;; previous = node, node = node->next) {
            if (!node) return 0;
            // Negative if the last value ends after the line.
            if (end - p < node->count || !BEGINS(p, node->literal, node->count)) continue;
            next = start = p + node->count;
            if (node->follower == shape_string) {
                next = NAME(stop)(start, end);
                // An empty string is part of a literal.
                if (next == start && *next == '"') continue;
                break;
            }
            if (follows(node->follower, start, end)) break;
        }
        if (previous) move_to_front(node, parent, previous);
        *bounds++ = start;
        *escapes = 0;
        if (node->follower != shape_string || *next != '"') {
            if (node->follower == shape_end) return node->shape;
            next = node->follower == shape_number
                ? behind_number(start, end) : NAME(behind_string)(next, end, escapes);
            if (!next) return 0;
        }
        escapes++;
        *bounds++ = next;
        p = next;
    }
}

#undef NAME
#undef BEGINS
#undef STOPS
#undef WIDTH
