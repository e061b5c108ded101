#pragma once

#include "device-picture.cuh"
#include "exact-steps.cuh"

/// Pictures by tiles of 8 x 4 pixels, one a warp, handed out by a counter: neighbouring points take
/// similar numbers of steps, and a warp whose tile was cheap takes the next one at once.
namespace breakeven::mandelbrot {

inline constexpr unsigned tile_width = 8;
inline constexpr unsigned tile_height = 4;
inline constexpr unsigned tile_threads = 128;
inline constexpr unsigned tile_blocks_per_multiprocessor = 8;

struct Tiles {
  unsigned across;
  unsigned count;
  unsigned blocks;
  /// What the counter is taken modulo: each warp takes tickets until the first that is no tile's,
  /// so that after a launch the counter stands at zero again.
  unsigned tickets;

  Tiles(const Picture& picture, int multiprocessors)
      : across(static_cast<unsigned>((picture.xres + tile_width - 1) / tile_width)),
        count(across * static_cast<unsigned>((picture.yres + tile_height - 1) / tile_height)) {
    const unsigned warps = tile_threads / 32;
    const unsigned maximum =
        tile_blocks_per_multiprocessor * static_cast<unsigned>(std::max(multiprocessors, 1));
    blocks = std::min((count + warps - 1) / warps, maximum);
    tickets = count + blocks * warps;
  }
};

/// Calls `consume(index, k)` for each pixel, index = j*xres + i, with the escape time k; then
/// `finish()` once in each thread. `next_ticket` is zero before and after.
template <class Escape, class Consume>
__global__ void __launch_bounds__(tile_threads,
                                  resident_blocks(tile_blocks_per_multiprocessor, tile_threads))
    tiles_kernel(Picture picture, double dx, double dy, Tiles tiles, unsigned* next_ticket,
                 Consume consume) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned lane_i = lane % tile_width;
  const unsigned lane_j = lane / tile_width;
  const auto take = [&] { return lane == 0 ? atomicInc(next_ticket, tiles.tickets - 1) : 0u; };
  unsigned tile = __shfl_sync(~0u, take(), 0);
  while (tile < tiles.count) {
    // Asked for before the work, so that the counter's latency passes meanwhile.
    const unsigned following = take();
    const std::int64_t i = tile % tiles.across * tile_width + lane_i;
    const std::int64_t j = tile / tiles.across * tile_height + lane_j;
    if (i < picture.xres && j < picture.yres) {
      const double cx = sum(product(static_cast<double>(i), dx), picture.region.xmin);
      const double cy = sum(product(static_cast<double>(j), dy), picture.region.ymin);
      consume(j * picture.xres + i, Escape{}(cx, cy, picture.maxiter));
    }
    __syncwarp();
    tile = __shfl_sync(~0u, following, 0);
  }
  consume.finish();
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
      : DevicePicture(c), tiles_(picture(), c.device.multiprocessors) {}

 protected:
  void allocate() override {
    next_ticket_.allocate(1);
    BE_CUDA(cudaMemset(next_ticket_.get(), 0, sizeof(unsigned)));
  }

  void compute(Phases& phases) override {
    launch(phases, tiles_kernel<Escape, StorePixel>, tiles_.blocks, tile_threads, 0, picture(),
           picture().dx(), picture().dy(), tiles_, next_ticket_.get(),
           StorePixel{pixels(), picture().maxiter});
  }

 private:
  const Tiles tiles_;
  Buffer<unsigned> next_ticket_;
};

}  // namespace breakeven::mandelbrot
