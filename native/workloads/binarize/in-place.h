#pragma once

#include "binarize.h"

namespace breakeven::binarize {

/// The values of the input where they are overwritten, put back before each run, and
/// `binarize(values, n, threshold, threads)` over them; `threads` is 1 for variants without the
/// axis.
template <auto binarize>
class InPlace final : public Execution {
 public:
  explicit InPlace(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        threads_(c.values.has("threads") ? static_cast<int>(c.values.integer("threads")) : 1) {}

  void run(Phases& phases) override {
    phases.restore([&] { put_back(input_, output_); });
    phases.kernel([&] { binarize(output_.values.data(), input_.n(), input_.mean, threads_); });
  }

 private:
  const Input& input_;
  Output& output_;
  int threads_;
};

}  // namespace breakeven::binarize
