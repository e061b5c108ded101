#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "late-writes.h"
#include "measure.h"
#include "unwritten.h"

namespace breakeven {

/// What makes a case `ok`: runs over a poisoned output whose answers are checked, guards around all
/// arrays, an input that nobody changes, and answers to values that were not seen before. Anything
/// else fails the case, with the reason in its result.
class Verification {
 public:
  using Run = std::function<void()>;

  Verification(Bench& bench, Data& output, CaseResult& result);

  /// Does one run over the poisoned output and checks what came out.
  bool run(const Run& work, const char* when);
  /// Does one run over the answer to other values, as samples are taken, and checks what came out:
  /// a program may begin with what an output holds, or leave it. True where outputs cannot be left
  /// as they are: on a device, in another process, and where the reference leaves elements out.
  bool run_over(const Run& work, const char* when);
  /// Checks an output that is there.
  bool check(const char* when);
  /// Runs on values that were not seen before at the addresses of the old ones, which come back
  /// afterwards. True where the input has only one form.
  bool run_unseen(const Run& work, const char* when, std::uint64_t seed);
  /// The same on the values as they are, with as much work around it: what a run is compared with
  /// that saw new values.
  bool run_seen(const Run& work, const char* when, std::uint64_t seed);
  /// Whether the input is what it was made as; `when` it was looked at.
  bool input_kept(const char* when);

  /// With fresh input: the reference is made from the latest input.
  void take_new_input();

 private:
  bool passes(const Run& work, const char* when);
  bool blame_input(const char* when);
  bool passes_unseen(const Run& work, const char* when, std::uint64_t seed);
  bool checked_run(const Run& work, const Data& expected, const char* when);
  bool checked(const Data& expected, const char* when, const std::string& damage = {},
               const LateWrites& late = {});
  void note_unvaried();
  void add_never_written(Unwritten& unwritten);
  void explain(const Data& expected, Check& check);
  bool fail(const char* what, const char* when, const std::string& message);
  Planted plant(std::uint64_t seed) const;
  Planted plant_by_refill(std::uint64_t seed) const;
  std::string first_change() const;

  Bench& bench_;
  Data& output_;
  CaseResult& result_;
  /// Arrays to which the last verified run wrote nothing although it should have.
  std::vector<std::string> unwritten_;
  /// What was done where it is not timed.
  std::string misplaced_;
  /// Whether a replay of an answer was looked for, or it was said that it cannot be.
  bool replay_judged_ = false;
};

}  // namespace breakeven
