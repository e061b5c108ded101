// Steps (b) to (f) in one cooperative launch. Groups are sorted by the fewest digits of up to 11
// bits that hold the highest group, which is found first: matrices of up to 292 levels take one
// pass (radix-pass.cuh). Groups are worked out from levels and row starts on the fly, so the first
// pass reads nothing else. After a single pass the scanned counts say where each group begins,
// which is all that lanes and warps need; after several, the sorted groups are read once more.
//
// Floor: 8 * (n + 1) bytes read and 8 * n written over the device's copy rate; at small n one
// launch and four barriers of the grid.

#include <cooperative_groups.h>

#include <algorithm>
#include <bit>

#include "radix-pass.cuh"

namespace breakeven::row_ordering {
namespace {

/// Lanes of the rows in order, and the calling thread's part of the warps, where the counts of a
/// single pass say at which place each group starts.
__device__ unsigned long long lanes_and_warps_of_counts(const Work& work, const Pass& pass,
                                                        std::uint32_t* starts) {
  __syncthreads();
  for (std::uint32_t g = threadIdx.x; g < pass.digits; g += threads) {
    starts[g] = work.counts[static_cast<std::size_t>(g) * gridDim.x];
  }
  __syncthreads();
  const auto rows = static_cast<std::uint32_t>(work.n);
  unsigned long long warps = 0;
  for (std::uint32_t g = blockIdx.x * threads + threadIdx.x; g < pass.digits;
       g += gridDim.x * threads) {
    const std::uint32_t end = g + 1 < pass.digits ? starts[g + 1] : rows;
    if (end > starts[g]) {
      warps +=
          static_cast<unsigned long long>(warps_of(end - starts[g], static_cast<int>(g % classes)));
    }
  }
  const Stretch stretch = stretch_of(work.n);
  const std::int64_t length = stretch.last - stretch.first;
  const std::int64_t warp = threadIdx.x / warp_lanes;
  const auto last =
      stretch.first + static_cast<std::int32_t>(length * (warp + 1) / warps_per_block);
  auto at = stretch.first +
            static_cast<std::int32_t>(length * warp / warps_per_block + threadIdx.x % warp_lanes);
  if (at >= last) return warps;
  // The last group that starts at or before the place; `digits` is a power of two.
  std::uint32_t group = 0;
  for (std::uint32_t step = pass.digits / 2; step > 0; step /= 2) {
    if (starts[group + step] <= static_cast<std::uint32_t>(at)) group += step;
  }
  for (; at < last; at += warp_lanes) {
    while (group + 1 < pass.digits && starts[group + 1] <= static_cast<std::uint32_t>(at)) ++group;
    work.lanes[at] = lanes_of(static_cast<int>(group % classes));
  }
  return warps;
}

/// Groups of the rows in order, as several passes leave them.
struct SortedGroups {
  const uint2* pairs;

  __device__ std::uint32_t operator[](std::int32_t at) const { return pairs[at].x; }
};

/// The same where several passes have left the rows beside their groups; the order as well.
__device__ unsigned long long order_lanes_and_warps(const Work& work, const uint2* pairs) {
  const auto stride = static_cast<std::int64_t>(gridDim.x) * threads;
  unsigned long long warps = 0;
#pragma unroll 4
  for (std::int64_t at = blockIdx.x * threads + threadIdx.x; at < work.n; at += stride) {
    const uint2 pair = pairs[at];
    work.order[at] = static_cast<std::int32_t>(pair.y);
    work.lanes[at] = lanes_of(static_cast<int>(pair.x % classes));
    warps += warps_from(SortedGroups{pairs}, work.n, static_cast<std::int32_t>(at));
  }
  return warps;
}

__global__ void __launch_bounds__(threads, 2) order_in_one(const __grid_constant__ Work work) {
  const auto grid = cooperative_groups::this_grid();
  extern __shared__ uint2 shared_memory[];
  __shared__ Temporary temporary;
  const std::int32_t stride = static_cast<std::int32_t>(gridDim.x) * threads;
  const auto thread = static_cast<std::int32_t>(blockIdx.x * threads + threadIdx.x);

  std::uint32_t highest = 0;
#pragma unroll 8
  for (std::int64_t i = thread; i < work.n; i += stride) {
    highest = max(highest, static_cast<std::uint32_t>(work.level[i]));
  }
  highest = ReduceMax(temporary.max).Reduce(highest, Larger());
  if (threadIdx.x == 0) atomicMax(&work.shared->highest_level, highest);
  if (thread == 0) *work.warps = 0;
  grid.sync();

  const std::uint32_t groups = __ldcg(&work.shared->highest_level) * classes;
  const int bits = 32 - __clz(static_cast<int>(groups - 1));
  const int passes = (bits + work.most_bits - 1) / work.most_bits;
  const int digit_bits = (bits + passes - 1) / passes;
  Pass pass{.number = 0, .shift = 0, .digits = 1u << digit_bits, .last = passes == 1};
  const Digits digits(shared_memory, pass.digits);
  for (;;) {
    count_digits(work, pass, digits);
    grid.sync();
    // Everybody has read it; the next launch finds it cleared.
    if (thread == 0) work.shared->highest_level = 0;
    scan_counts(work, pass, temporary, grid);
    grid.sync();
    place_rows(work, pass, digits, temporary);
    if (pass.last) break;
    grid.sync();
    ++pass.number;
    pass.shift += digit_bits;
    pass.last = pass.number == passes - 1;
  }

  unsigned long long warps = 0;
  if (passes == 1) {
    warps = lanes_and_warps_of_counts(work, pass, digits.of_block);
  } else {
    grid.sync();
    warps = order_lanes_and_warps(work, work.pairs[(passes - 1) % 2]);
  }
  warps = ReduceSum(temporary.sum).Sum(warps);
  if (threadIdx.x == 0 && warps > 0) atomicAdd(work.warps, warps);
}

/// Digits that the kernel may need for n rows, at most n levels, in passes of up to `bits` bits.
std::size_t most_digits(double n, int bits) {
  const std::size_t most = std::size_t{1} << bits;
  return n * classes >= static_cast<double>(most)
             ? most
             : std::bit_ceil(static_cast<std::size_t>(std::max(n, 1.0)) * classes);
}

/// Shared memory of a block of which each digit has `bits` bits, with what is not dynamic.
constexpr std::size_t shared_of_block(int bits) {
  return Digits::bytes(std::size_t{1} << bits) + sizeof(Temporary) + sizeof(std::uint32_t);
}

/// Bits that a digit may have on the device.
int bits_on(const DeviceLimits& device) {
  int bits = most_bits;
  while (bits > fewest_bits && shared_of_block(bits) > device.shared_per_block_optin) --bits;
  return bits;
}

/// Blocks for n rows where `resident` fit on the device at once.
unsigned blocks_for(double n, double resident) {
  const double wanted = n / least_rows_per_block;
  return static_cast<unsigned>(std::clamp(wanted, 1.0, std::max(1.0, resident)));
}

class CudaFast final : public DeviceOrdering {
 public:
  using DeviceOrdering::DeviceOrdering;

 protected:
  void order_rows(Phases& phases) override {
    const int bits = bits_on(device());
    const std::size_t digits = most_digits(n(), bits);
    const std::size_t shared = Digits::bytes(digits);
    phases.scratch([&] { make_room(digits, shared, stream_of(phases)); });
    phases.kernel([&] {
      Work work{.start = start(),
                .level = level(),
                .n = n(),
                .most_bits = bits,
                .pairs = {pairs_[0].get(), pairs_[1].get()},
                .counts = counts_.get(),
                .sums = sums_.get(),
                .shared = shared_.get(),
                .order = order(),
                .lanes = lanes(),
                .warps = warps()};
      void* arguments[] = {&work};
      const void* const kernel = reinterpret_cast<const void*>(order_in_one);
      phases.note_launch(kernel, {{blocks_, 1, 1}, {threads, 1, 1}, shared});
      BE_CUDA(cudaLaunchCooperativeKernel(kernel, dim3(blocks_), dim3(threads), arguments, shared,
                                          stream_of(phases)));
    });
    phases.scratch([&] {
      for (auto& pairs : pairs_) pairs.reset();
      counts_.reset();
      sums_.reset();
      shared_.reset();
    });
  }

 private:
  void make_room(std::size_t digits, std::size_t shared, cudaStream_t stream) {
    if (blocks_ == 0) {
      allow_shared(order_in_one, shared);
      int per_multiprocessor = 0;
      BE_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, order_in_one,
                                                            threads, shared));
      blocks_ = blocks_for(n(), 1.0 * per_multiprocessor * device().multiprocessors);
    }
    for (auto& pairs : pairs_) pairs.allocate(rows());
    counts_.allocate(digits * blocks_);
    sums_.allocate(blocks_);
    shared_.allocate(1);
    BE_CUDA(cudaMemsetAsync(shared_.get(), 0, sizeof(Shared), stream));
  }

  unsigned blocks_ = 0;
  Buffer<uint2> pairs_[2];
  Buffer<std::uint32_t> counts_;
  Buffer<std::uint32_t> sums_;
  Buffer<Shared> shared_;
};

std::string refuse_device(const Values&, const DeviceLimits& device) {
  constexpr std::size_t least = shared_of_block(fewest_bits);
  if (device.shared_per_block_optin >= least) return {};
  return "needs " + std::to_string(least) + " bytes of shared memory a block; the device allows " +
         std::to_string(device.shared_per_block_optin);
}

BREAKEVEN_VARIANT(
    {.workload = "row-ordering",
     .id = "cuda-fast",
     .title = "CUDA, best form",
     .summary = "Steps b to f in one cooperative launch: a stable radix sort over the bits "
                "that the highest group needs, lanes and warps on the way.",
     .device = Device::cuda,
     .kind = VariantKind::fast,
     .source = "Breakeven",
     .parameters = device_parameters(),
     .spans = device_spans,
     .launches = 3,
     .refuse = refuse_device,
     .cost = cost,
     .need =
         [](const Values& values) {
           // Counts of up to 4 resident blocks on each of up to 256 multiprocessors.
           Need need = need_arrays(values, 6);
           const double n = values.real("n");
           need.device_bytes +=
               4.0 * static_cast<double>(most_digits(n, most_bits)) * blocks_for(n, 4 * 256);
           return need;
         },
     .make = make_execution<CudaFast>});

}  // namespace
}  // namespace breakeven::row_ordering
