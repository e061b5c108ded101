// Two launches and one copy out: the fractal's kernel adds its pixels up as it stores them (they
// are integers, so the sum has the same bits in every order), and the second pass binarises at
// that mean. The fractal keeps the reference's rounding, so the whole answer is the reference's.
//
// The fractal is not part of the answer, so it is stored as int32. The binary picture is copied to
// the host as one byte per pixel; host threads convert it to double.

#include "../mandelbrot/tiles.cuh"
#include "expand-in-place.h"
#include "fractal-pipeline.h"

namespace breakeven::fractal_pipeline {
namespace {

using Count = unsigned long long;

struct StoreAndAdd {
  std::int32_t* pixels;
  std::int32_t maxiter;
  Count* total;
  Count own;

  __device__ void operator()(std::int64_t index, std::int32_t k) {
    const std::int32_t pixel = k == maxiter ? 0 : k;
    pixels[index] = pixel;
    own += static_cast<Count>(pixel);
  }
  __device__ void finish() {
    for (int offset = 16; offset > 0; offset /= 2) own += __shfl_down_sync(~0u, own, offset);
    if (threadIdx.x % 32 == 0) atomicAdd(total, own);
  }
};

constexpr unsigned threads = 256;
constexpr std::uint8_t white = 255;

/// Four pixels a thread. A whole number is at or above the mean where it is at or above the next
/// whole number.
__global__ void __launch_bounds__(threads)
    binarize_steps(const std::int32_t* __restrict__ pixels, std::int64_t n,
                   const Count* __restrict__ total, std::uint8_t* __restrict__ out) {
  const std::int32_t threshold =
      __double2int_ru(static_cast<double>(*total) / static_cast<double>(n));
  const auto of = [&](std::int32_t pixel) -> std::uint8_t {
    return pixel >= threshold ? white : 0;
  };
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x;
  if (i < n / 4) {
    const int4 v = __ldcs(reinterpret_cast<const int4*>(pixels) + i);
    reinterpret_cast<uchar4*>(out)[i] = make_uchar4(of(v.x), of(v.y), of(v.z), of(v.w));
  }
  const std::int64_t rest = n / 4 * 4 + i;
  if (i < 4 && rest < n) out[rest] = of(pixels[rest]);
}

class CudaFused final : public CudaExecution {
 public:
  explicit CudaFused(const Case& c)
      : picture_(c.input<Input>().picture),
        output_(c.output<Output>()),
        multiprocessors_(c.device.multiprocessors) {}

  void run(DevicePhases& phases) override {
    const std::size_t count = output_.pixels.size();
    const cudaStream_t stream = stream_of(phases);
    phases.alloc([&] {
      pixels_.allocate(count);
      binary_.allocate(count);
      total_.allocate(1);
      next_ticket_.allocate(1);
      BE_CUDA(cudaMemsetAsync(next_ticket_.get(), 0, sizeof(unsigned), stream));
    });
    phases.kernel([&] {
      // Each time: the picture may have changed since the last run.
      const mandelbrot::Tiles tiles(picture_, mandelbrot::BlockedEscape::resident,
                                    multiprocessors_);
      BE_CUDA(cudaMemsetAsync(total_.get(), 0, sizeof(Count), stream));
      launch(phases, mandelbrot::tiles_kernel<mandelbrot::BlockedEscape, StoreAndAdd>, tiles.blocks,
             mandelbrot::tile_threads, 0, picture_, picture_.dx(), picture_.dy(), tiles,
             next_ticket_.get(), StoreAndAdd{pixels_.get(), picture_.maxiter, total_.get(), 0});
      const std::size_t quads = std::max<std::size_t>(count / 4, 1);
      launch(phases, binarize_steps, static_cast<unsigned>((quads + threads - 1) / threads),
             threads, 0, pixels_.get(), picture_.pixels(), total_.get(), binary_.get());
    });
    phases.d2h([&] {
      Count total = 0;
      total_.download(&total, 1, stream);
      binary_.download(bytes_behind(output_.pixels.data(), count), count, stream);
      BE_CUDA(cudaStreamSynchronize(stream));
      expand_in_place(output_.pixels.data(), count);
      output_.mean = static_cast<double>(total) / static_cast<double>(picture_.pixels());
    });
  }

 private:
  const mandelbrot::Picture& picture_;
  Output& output_;
  const int multiprocessors_;
  Buffer<std::int32_t> pixels_;
  Buffer<std::uint8_t> binary_;
  Buffer<Count> total_;
  Buffer<unsigned> next_ticket_;
};

/// Four bytes a pixel written and read, one written; the mean needs no reading of its own.
Cost fused_cost(const Data& data, const Values& values) {
  Cost sum = cost(data, values);
  const auto& input = static_cast<const Input&>(data);
  sum.bytes_moved = 9 * static_cast<double>(input.picture.pixels());
  sum.operations -= 6 * input.mirrored_iterations;
  return sum;
}

Need fused_need(const Values& values) {
  return {.device_bytes = 5 * values.real("xres") * values.real("yres")};
}

BREAKEVEN_VARIANT({.id = "cuda-fused",
                   .title = "Tuned CUDA, fused kernels",
                   .summary = "Two launches: the fractal with its sum, then binarisation to one "
                              "byte a pixel, of which the host's threads make doubles. Mirrored "
                              "rows are computed once. The answer equals the CPU's bit for bit.",
                   .device = Device::cuda,
                   .kind = VariantKind::fast,
                   .source = "Breakeven",
                   .parameters = {axes::gpu()},
                   .scopes = mandelbrot::device_scopes,
                   .launches = 3,
                   .cost = fused_cost,
                   .need = fused_need,
                   .make = make_execution<CudaFused>});

}  // namespace
}  // namespace breakeven::fractal_pipeline
