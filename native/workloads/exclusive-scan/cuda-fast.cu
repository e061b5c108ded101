// One pass over the data: each tile publishes its sum, looks back over the tiles before it for
// theirs, and writes. Memory sees one read and one write an element: floor 2 * n * element size
// over the device's copy rate. What later tiles read is fetched into the L2 cache meanwhile. At
// small n the floor is one launch: states of earlier launches are distinguished by an epoch, so
// nothing has to be cleared first.

#include <utility>

#include "device-scan.cuh"
#include "scan-tile.cuh"

namespace breakeven::exclusive_scan {
namespace {

/// Bytes of elements from which on large tiles win, on an H200. At 4-byte elements small and large
/// tiles take 5.5 and 6.6 us for 1 MiB, 7.8 and 7.3 us for 4 MiB; at 8-byte ones 7.3 and 7.8 us for
/// 4 MiB, 8.4 and 7.9 us for 5.3 MiB.
template <std::size_t element_bytes>
inline constexpr std::int64_t large_from = std::int64_t{element_bytes == 4 ? 4 : 5} << 20;

/// How far ahead of a tile the one is that it fetches. Two large tiles run on a multiprocessor at a
/// time; what starts sooner comes too late, what starts later is displaced from the cache before it
/// is read. On an H200, for 1 GiB of 4-byte elements: none 690 us, half a tile a multiprocessor
/// 622, three quarters 598, one 590, five quarters 588, one and a half 593, two 649.
constexpr unsigned tiles_ahead(int multiprocessors) {
  return static_cast<unsigned>(multiprocessors) * 5 / 4;
}

class CudaFast final : public DeviceScan {
 public:
  explicit CudaFast(const Case& c) : DeviceScan(c), ahead_(tiles_ahead(c.device.multiprocessors)) {}

 protected:
  void scan(DevicePhases& phases, std::uint32_t) override { scan_as<std::uint32_t>(phases); }
  void scan(DevicePhases& phases, std::uint64_t) override { scan_as<std::uint64_t>(phases); }
  void scan(DevicePhases& phases, float) override { scan_as<float>(phases); }

 private:
  /// States first, the ticket behind them at the next multiple of 16.
  template <class T>
  static std::size_t ticket_at(std::size_t tiles) {
    return (TileStates<T>::bytes(tiles) + 15) / 16 * 16;
  }

  template <class T>
  void scan_as(DevicePhases& phases) {
    const std::int64_t bytes = n() * static_cast<std::int64_t>(sizeof(T));
    if (bytes < large_from<sizeof(T)>) {
      scan_in<T, SmallTile>(phases);
    } else {
      scan_in<T, LargeTile>(phases);
    }
  }

  template <class T, class Tile>
  void scan_in(DevicePhases& phases) {
    constexpr std::int64_t elements = tile_elements<T, Tile>;
    const auto tiles = static_cast<std::size_t>((n() + elements - 1) / elements);
    phases.scratch([&] {
      const std::size_t bytes = ticket_at<T>(tiles) + sizeof(unsigned);
      temporary_.allocate(bytes);
      BE_CUDA(cudaMemsetAsync(temporary_.get(), 0, bytes, stream_of(phases)));
      epoch_ = 0;
      tickets_ = 0;
    });
    phases.kernel([&] {
      ++epoch_;
      launch(phases, scan_tiles<T, Tile>, static_cast<unsigned>(tiles), Tile::threads, 0, in<T>(),
             out<T>(), n(), TileStates<T>::at(temporary_.get(), tiles),
             reinterpret_cast<unsigned*>(temporary_.get() + ticket_at<T>(tiles)), tickets_, epoch_,
             ahead_);
      tickets_ += static_cast<unsigned>(tiles);
    });
    phases.scratch([&] { temporary_.reset(); });
  }

  unsigned ahead_;
  Buffer<std::byte> temporary_;
  std::uint32_t epoch_ = 0;
  /// Tickets that earlier launches took; wraps as the device's counter does.
  unsigned tickets_ = 0;
};

BREAKEVEN_VARIANT({.id = "cuda-fast",
                   .title = "Tuned CUDA",
                   .summary = "One launch, one read and one write per element: each tile looks "
                              "back for the sum of the tiles before it, while later ones are "
                              "fetched into the L2 cache.",
                   .device = Device::cuda,
                   .kind = VariantKind::fast,
                   .source = "Breakeven, after Merrill and Garland 2016",
                   .parameters = {axes::gpu(), axes::memory()},
                   .scopes = device_scopes,
                   .need = [](const Values& values) { return need_arrays(values, 2); },
                   .make = make_execution<CudaFast>});

}  // namespace
}  // namespace breakeven::exclusive_scan
