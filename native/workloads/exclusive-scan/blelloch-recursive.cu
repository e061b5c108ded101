#include <vector>

#include "blelloch.cuh"
#include "device-scan.cuh"

namespace breakeven::exclusive_scan {
namespace {

using blelloch::blocks_for;

/// The block sums are an array to be scanned as well: the same kernels, one level up, until one
/// block holds them.
class BlellochRecursive final : public DeviceScanInPlace {
 public:
  using DeviceScanInPlace::DeviceScanInPlace;

 protected:
  void scan(DevicePhases& phases, std::uint32_t) override { scan_as<std::uint32_t>(phases); }
  void scan(DevicePhases& phases, std::uint64_t) override { scan_as<std::uint64_t>(phases); }
  void scan(DevicePhases& phases, float) override { scan_as<float>(phases); }

 private:
  template <class T>
  void scan_as(DevicePhases& phases) {
    phases.scratch([&] {
      std::int64_t total = 0;
      for (std::int64_t count = n(); count > 1; count = blocks_for(count))
        total += blocks_for(count);
      sums_.allocate(static_cast<std::size_t>(total > 0 ? total : 1) * sizeof(T));
    });
    phases.kernel([&] { scan_level(phases, data<T>(), n(), reinterpret_cast<T*>(sums_.get())); });
    phases.scratch([&] { sums_.reset(); });
  }

  /// `sums` has room for the block sums of this level, followed by those of the levels above.
  template <class T>
  void scan_level(DevicePhases& phases, T* values, std::int64_t count, T* sums) {
    const std::int64_t blocks = blocks_for(count);
    const auto grid = static_cast<unsigned>(blocks);
    launch(phases, blelloch::scan_blocks<T, true>, grid, blelloch::threads, 0, values, count, sums);
    if (blocks == 1) return;
    scan_level(phases, sums, blocks, sums + blocks);
    launch(phases, blelloch::add_offsets<T>, grid, blelloch::threads, 0, values, count, sums);
  }

  Buffer<std::byte> sums_;
};

Need need(const Values& values) {
  Need result = need_arrays(values, 2);
  result.device_bytes *= 1 + 2.0 / blelloch::elements;
  return result;
}

BREAKEVEN_VARIANT(
    {.id = "blelloch-recursive",
     .title = "Blelloch scan, recursive",
     .summary =
         "As blelloch-padded, with the block sums scanned on the device by the same kernels.",
     .device = Device::cuda,
     .source = udelar,
     .parameters = {axes::gpu(), axes::memory()},
     .scopes = device_scopes,
     .launches = 5,
     .need = need,
     .make = make_execution<BlellochRecursive>});

}  // namespace
}  // namespace breakeven::exclusive_scan
