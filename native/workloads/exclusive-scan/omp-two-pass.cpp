#include <omp.h>

#include <vector>

#include "../../core/axes.h"
#include "exclusive-scan.h"

namespace breakeven::exclusive_scan {
namespace {

/// Each thread adds up its part, the sums of the parts are scanned by one thread, then each thread
/// scans its part from its offset: every element is read twice from memory.
class OmpTwoPass final : public Execution {
 public:
  explicit OmpTwoPass(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      with_element(input_.element, [&]<class T>(T) { scan(input_.as<T>(), output_.as<T>()); });
    });
  }

  template <class T>
  void scan(std::span<const T> in, std::span<T> out) const {
    std::vector<T> offsets(static_cast<std::size_t>(threads_) + 1);
#pragma omp parallel num_threads(threads_)
    {
      const auto part = static_cast<std::size_t>(omp_get_thread_num());
      const auto parts = static_cast<std::size_t>(omp_get_num_threads());
      const std::size_t first = in.size() * part / parts;
      const std::size_t last = in.size() * (part + 1) / parts;
      T sum{};
      for (std::size_t i = first; i < last; ++i) sum += in[i];
      offsets[part + 1] = sum;
#pragma omp barrier
#pragma omp single
      for (std::size_t p = 1; p <= parts; ++p) offsets[p] += offsets[p - 1];
      T running = offsets[part];
      for (std::size_t i = first; i < last; ++i) {
        out[i] = running;
        running += in[i];
      }
    }
  }

 private:
  const Input& input_;
  Output& output_;
  int threads_;
};

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "exclusive-scan",
    .id = "omp-two-pass",
    .title = "OpenMP two-pass scan",
    .summary = "Threads sum their parts, one thread scans the sums, then threads scan their parts.",
    .source = "Blelloch 1990",
    .parameters = {axes::threads()},
    .cost = cost,
    .make = make_execution<OmpTwoPass>,
});

}  // namespace breakeven::exclusive_scan
