// A comparison and a blend a vector: what is left is to read and to write 8 bytes a value.

#include "../../core/axes.h"
#include "binarize.h"
#include "shared/black-and-white.h"

namespace breakeven::binarize {
namespace {

constexpr std::int64_t values_per_team = 32 * 1024;  // below this a team costs more than it saves

class CpuFast final : public Execution {
 public:
  explicit CpuFast(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(Phases& phases) override {
    phases.restore([&] { put_back(input_, output_); });
    phases.kernel([&] { binarize(); });
  }

 private:
  void binarize() {
    double* const values = output_.values.data();
    const std::int64_t n = input_.n();
    const double threshold = input_.mean;
    if (threads_ == 1 || n <= values_per_team) return to_black_and_white(values, n, threshold);
#pragma omp parallel for num_threads(threads_) schedule(static, 1)
    for (int part = 0; part < threads_; ++part) {
      const std::int64_t first = n * part / threads_;
      to_black_and_white(values + first, n * (part + 1) / threads_ - first, threshold);
    }
  }

  const Input& input_;
  Output& output_;
  int threads_;
};

}  // namespace

BREAKEVEN_VARIANT({
    .workload = "binarize",
    .id = "cpu-fast",
    .title = "Tuned CPU",
    .summary = "Compares and selects in vector registers; each thread takes a contiguous part.",
    .kind = VariantKind::fast,
    .source = "Breakeven",
    .parameters = {axes::threads()},
    .cost = cost,
    .make = make_execution<CpuFast>,
});

}  // namespace breakeven::binarize
