#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "measure.h"
#include "pattern.h"
#include "unwritten.h"
#include "workload.h"

namespace breakeven {

/// What makes a case `ok`: runs over an output of random bits whose answers are checked as the last
/// kernel phase left them, guards around all arrays, an input that nobody changes, and answers to
/// values that were not seen before, in runs that are verified and in those that are timed.
/// Anything else fails the case, with the reason in its result.
class Verification {
 public:
  using Run = std::function<void()>;

  Verification(Bench& bench, Data& output, CaseResult& result);
  Verification(const Verification&) = delete;
  Verification& operator=(const Verification&) = delete;
  ~Verification() { end_turn(); }

  /// Does one run over random bits and checks what came out.
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
  /// The same with values of equal work, around `work` alone: for runs that are timed.
  bool run_unseen_of_equal_work(const Run& work, const char* when, std::uint64_t seed);
  /// The same on the values as they are, with as much work around it: what a run is compared with
  /// that saw new values.
  bool run_seen(const Run& work, const char* when, std::uint64_t seed);
  /// The same with values that come when the first kernel phase begins: whatever was computed
  /// before it does not fit them. Where kernel phases can be watched.
  bool run_changed(const Run& work, const char* when, std::uint64_t seed);
  bool watches_kernel() const;
  /// Whether the input is what it was made as; `when` it was looked at.
  bool input_kept(const char* when);
  /// Whether input and expected answer are what they were made as; `when` they were looked at.
  bool kept(const char* when);

  /// Random bits over the output.
  void overwrite();
  /// One random element of each array of it: too fast to be told from what else is between runs.
  void poke();
  /// All values of the input are made again, and what puts the earlier ones back; null where that
  /// cannot be.
  std::function<void()> refill();
  /// The output is written as if by overwrite(), and stays as it is.
  void touch() { pattern_.touch(); }
  const Pattern& pattern() const { return pattern_; }
  /// Another input of equal work where making one costs nothing, until end_turn(); not in a turn
  /// whose answer is checked.
  bool vary();

  /// The timed runs up to check_turn() get values of equal work that were not seen before, if
  /// `planted` and there are such, else those of the case. True where an answer that is there
  /// belongs to others.
  bool begin_turn(bool planted);
  /// Checks the answer that the last timed run left, and ends the turn.
  bool check_turn(const char* when);
  /// The values of the case from here on; true where there were others.
  bool end_turn();

  /// With fresh input: the reference is made from the latest input.
  void take_new_input();

 private:
  enum class Planting { any, of_equal_work };
  using Change = std::function<const Data*()>;

  bool passes(const Run& work, const char* when, const Change& change);
  bool blame_input(const char* when);
  bool passes_unseen(const Run& work, const char* when, std::uint64_t seed, Planting planting);
  bool expected_kept(const char* when);
  bool checked(const Data& expected, const char* when, const std::string& damage = {},
               const std::string& late = {});
  void note_unvaried();
  void add_never_written(Unwritten& unwritten);
  void explain(const Data& expected, Check& check);
  bool fail(const char* what, const char* when, const std::string& message);
  Planted plant(std::uint64_t seed, Planting planting) const;
  Planted plant_by_refill(std::uint64_t seed) const;
  std::function<void()> fill_again(std::uint64_t seed) const;
  std::string first_change() const;

  Bench& bench_;
  Data& output_;
  CaseResult& result_;
  Pattern pattern_;
  /// Values of the turn that is being timed; no `undo` where there are none.
  Planted turn_;
  bool in_turn_ = false;
  bool varied_ = false;
  /// Arrays to which the last verified run wrote nothing although it should have.
  std::vector<std::string> unwritten_;
  /// What was done where it is not timed.
  std::string misplaced_;
  /// Whether a replay of an answer was looked for, or it was said that it cannot be.
  bool replay_judged_ = false;
};

}  // namespace breakeven
