#include "late-writes.h"

#include <algorithm>
#include <cstring>

namespace breakeven {
namespace {

/// Few enough to be read in some microseconds, before much more is written.
constexpr std::size_t kept_elements = 256;

/// Calls `visit(array, byte)` for each kept element, in the same order every time, until it returns
/// false.
template <class F>
void each_kept(Data& output, const F& visit) {
  for (const DataArray& array : output.arrays()) {
    const std::size_t count = array.bytes / array.element_bytes;
    const std::size_t kept = std::min(count, kept_elements);
    for (std::size_t k = kept; k-- > 0;) {
      const std::size_t element = kept == 1 ? 0 : (count - 1) * k / (kept - 1);
      if (!visit(array, element * array.element_bytes)) return;
    }
  }
}

}  // namespace

void LateWrites::keep(Data& output) {
  kept_.clear();
  each_kept(output, [&](const DataArray& array, std::size_t byte) {
    kept_.insert(kept_.end(), array.data + byte, array.data + byte + array.element_bytes);
    return true;
  });
}

std::string LateWrites::changed(Data& output) const {
  if (kept_.empty()) return {};
  std::string where;
  const std::byte* before = kept_.data();
  each_kept(output, [&](const DataArray& array, std::size_t byte) {
    if (std::memcmp(array.data + byte, before, array.element_bytes) != 0) {
      where = array.name + "[" + std::to_string(byte / array.element_bytes) + "]";
    }
    before += array.element_bytes;
    return where.empty();
  });
  return where;
}

}  // namespace breakeven
