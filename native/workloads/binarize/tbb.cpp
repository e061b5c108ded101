#ifdef BREAKEVEN_WITH_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#endif

#include "../../core/axes.h"
#include "../../core/peers/one-tbb.h"
#include "in-place.h"

namespace breakeven::binarize {
namespace {

#ifdef BREAKEVEN_WITH_TBB
class OneTbb final : public Execution {
 public:
  explicit OneTbb(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        threads_(static_cast<int>(c.values.integer("threads"))) {}

  void run(Phases& phases) override {
    phases.restore([&] { put_back(input_, output_); });
    phases.kernel([&] { threads_.run([&] { loop(); }); });
  }

 private:
  void loop() {
    double* const values = output_.values.data();
    const double threshold = input_.mean;
    tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, input_.n()),
                      [=](const tbb::blocked_range<std::int64_t>& range) {
                        for (std::int64_t i = range.begin(); i < range.end(); ++i) {
                          values[i] = values[i] >= threshold ? white : black;
                        }
                      });
  }

  const Input& input_;
  Output& output_;
  TbbThreads threads_;
};

constexpr auto make = make_execution<OneTbb>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "tbb",
    .title = "oneTBB loop",
    .summary = "tbb::parallel_for over all values; portable code for the baseline instruction set, "
               "not vectorised by hand.",
    .kind = VariantKind::library,
    .source = "Intel oneTBB",
    .openmp = false,
    .parameters = {axes::threads()},
    .unavailable = tbb_unavailable,
    .make = make,
});

}  // namespace breakeven::binarize
