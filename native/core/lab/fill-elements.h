#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fill.h"

namespace breakeven::lab {

/// Writes the elements of an array; docs/inputs.md has the formulas. `bounds`: the arguments of the
/// fill, which fit the type.
void write_elements(Fill::Kind kind, ElementType type, const std::vector<double>& bounds, void* to,
                    std::size_t count, std::uint64_t stream);

}  // namespace breakeven::lab
