#include "../stopping-criterion.h"

namespace breakeven {
namespace {

class Fixed final : public StoppingCriterion {
 public:
  explicit Fixed(std::int64_t samples) : samples_(static_cast<std::size_t>(samples)) {}
  const char* after(const std::vector<double>& times) override {
    return times.size() >= samples_ ? "count" : nullptr;
  }
  std::size_t target() const override { return samples_; }

 private:
  std::size_t samples_;
};

std::unique_ptr<StoppingCriterion> make(const Values& values, const SamplingContext& context) {
  const std::int64_t samples = values.integer("samples");
  const std::int64_t other = values.integer("otherSamples");
  return std::make_unique<Fixed>(context.headline || other == 0 ? samples : other);
}

BREAKEVEN_STOPPING_CRITERION({
    .id = "fixed",
    .title = "Fixed number of samples",
    .help = "This many samples; disturbed repetitions are measured again.",
    .parameters = {criterion_axes::integer("samples", "Samples", "Of the timing scope `kernel`.", 1,
                                           1e7, 100),
                   criterion_axes::integer("otherSamples", "Other samples",
                                           "Of each other timing scope; 0 takes as many as of "
                                           "`kernel`.",
                                           0, 1e7, 0)},
    .make = make,
});

}  // namespace
}  // namespace breakeven
