#include <algorithm>
#include <cstddef>
#include <cstring>

#include "../parallel.h"
#include "check.h"
#include "copy-by-all-cores.h"
#include "harness-buffer.h"
#include "owned.h"

namespace breakeven {
namespace {

/// Of pinned memory, of which there are two: one is filled while the other is copied.
constexpr std::size_t piece = std::size_t{16} << 20;
constexpr std::size_t grain = std::size_t{1} << 20;

}  // namespace

void copy_by_all_cores(void* to, const DeviceSpan& from) {
  if (from.bytes < 4 * piece) {
    BE_CUDA(cudaMemcpy(to, from.data, from.bytes, cudaMemcpyDefault));
    return;
  }
  HarnessBuffer<std::byte> pinned(2 * piece);
  OwnedStream stream;
  BE_CUDA(cudaStreamCreate(stream.address()));
  std::byte* filled = pinned.host();
  std::byte* copied = filled + piece;
  for (std::size_t at = 0; at < from.bytes; at += piece) {
    const std::size_t bytes = std::min(piece, from.bytes - at);
    const auto* const source = static_cast<const std::byte*>(from.data) + at;
    parallel_for(bytes, grain, [&](std::size_t begin, std::size_t end) {
      std::memcpy(filled + begin, source + begin, end - begin);
    });
    BE_CUDA(cudaStreamSynchronize(stream.get()));
    BE_CUDA(cudaMemcpyAsync(static_cast<std::byte*>(to) + at, filled, bytes, cudaMemcpyDefault,
                            stream.get()));
    std::swap(filled, copied);
  }
  BE_CUDA(cudaStreamSynchronize(stream.get()));
}

}  // namespace breakeven
