#include "timed-runs.h"

#include <algorithm>
#include <cstdint>

#include "array-checks.h"
#include "clock.h"
#include "pattern.h"

namespace breakeven {
namespace {

/// Random bits are written over small outputs before each sample, over others before one of so
/// many; and the least that a thread writes in a time.
constexpr std::uint64_t overwritten_samples = 10;
constexpr double bytes_per_ns = 8;
/// Longer executions get other values in the thorough repetition alone.
constexpr double varied_ns = 10e6;
/// Timed runs of a device are looked at on further values if those before took less.
constexpr double watched_ns = 0.25 * second_ns;
/// On larger inputs a computation of the host takes longer than the time allowed for a launch.
constexpr std::size_t exchanged_bytes = std::size_t{1} << 20;

/// While it exists, the arrays of an input on the host hold other values.
class OnHost {
 public:
  OnHost(Data& input, ArrayBytes& contents) : input_(input), contents_(contents) { exchange(); }
  OnHost(const OnHost&) = delete;
  OnHost& operator=(const OnHost&) = delete;
  ~OnHost() { exchange(); }

 private:
  /// Numbers that are members are read by the host.
  void exchange() {
    auto contents = contents_.begin();
    for (const DataArray& array : input_.arrays()) {
      if (contents == contents_.end()) return;
      if (array.guarded) std::swap_ranges(contents->begin(), contents->end(), array.data);
      ++contents;
    }
  }

  Data& input_;
  ArrayBytes& contents_;
};

std::size_t bytes_of(Data& data) {
  std::size_t bytes = 0;
  for (const DataArray& array : data.arrays()) bytes += array.bytes;
  return bytes;
}

}  // namespace

TimedRuns::TimedRuns(Bench& bench, Verification& verification, AfterTiming& after_timing,
                     std::unique_ptr<Execution>& execution)
    : bench_(bench),
      verification_(verification),
      after_timing_(after_timing),
      execution_(execution),
      fresh_(bench.values.flag("freshInput")) {}

TurnChecks TimedRuns::checks(double typical_ns) {
  typical_ns_ = typical_ns;
  if (verification_.watches_kernel()) return checks_of_turns();
  if (fresh_ || !bench_.sampler.in_this_process() || typical_ns_ >= long_ns) return {};
  return {.before_sample = [this](double) { return vary_on_device(); }};
}

/// Half of the turns whose answers are checked have values of their own, and both kinds occur.
TurnChecks TimedRuns::checks_of_turns() {
  return {.before_sample =
              [this](double allowed_ns) {
                if (fresh_) return false;
                const bool written = overwrites(allowed_ns);
                if (written) {
                  verification_.overwrite();
                } else {
                  verification_.poke();
                }
                // An answer to other values takes one more run in the end.
                if (bench_.request.thorough || typical_ns_ < varied_ns) verification_.vary();
                return written && verification_.pattern().moves_lines();
              },
          .begin =
              [this](bool may_plant) {
                const bool planted = ++checked_turns_ % 2 == 0 ? !planted_ : next_secret() % 2 == 0;
                planted_ = planted;
                return verification_.begin_turn(planted && may_plant && typical_ns_ < long_ns);
              },
          .change = [this] { return verification_.begin_turn(true); },
          .between = [this] { verification_.poke(); },
          .check =
              [this] {
                if (fresh_) verification_.take_new_input();
                return verification_.check_turn("in a timed run");
              }};
}

/// Whether random bits take no longer than allowed, with the run that follows them.
bool TimedRuns::overwrites(double allowed_ns) const {
  const Pattern& pattern = verification_.pattern();
  const bool is_small = pattern.bytes() <= small_output_bytes;
  const double run_ns = pattern.moves_lines() ? typical_ns_ : 0;
  if (static_cast<double>(pattern.bytes()) / bytes_per_ns + run_ns > allowed_ns) return false;
  return is_small || next_secret() % overwritten_samples == 0;
}

/// Gives a sample of a device other values, for which a table of answers by parameters has none.
bool TimedRuns::vary_on_device() {
  if (verification_.vary() && !bench_.sampler.feed_silently(*bench_.prepared.input)) {
    verification_.end_turn();
  }
  return false;
}

/// After samples of a device: true where their values were others.
bool TimedRuns::take_values_back() {
  return verification_.end_turn() && bench_.sampler.feed_silently(*bench_.prepared.input);
}

/// The answer of the last sample of a device.
bool TimedRuns::last_is_right() {
  if (fresh_ || !bench_.sampler.in_this_process()) return true;
  if (take_values_back()) bench_.sampler.take(*execution_, SampleKind::kernel);
  if (!bench_.sampler.fetch_answer()) return true;
  return verification_.check("in a timed run");
}

/// Of a device: as samples are taken, over the answer to other values.
bool TimedRuns::are_right() {
  if (fresh_ || typical_ns_ >= long_ns || !bench_.sampler.in_this_process()) return true;
  Data& input = *bench_.prepared.input;
  take_values_back();
  bool can_be_fed = bench_.sampler.can_be_fed(input);
  // Nothing on the host shows what the device has: it does not compute the answer.
  ArrayBytes before;
  if (bench_.sampler.reads_device_alone() && bytes_of(input) <= exchanged_bytes) {
    before = bytes_of_arrays(input);
  }
  const auto timed = [&] {
    static_cast<void>(bench_.sampler.feed_silently(input));
    const OnHost other(input, before);
    bench_.sampler.take(*execution_, SampleKind::kernel);
    static_cast<void>(bench_.sampler.fetch_answer());
  };
  const std::int64_t start = now_ns();
  for (int run = 0; run < 2 && can_be_fed; ++run) {
    // What leaves out every second run has then left out one of the two.
    for (int other = 0; other < 2 * run; ++other) {
      bench_.sampler.take(*execution_, SampleKind::kernel);
    }
    if (!verification_.run_unseen(timed, "in a timed run on values not seen before",
                                  after_timing_.unseen_seed())) {
      return false;
    }
    static_cast<void>(bench_.sampler.feed_silently(input));
    can_be_fed = ns_since(start) < watched_ns;
  }
  const auto overwritten = [&] {
    bench_.sampler.take(*execution_, SampleKind::kernel);
    static_cast<void>(bench_.sampler.fetch_answer());
  };
  return verification_.run(overwritten, "in a timed run");
}

}  // namespace breakeven
