#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "measure.h"
#include "sampling.h"
#include "seen-inputs.h"
#include "verification.h"

namespace breakeven {

/// What is verified when the samples of a case are taken: the sampled Execution, and a new one from
/// end to end, on values that they have not seen.
class AfterTiming {
 public:
  /// `execution`: the one whose samples were taken, as long as it is alive.
  AfterTiming(Bench& bench, Data& output, CaseResult& result, Sampling& sampling,
              Verification& verification, std::unique_ptr<Execution>& execution);

  /// Runs the sampled Execution once more, then on values that it has not seen.
  bool resident();
  bool total();
  bool unseen_total();
  /// Of values that were not seen: other places each time and in each process, in the turns of the
  /// repetition.
  std::uint64_t unseen_seed();

 private:
  bool unseen(std::int64_t start, SeenInputs::Runs& times, std::uint64_t seed);
  void again();
  void run_fed(SeenInputs::Runs& times);
  bool verifies_seen() const;
  bool compares_inputs(std::int64_t start) const;
  bool may_go_on(std::int64_t start, const SeenInputs& times) const;

  Bench& bench_;
  Data& output_;
  CaseResult& result_;
  Sampling& sampling_;
  Verification& verification_;
  std::unique_ptr<Execution>& execution_;
  bool fresh_;
  bool varies_;
  std::uint64_t unseen_count_ = 0;
};

}  // namespace breakeven
