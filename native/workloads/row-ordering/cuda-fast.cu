// Steps (b) to (f) in one cooperative launch. Groups are sorted by the fewest digits of up to 11
// bits that hold the highest group, which is found first: matrices of up to 292 levels take one
// pass. In a pass each warp owns a stretch of rows and counts its digits; the counts, by digit and
// then by warp, are scanned over the whole grid; and each warp places its rows from its own
// offsets, in order, so the sort is stable. Groups are worked out from levels and row starts on the
// fly, so the first pass reads nothing else, and a group's warps come from its ends in the sorted
// groups.
//
// Floor: 8 * (n + 1) bytes read and 8 * n written over the device's copy rate; at small n one
// launch and five barriers of the grid. Rows go straight to their places, 4 bytes at a time where
// neighbours differ in level, which is what large matrices of many levels take their time for.

#include <cooperative_groups.h>

#include <algorithm>
#include <bit>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#include "device-ordering.cuh"

namespace breakeven::row_ordering {
namespace {

constexpr int threads = 256;
constexpr int warps_per_block = threads / warp_lanes;
constexpr int most_bits = 11;
/// Loads of a thread that are under way together.
constexpr int at_once = 8;
/// A warp with fewer rows than this costs more counts than it saves time.
constexpr std::int32_t least_rows_per_warp = 128;

/// What the whole grid shares.
struct Shared {
  std::uint32_t highest_level;
};

/// Everything that the kernel works on. `keys` and `rows` are the two sides of a pass; `counts` has
/// a number for each digit and warp, `sums` one for each block.
struct Work {
  const std::int32_t* start;
  const std::int32_t* level;
  std::int32_t n;
  std::uint32_t* keys[2];
  std::int32_t* rows[2];
  std::uint32_t* counts;
  std::uint32_t* sums;
  Shared* shared;
  std::int32_t* order;
  std::int32_t* lanes;
  unsigned long long* warps;
};

using ReduceMax = cub::BlockReduce<std::uint32_t, threads>;
using ReduceSum = cub::BlockReduce<unsigned long long, threads>;
using Scan = cub::BlockScan<std::uint32_t, threads>;

union Temporary {
  typename ReduceMax::TempStorage max;
  typename ReduceSum::TempStorage sum;
  typename Scan::TempStorage scan;
};

struct Larger {
  __device__ std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return max(a, b); }
};

/// One pass of the sort as one warp sees it.
struct Pass {
  int number;
  int shift;
  std::uint32_t digits;  // a power of two
  bool last;
};

/// Calls visit(there, row, key, digit) for the warp's stretch, 32 rows at a time and in order; the
/// whole warp takes part in each call. What several calls need is loaded before the first of them.
template <class Visit>
__device__ void for_stretch(const Work& work, const Pass& pass, const Visit& visit) {
  const std::int64_t warp =
      static_cast<std::int64_t>(blockIdx.x) * warps_per_block + threadIdx.x / warp_lanes;
  const std::int64_t all = static_cast<std::int64_t>(gridDim.x) * warps_per_block;
  const auto first = static_cast<std::int32_t>(work.n * warp / all);
  const auto last = static_cast<std::int32_t>(work.n * (warp + 1) / all);
  const auto lane = static_cast<std::int32_t>(threadIdx.x % warp_lanes);
  const int from = (pass.number + 1) % 2;
  for (std::int32_t base = first; base < last; base += at_once * warp_lanes) {
    std::int32_t row[at_once];
    std::uint32_t key[at_once];
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      const std::int32_t at = base + k * warp_lanes + lane;
      row[k] = at;
      key[k] = 0;
      if (at >= last) continue;
      if (pass.number == 0) {
        key[k] = device_group(work.start, work.level, at);
      } else {
        key[k] = work.keys[from][at];
        row[k] = work.rows[from][at];
      }
    }
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      if (base + k * warp_lanes >= last) break;
      visit(base + k * warp_lanes + lane < last, row[k], key[k],
            key[k] >> pass.shift & (pass.digits - 1));
    }
  }
}

__device__ void count_digits(const Work& work, const Pass& pass, std::uint32_t* own) {
  for (std::uint32_t d = threadIdx.x % warp_lanes; d < pass.digits; d += warp_lanes) own[d] = 0;
  __syncwarp();
  for_stretch(work, pass, [&](bool there, std::int32_t, std::uint32_t, std::uint32_t digit) {
    if (there) atomicAdd(own + digit, 1u);
  });
}

/// Place of the counts of a digit for the block's warp number `warp`.
__device__ std::size_t count_at(std::uint32_t digit, unsigned warp) {
  return (static_cast<std::size_t>(digit) * gridDim.x + blockIdx.x) * warps_per_block + warp;
}

/// Turns the counts of the grid into places, in order of digit, then of warp.
template <class Grid>
__device__ void scan_counts(const Work& work, const Pass& pass, Temporary& temporary,
                            const Grid& grid) {
  const std::size_t count = static_cast<std::size_t>(pass.digits) * gridDim.x * warps_per_block;
  const std::size_t first = count * blockIdx.x / gridDim.x;
  const std::size_t last = count * (blockIdx.x + 1) / gridDim.x;
  unsigned long long own = 0;
  for (std::size_t i = first + threadIdx.x; i < last; i += threads) own += work.counts[i];
  const unsigned long long block_sum = ReduceSum(temporary.sum).Sum(own);
  if (threadIdx.x == 0) work.sums[blockIdx.x] = static_cast<std::uint32_t>(block_sum);
  grid.sync();
  unsigned long long before = 0;
  for (unsigned b = threadIdx.x; b < blockIdx.x; b += threads) before += work.sums[b];
  __shared__ std::uint32_t offset;
  before = ReduceSum(temporary.sum).Sum(before);
  if (threadIdx.x == 0) offset = static_cast<std::uint32_t>(before);
  __syncthreads();
  std::uint32_t running = offset;
  for (std::size_t base = first; base < last; base += threads * at_once) {
    const std::size_t own_first = base + threadIdx.x * at_once;
    std::uint32_t places[at_once];
#pragma unroll
    for (std::size_t k = 0; k < at_once; ++k) {
      places[k] = own_first + k < last ? work.counts[own_first + k] : 0u;
    }
    std::uint32_t sum = 0;
    Scan(temporary.scan).ExclusiveSum(places, places, sum);
#pragma unroll
    for (std::size_t k = 0; k < at_once; ++k) {
      if (own_first + k < last) work.counts[own_first + k] = running + places[k];
    }
    running += sum;
    __syncthreads();
  }
}

__device__ void place_rows(const Work& work, const Pass& pass, std::uint32_t* own) {
  const unsigned lane = threadIdx.x % warp_lanes;
  const int to = pass.number % 2;
  for_stretch(work, pass,
              [&](bool there, std::int32_t row, std::uint32_t key, std::uint32_t digit) {
                // No digit of a row equals `digits`.
                const unsigned peers = __match_any_sync(~0u, there ? digit : pass.digits);
                const auto earlier = static_cast<std::uint32_t>(__popc(peers & ((1u << lane) - 1)));
                std::uint32_t place = 0;
                if (there) place = own[digit] + earlier;
                __syncwarp();
                if (there && earlier == 0) own[digit] += static_cast<std::uint32_t>(__popc(peers));
                __syncwarp();
                if (!there) return;
                work.keys[to][place] = key;
                (pass.last ? work.order : work.rows[to])[place] = row;
                if (pass.last) work.lanes[place] = lanes_of(static_cast<int>(key % classes));
              });
}

__global__ void __launch_bounds__(threads) order_in_one(Work work) {
  const auto grid = cooperative_groups::this_grid();
  extern __shared__ std::uint32_t digits_of_warps[];
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
  const int passes = (bits + most_bits - 1) / most_bits;
  const int digit_bits = (bits + passes - 1) / passes;
  Pass pass{.number = 0, .shift = 0, .digits = 1u << digit_bits, .last = false};
  std::uint32_t* const own = digits_of_warps + threadIdx.x / warp_lanes * pass.digits;
  for (; pass.number < passes; ++pass.number, pass.shift += digit_bits) {
    pass.last = pass.number == passes - 1;
    count_digits(work, pass, own);
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < pass.digits * warps_per_block; i += threads) {
      const std::uint32_t digit = i / warps_per_block;
      const unsigned warp = i % warps_per_block;
      work.counts[count_at(digit, warp)] = digits_of_warps[warp * pass.digits + digit];
    }
    grid.sync();
    // Everybody has read it; the next launch finds it cleared.
    if (thread == 0) work.shared->highest_level = 0;
    scan_counts(work, pass, temporary, grid);
    grid.sync();
    for (std::uint32_t i = threadIdx.x; i < pass.digits * warps_per_block; i += threads) {
      const std::uint32_t digit = i / warps_per_block;
      const unsigned warp = i % warps_per_block;
      digits_of_warps[warp * pass.digits + digit] = work.counts[count_at(digit, warp)];
    }
    __syncthreads();
    place_rows(work, pass, own);
    grid.sync();
  }

  const std::uint32_t* const sorted = work.keys[(passes - 1) % 2];
  unsigned long long warps = 0;
#pragma unroll 4
  for (std::int64_t at = thread; at < work.n; at += stride) {
    warps += warps_from(sorted, work.n, static_cast<std::int32_t>(at));
  }
  warps = ReduceSum(temporary.sum).Sum(warps);
  if (threadIdx.x == 0 && warps > 0) atomicAdd(work.warps, warps);
}

/// Digits that the kernel may need for n rows: at most n levels.
std::size_t most_digits(double n) {
  return n * classes >= 1 << most_bits
             ? std::size_t{1} << most_bits
             : std::bit_ceil(static_cast<std::size_t>(std::max(n, 1.0)) * classes);
}

/// Blocks for n rows where `resident` fit on the device at once.
unsigned blocks_for(double n, double resident) {
  const double wanted = n / (least_rows_per_warp * warps_per_block);
  return static_cast<unsigned>(std::clamp(wanted, 1.0, std::max(1.0, resident)));
}

class CudaFast final : public DeviceOrdering {
 public:
  using DeviceOrdering::DeviceOrdering;

 protected:
  void order_rows(Phases& phases) override {
    const std::size_t digits = most_digits(n());
    const std::size_t shared = digits * warps_per_block * sizeof(std::uint32_t);
    phases.scratch([&] { make_room(digits, shared, stream_of(phases)); });
    phases.kernel([&] {
      Work work{.start = start(),
                .level = level(),
                .n = n(),
                .keys = {keys_[0].get(), keys_[1].get()},
                .rows = {rows_[0].get(), rows_[1].get()},
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
      for (auto& keys : keys_) keys.reset();
      for (auto& rows : rows_) rows.reset();
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
    for (auto& keys : keys_) keys.allocate(rows());
    for (auto& rows_of_pass : rows_) rows_of_pass.allocate(rows());
    counts_.allocate(digits * blocks_ * warps_per_block);
    sums_.allocate(blocks_);
    shared_.allocate(1);
    BE_CUDA(cudaMemsetAsync(shared_.get(), 0, sizeof(Shared), stream));
  }

  unsigned blocks_ = 0;
  Buffer<std::uint32_t> keys_[2];
  Buffer<std::int32_t> rows_[2];
  Buffer<std::uint32_t> counts_;
  Buffer<std::uint32_t> sums_;
  Buffer<Shared> shared_;
};

std::string refuse_device(const Values&, const DeviceLimits& device) {
  const std::size_t most = (std::size_t{1} << most_bits) * warps_per_block * sizeof(std::uint32_t);
  if (device.shared_per_block_optin >= most + sizeof(Temporary)) return {};
  return "needs " + std::to_string(most + sizeof(Temporary)) +
         " bytes of shared memory a block; the device allows " +
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
           // Counts of some 32 resident warps on each of up to 256 multiprocessors.
           Need need = need_arrays(values, 6);
           const double n = values.real("n");
           need.device_bytes +=
               4.0 * static_cast<double>(most_digits(n)) * warps_per_block * blocks_for(n, 4 * 256);
           return need;
         },
     .make = make_execution<CudaFast>});

}  // namespace
}  // namespace breakeven::row_ordering
