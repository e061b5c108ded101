#pragma once

#include "device-picture.cuh"
#include "exact-steps.cuh"
#include "mirrored-rows.h"

/// Pictures by tiles of 8 x 4 pixels, one a warp, handed out by a counter: neighbouring points take
/// similar numbers of steps, and a warp whose tile was cheap takes the next one at once. Rows that
/// are conjugates of others are stored with them.
namespace breakeven::mandelbrot {

inline constexpr unsigned tile_width = 8;
inline constexpr unsigned tile_height = 4;
inline constexpr unsigned tile_threads = 128;
/// All tickets come from one atomic counter, whose rate limits pictures with many cheap tiles. So
/// in a large picture one ticket covers several tiles. In a small one that would leave warps idle
/// at the end.
inline constexpr unsigned max_tiles_of_ticket = 4;
inline constexpr unsigned large_picture_tiles = 1u << 20;

struct Tiles {
  MirroredRows rows;
  unsigned across;
  unsigned count;
  unsigned of_ticket;
  unsigned blocks;
  /// What the counter is taken modulo: each warp takes tickets until the first that is no tile's,
  /// so that after a launch the counter stands at zero again.
  unsigned tickets;

  /// `resident`: blocks a multiprocessor.
  Tiles(const Picture& picture, unsigned resident, int multiprocessors)
      : rows(mirrored_rows(picture)),
        across(static_cast<unsigned>((picture.xres + tile_width - 1) / tile_width)),
        count(across * static_cast<unsigned>((rows.computed + tile_height - 1) / tile_height)),
        of_ticket(count < large_picture_tiles ? 1 : max_tiles_of_ticket) {
    const unsigned warps = tile_threads / 32;
    const unsigned maximum = resident * static_cast<unsigned>(std::max(multiprocessors, 1));
    const unsigned shares = (count + of_ticket - 1) / of_ticket;
    blocks = std::min((shares + warps - 1) / warps, maximum);
    tickets = shares + blocks * warps;
  }
};

/// Calls `consume(index, k)` for each pixel, index = j*xres + i, with the escape time k; then
/// `finish()` once in each thread. `next_ticket` is zero before and after.
template <class Escape, class Consume>
__global__ void __launch_bounds__(tile_threads, resident_blocks(Escape::resident, tile_threads))
    tiles_kernel(Picture picture, double dx, double dy, Tiles tiles, unsigned* next_ticket,
                 Consume consume) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned lane_i = lane % tile_width;
  const unsigned lane_j = lane / tile_width;
  const auto take = [&] { return lane == 0 ? atomicInc(next_ticket, tiles.tickets - 1) : 0u; };
  unsigned first = __shfl_sync(~0u, take(), 0) * tiles.of_ticket;
  while (first < tiles.count) {
    // Asked for before the work, so that the counter's latency passes meanwhile.
    const unsigned following = take();
    const unsigned end = min(first + tiles.of_ticket, tiles.count);
    for (unsigned tile = first; tile < end; ++tile) {
      const std::int64_t i = tile % tiles.across * tile_width + lane_i;
      const std::int64_t r = tile / tiles.across * tile_height + lane_j;
      if (i < picture.xres && r < tiles.rows.computed) {
        const std::int64_t j = tiles.rows.row(r);
        const double cx = sum(product(static_cast<double>(i), dx), picture.region.xmin);
        const double cy = sum(product(static_cast<double>(j), dy), picture.region.ymin);
        const std::int32_t k = Escape{}(cx, cy, picture.maxiter);
        consume(j * picture.xres + i, k);
        const std::int64_t mirror = tiles.rows.mirror(j);
        if (mirror > j && mirror < picture.yres) consume(mirror * picture.xres + i, k);
      }
      __syncwarp();
    }
    first = __shfl_sync(~0u, following, 0) * tiles.of_ticket;
  }
  consume.finish();
}

/// The work of a picture whose mirrored rows are not computed.
inline Cost tiled_cost(const Data& data, const Values&) {
  const auto& input = static_cast<const Input&>(data);
  Cost cost = cost_of(input);
  cost.operations -= 6 * input.mirrored_iterations;
  return cost;
}

struct StorePixel {
  double* pixels;
  std::int32_t maxiter;

  __device__ void operator()(std::int64_t index, std::int32_t k) const {
    pixels[index] = pixel_of(k, maxiter);
  }
  __device__ void finish() const {}
};

template <class Escape>
class TiledPicture final : public DevicePicture {
 public:
  explicit TiledPicture(const Case& c)
      : DevicePicture(c), multiprocessors_(c.device.multiprocessors) {}

 protected:
  void allocate() override {
    next_ticket_.allocate(1);
    BE_CUDA(cudaMemset(next_ticket_.get(), 0, sizeof(unsigned)));
  }

  void compute(DevicePhases& phases) override {
    // Each time: the picture may have changed since the last run.
    const Tiles tiles(picture(), Escape::resident, multiprocessors_);
    launch(phases, tiles_kernel<Escape, StorePixel>, tiles.blocks, tile_threads, 0, picture(),
           picture().dx(), picture().dy(), tiles, next_ticket_.get(),
           StorePixel{pixels(), picture().maxiter});
  }

 private:
  const int multiprocessors_;
  Buffer<unsigned> next_ticket_;
};

}  // namespace breakeven::mandelbrot
