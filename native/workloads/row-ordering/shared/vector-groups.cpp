#include "../vector-groups.h"

#include "../../../core/target-clones.h"
#include "../row-ordering.h"

namespace breakeven::row_ordering {
namespace {

/// Without branches: a register of rows at a time. In one file alone, since linkers refuse what
/// clang makes of clones of one name in several.
BREAKEVEN_VECTOR_CLONES void group_rows(const std::int32_t* start, const std::int32_t* level,
                                        std::int64_t begin, std::int64_t end, std::int32_t* group) {
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int32_t k = start[i + 1] - start[i] - 1;
    const std::int32_t longer = (k > 1) + (k > 2) + (k > 4) + (k > 8) + (k > 16);
    group[i] = (level[i] - 1) * classes + (k == 0 ? 6 : longer);
  }
}

}  // namespace

void find_groups(const std::int32_t* start, const std::int32_t* level, std::int64_t begin,
                 std::int64_t end, std::int32_t* group) {
  group_rows(start, level, begin, end, group);
}

}  // namespace breakeven::row_ordering
