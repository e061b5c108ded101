// A mutex in software: a word of a histogram holds a count and the tag of the lane that wrote it
// last. Lanes of a warp that meet at a word all write count + 1 with their own tags; one write
// remains, its lane sees its tag and is done, the others try again. Tags are unique within a warp
// only, so each warp has a histogram of its own.

#include <algorithm>

#include "device-histogram.cuh"

namespace breakeven::histogram {
namespace {

constexpr unsigned lanes = 32;
constexpr unsigned count_bits = 27;
constexpr std::uint32_t count_mask = (1u << count_bits) - 1;
constexpr unsigned whole_warp = 0xFFFFFFFFu;
constexpr unsigned blocks_of_multiprocessor = 4;
/// Values that a warp may take between two flushes, so that no count outgrows its bits.
constexpr std::uint64_t max_values_of_warp = std::uint64_t{1} << (count_bits - 1);

/// Bins [first, first + width) of all values. Dynamic shared memory: 4 * width bytes a warp.
__global__ void count_tagged(const std::int32_t* values, std::uint32_t n, std::uint32_t bins,
                             std::uint32_t first, std::uint32_t width, std::uint32_t* counts) {
  extern __shared__ std::uint32_t tables[];
  const unsigned lane = threadIdx.x % lanes;
  const unsigned warp = threadIdx.x / lanes;
  const unsigned warps = blockDim.x / lanes;
  volatile std::uint32_t* const own = tables + static_cast<std::size_t>(warp) * width;
  for (std::uint32_t bin = lane; bin < width; bin += lanes) own[bin] = 0;
  __syncwarp();

  const std::uint32_t tag = lane << count_bits;
  const std::uint64_t stride = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  const std::uint64_t start = (static_cast<std::uint64_t>(blockIdx.x) * warps + warp) * lanes;
  for (std::uint64_t base = start; base < n; base += stride) {
    const std::uint64_t i = base + lane;
    std::uint32_t bin = width;
    if (i < n) bin = static_cast<std::uint32_t>(values[i]) % bins - first;
    // A bin below `first` wraps around and is no less outside.
    bool pending = bin < width;
    while (__any_sync(whole_warp, pending)) {
      std::uint32_t next = 0;
      if (pending) next = tag | ((own[bin] & count_mask) + 1);
      __syncwarp();
      if (pending) own[bin] = next;
      __syncwarp();
      if (pending && own[bin] == next) pending = false;
      __syncwarp();
    }
  }
  __syncthreads();
  for (std::uint32_t bin = threadIdx.x; bin < width; bin += blockDim.x) {
    std::uint32_t sum = 0;
    for (unsigned w = 0; w < warps; ++w)
      sum += tables[static_cast<std::size_t>(w) * width + bin] & count_mask;
    if (sum != 0) atomicAdd(&counts[first + bin], sum);
  }
}

class TaggedWords final : public DeviceExecution {
 public:
  explicit TaggedWords(const Case& c)
      : DeviceExecution(c),
        block_(static_cast<unsigned>(c.values.integer("blockSize")) / lanes * lanes),
        multiprocessors_(static_cast<unsigned>(c.device.multiprocessors)),
        width_(width_of(bins(), block_ / lanes, c.device)) {
    allow_shared(count_tagged, shared_bytes());
  }

  /// Bins of one pass.
  static std::uint32_t width_of(std::uint32_t bins, unsigned warps, const DeviceLimits& device) {
    const auto maximum = static_cast<std::uint32_t>(device.shared_per_block_optin / (4 * warps));
    return std::min(bins, maximum);
  }

 protected:
  void compute(DevicePhases& phases) override {
    phases.kernel([&] {
      zero_counts(phases);
      // At the end of its part a warp's counts are flushed, so the parts must be short enough.
      const auto min_blocks =
          blocks_for(n(), static_cast<unsigned>(std::min<std::uint64_t>(
                              max_values_of_warp * (block_ / lanes), 0x7FFFFFFFu)));
      const unsigned wanted =
          std::min(blocks_for(n(), block_), multiprocessors_ * blocks_of_multiprocessor);
      for (std::uint32_t first = 0; first < bins(); first += width_) {
        launch(phases, count_tagged, std::max(wanted, min_blocks), block_, shared_bytes(), values(),
               n(), bins(), first, std::min(width_, bins() - first), counts());
      }
    });
  }

 private:
  std::size_t shared_bytes() const { return std::size_t{4} * width_ * (block_ / lanes); }

  unsigned block_;
  unsigned multiprocessors_;
  std::uint32_t width_;
};

std::string refuse(const Values& values, const DeviceLimits& device) {
  const double passes = values.real("bins") * 4 * (values.real("blockSize") / lanes) /
                        static_cast<double>(device.shared_per_block_optin);
  if (passes <= 30) return {};
  return "needs more than 30 passes over the input: fewer bins or a smaller block take fewer";
}

BREAKEVEN_VARIANT(
    {.id = "tagged-words",
     .title = "Tagged words",
     .summary =
         "One histogram per warp in shared memory; lanes with the same bin detect by tags in the "
         "upper bits of the count whose write remained. Bins that do not fit take further passes.",
     .device = Device::cuda,
     .kind = VariantKind::study,
     .source = bsuir,
     .parameters = {axes::gpu(), axes::block_size(128, 32, 1024), axes::memory()},
     .scopes = device_scopes,
     .launches = 31,
     .refuse = refuse,
     .need = device_need,
     .make = make_execution<TaggedWords>});

}  // namespace
}  // namespace breakeven::histogram
