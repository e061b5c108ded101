// The floor is one read of the values: 4n bytes. What keeps a histogram away from it is contention
// for the counts. Here each count of a block's table exists in up to 32 copies that lie in 32
// different banks, and a lane uses the copy of its own bank: lanes of one warp then neither wait
// for the same bank nor for the same word, whatever the values are. Blocks stay resident and go
// over the input with vector loads, several in flight, so that clearing and merging a table is paid
// once a block and not once for a few hundred values. Tables that exceed the shared memory of a
// block are split by bins: neighbouring blocks count different ranges of bins over the same values,
// which the second reads from L2.
//
// Small inputs take one block that writes the counts without zeroing them first: one launch instead
// of two.

#include <algorithm>

#include "device-histogram.cuh"

namespace breakeven::histogram {
namespace {

constexpr unsigned threads = 1024;
constexpr unsigned unrolled = 4;
constexpr std::uint32_t one_block_values = 1u << 14;
/// A block should see this many values for each word of its table, or clearing and merging weigh
/// more than conflicts.
constexpr double values_of_word = 4;

struct AsItIs {
  __device__ std::uint32_t operator()(std::uint32_t value) const { return value; }
};

struct Table {
  std::uint32_t first;   // bin of the first row, for block ranges of bins
  std::uint32_t width;   // rows of a range
  std::uint32_t ranges;  // ranges of bins
  std::uint32_t copies;  // columns, a power of two up to 32
};

/// Where a word of a table lies. With fewer copies than banks, bins that are 32 / copies apart
/// would lie in the same banks; so the bank, and it alone, depends on the ten bits above it.
template <bool Spread>
__device__ std::uint32_t place_of(std::uint32_t word, std::uint32_t copies) {
  return Spread ? word ^ ((word >> 5 ^ word >> 10) & (32 - copies)) : word;
}

/// Dynamic shared memory: 4 * width * copies bytes, rounded up to all banks. `direct`: one block,
/// which writes every count. `Spread`: there are fewer copies than banks.
template <class ToBin, bool Spread>
__global__ void __launch_bounds__(threads, resident_blocks(2, threads))
    count_fast(const std::int32_t* __restrict__ values, std::uint32_t n, std::uint32_t bins,
               Table table, ToBin to_bin, bool direct, std::uint32_t* __restrict__ counts) {
  extern __shared__ std::uint32_t own[];
  const std::uint32_t range = blockIdx.x % table.ranges;
  const std::uint32_t block = blockIdx.x / table.ranges;
  const std::uint32_t blocks = gridDim.x / table.ranges;
  const std::uint32_t first = range * table.width;
  const std::uint32_t width = min(table.width, bins - first);
  const std::uint32_t words = (width * table.copies + 31) / 32 * 32;
  for (std::uint32_t i = threadIdx.x; i < words; i += threads) own[i] = 0;
  __syncthreads();

  const std::uint32_t copy = threadIdx.x & (table.copies - 1);
  const auto count = [&](std::int32_t value) {
    const std::uint32_t row = to_bin(static_cast<std::uint32_t>(value)) - first;
    if (row < width) atomicAdd(&own[place_of<Spread>(row * table.copies + copy, table.copies)], 1u);
  };
  const int4* const vectors = reinterpret_cast<const int4*>(values);
  const std::uint32_t vector_count = n / 4;
  const std::uint32_t stride = blocks * threads;
  std::uint32_t i = block * threads + threadIdx.x;
  for (; i + std::uint64_t{unrolled - 1} * stride < vector_count; i += unrolled * stride) {
    int4 v[unrolled];
#pragma unroll
    for (unsigned k = 0; k < unrolled; ++k) v[k] = __ldg(vectors + i + k * stride);
#pragma unroll
    for (unsigned k = 0; k < unrolled; ++k) {
      count(v[k].x);
      count(v[k].y);
      count(v[k].z);
      count(v[k].w);
    }
  }
  for (; i < vector_count; i += stride) {
    const int4 v = __ldg(vectors + i);
    count(v.x);
    count(v.y);
    count(v.z);
    count(v.w);
  }
  if (block == 0 && threadIdx.x < n % 4) count(values[vector_count * 4 + threadIdx.x]);
  __syncthreads();

  for (std::uint32_t row = threadIdx.x; row < width; row += threads) {
    std::uint32_t sum = 0;
    // Started at the thread's own column: neighbouring rows lie `copies` words apart, in the same
    // banks.
    for (std::uint32_t k = 0; k < table.copies; ++k) {
      const std::uint32_t column = (k + threadIdx.x) & (table.copies - 1);
      sum += own[place_of<Spread>(row * table.copies + column, table.copies)];
    }
    if (direct) {
      counts[first + row] = sum;
    } else if (sum != 0) {
      atomicAdd(&counts[first + row], sum);
    }
  }
}

template <class ToBin>
auto kernel_for(const Table& table) {
  return table.copies == 32 ? count_fast<ToBin, false> : count_fast<ToBin, true>;
}

class CudaFast final : public DeviceExecution {
 public:
  explicit CudaFast(const Case& c) : DeviceExecution(c), device_(c.device) {
    plan();
    allow_shared(kernel_for<AsItIs>(table_), shared_bytes());
    allow_shared(kernel_for<FastModulo>(table_), shared_bytes());
  }

 protected:
  void compute(DevicePhases& phases) override {
    phases.kernel([&] {
      if (!direct_) zero_counts(phases);
      if (below_bins()) {
        launch(phases, kernel_for<AsItIs>(table_), grid_, threads, shared_bytes(), values(), n(),
               bins(), table_, AsItIs{}, direct_, counts());
      } else {
        launch(phases, kernel_for<FastModulo>(table_), grid_, threads, shared_bytes(), values(),
               n(), bins(), table_, FastModulo(bins()), direct_, counts());
      }
    });
  }

 private:
  void plan() {
    const auto multiprocessors = static_cast<std::uint32_t>(std::max(device_.multiprocessors, 1));
    const std::size_t maximum = device_.shared_per_block_optin;
    table_.first = 0;
    table_.ranges = static_cast<std::uint32_t>((std::size_t{4} * bins() + maximum - 1) / maximum);
    table_.width = (bins() + table_.ranges - 1) / table_.ranges;
    direct_ = n() <= one_block_values && table_.ranges == 1;
    // Two blocks fill a multiprocessor's threads; their tables must then share its memory.
    const std::size_t half = maximum / 2 - 1024;
    const double of_block = direct_ ? n() : 1.0 * n() / multiprocessors / 2;
    table_.copies = 1;
    while (table_.copies < 32 && std::size_t{8} * table_.width * table_.copies <= half &&
           2 * values_of_word * table_.width * table_.copies <= of_block) {
      table_.copies *= 2;
    }
    const std::uint32_t resident = shared_bytes() <= half ? 2 : 1;
    const std::uint32_t useful = blocks_for(n(), threads * 4);
    grid_ = direct_ ? 1
                    : table_.ranges *
                          std::clamp(useful, 1u,
                                     std::max(multiprocessors * resident / table_.ranges, 1u));
  }

  std::size_t shared_bytes() const {
    return (std::size_t{4} * table_.width * table_.copies + 127) / 128 * 128;
  }

  DeviceLimits device_;
  Table table_{};
  bool direct_ = false;
  std::uint32_t grid_ = 1;
};

BREAKEVEN_VARIANT(
    {.id = "cuda-fast",
     .title = "Tuned CUDA",
     .summary =
         "Resident blocks with vector loads; each count of a block has one copy per bank of shared "
         "memory, so that lanes never wait for each other, whatever the distribution.",
     .device = Device::cuda,
     .kind = VariantKind::fast,
     .source = "Breakeven, after Gomez-Luna et al. 2013",
     .parameters = {axes::gpu(), axes::memory()},
     .scopes = device_scopes,
     .launches = 2,
     .need = device_need,
     .make = make_execution<CudaFast>});

}  // namespace
}  // namespace breakeven::histogram
