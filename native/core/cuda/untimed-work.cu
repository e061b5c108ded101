#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "../clock.h"
#include "check.h"
#include "untimed-work.h"

namespace breakeven {
namespace {

/// Duration of a row of executions.
constexpr double row_ns = 10e6;
constexpr int max_in_row = 10'000;
constexpr double row_factor = 2;
/// Known work counts as late from a smaller factor on than the program.
constexpr double known_factor = 1.5;
/// What a launch may take on a busy host.
constexpr double slow_launch_ns = 10e3;
/// Of several attempts, one runs undisturbed.
constexpr int times = 3;
constexpr int block = 256;
constexpr int blocks_per_multiprocessor = 4;
constexpr int tried_rounds = 20'000;

/// A restore may take so many times as long as a copy over the slowest link.
constexpr double restore_factor = 4;
constexpr double slowest_copy_bytes_per_ns = 10;
constexpr double restore_slack_ns = 100e3;
/// An empty step that takes more than this part of the slack shows other programs on the device.
constexpr double late_share = 0.75;

__global__ void known_work(int rounds, float* result) {
  float x = static_cast<float>(threadIdx.x);
  for (int round = 0; round < rounds; ++round) x = fmaf(x, 0.999f, 1.0f);
  if (x < 0) *result = x;
}

std::string milliseconds(double ns) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g ms", ns / 1e6);
  return text;
}

/// The shortest of several.
template <class F>
double shortest(const F& time) {
  double ns = time();
  for (int again = 1; again < times; ++again) ns = std::min(ns, time());
  return ns;
}

/// What a row takes that its kernel time does not have.
std::string excess_of(const CudaPhases::Row& row, int executions, double kernel_ns,
                      double launches_ns, double factor) {
  const std::string text = std::to_string(executions) + " executions in a row take " +
                           milliseconds(row.idle_ns) + " until the device is idle, ";
  if (row.idle_ns > factor * (row.stream_ns + launches_ns)) {
    return text + "and " + milliseconds(row.stream_ns) + " in the stream of the case";
  }
  const double timed_ns = executions * (kernel_ns + launches_ns);
  if (kernel_ns == 0 || !row.kernel_alone || row.idle_ns <= factor * timed_ns) return {};
  return text + "and were timed as " + milliseconds(executions * kernel_ns);
}

/// Launches on the whole device, as many and as long as those of a program, that wait where it
/// does.
class KnownWork {
 public:
  KnownWork(CudaPhases& phases, const GpuInfo& gpu, double execution_ns, bool waits)
      : phases_(phases),
        blocks_(std::max(1, gpu.multiprocessors) * blocks_per_multiprocessor),
        launches_(phases.launches()),
        waits_(waits) {
    // The first launch loads the code.
    run(1);
    phases_.synchronise();
    const double round_ns = shortest([&] { return time(tried_rounds); }) / tried_rounds;
    rounds_ = std::max(1, static_cast<int>(std::min(execution_ns / launches_ / round_ns, 1e9)));
    execution_ns_ = shortest([&] { return launches_ * time(rounds_); });
  }

  bool is_late(int executions) const {
    auto row = [&] {
      for (int k = 0; k < executions * launches_; ++k) {
        run(rounds_);
        if (waits_) phases_.synchronise();
      }
    };
    return !excess_of(phases_.time_row(Step(row)), executions, execution_ns_,
                      slow_launch_ns * launches_, known_factor)
                .empty();
  }

 private:
  void run(int rounds) const {
    known_work<<<blocks_, block, 0, static_cast<cudaStream_t>(phases_.stream())>>>(rounds, nullptr);
    BE_CUDA(cudaGetLastError());
  }
  double time(int rounds) const {
    auto launch = [&] { run(rounds); };
    Sample sample;
    return phases_.time_held(Step(launch), sample);
  }

  CudaPhases& phases_;
  int blocks_;
  int launches_;
  bool waits_;
  int rounds_ = 1;
  double execution_ns_ = 0;
};

}  // namespace

LateRows untimed_work(CudaPhases& phases, const GpuInfo& gpu, Execution& execution,
                      double kernel_ns) {
  const double launches_ns = slow_launch_ns * phases.launches();
  const auto time_row = [&](int executions) {
    auto row = [&] {
      for (int k = 0; k < executions; ++k) execution.run(phases);
    };
    return phases.time_row(Step(row));
  };
  static_cast<void>(time_row(1));
  const double each_ns = shortest([&] { return time_row(1).idle_ns; });
  const int executions = static_cast<int>(std::clamp(row_ns / each_ns, 1.0, 1.0 * max_in_row));
  CudaPhases::Row row;
  const auto excess = [&] {
    row = time_row(executions);
    return excess_of(row, executions, kernel_ns, launches_ns, row_factor);
  };
  // On a device of one's own the first row is not late.
  if (excess().empty()) return {};
  const double own_ns = kernel_ns > 0 ? kernel_ns : row.stream_ns / executions;
  const KnownWork known(phases, gpu, own_ns, row.waits);
  return judge_rows(rows_to_judge(row.idle_ns), excess, [&] { return known.is_late(executions); });
}

/// The first one after a copy from the host makes the copy that later ones use.
LateRows late_restore(HeldStream& held, const Step& restore, std::size_t bytes) {
  const auto time = [&](const auto& work) {
    // The device has this process when the clock starts.
    held.record_start();
    held.synchronise();
    const std::int64_t start = now_ns();
    work();
    held.synchronise();
    return ns_since(start);
  };
  const double copies_ns = restore_factor * static_cast<double>(bytes) / slowest_copy_bytes_per_ns;
  double ns = 0;
  const auto excess = [&]() -> std::string {
    ns = time(restore);
    if (ns <= copies_ns + restore_slack_ns) return {};
    return "it takes " + std::to_string(static_cast<long long>(ns / 1e3)) + " us for " +
           std::to_string(bytes) + " bytes";
  };
  const auto nothing_is_late = [&] {
    return time([&] { held.record_stop(); }) > late_share * restore_slack_ns;
  };
  if (excess().empty()) return {};
  return judge_rows(rows_to_judge(ns), excess, nothing_is_late);
}

}  // namespace breakeven
