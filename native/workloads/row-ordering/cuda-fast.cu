// Steps (b) to (f) in one cooperative launch. Groups are sorted by the minimum number of digits of
// up to 11 bits that hold the highest group, which is found first: matrices of up to 146 levels
// take one pass, small ones of up to 292 as well (radix-pass.cuh). Groups are computed from
// levels and row starts on the fly, so the first pass reads nothing else, and the last one writes
// the lanes next to the order. After a single pass the scanned counts say where each group begins,
// which is all that the warps need; after several, the sorted groups are read once more.
//
// Floor: 8 * (n + 1) bytes read and 8 * n written over the device's copy rate; at small n one
// launch and four barriers of the grid, or one launch of one block.

#include <cooperative_groups.h>

#include <algorithm>
#include <bit>

#include "radix-pass.cuh"

namespace breakeven::row_ordering {
namespace {

/// The calling thread's part of the warps, where the counts of a single pass say at which place
/// each group starts.
__device__ unsigned long long warps_of_counts(const Work& work, const Pass& pass) {
  const auto start_of = [&](std::uint32_t group) {
    return group < pass.digits ? work.counts[static_cast<std::size_t>(group) * gridDim.x]
                               : static_cast<std::uint32_t>(work.n);
  };
  unsigned long long warps = 0;
  for (std::uint32_t g = blockIdx.x * threads + threadIdx.x; g < pass.digits;
       g += gridDim.x * threads) {
    const std::uint32_t rows = start_of(g + 1) - start_of(g);
    warps += static_cast<unsigned long long>(warps_of(rows, static_cast<int>(g % classes)));
  }
  return warps;
}

/// The same from the sorted groups: each warp goes through a stretch of them and counts the groups
/// that start there. Only the end of its last one has to be searched for.
__device__ unsigned long long warps_of_groups(const std::uint32_t* groups, std::int32_t n) {
  const std::int64_t all = static_cast<std::int64_t>(gridDim.x) * warps_per_block;
  const std::int64_t own =
      static_cast<std::int64_t>(blockIdx.x) * warps_per_block + threadIdx.x / warp_lanes;
  const auto first = static_cast<std::int32_t>(n * own / all);
  const auto last = static_cast<std::int32_t>(n * (own + 1) / all);
  const auto lane = static_cast<std::int32_t>(threadIdx.x % warp_lanes);
  const auto warps_between = [](std::int32_t start, std::int32_t end, std::uint32_t group) {
    return static_cast<unsigned long long>(
        warps_of(end - start, static_cast<int>(group % classes)));
  };
  unsigned long long warps = 0;
  std::int32_t open = -1;  // where the latest group starts
  std::uint32_t open_group = 0;
  std::uint32_t previous = first > 0 && first < last ? groups[first - 1] : ~0u;
  for (std::int32_t base = first; base < last; base += at_once * warp_lanes) {
    std::uint32_t group[at_once];
#pragma unroll
    for (int k = 0; k < at_once; ++k)
      group[k] = groups[min(base + k * warp_lanes + lane, last - 1)];
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      const std::int32_t at = base + k * warp_lanes + lane;
      const std::uint32_t before = __shfl_up_sync(~0u, group[k], 1);
      const bool starts = at < last && group[k] != (lane == 0 ? previous : before);
      previous = __shfl_sync(~0u, group[k], warp_lanes - 1);
      const unsigned starting = __ballot_sync(~0u, starts);
      if (starting == 0) continue;
      if (lane == __ffs(starting) - 1 && open >= 0) warps += warps_between(open, at, open_group);
      const unsigned later = starting & ~((2u << lane) - 1);
      if (starts && later != 0) {
        warps += warps_between(at, at - lane + __ffs(later) - 1, group[k]);
      }
      const int latest = warp_lanes - 1 - __clz(static_cast<int>(starting));
      open = at - lane + latest;
      open_group = __shfl_sync(~0u, group[k], latest);
    }
  }
  if (open >= 0 && lane == 0) warps += warps_from(groups, n, open);
  return warps;
}

/// A grid of one block, whose barrier needs no cooperative launch.
struct OneBlock {
  __device__ void sync() const { __syncthreads(); }
};

template <bool Alone>
__device__ auto grid_of() {
  if constexpr (Alone) {
    return OneBlock();
  } else {
    return cooperative_groups::this_grid();
  }
}

/// `Alone`: one block orders the rows.
template <bool Alone>
__global__ void __launch_bounds__(threads, resident_blocks(2, threads))
    order_in_one(const __grid_constant__ Work work) {
  const auto grid = grid_of<Alone>();
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
  const int passes = (bits + work.max_bits - 1) / work.max_bits;
  const int digit_bits = (bits + passes - 1) / passes;
  Pass pass{.number = 0, .shift = 0, .digits = 1u << digit_bits, .last = passes == 1};
  const Digits digits(shared_memory, pass.digits);
  count_digits<true>(work, pass, digits);
  for (;;) {
    grid.sync();
    // Everybody has read it; the next launch finds it cleared.
    if (thread == 0) work.shared->highest_level = 0;
    scan_counts(work, pass, temporary, grid);
    grid.sync();
    if (pass.number == 0) {
      place_rows<true>(work, pass, digits, temporary);
    } else {
      place_rows<false>(work, pass, digits, temporary);
    }
    if (pass.last) break;
    grid.sync();
    ++pass.number;
    pass.shift += digit_bits;
    pass.last = pass.number == passes - 1;
    count_digits<false>(work, pass, digits);
  }

  unsigned long long warps = 0;
  if (passes == 1) {
    warps = warps_of_counts(work, pass);
  } else {
    grid.sync();
    warps = warps_of_groups(work.sorted_groups(pass), work.n);
  }
  warps = ReduceSum(temporary.sum).Sum(warps);
  if (threadIdx.x == 0 && warps > 0) atomicAdd(work.warps, warps);
}

/// Digits that the kernel may need for n rows, at most n levels, in passes of up to `bits` bits.
std::size_t max_digits(double n, int bits) {
  const std::size_t maximum = std::size_t{1} << bits;
  return n * classes >= static_cast<double>(maximum)
             ? maximum
             : std::bit_ceil(static_cast<std::size_t>(std::max(n, 1.0)) * classes);
}

/// Shared memory of a block of which each digit has `bits` bits, with what is not dynamic.
constexpr std::size_t shared_of_block(int bits) {
  return Digits::bytes(std::size_t{1} << bits) + sizeof(Temporary) + sizeof(std::uint32_t);
}

/// Bits that a digit may have for n rows on the device.
int bits_on(const DeviceLimits& device, double n) {
  int bits = n <= 1.0 * rows_of_tile * device.multiprocessors ? max_bits : usual_bits;
  while (bits > min_bits && shared_of_block(bits) > device.shared_per_block_optin) --bits;
  return bits;
}

/// Where all rows fit into a tile, the barriers of a grid would cost more than its other blocks
/// save.
bool is_for_one_block(double n) { return n <= rows_of_tile; }

/// Blocks for n rows where `resident` fit on the device at once.
unsigned blocks_for(double n, double resident) {
  if (is_for_one_block(n)) return 1;
  const double wanted = n / min_rows_per_block;
  return static_cast<unsigned>(std::clamp(wanted, 1.0, std::max(1.0, resident)));
}

class CudaFast final : public DeviceOrdering {
 public:
  using DeviceOrdering::DeviceOrdering;

 protected:
  void order_rows(DevicePhases& phases) override {
    const int bits = bits_on(device(), n());
    const std::size_t digits = max_digits(n(), bits);
    const std::size_t shared = Digits::bytes(digits);
    phases.scratch([&] { make_room(digits, shared, stream_of(phases)); });
    phases.kernel([&] {
      Work work{.start = start(),
                .level = level(),
                .n = n(),
                .max_bits = bits,
                .pairs = {pairs_[0].get(), pairs_[1].get()},
                .counts = counts_.get(),
                .sums = sums_.get(),
                .shared = shared_.get(),
                .order = order(),
                .lanes = lanes(),
                .warps = warps()};
      if (is_for_one_block(n())) {
        return launch(phases, order_in_one<true>, 1, threads, shared, work);
      }
      void* arguments[] = {&work};
      const void* const kernel = reinterpret_cast<const void*>(order_in_one<false>);
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
      const auto kernel = is_for_one_block(n()) ? order_in_one<true> : order_in_one<false>;
      allow_shared(kernel, shared);
      int per_multiprocessor = 0;
      BE_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, threads,
                                                            shared));
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
  constexpr std::size_t smallest = shared_of_block(min_bits);
  if (device.shared_per_block_optin >= smallest) return {};
  return "needs " + std::to_string(smallest) +
         " bytes of shared memory per block; the device allows " +
         std::to_string(device.shared_per_block_optin);
}

BREAKEVEN_VARIANT(
    {.id = "cuda-fast",
     .title = "Tuned CUDA",
     .summary = "Steps b to f in one cooperative launch: a stable radix sort over the bits of the "
                "highest group, with lanes and warps computed in the same passes.",
     .device = Device::cuda,
     .kind = VariantKind::fast,
     .source = "Breakeven",
     .parameters = device_parameters(),
     .scopes = device_scopes,
     .launches = 3,
     .refuse = refuse_device,
     .need =
         [](const Values& values) {
           // Counts of up to 4 resident blocks on each of up to 256 multiprocessors.
           Need need = need_arrays(values, 6);
           const double n = values.real("n");
           need.device_bytes +=
               4.0 * static_cast<double>(max_digits(n, max_bits)) * blocks_for(n, 4 * 256);
           return need;
         },
     .make = make_execution<CudaFast>});

}  // namespace
}  // namespace breakeven::row_ordering
