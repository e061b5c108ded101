#pragma once

#include <cstdint>

namespace breakeven::row_ordering {

/// The group of each row in [begin, end) from its length and its level, by vectors as wide as the
/// processor has.
void find_groups(const std::int32_t* start, const std::int32_t* level, std::int64_t begin,
                 std::int64_t end, std::int32_t* group);

}  // namespace breakeven::row_ordering
