#pragma once

#include <cuda/atomic>

#include "../../core/cuda/buffer.h"
#include "../../core/cuda/launch.h"
#include "row-ordering.h"

namespace breakeven::row_ordering {

/// Rows wait for the rows they need. A level is its own flag (0 until it is known), so nothing else
/// has to be ordered before it and relaxed accesses are enough.
///
/// Each warp takes the next batch of rows by a ticket, in index order, so every row that it may
/// have to wait for belongs to this batch or to a warp that runs already. No lane blocks another: a
/// step looks once at one entry of each row, and a row that is ready is published at once. Rows of
/// the own batch are seen through registers, which shortens long chains.
///
/// `Lanes` lanes share a row.
template <int Lanes>
__global__ void wait_for_rows(const std::int32_t* start, const std::int32_t* columns,
                              std::int32_t n, std::int32_t* level, std::uint32_t* ticket) {
  using Level = cuda::atomic_ref<std::int32_t, cuda::thread_scope_device>;
  constexpr int rows = 32 / Lanes;
  const int lane = static_cast<int>(threadIdx.x & 31);
  std::uint32_t batch = 0;
  if (lane == 0) batch = atomicAdd(ticket, 1u);
  batch = __shfl_sync(~0u, batch, 0);
  const std::int64_t first = static_cast<std::int64_t>(batch) * rows;
  const std::int64_t row = first + lane / Lanes;
  const bool there = row < n;
  // Unsigned, because a step beyond the last entry may leave int32.
  std::uint32_t entry = there ? static_cast<std::uint32_t>(start[row] + lane % Lanes) : 0;
  const std::uint32_t end = there ? static_cast<std::uint32_t>(start[row + 1] - 1) : 0;
  std::int32_t column = entry < end ? columns[entry] : 0;
  const unsigned own_lanes = (Lanes == 32 ? ~0u : (1u << Lanes % 32) - 1) << (lane - lane % Lanes);
  std::int32_t needed = 0;
  std::int32_t done = 0;
  bool published = !there;
  while (!__all_sync(~0u, published)) {
    const bool waiting = entry < end;
    const bool inside = waiting && column >= first;
    const int owner = inside ? static_cast<int>(column - first) * Lanes : lane;
    std::int32_t found = __shfl_sync(~0u, done, owner);
    if (waiting && !inside) found = Level(level[column]).load(cuda::memory_order_relaxed);
    if (waiting && found != 0) {
      needed = max(needed, found);
      entry += Lanes;
      if (entry < end) column = columns[entry];
    }
    const unsigned finished = __ballot_sync(~0u, entry >= end);
    const bool complete = !published && (finished & own_lanes) == own_lanes;
    if (!__any_sync(~0u, complete)) continue;
    std::int32_t maximum = needed;
    for (int offset = Lanes / 2; offset > 0; offset /= 2) {
      maximum = max(maximum, __shfl_xor_sync(~0u, maximum, offset));
    }
    if (!complete) continue;
    published = true;
    done = maximum + 1;
    if (lane % Lanes == 0) Level(level[row]).store(done, cuda::memory_order_relaxed);
  }
}

/// The matrix on the device, and its levels there.
class DeviceLevels {
 public:
  void allocate(const Input& input, Memory memory) {
    start_.allocate(input.start.size(), memory);
    columns_.allocate(input.columns.size(), memory);
    // The ticket lies behind the levels, so that one call clears both.
    level_.allocate(static_cast<std::size_t>(input.n) + 1, memory);
  }

  void upload(const Input& input, cudaStream_t stream) {
    start_.upload(input.start.data(), input.start.size(), stream);
    columns_.upload(input.columns.data(), input.columns.size(), stream);
  }

  /// Step (a) on the stream of the phases.
  void compute(const Input& input, DevicePhases& phases) {
    if (input.n == 0) return;
    const std::int64_t others = input.nonzeros() - input.n;
    BE_CUDA(cudaMemsetAsync(level_.get(), 0,
                            (static_cast<std::size_t>(input.n) + 1) * sizeof(std::int32_t),
                            stream_of(phases)));
    if (others <= 4LL * input.n) {
      start_kernel<1>(input.n, phases);
    } else if (others <= 32LL * input.n) {
      start_kernel<4>(input.n, phases);
    } else {
      start_kernel<32>(input.n, phases);
    }
  }

  void download(std::int32_t* level, std::int32_t n, cudaStream_t stream) const {
    level_.download(level, static_cast<std::size_t>(n), stream);
  }
  void set_levels(const std::int32_t* level, std::int32_t n, cudaStream_t stream) {
    level_.upload(level, static_cast<std::size_t>(n), stream);
  }

  const std::int32_t* start() const { return start_.get(); }
  const std::int32_t* level() const { return level_.get(); }

 private:
  template <int Lanes>
  void start_kernel(std::int32_t n, DevicePhases& phases) {
    constexpr unsigned threads = 128;
    constexpr std::int64_t rows_per_block = threads / Lanes;
    const auto blocks = static_cast<unsigned>((n + rows_per_block - 1) / rows_per_block);
    launch(phases, wait_for_rows<Lanes>, blocks, threads, 0, start_.get(), columns_.get(), n,
           level_.get(), reinterpret_cast<std::uint32_t*>(level_.get() + n));
  }

  Buffer<std::int32_t> start_;
  Buffer<std::int32_t> columns_;
  Buffer<std::int32_t> level_;
};

}  // namespace breakeven::row_ordering
