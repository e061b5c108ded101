#include "verification.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "array-checks.h"
#include "harness-memory.h"
#include "inputs.h"
#include "late-writes.h"
#include "planting.h"
#include "threads-left.h"
#include "unwritten.h"

namespace breakeven {
namespace {

/// Far from the samples of fresh input, which count from 1.
constexpr std::uint64_t unseen_sample = std::uint64_t{1} << 40;

/// Puts back what was changed, whatever happens on the way.
class Undo {
 public:
  explicit Undo(std::function<void()> undo) : undo_(std::move(undo)) {}
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;
  ~Undo() {
    if (undo_) undo_();
  }

 private:
  std::function<void()> undo_;
};

}  // namespace

Verification::Verification(Bench& bench, Data& output, CaseResult& result)
    : bench_(bench),
      output_(output),
      result_(result),
      // The references of the product write everything.
      pattern_(output, bench.workload.info().contract.empty() ? nullptr : bench.prepared.expected,
               bench.variant.device == Device::cpu ? threads_of(bench.values) : 0) {
  if (output.arrays().empty()) {
    throw std::logic_error("the output of " + bench.variant.workload +
                           " names no arrays, so nothing of it can be checked");
  }
  bench.sampler.expect_gaps(!bench.workload.info().contract.empty() &&
                            leaves_elements_out(*bench.prepared.expected));
  const std::vector<std::string> nothing = arrays_of_nothing(*bench.prepared.expected);
  if (!nothing.empty()) {
    result.warnings.push_back("nothing is verified: the reference writes nothing to " +
                              joined_names(nothing));
  }
}

bool Verification::fail(const char* what, const char* when, const std::string& message) {
  result_.outcome = Outcome::failed;
  result_.reason = std::string(what) + " " + when + ": " + message;
  result_.samples.clear();
  return false;
}

/// Keeps the larger error of all verifications.
bool Verification::checked(const Data& expected, const char* when, const std::string& damage,
                           const std::string& late) {
  Check check =
      bench_.workload.check(*bench_.prepared.input, expected, output_, bench_.variant.exact);
  // As far off as can be.
  if (std::isnan(check.max_error)) check.max_error = std::numeric_limits<double>::infinity();
  const char* what = "wrong answer";
  unwritten_.clear();
  if (!check.passed) {
    explain(expected, check);
  } else {
    std::string problem = damage.empty() ? damaged_guard(output_) : damage;
    if (problem.empty()) problem = damaged_guard(*bench_.prepared.input);
    if (!problem.empty()) {
      what = "access out of bounds";
    } else {
      problem = pattern_.unwritten_element(expected);
      if (problem.empty()) problem = late;
      if (problem.empty()) {
        Misplaced misplaced = bench_.sampler.misplaced();
        misplaced_ = std::move(misplaced.what);
        problem = std::move(misplaced.where);
        if (!problem.empty()) what = misplaced_.c_str();
      }
    }
    check.passed = problem.empty();
    if (!check.passed) check.message = std::move(problem);
  }
  const bool passed = check.passed;
  if (!passed) fail(what, when, check.message);
  if (!passed || !result_.verification || check.max_error >= result_.verification->max_error) {
    result_.verification = std::move(check);
  }
  return passed;
}

void Verification::add_never_written(Unwritten& unwritten) {
  const std::vector<const void*> targets = bench_.sampler.never_written();
  for (const DataArray& array : output_.arrays()) {
    if (std::find(targets.begin(), targets.end(), array.data) == targets.end()) continue;
    unwritten.arrays.push_back(array.name);
  }
  if (unwritten.arrays.empty()) return;
  unwritten.text = "nothing was written to " + joined_names(unwritten.arrays);
}

/// Says what was not written, or went to another array, where that is why an answer is wrong.
void Verification::explain(const Data& expected, Check& check) {
  const bool in_place = bench_.workload.in_place();
  Unwritten unwritten = find_unwritten(output_, expected,
                                       in_place ? bench_.prepared.input.get() : nullptr, &pattern_);
  if (unwritten.arrays.empty()) add_never_written(unwritten);
  std::string text = exchanged_answers(output_, expected);
  if (text.empty()) text = unwritten_by_reference(output_, expected);
  if (text.empty()) text = unwritten.text;
  if (text.empty()) return;
  if (!unwritten.arrays.empty()) {
    const std::string how = bench_.sampler.how_to_write(unwritten.arrays.front());
    if (!how.empty() && text == unwritten.text) text += ": " + how;
  }
  unwritten_ = std::move(unwritten.arrays);
  // A rule of the user's own has words of its own.
  check.message = check.rule == "python" ? check.message + "; " + text : std::move(text);
}

void Verification::overwrite() {
  pattern_.write();
  bench_.workload.forget_reset(output_);
}

void Verification::poke() {
  pattern_.poke();
  bench_.workload.forget_reset(output_);
}

bool Verification::vary() {
  if (in_turn_) return false;
  varied_ = bench_.workload.vary(*bench_.prepared.input, bench_.values, next_secret() | 1);
  return varied_;
}

/// `change`: what happens to input and output before the kernel phase, or before the run where
/// phases cannot be watched; gives the answer that is expected then.
bool Verification::passes(const Run& work, const char* when, const Change& change) {
  const Data* expected = nullptr;
  LateWrites kept;
  ArrayHashes ended;
  const KernelWatch watch{.begins =
                              [&] {
                                expected = change();
                                bench_.workload.restore(*bench_.prepared.input, output_);
                              },
                          .ended =
                              [&] {
                                kept.keep(output_);
                                ended = hash_arrays(output_);
                              }};
  write_guards(output_);
  write_guards(*bench_.prepared.input);
  const bool watched = bench_.sampler.watch_kernel(&watch);
  const Undo unwatch([&] { bench_.sampler.watch_kernel(nullptr); });
  if (!watched) expected = change();
  bench_.sampler.begin_verified();
  work();
  if (!watched) kept.keep(output_);
  const std::string damage = bench_.sampler.end_verified();
  if (expected == nullptr) throw std::runtime_error("it has no kernel phase");
  std::string late = kept.changed(output_);
  if (!late.empty()) {
    late +=
        watched ? " was written after its kernel phase" : " was written after the run had returned";
  } else if (watched && hash_arrays(output_) != ended) {
    late = "a part of its answer was written after its kernel phase";
  }
  return checked(*expected, when, damage, late);
}

bool Verification::run(const Run& work, const char* when) {
  const auto change = [&] {
    overwrite();
    return bench_.prepared.expected.get();
  };
  return passes(work, when, change) || blame_input(when);
}

bool Verification::run_over(const Run& work, const char* when) {
  if (!watches_kernel()) return true;
  // The workloads of the product change nothing in place, and their references write everything.
  if (!bench_.workload.info().contract.empty() &&
      (bench_.workload.in_place() || leaves_elements_out(*bench_.prepared.expected))) {
    return true;
  }
  const auto change = [&] { return bench_.prepared.expected.get(); };
  return passes(work, when, change) || blame_input(when);
}

/// A changed input explains a wrong answer, and so does an expected one that is not what it was.
bool Verification::blame_input(const char* when) {
  if (expected_kept(when)) static_cast<void>(input_kept(when));
  return false;
}

bool Verification::check(const char* when) {
  return checked(*bench_.prepared.expected, when) || blame_input(when);
}

std::function<void()> Verification::refill() {
  if (!bench_.request.input.empty()) return nullptr;
  // What an input knows of its values comes back as well.
  return [this, undo = fill_again(next_secret() >> 24)] {
    bench_.workload.refill(*bench_.prepared.input, bench_.values, 0);
    undo();
  };
}

std::function<void()> Verification::fill_again(std::uint64_t seed) const {
  Data& input = *bench_.prepared.input;
  auto kept = std::make_shared<const ArrayBytes>(bytes_of_arrays(input));
  bench_.workload.refill(input, bench_.values, unseen_sample + seed);
  return [&input, kept] { put_back(*kept, input); };
}

Planted Verification::plant_by_refill(std::uint64_t seed) const {
  if (!bench_.request.input.empty()) return {};
  const auto undo = fill_again(seed);
  return {.expected = bench_.workload.reference(*bench_.prepared.input), .undo = undo};
}

Planted Verification::plant(std::uint64_t seed, Planting planting) const {
  Data& input = *bench_.prepared.input;
  const Data& expected = *bench_.prepared.expected;
  const HarnessMemory memory;
  Planted planted = planting == Planting::any
                        ? bench_.workload.plant(input, expected, bench_.values, seed)
                        : bench_.workload.plant_equal_work(input, expected, bench_.values, seed);
  return planted.undo ? std::move(planted) : plant_by_refill(seed);
}

bool Verification::run_unseen(const Run& work, const char* when, std::uint64_t seed) {
  // The reference of an input that was changed may be anything, or not end.
  if (!bench_.values.flag("freshInput") && !input_kept(when)) return false;
  // What was planted is undone when the input is looked at.
  return passes_unseen(work, when, seed, Planting::any) || blame_input(when);
}

bool Verification::run_unseen_of_equal_work(const Run& work, const char* when, std::uint64_t seed) {
  return passes_unseen(work, when, seed, Planting::of_equal_work) || blame_input(when);
}

bool Verification::run_seen(const Run& work, const char* when, std::uint64_t seed) {
  if (!bench_.values.flag("freshInput") && !input_kept(when)) return false;
  const Planted planted = plant(seed, Planting::of_equal_work);
  if (planted.undo) planted.undo();
  return run(work, when);
}

bool Verification::passes_unseen(const Run& work, const char* when, std::uint64_t seed,
                                 Planting planting) {
  const Planted planted = plant(seed, planting);
  const Undo undo(planted.undo);
  if (!planted.expected) {
    if (planted.undo) note_unvaried();
    return bench_.request.thorough || run(work, when);
  }
  replay_judged_ = true;
  return passes(work, when, [&] {
    overwrite();
    return planted.expected.get();
  });
}

bool Verification::watches_kernel() const {
  return bench_.variant.device == Device::cpu && bench_.sampler.in_this_process();
}

bool Verification::run_changed(const Run& work, const char* when, std::uint64_t seed) {
  const auto passed = [&] {
    Planted planted;
    const Undo undo([&] {
      if (planted.undo) planted.undo();
    });
    return passes(work, when, [&] {
      await_other_threads();
      planted = plant(seed, Planting::any);
      overwrite();
      return planted.expected ? planted.expected.get() : bench_.prepared.expected.get();
    });
  };
  return passed() || blame_input(when);
}

bool Verification::begin_turn(bool planted) {
  const bool changed = end_turn();
  in_turn_ = true;
  if (planted) turn_ = plant(next_secret() | random_positions_alone, Planting::of_equal_work);
  if (!turn_.expected) {
    if (turn_.undo) turn_.undo();
    turn_ = {};
  }
  return changed || turn_.expected;
}

bool Verification::end_turn() {
  const bool changed = turn_.undo || varied_;
  if (turn_.undo) turn_.undo();
  turn_ = {};
  if (varied_) bench_.workload.vary(*bench_.prepared.input, bench_.values, 0);
  varied_ = false;
  in_turn_ = false;
  return changed;
}

bool Verification::check_turn(const char* when) {
  LateWrites kept;
  kept.keep(output_);
  const std::shared_ptr<const Data> expected =
      turn_.expected ? turn_.expected : bench_.prepared.expected;
  bool passed = checked(*expected, when);
  const std::string late = passed ? kept.changed(output_) : std::string();
  if (!late.empty())
    passed = fail("wrong answer", when, late + " was written after its kernel phase");
  end_turn();
  return passed || blame_input(when);
}

/// Once, unless another input of this case had another answer. Variants of the product are known to
/// compute; a lab may be anything. An empty answer cannot be replayed.
void Verification::note_unvaried() {
  if (replay_judged_ || bench_.workload.info().contract.empty()) return;
  const std::vector<DataArray> arrays = output_.arrays();
  const auto is_empty = [](const DataArray& array) { return array.bytes == 0; };
  if (std::all_of(arrays.begin(), arrays.end(), is_empty)) return;
  result_.warnings.push_back("replay is not checked: no input can be varied");
  replay_judged_ = true;
}

void Verification::take_new_input() {
  bench_.prepared.expected = bench_.workload.reference(*bench_.prepared.input);
  bench_.prepared.hashes = hash_arrays(*bench_.prepared.input);
  bench_.prepared.expected_hashes = hash_arrays(*bench_.prepared.expected);
}

std::string Verification::first_change() const {
  if (bench_.prepared.as_made) {
    return first_difference(*bench_.prepared.input, *bench_.prepared.as_made);
  }
  const bool generated = bench_.request.input.empty();
  Values values = bench_.values;
  const std::unique_ptr<Data> made = generated ? bench_.workload.generate(values)
                                               : bench_.workload.read(bench_.request.input, values);
  return first_difference(*bench_.prepared.input, *made);
}

bool Verification::input_kept(const char* when) {
  if (hash_arrays(*bench_.prepared.input) == bench_.prepared.hashes) return true;
  // Not for the variants that follow either.
  Inputs::instance().clear();
  const std::string where = bench_.values.flag("freshInput") ? std::string() : first_change();
  std::string what = "it changed its input at " + (where.empty() ? "one of its values" : where);
  if (!unwritten_.empty()) {
    what +=
        ", and nothing was written to " + unwritten_.front() + ": two arguments may be exchanged";
  }
  fail("changed input", when, what);
  result_.verification = Check{.passed = false, .rule = "exact", .message = result_.reason};
  return false;
}

/// The harness is at fault, or whatever wrote to its memory: the answer of the variant says
/// nothing.
bool Verification::expected_kept(const char* when) {
  if (hash_arrays(*bench_.prepared.expected) == bench_.prepared.expected_hashes) return true;
  Inputs::instance().clear();
  fail("damaged expected answer", when,
       "it was overwritten in the memory of the harness, so that no answer can be judged");
  result_.verification = Check{.passed = false, .rule = "exact", .message = result_.reason};
  return false;
}

bool Verification::kept(const char* when) { return expected_kept(when) && input_kept(when); }

}  // namespace breakeven
