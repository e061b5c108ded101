#include "../../core/axes.h"
#include "mean.h"
#include "openblas.h"

namespace breakeven::mean {
namespace {

class OpenBlasDasum final : public Execution {
 public:
  explicit OpenBlasDasum(const Case& c)
      : input_(c.input<Input>()), output_(c.output<Output>()), library_(OpenBlas::instance()) {
    library_.set_threads(static_cast<int>(c.values.integer("threads")));
  }

  void run(Phases& phases) override {
    phases.kernel([&] {
      const auto n = static_cast<int>(input_.n());
      const auto sum = input_.negative ? library_.dsum : library_.dasum;
      output_.mean = sum(n, input_.values.data(), 1) / static_cast<double>(n);
    });
  }

 private:
  const Input& input_;
  Output& output_;
  Unbound unbound_;
  const OpenBlas& library_;
};

BREAKEVEN_VARIANT(
    {.id = "openblas-dasum",
     .title = "OpenBLAS dasum",
     .summary = "cblas_dasum, the sum of absolute values, in vectors that OpenBLAS chooses by "
                "processor, up to AVX-512; cblas_dsum for files with negative values.",
     .kind = VariantKind::library,
     .source = "OpenBLAS",
     .openmp = false,
     .parameters = {axes::threads()},
     .exact = false,
     .unavailable = OpenBlas::unavailable,
     .refuse =
         [](const Values& values, const DeviceLimits&) {
           return refuse_beyond_openblas(values.real("xres") * values.real("yres"));
         },
     .make = make_execution<OpenBlasDasum>});

}  // namespace
}  // namespace breakeven::mean
