#include "repeated-work.h"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "array-checks.h"
#include "clock.h"
#include "worked-time.h"

namespace breakeven {
namespace {

/// Executions of one attempt, and the time that those of the first one may take.
constexpr int executions = 10;
constexpr double attempt_ns = 0.003 * second_ns;
/// Where there is a suspicion. A team of threads waits for the one that has no core: on a busy
/// machine most executions are slow, and the shortest of a few is one of these by chance.
constexpr int attempts = 5;
constexpr int suspected_executions = 3;
constexpr double suspected_ns = 0.3 * second_ns;
/// Of longer executions one is enough, which is compared with those before.
constexpr double long_ns = 0.2 * second_ns;
/// Work that is left out: both times have a reading of the clock in them.
constexpr double left_out_ratio = 2;
constexpr double left_out_ns = 150;
/// In a batch executions overlap, and threads are awake.
constexpr int batched = 32;
constexpr double max_batched_ns = 40e3;
constexpr double batched_ratio = 4;
constexpr double batched_ns = 500;
/// On values that are all new an honest program finds its data in another cache, and its branches
/// are not foreseen.
constexpr int filled_inputs = 12;
constexpr int seen_runs = 2;
constexpr double max_input_bytes = 8 << 20;
constexpr double max_filling_ns = 1 * second_ns;
constexpr double max_filled_ns = 10e6;
constexpr double remembered_ratio = 5;
constexpr double remembered_ratio_of_teams = 10;
constexpr double remembered_ns = 1e3;
/// Work around the kernel phases.
constexpr double outside_ratio = 3;
constexpr double outside_ns = 1e6;
/// Copies that restore what was overwritten, of arrays that are in a cache or not.
constexpr double restore_copies = 4;
constexpr double restore_ns = 2e3;

std::string time_text(double ns) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g us", ns / 1e3);
  return text;
}

/// Where there is a suspicion, also long ones are repeated.
int executions_of(double typical_ns, int attempt) {
  const double allowed_ns = attempt == 0 ? attempt_ns : suspected_ns;
  return std::clamp(static_cast<int>(allowed_ns / std::max(typical_ns, 1.0)),
                    attempt == 0 ? 1 : suspected_executions, executions);
}

/// Of several executions of one kind.
struct Least {
  double ns = std::numeric_limits<double>::infinity();
  double cpu_ns = std::numeric_limits<double>::infinity();

  void see(double took_ns, double took_cpu_ns) {
    ns = std::min(ns, took_ns);
    cpu_ns = std::min(cpu_ns, took_cpu_ns);
  }
  void see(const Sample& sample) { see(sample[Scope::kernel], sample.cpu_ns); }
  /// More work by this ratio, and by the time of a reading of the clock.
  bool is_much_more_than(const Least& less, double ratio, double clock_ns) const {
    if (ns <= ratio * less.ns + clock_ns) return false;
    return is_work(ns, ns - less.ns, cpu_ns - less.cpu_ns);
  }
};

}  // namespace

std::string left_out_work(Sampling& sampling, Verification& verification, double typical_ns) {
  Least repeated;
  Least other;
  double in_batch = std::numeric_limits<double>::infinity();
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const int count = executions_of(typical_ns, attempt);
    // Where nothing is suspected, long executions are compared with those before.
    const bool in_turns = attempt > 0 || typical_ns <= long_ns;
    repeated = in_turns ? Least{} : Least{typical_ns, 0};
    other = {};
    for (int i = 0; i < count; ++i) {
      if (in_turns) {
        // The answer to the values as they are, and the same once more.
        sampling.take_once(SampleKind::kernel, 1);
        verification.touch();
        repeated.see(sampling.take_once(SampleKind::kernel, 1));
      }
      verification.overwrite();
      static_cast<void>(verification.vary());
      const Sample fresh = sampling.take_once(SampleKind::kernel, 1);
      verification.end_turn();
      other.see(fresh);
      if (typical_ns > max_batched_ns) continue;
      in_batch = std::min(in_batch, sampling.take_once(SampleKind::kernel, batched)[Scope::kernel]);
    }
    const bool in_row = other.ns > batched_ratio * in_batch + batched_ns;
    if (!in_row && !other.is_much_more_than(repeated, left_out_ratio, left_out_ns)) return {};
    if (in_row) repeated.ns = in_batch;
  }
  return "it leaves out work: " + time_text(repeated.ns) + " where it has just computed, " +
         time_text(other.ns) + " over random bits";
}

std::string work_outside_kernel(Sampling& sampling, double typical_ns,
                                const std::function<void()>& copy) {
  double kernel = 0;
  double outside = 0;
  Least restored;
  Least copied;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const int count = executions_of(typical_ns, attempt);
    kernel = outside = 0;
    restored = copied = {};
    for (int i = 0; i < count; ++i) {
      const double cpu = process_cpu_ns();
      const Sample sample = sampling.take_once(SampleKind::kernel, 1);
      restored.see(sample.restore_ns, process_cpu_ns() - cpu - sample.cpu_ns);
      kernel += sample[Scope::kernel] / count;
      outside += sample.outside_ns / count;
      // The lines of the output are where the run has left them.
      const double copy_cpu = process_cpu_ns();
      const std::int64_t start = now_ns();
      if (copy) copy();
      copied.see(ns_since(start), process_cpu_ns() - copy_cpu);
    }
    const bool works_outside = outside > outside_ratio * kernel && outside > outside_ns;
    const bool works_in_restore =
        copy && restored.is_much_more_than(copied, restore_copies, restore_ns);
    if (!works_outside && !works_in_restore) return {};
    if (attempt + 1 < attempts) continue;
    if (works_outside) {
      return "it works for " + time_text(outside) + " a run outside its kernel phase of " +
             time_text(kernel);
    }
  }
  return "its restore phase takes " + time_text(restored.ns) + ", a copy of what it restores " +
         time_text(copied.ns);
}

void report_remembered_work(Sampling& sampling, Verification& verification, Data& input,
                            double typical_ns, int threads, CaseResult& result) {
  std::size_t bytes = 0;
  for (const DataArray& array : input.arrays()) bytes += array.bytes;
  if (static_cast<double>(bytes) > max_input_bytes || typical_ns > max_filled_ns) return;
  Least unseen;
  Least seen;
  const std::int64_t start = now_ns();
  const double ratio = threads > 1 ? remembered_ratio_of_teams : remembered_ratio;
  const auto is_remembered = [&] { return unseen.is_much_more_than(seen, ratio, remembered_ns); };
  // One input tells of a program that computes; others are for one that other programs held up.
  for (int i = 0; i < filled_inputs && (i == 0 || is_remembered()); ++i) {
    const std::function<void()> undo = verification.refill();
    if (!undo || ns_since(start) > max_filling_ns) {
      if (undo) undo();
      return;
    }
    // Each run finds the input in the caches of this core alone.
    rewrite_arrays(input);
    verification.overwrite();
    unseen.see(sampling.take_once(SampleKind::kernel, 1));
    for (int again = 0; again < seen_runs; ++again) {
      rewrite_arrays(input);
      verification.overwrite();
      seen.see(sampling.take_once(SampleKind::kernel, 1));
    }
    undo();
  }
  if (!is_remembered()) return;
  result.attributes["fasterOnSeenInput"] = true;
  result.warnings.push_back("faster on inputs it has seen: " + time_text(seen.ns) +
                            " for the input that it has just seen, " + time_text(unseen.ns) +
                            " for others");
}

}  // namespace breakeven
