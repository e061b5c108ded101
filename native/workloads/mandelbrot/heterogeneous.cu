#include "split.cuh"

namespace breakeven::mandelbrot {
namespace {

class Heterogeneous final : public CudaExecution {
 public:
  explicit Heterogeneous(const Case& c)
      : picture_(c.input<Input>().picture),
        output_(c.output<Output>()),
        share_(c.values.real("share")),
        block_(static_cast<unsigned>(c.values.integer("blockSize"))),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(DevicePhases& phases) override {
    const auto count = static_cast<std::size_t>(picture_.pixels());
    phases.alloc([&] { pixels_.allocate(count, Memory::managed); });
    phases.kernel([&] {
      compute_split(phases, picture_, share_, block_, threads_, pixels_.get());
      BE_CUDA(cudaStreamSynchronize(stream_of(phases)));
    });
    phases.d2h([&] { pixels_.download(output_.pixels.data(), count, stream_of(phases)); });
  }

 private:
  const Picture& picture_;
  Output& output_;
  double share_;
  unsigned block_;
  int threads_;
  Buffer<double> pixels_;
};

BREAKEVEN_VARIANT(
    {.id = "heterogeneous",
     .title = "CPU and GPU together",
     .summary = "The GPU computes the left columns, one thread per column, and OpenMP the "
                "others at the same time, in one managed array.",
     .device = Device::cpu_cuda,
     .source = oviedo,
     .parameters = {axes::gpu(), axes::threads(), share(), split_block()},
     .scopes = device_scopes,
     .synchronises = true,
     .exact = false,
     .refuse = refuse_split,
     .need = device_need,
     .make = make_execution<Heterogeneous>});

}  // namespace
}  // namespace breakeven::mandelbrot
