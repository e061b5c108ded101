#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "values.h"
#include "workload.h"

namespace breakeven {

/// A stopping criterion by id with its parameters.
struct Policy {
  std::string criterion = "precision";
  Values parameters{};
  /// Seconds for the samples of one case; none when absent.
  std::optional<double> time_limit_s{15};
  /// Seconds of warm-up in each process; absent: as long as a case usually needs.
  std::optional<double> warm_up_s{};
  /// Seconds in which energy is measured in each process; absent: as long as sampling took, once.
  std::optional<double> energy_s{};
};

/// Memory that another process of this user has open: how it is opened, and what it then is.
struct MemoryName {
  std::string path;
  /// Of device and inode.
  std::string identity;
};

/// One case as it is asked for.
struct CaseRequest {
  std::string workload;
  std::string variant;
  Values values{};
  /// A file that the input is read from; empty when it is generated.
  std::string input{};
  /// Memory that has input and expected answer; without it the process makes them itself.
  std::optional<MemoryName> memory{};
  Policy policy{};
  int repetition = 0;
  /// By timing scope: executions in one sample, as an earlier repetition chose them.
  std::map<std::string, int> batch{};
  /// By timing scope: standard deviation of the log median between processes, as far as it is
  /// known.
  std::map<std::string, double> process_sd{};
  /// By number of threads: the issue ratio of cores of one's own that earlier processes saw.
  std::map<int, double> own_issue_ratios{};
  /// The answer is known from an earlier repetition: it is verified, and not hashed again.
  bool answered = false;
  /// Many runs are verified, inputs seen and not seen are compared, and energy is measured
  /// where the policy does not say how long.
  bool thorough = true;
  /// The first of several processes: the run has a provisional answer when all cases have one.
  bool is_brief() const { return repetition == 0 && !thorough; }
};

struct ScopeSamples {
  std::string scope;
  /// The scope whose samples these are, too; then there are none here. Empty: they are its own.
  std::string same_as{};
  std::vector<double> times_ns{};
  /// Empty, or one entry per sample; NaN where the clock is not known.
  std::vector<double> clocks_hz{};
  std::vector<double> cpu_ns{};
  int repeats = 1;
  bool launch_included = false;
  int repetition = 0;
};

/// Joules of one execution on one device (gpu, package or dram), with an interval that holds the
/// true value in about 95 of 100.
struct Energy {
  std::string device;
  double joules = 0;
  double low = 0;
  double high = 0;
  double executions = 0;
  /// Power without an execution, in watts.
  std::optional<double> idle_w{};
  int repetition = 0;
};

enum class Outcome { ok, skipped, failed };

using Attribute = std::variant<double, std::string, bool>;

struct CaseResult {
  Outcome outcome = Outcome::ok;
  std::string reason{};
  std::vector<ScopeSamples> samples{};
  std::vector<Energy> energy{};
  std::optional<double> cold_start_ns{};
  std::string stop_reason{};
  std::optional<Check> verification{};
  std::string answer_sha256{};
  std::map<std::string, std::variant<double, std::string>> answer_attributes{};
  std::optional<Cost> cost{};
  std::map<std::string, Attribute> attributes{};
  /// Seconds by phase, `wait` being what sampling waited for its cores or its clock.
  std::map<std::string, double> timings{};
  /// What else happened on the machine while the samples were taken.
  std::map<std::string, Attribute> interference{};
  std::vector<std::string> warnings{};
};

/// What a case is doing and its new samples; sent at most some ten times a second, and when a phase
/// begins.
struct Event {
  std::string phase;  // start, input, reference, verify, warm-up, sample, energy or wait
  std::string scope;
  std::vector<double> times_ns;
  /// Device clocks of these samples and of those set aside, if the device reports them; NaN if
  /// unknown.
  std::vector<double> clocks_hz{};
  /// Throttled samples of the case so far; none if the device does not report clocks.
  std::optional<int> throttled{};
};
using EventSink = std::function<void(Event&&)>;

/// What a case needs, computed before anything is allocated.
struct Estimate {
  double host_bytes = 0;
  double device_bytes = 0;
  /// Of another copy of its input and expected answer, in memory that processes share.
  double shared_bytes = 0;
  double seconds = 0;
  /// Of making the input, where that is a computation of its own.
  double input_seconds = 0;
  /// Why it cannot be done, in one sentence; empty when it can.
  std::string reason{};
};

}  // namespace breakeven
