#include <cstdint>

#include "../../core/axes.h"
#include "histogram.h"

namespace breakeven::histogram {
namespace {

class OmpAtomic final : public Execution {
 public:
  explicit OmpAtomic(const Case& c)
      : input_(c.input<Input>()),
        counts_(c.output<Output>().counts),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      const auto n = static_cast<std::int64_t>(input_.values.size());
      const std::int32_t* values = input_.values.data();
      std::uint32_t* counts = counts_.data();
      const std::uint32_t bins = input_.bins;
#pragma omp parallel num_threads(threads_)
      {
#pragma omp for schedule(static)
        for (std::uint32_t bin = 0; bin < bins; ++bin) counts[bin] = 0;
#pragma omp for schedule(static)
        for (std::int64_t i = 0; i < n; ++i) {
#pragma omp atomic
          ++counts[static_cast<std::uint32_t>(values[i]) % bins];
        }
      }
    });
  }

 private:
  const Input& input_;
  HostArray<std::uint32_t>& counts_;
  int threads_;
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "omp-atomic",
                   .title = "OpenMP, atomic",
                   .summary = "All threads count into one histogram, one atomic addition a value.",
                   .device = Device::cpu,
                   .kind = VariantKind::study,
                   .source = la_laguna,
                   .parameters = {axes::threads()},
                   .cost = cost,
                   .make = make_execution<OmpAtomic>});

}  // namespace
}  // namespace breakeven::histogram
