#pragma once

#include <cstdint>

#include "../../core/target-clones.h"
#include "row-ordering.h"

namespace breakeven::row_ordering {

/// The group of each row in [begin, end) from its length and its level, by vectors as wide as the
/// processor has: without branches, a register of rows at a time.
BREAKEVEN_VECTOR_CLONES static void find_groups(const std::int32_t* start,
                                                const std::int32_t* level, std::int64_t begin,
                                                std::int64_t end, std::int32_t* group) {
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int32_t k = start[i + 1] - start[i] - 1;
    const std::int32_t longer = (k > 1) + (k > 2) + (k > 4) + (k > 8) + (k > 16);
    group[i] = (level[i] - 1) * classes + (k == 0 ? 6 : longer);
  }
}

}  // namespace breakeven::row_ordering
