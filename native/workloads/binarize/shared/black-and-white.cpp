#include "black-and-white.h"

#include "../../../core/target-clones.h"
#include "../binarize.h"

namespace breakeven::binarize {

BREAKEVEN_VECTOR_CLONES void to_black_and_white(double* values, std::int64_t count,
                                                double threshold) {
  for (std::int64_t i = 0; i < count; ++i) values[i] = values[i] >= threshold ? white : black;
}

}  // namespace breakeven::binarize
