// One pass over the data: each tile publishes its sum, looks back over the tiles before it for
// theirs, and writes. Memory sees one read and one write an element: floor 2 * n * element size
// over the device's copy rate. At small n the floor is one launch: states of earlier launches are
// told apart by an epoch, so nothing has to be cleared first.

#include <utility>

#include "device-scan.cuh"
#include "scan-tile.cuh"

namespace breakeven::exclusive_scan {
namespace {

/// From here on large tiles win: they cover the multiprocessors of a large device once. On an H200
/// at 4-byte elements: 13.5 against 16.5 us at 16 MiB, 92 against 119 us at 128 MiB, but 9.9
/// against 9.3 us at 4 MiB.
constexpr std::int64_t large_tiles_from_bytes = std::int64_t{16} << 20;

class CudaFast final : public DeviceScan {
 public:
  using DeviceScan::DeviceScan;

 protected:
  void scan(Phases& phases, std::uint32_t) override { scan_as<std::uint32_t>(phases); }
  void scan(Phases& phases, std::uint64_t) override { scan_as<std::uint64_t>(phases); }
  void scan(Phases& phases, float) override { scan_as<float>(phases); }

 private:
  /// States first, the ticket behind them at the next multiple of 16.
  template <class T>
  static std::size_t ticket_at(std::size_t tiles) {
    return (TileStates<T>::bytes(tiles) + 15) / 16 * 16;
  }

  template <class T>
  void scan_as(Phases& phases) {
    if (n() * static_cast<std::int64_t>(sizeof(T)) < large_tiles_from_bytes) {
      scan_in<T, SmallTile>(phases);
    } else {
      scan_in<T, LargeTile>(phases);
    }
  }

  template <class T, class Tile>
  void scan_in(Phases& phases) {
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
             reinterpret_cast<unsigned*>(temporary_.get() + ticket_at<T>(tiles)), tickets_, epoch_);
      tickets_ += static_cast<unsigned>(tiles);
    });
    phases.scratch([&] { temporary_.reset(); });
  }

  Buffer<std::byte> temporary_;
  std::uint32_t epoch_ = 0;
  /// Tickets that earlier launches took; wraps as the device's counter does.
  unsigned tickets_ = 0;
};

BREAKEVEN_VARIANT(
    {.workload = "exclusive-scan",
     .id = "cuda-fast",
     .title = "CUDA, best form",
     .summary =
         "One launch, one read and one write an element: tiles look back for the sums before them.",
     .device = Device::cuda,
     .kind = VariantKind::fast,
     .source = "Breakeven, after Merrill and Garland 2016 (decoupled look-back)",
     .parameters = {axes::gpu(), axes::memory()},
     .spans = device_spans,
     .cost = cost,
     .need = [](const Values& values) { return need_arrays(values, 2); },
     .make = make_execution<CudaFast>});

}  // namespace
}  // namespace breakeven::exclusive_scan
