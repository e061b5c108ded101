#include <algorithm>
#include <bit>
#include <cub/block/block_reduce.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <utility>

#include "device-ordering.cuh"

namespace breakeven::row_ordering {
namespace {

constexpr unsigned threads = 256;

__global__ void make_keys(const std::int32_t* start, const std::int32_t* level, std::int32_t n,
                          std::uint32_t* keys, std::int32_t* rows, std::uint32_t* highest) {
  using Reduce = cub::BlockReduce<std::uint32_t, threads>;
  __shared__ typename Reduce::TempStorage temporary;
  const auto i = static_cast<std::int32_t>(blockIdx.x * threads + threadIdx.x);
  std::uint32_t key = 0;
  if (i < n) {
    key = device_group(start, level, i);
    keys[i] = key;
    rows[i] = i;
  }
  const std::uint32_t maximum =
      Reduce(temporary).Reduce(key, [](std::uint32_t a, std::uint32_t b) { return max(a, b); });
  if (threadIdx.x == 0) atomicMax(highest, maximum);
}

__global__ void lanes_and_warps(const std::uint32_t* keys, std::int32_t n, std::int32_t* lanes,
                                unsigned long long* warps) {
  using Reduce = cub::BlockReduce<unsigned long long, threads>;
  __shared__ typename Reduce::TempStorage temporary;
  const auto at = static_cast<std::int32_t>(blockIdx.x * threads + threadIdx.x);
  unsigned long long own = 0;
  if (at < n) {
    lanes[at] = lanes_of(static_cast<int>(keys[at] % classes));
    own = warps_from(keys, n, at);
  }
  const unsigned long long sum = Reduce(temporary).Sum(own);
  if (threadIdx.x == 0 && sum > 0) atomicAdd(warps, sum);
}

class CubRadix final : public DeviceOrdering {
 public:
  using DeviceOrdering::DeviceOrdering;

 protected:
  void order_rows(DevicePhases& phases) override {
    const cudaStream_t stream = stream_of(phases);
    const unsigned blocks = (static_cast<unsigned>(n()) + threads - 1) / threads;
    phases.scratch([&] {
      keys_.allocate(rows());
      sorted_.allocate(rows());
      rows_.allocate(rows());
      highest_.allocate(1);
      bytes_ = 0;
      sort(nullptr, 32, stream);
      temporary_.allocate(bytes_);
    });
    phases.kernel([&] {
      BE_CUDA(cudaMemsetAsync(highest_.get(), 0, sizeof(std::uint32_t), stream));
      BE_CUDA(cudaMemsetAsync(warps(), 0, sizeof(unsigned long long), stream));
      launch(phases, make_keys, blocks, threads, 0, start(), level(), n(), keys_.get(), rows_.get(),
             highest_.get());
    });
    // How many bits there are to sort is known to the device alone.
    std::uint32_t highest = 0;
    phases.gather([&] { highest_.download(&highest, 1, stream); });
    phases.kernel([&] {
      sort(temporary_.get(), std::max(1, static_cast<int>(std::bit_width(highest))), stream);
      launch(phases, lanes_and_warps, blocks, threads, 0, sorted_.get(), n(), lanes(), warps());
    });
    phases.scratch([&] {
      keys_.reset();
      sorted_.reset();
      rows_.reset();
      highest_.reset();
      temporary_.reset();
    });
  }

 private:
  void sort(void* temporary, int bits, cudaStream_t stream) {
    BE_CUDA(cub::DeviceRadixSort::SortPairs(temporary, bytes_, keys_.get(), sorted_.get(),
                                            rows_.get(), order(), n(), 0, bits, stream));
  }

  Buffer<std::uint32_t> keys_;
  Buffer<std::uint32_t> sorted_;
  Buffer<std::int32_t> rows_;
  Buffer<std::uint32_t> highest_;
  Buffer<std::byte> temporary_;
  std::size_t bytes_ = 0;
};

BREAKEVEN_VARIANT({.id = "cub-radix",
                   .title = "CUB radix sort",
                   .summary = "cub::DeviceRadixSort of the rows with their group as key, over the "
                              "bits of the highest group; warps by the closed form.",
                   .device = Device::cuda,
                   .kind = VariantKind::library,
                   .source = "NVIDIA CUB",
                   .parameters = device_parameters(),
                   .scopes = device_scopes,
                   .launches = 16,
                   .need = [](const Values& values) { return need_arrays(values, 7); },
                   .make = make_execution<CubRadix>});

}  // namespace
}  // namespace breakeven::row_ordering
