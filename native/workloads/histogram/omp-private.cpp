#include <omp.h>

#include <algorithm>
#include <cstdint>

#include "../../core/axes.h"
#include "bin-of.h"

namespace breakeven::histogram {
namespace {

/// Counts of a cache line; the threads' histograms start this far apart, so that they share none.
constexpr std::size_t line = 16;

class OmpPrivate final : public Execution {
 public:
  explicit OmpPrivate(const Case& c)
      : input_(c.input<Input>()),
        counts_(c.output<Output>().counts),
        threads_(static_cast<int>(c.values.integer("threads"))),
        stride_((input_.bins + line - 1) / line * line),
        own_(stride_ * static_cast<std::size_t>(threads_)) {}

  void run(Phases& phases) override {
    phases.kernel([&] { with_bin_of(input_, [&](auto bin_of) { count(bin_of); }); });
  }

 private:
  template <class BinOf>
  void count(BinOf bin_of) {
    const auto n = static_cast<std::int64_t>(input_.values.size());
    const std::int32_t* values = input_.values.data();
    std::uint32_t* counts = counts_.data();
    const std::uint32_t bins = input_.bins;
#pragma omp parallel num_threads(threads_)
    {
      std::uint32_t* own = own_.data() + stride_ * static_cast<std::size_t>(omp_get_thread_num());
      std::fill_n(own, bins, 0);
#pragma omp for schedule(static)
      for (std::int64_t i = 0; i < n; ++i) ++own[bin_of(values[i])];
      // The runtime may give fewer threads than were asked for.
      const int team = omp_get_num_threads();
#pragma omp for schedule(static)
      for (std::uint32_t bin = 0; bin < bins; ++bin) {
        std::uint32_t sum = 0;
        for (int t = 0; t < team; ++t) sum += own_[stride_ * static_cast<std::size_t>(t) + bin];
        counts[bin] = sum;
      }
    }
  }

  const Input& input_;
  HostArray<std::uint32_t>& counts_;
  int threads_;
  std::size_t stride_;
  HostArray<std::uint32_t> own_;
};

Need need(const Values& values) {
  return {.host_bytes = 4 * (values.real("bins") + line) * values.real("threads")};
}

BREAKEVEN_VARIANT(
    {.id = "omp-private",
     .title = "OpenMP private histograms",
     .summary = "Each thread counts into a histogram of its own; they are added at the end; "
                "portable code for the baseline instruction set, not vectorised by hand.",
     .device = Device::cpu,
     .kind = VariantKind::study,
     .source = la_laguna,
     .parameters = {axes::threads()},
     .need = need,
     .make = make_execution<OmpPrivate>});

}  // namespace
}  // namespace breakeven::histogram
