#pragma once

#include <utility>

#include "blelloch.cuh"
#include "device-scan.cuh"

namespace breakeven::exclusive_scan::blelloch {

/// Three copies at most: the array, what it is restored from, and a sum for each 2048 elements.
inline Need need(const Values& values) {
  Need result = need_arrays(values, 2);
  result.device_bytes *= 1 + 1.0 / elements;
  return result;
}

/// Blocks are scanned on the device, their sums by a loop on the host, and added on the device: the
/// study's form.
template <bool Padded>
class HostSums final : public DeviceScanInPlace {
 public:
  using DeviceScanInPlace::DeviceScanInPlace;

 protected:
  void scan(DevicePhases& phases, std::uint32_t) override { scan_as<std::uint32_t>(phases); }
  void scan(DevicePhases& phases, std::uint64_t) override { scan_as<std::uint64_t>(phases); }
  void scan(DevicePhases& phases, float) override { scan_as<float>(phases); }

 private:
  template <class T>
  void scan_as(DevicePhases& phases) {
    const auto blocks = static_cast<unsigned>(blocks_for(n()));
    const std::size_t bytes = blocks * sizeof(T);
    const auto sums = [&] { return reinterpret_cast<T*>(sums_.get()); };
    phases.scratch([&] {
      sums_.allocate(bytes);
      host_sums_ = HostArray<std::byte>(bytes);
    });
    phases.kernel([&] {
      launch(phases, scan_blocks<T, Padded>, blocks, threads, 0, data<T>(), n(), sums());
    });
    phases.host([&] {
      BE_CUDA(cudaMemcpy(host_sums_.data(), sums_.get(), bytes, cudaMemcpyDeviceToHost));
      T* const values = reinterpret_cast<T*>(host_sums_.data());
      T sum{};
      for (unsigned block = 0; block < blocks; ++block) sum += std::exchange(values[block], sum);
      BE_CUDA(cudaMemcpy(sums_.get(), host_sums_.data(), bytes, cudaMemcpyHostToDevice));
    });
    phases.kernel(
        [&] { launch(phases, add_offsets<T>, blocks, threads, 0, data<T>(), n(), sums()); });
    phases.scratch([&] { sums_.reset(); });
  }

  Buffer<std::byte> sums_;
  HostArray<std::byte> host_sums_;
};

}  // namespace breakeven::exclusive_scan::blelloch
