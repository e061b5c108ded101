// Two launches and one copy out: the fractal's kernel adds its pixels up as it stores them (they
// are integers, so the sum has the same bits in every order), and the second pass binarises at
// that mean. The fractal keeps the reference's rounding, so the whole answer is the reference's.

#include "../binarize/pairs.cuh"
#include "../mandelbrot/tiles.cuh"
#include "fractal-pipeline.h"

namespace breakeven::fractal_pipeline {
namespace {

using Count = unsigned long long;

struct StoreAndAdd {
  double* pixels;
  std::int32_t maxiter;
  Count* total;
  Count own;

  __device__ void operator()(std::int64_t index, std::int32_t k) {
    pixels[index] = mandelbrot::pixel_of(k, maxiter);
    own += k == maxiter ? 0 : static_cast<Count>(k);
  }
  __device__ void finish() {
    for (int offset = 16; offset > 0; offset /= 2) own += __shfl_down_sync(~0u, own, offset);
    if (threadIdx.x % 32 == 0) atomicAdd(total, own);
  }
};

struct MeanOf {
  const Count* total;
  double n;
  __device__ double operator()() const { return static_cast<double>(*total) / n; }
};

class CudaFused final : public Execution {
 public:
  explicit CudaFused(const Case& c)
      : picture_(c.input<Input>().picture),
        output_(c.output<Output>()),
        tiles_(picture_, c.device.multiprocessors) {}

  void run(Phases& phases) override {
    const std::size_t count = output_.pixels.size();
    const cudaStream_t stream = stream_of(phases);
    phases.alloc([&] {
      pixels_.allocate(count);
      total_.allocate(1);
      next_ticket_.allocate(1);
      BE_CUDA(cudaMemsetAsync(next_ticket_.get(), 0, sizeof(unsigned), stream));
    });
    phases.kernel([&] {
      BE_CUDA(cudaMemsetAsync(total_.get(), 0, sizeof(Count), stream));
      launch(phases, mandelbrot::tiles_kernel<mandelbrot::BlockedEscape, StoreAndAdd>,
             tiles_.blocks, mandelbrot::tile_threads, 0, picture_, picture_.dx(), picture_.dy(),
             tiles_, next_ticket_.get(),
             StoreAndAdd{pixels_.get(), picture_.maxiter, total_.get(), 0});
      binarize::launch_pairs(phases, pixels_.get(), picture_.pixels(),
                             MeanOf{total_.get(), static_cast<double>(picture_.pixels())});
    });
    phases.d2h([&] {
      Count total = 0;
      total_.download(&total, 1, stream);
      pixels_.download(output_.pixels.data(), count, stream);
      BE_CUDA(cudaStreamSynchronize(stream));
      output_.mean = static_cast<double>(total) / static_cast<double>(picture_.pixels());
    });
  }

 private:
  const mandelbrot::Picture& picture_;
  Output& output_;
  const mandelbrot::Tiles tiles_;
  Buffer<double> pixels_;
  Buffer<Count> total_;
  Buffer<unsigned> next_ticket_;
};

/// Adds up what it stores, so that the mean needs no reading of its own.
Cost fused_cost(const Data& data, const Values& values) {
  Cost sum = cost(data, values);
  sum.bytes_moved -= 8.0 * static_cast<double>(static_cast<const Input&>(data).picture.pixels());
  return sum;
}

BREAKEVEN_VARIANT({.workload = "fractal-pipeline",
                   .id = "cuda-fused",
                   .title = "Tuned CUDA, fused kernels",
                   .summary = "Two launches: the fractal with its sum, then binarisation; one copy "
                              "to the host. The answer equals the CPU's bit for bit.",
                   .device = Device::cuda,
                   .kind = VariantKind::fast,
                   .source = "Breakeven",
                   .parameters = {axes::gpu()},
                   .scopes = mandelbrot::device_scopes,
                   .launches = 3,
                   .cost = fused_cost,
                   .need = mandelbrot::device_need,
                   .make = make_execution<CudaFused>});

}  // namespace
}  // namespace breakeven::fractal_pipeline
