#include "../binarize/grid.cuh"
#include "../mandelbrot/split.cuh"
#include "three-calls.cuh"

namespace breakeven::fractal_pipeline {
namespace {

class Heterogeneous final : public ThreeCalls {
 public:
  explicit Heterogeneous(const Case& c)
      : ThreeCalls(c, Memory::managed),
        share_(c.values.real("share")),
        block_(static_cast<unsigned>(c.values.integer("blockSize"))),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

 protected:
  void draw(DevicePhases& phases, double* pixels) override {
    mandelbrot::compute_split(phases, picture(), share_, block_, threads_, pixels);
    BE_CUDA(cudaStreamSynchronize(stream_of(phases)));
  }
  void divide(DevicePhases& phases, double* pixels, double threshold) override {
    binarize::launch_line(phases, block_, pixels, picture().pixels(), threshold);
  }

 private:
  double share_;
  unsigned block_;
  int threads_;
};

BREAKEVEN_VARIANT(
    {.id = "heterogeneous",
     .title = "CPU and GPU together, three calls",
     .summary = "GPU (one thread per column) and OpenMP compute their columns of the fractal at "
                "the same time in one managed array; mean and binarisation run on the GPU.",
     .device = Device::cpu_cuda,
     .source = oviedo,
     .parameters = {axes::gpu(), axes::threads(), mandelbrot::share(), mandelbrot::split_block()},
     .scopes = device_scopes,
     .launches = 4,
     .synchronises = true,
     .exact = false,
     .unavailable = cublas_unavailable,
     .refuse = refuse_or_cublas<mandelbrot::refuse_split>,
     .need = device_need,
     .make = make_execution<Heterogeneous>});

}  // namespace
}  // namespace breakeven::fractal_pipeline
