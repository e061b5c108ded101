#pragma once

#include <cstdint>

namespace breakeven {

/// A word of 16 bytes that no reader sees half written. In PTX because the 16-byte load of
/// cuda::atomic_ref in CUDA 13.0 does not assemble: it has its operands in the wrong order.
struct alignas(16) WideWord {
  std::uint64_t value;
  std::uint64_t tag;

  __device__ void store(std::uint64_t new_value, std::uint64_t new_tag) {
    asm volatile(
        "{ .reg .b128 word; mov.b128 word, {%1, %2}; st.relaxed.gpu.b128 [%0], word; }" ::"l"(this),
        "l"(new_value), "l"(new_tag)
        : "memory");
  }
  __device__ WideWord load() const {
    WideWord seen;
    asm volatile("{ .reg .b128 word; ld.relaxed.gpu.b128 word, [%2]; mov.b128 {%0, %1}, word; }"
                 : "=l"(seen.value), "=l"(seen.tag)
                 : "l"(this)
                 : "memory");
    return seen;
  }
};

}  // namespace breakeven
