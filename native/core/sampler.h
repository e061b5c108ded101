#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "physics.h"
#include "result.h"
#include "variant.h"

namespace breakeven {

inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
inline constexpr std::size_t scope_count = 11;

/// Which phases of a run are executed and timed; the table in phases.h says what each kind means.
enum class SampleKind {
  whole,  // everything, once, untimed inside: first verification
  again,  // everything but alloc and h2d: verification of an Execution that was sampled
  feed,   // h2d alone: after the input was made again; nothing on the processor
  fetch,  // d2h alone: the answer that a sample left
  kernel,
  batch,
  call,
  total,
  phases,
};

struct Sample {
  /// By timing scope, in nanoseconds; NaN if the scope did not occur.
  std::array<double, scope_count> ns;
  double clock_hz = unknown;
  double cpu_ns = unknown;
  bool launch_included = false;
  /// Whole run by the clock of the host.
  double elapsed_ns = 0;
  /// Of one execution on the processor whose kernel phases were timed: its restore and scratch
  /// phases.
  double restore_ns = 0;
  /// And what it did elsewhere: in scratch phases and between phases.
  double outside_ns = 0;

  Sample() { ns.fill(unknown); }
  double& operator[](Scope scope) { return ns[static_cast<std::size_t>(scope)]; }
  /// Adds time of a step to the part that it belongs to; temporaries count in `fragment_call`
  /// alone.
  void add_part(Scope part, bool temporary, double time_ns) {
    const auto add = [&](double& sum) { sum = std::isnan(sum) ? time_ns : sum + time_ns; };
    if (!temporary) add((*this)[part]);
    if (part == Scope::fragment) add((*this)[Scope::fragment_call]);
  }
  double operator[](Scope scope) const { return ns[static_cast<std::size_t>(scope)]; }
};

/// Work that right answers came from, and that their times leave out: what it is, and where it was
/// seen.
struct Misplaced {
  std::string what{};
  std::string where{};
};

/// Called in each run on the processor when its first kernel phase begins, and when each has ended.
struct KernelWatch {
  std::function<void()> begins;
  std::function<void()> ended;
};

using MakeExecution = std::function<std::unique_ptr<Execution>()>;

/// Takes samples of one case on one kind of device.
class Sampler {
 public:
  virtual ~Sampler() = default;

  /// One sample of a living Execution. `repeats`: executions in it, its batch; times are divided by
  /// it.
  virtual Sample take(Execution& execution, SampleKind kind, int repeats = 1) = 0;
  /// `total` or `phases`: one sample of an Execution made for it.
  virtual Sample take_new(const MakeExecution& make, SampleKind kind, int repeats = 1) = 0;

  /// One execution with the answer that it gives, marked for profilers. Returns what was counted.
  virtual std::map<std::string, Attribute> profile(Execution& execution) {
    take(execution, SampleKind::again);
    return {};
  }

  /// Around a run whose answer is verified: arrays of the device get guards, and those that are
  /// copied out, or made again, are poisoned. The end names a guard that was overwritten, as what
  /// was done; empty when all are as they were.
  virtual void begin_verified() {}
  virtual std::string end_verified() { return {}; }

  /// What verified runs so far did where it is not timed; nothing where they did not.
  virtual Misplaced misplaced() const { return {}; }
  /// The same by time, of an Execution whose kernel takes so long, or 0 where that is not known: a
  /// sentence, or nothing.
  virtual std::string untimed_work(Execution& execution, double kernel_ns) {
    static_cast<void>(execution);
    static_cast<void>(kernel_ns);
    return {};
  }
  /// Whether feed_silently() is possible.
  virtual bool can_be_fed(Data& input) {
    static_cast<void>(input);
    return in_this_process();
  }
  /// Brings a changed input to where the kernel phases read it, without a call of the variant, and
  /// leaves the answer to the input before as it is; false where that is not possible. Nothing is
  /// to be done where they read the arrays of the host.
  virtual bool feed_silently(Data& input) { return can_be_fed(input); }

  /// Whether kernel samples read an input that was copied to a device there alone.
  virtual bool reads_device_alone() const { return false; }

  /// Before a sample of a device: random bytes take the place of the answer there, of small ones
  /// each time and of others now and then. True where the caches are then not as a run leaves them.
  virtual bool overwrite_answer() { return false; }
  /// After a verified run on a device: arrays of the host that an answer was copied to although no
  /// kernel has written any of it.
  virtual std::vector<const void*> never_written() { return {}; }
  /// Whether the reference leaves elements of the answer out.
  virtual void expect_gaps(bool gaps) { static_cast<void>(gaps); }

  /// What the device of the case cannot do more of, with numbers of so many bytes; of a processor
  /// by the cores that were used.
  virtual Limits limits(double cores, double bytes_of_number) const {
    return limits_of_cores(cores, bytes_of_number);
  }

  /// Between the executions of batches from here on; null: no longer. Such batches are in no time.
  virtual void between_executions(const std::function<void()>* work) { static_cast<void>(work); }

  /// From here on; null: no longer. False where kernel phases cannot be watched.
  virtual bool watch_kernel(const KernelWatch* watch) { return watch == nullptr; }

  /// What the first run spent on starting another program, in nanoseconds.
  virtual double start_ns() const { return 0; }

  /// Brings the answer that the last sample left into the output of the case; false where that is
  /// not possible.
  virtual bool fetch_answer() { return in_this_process(); }

  /// How code writes into an array, in one sentence, where it is easily done wrongly.
  virtual std::string how_to_write(const std::string& array) const {
    static_cast<void>(array);
    return {};
  }

  /// Called after the first verified run: from here on launches may be held back and released
  /// together.
  virtual void after_first_run() {}
  /// Called when the samples of a living Execution are taken: the energy of one execution, with
  /// what restores its input, on each device that can say.
  /// @param idle whether the power without an execution is measured before
  virtual std::vector<Energy> energy_of(Execution& execution, double limit_ns, bool idle) {
    static_cast<void>(execution);
    static_cast<void>(limit_ns);
    static_cast<void>(idle);
    return {};
  }
  /// Adds attributes and warnings of the case.
  virtual void report(CaseResult& result) { static_cast<void>(result); }

  /// Whether a second clock saw the same times.
  virtual bool clock_is_true() const { return true; }
  /// Of the clock that measures kernels.
  virtual double resolution_ns() const = 0;
  /// Whether a sample of this kind may be a batch of several executions; known after the first run.
  virtual bool takes_batches(SampleKind kind) const = 0;
  /// How often a sample of the scope `batch` executes the kernel phase; 0 where it has none. Known
  /// after the first run.
  virtual int batch_executions() const { return 0; }
  /// Whether a run can be timed as a whole alone, as another program is.
  virtual bool total_alone() const { return false; }
  /// Whether runs of such a whole also say how long their kernels took; known after the first run.
  virtual bool kernel_within() const { return false; }
  /// Whether the computation runs in threads of this process.
  virtual bool in_this_process() const { return true; }
  /// Whether a device call consists of the kernel phase alone; known after the first run.
  virtual bool call_is_kernel() const { return false; }
  /// SM clock below which a sample counts as throttled; 0 without one.
  virtual double min_clock_hz() const { return 0; }
};

std::unique_ptr<Sampler> make_cpu_sampler(bool cold);

}  // namespace breakeven
