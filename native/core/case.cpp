#include "case.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <set>
#include <utility>

#include "array-checks.h"
#include "cancel.h"
#include "case-set-up.h"
#include "empty-call.h"
#include "errors.h"
#include "gpu.h"
#include "host-pages.h"
#include "inputs.h"
#include "machine.h"
#include "measure.h"
#include "negative-controls.h"
#include "outside-sampler.h"
#include "phase-times.h"
#include "process-state.h"
#include "processes-left.h"
#include "shared-input.h"

namespace breakeven {
namespace {

/// Reserved for the system and for needs of a case other than its arrays.
constexpr double host_reserve = 128.0 * (1 << 20);
constexpr double device_reserve = 64.0 * (1 << 20);
/// Pause between work on the CPU and on the GPU: OpenMP threads go to sleep, clocks settle.
constexpr double drain_pause_s = 0.2;
constexpr double brief_drain_pause_s = 0.05;

std::string bytes_text(double bytes) {
  const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  int unit = 0;
  while (bytes >= 1024 && unit < 5) {
    bytes /= 1024;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
  return text;
}

bool uses_gpu(const Variant& variant) { return variant.device != Device::cpu; }

std::string gpu_of(const Values& values) { return values.has("gpu") ? values.text("gpu") : "0"; }

/// Bytes on the host and on the device; what is mapped lives on the host.
Need need_of(const Workload& workload, const Variant& variant, const Values& values) {
  Need need = workload.need(values);
  const Need own = variant.need != nullptr ? variant.need(values) : Need{};
  need.host_bytes += own.host_bytes;
  need.device_bytes += own.device_bytes;
  if (values.has("memory") && values.text("memory") == "mapped") {
    need.host_bytes += need.device_bytes;
    need.device_bytes = 0;
  }
  return need;
}

std::string memory_reason(const Need& need, double held, const Variant& variant,
                          const DeviceLimits& device) {
  const double free = static_cast<double>(memory_available_bytes()) + held;
  if (need.host_bytes + host_reserve > free) {
    return "needs " + bytes_text(need.host_bytes) + " of host memory, " + bytes_text(free) +
           " is free";
  }
  const double device_free = static_cast<double>(device.free_bytes);
  if (uses_gpu(variant) && need.device_bytes + device_reserve > device_free) {
    return "needs " + bytes_text(need.device_bytes) + " of device memory, " +
           bytes_text(device_free) + " is free";
  }
  return {};
}

std::string refusal(const Workload& workload, const Variant& variant, const Values& values,
                    const DeviceLimits& device, double held) {
  if (std::string reason = workload.refuse(values); !reason.empty()) return reason;
  if (variant.refuse != nullptr) {
    if (std::string reason = variant.refuse(values, device); !reason.empty()) return reason;
  }
  return memory_reason(need_of(workload, variant, values), held, variant, device);
}

std::string case_name(const CaseRequest& request, const std::string& size_axis) {
  std::string name = request.workload + "/" + request.variant;
  if (request.values.has(size_axis)) {
    name += "/" + size_axis + "=" + std::to_string(request.values.integer(size_axis));
  }
  return name;
}

/// Waits if the previous case ran on the other kind of device.
void drain(Device device, bool brief, const EventSink& emit) {
  static int last = -1;
  const int now = device == Device::cpu ? 0 : 1;
  if (last >= 0 && last != now) {
    emit({"wait", "kernel", {}});
    sleep_seconds(brief ? brief_drain_pause_s : drain_pause_s);
  }
  last = now;
}

bool first_in_process(const CaseRequest& request) {
  static std::set<std::pair<std::string, std::string>> seen;
  return seen.emplace(request.workload, request.variant).second;
}

CaseResult skipped(std::string reason) {
  CaseResult result;
  result.outcome = Outcome::skipped;
  result.reason = std::move(reason);
  return result;
}

void fail(CaseResult& result, const std::string& reason) {
  result.outcome = Outcome::failed;
  result.reason = reason;
  result.samples.clear();
  result.stop_reason.clear();
}

/// Turns errors of a variant or its device into a failed case. Invalid input and cancellation pass
/// through.
void run_guarded(CaseResult& result, const std::function<void()>& work) {
  try {
    work();
  } catch (const BadInput&) {
    throw;
  } catch (const std::bad_alloc&) {
    fail(result, "ran out of host memory");
  } catch (const std::exception& error) {
    fail(result, error.what());
  }
}

std::unique_ptr<Sampler> make_sampler(const CaseRequest& request, const Workload& workload,
                                      const Variant& variant, const Values& values,
                                      const DeviceLimits& device) {
  if (const MakeSampler* own = outside_sampler(variant.workload, variant.id)) return (*own)(values);
  const bool cold = values.text("cache") == "cold";
  if (!uses_gpu(variant)) return make_cpu_sampler(cold);
  return gpu_backend()->make_sampler(
      {.device = device,
       .kind = variant.device,
       .cold = cold,
       .pooled = values.has("allocation") && values.text("allocation") == "pool",
       .launches = variant.launches,
       .library = variant.kind == VariantKind::library,
       .synchronises = variant.synchronises,
       .repetition = request.repetition,
       .case_name = case_name(request, workload.info().size_axis)});
}

/// Cleans up after work on the device and reports a process whose CUDA context is unusable.
class DeviceCase {
 public:
  explicit DeviceCase(const Variant& variant)
      : backend_(uses_gpu(variant) ? gpu_backend() : nullptr) {}
  DeviceCase(const DeviceCase&) = delete;
  DeviceCase& operator=(const DeviceCase&) = delete;
  ~DeviceCase() { close(); }

  void finish(CaseResult& result) {
    const GpuBackend* used = backend_;
    close();
    if (used != nullptr && gpu_backend()->spoiled()) result.attributes["engineSpoiled"] = true;
  }

 private:
  void close() {
    if (backend_ != nullptr) backend_->end_case();
    backend_ = nullptr;
  }

  GpuBackend* backend_;
};

/// Throws where the rule accepts what is no answer: nothing would be verified.
void control_rule(const Workload& workload, Prepared& prepared) {
  if (!prepared.is_controlled) {
    prepared.accepted = accepted_wrong_answer(workload, *prepared.input, *prepared.expected);
    prepared.is_controlled = true;
  }
  if (!prepared.accepted.empty()) {
    throw std::runtime_error("this tolerance accepts " + prepared.accepted);
  }
}

CaseResult run_prepared(const CaseRequest& request, const Workload& workload,
                        const Variant& variant, const Values& values, const DeviceLimits& device,
                        Prepared& prepared, CaseSetUp& set_up, const EventSink& emit,
                        const CaseWork& work) {
  CaseResult result;
  drain(variant.device, request.is_brief(), emit);
  emit({"input", "kernel", {}});
  DeviceCase used(variant);
  if (!uses_gpu(variant)) result.attributes["device"] = cpu_model();
  if (values.has("threads")) result.attributes["threads"] = values.real("threads");
  if (!variant.called_from.empty()) result.attributes["calledFrom"] = variant.called_from;
  if (variant.called_from == "C") result.attributes["emptyCallNs"] = empty_call_ns();
  ProcessesLeft processes_left;
  const ProcessState state;
  run_guarded(result, [&] {
    if (!request.answered) {
      control_rule(workload, prepared);
      identify(workload, prepared);
      if (!prepared.input_sha256.empty()) result.attributes["inputSha256"] = prepared.input_sha256;
    }
    const auto sampler = make_sampler(request, workload, variant, values, device);
    Bench bench{workload, variant, values,
                device,   request, prepared,
                *sampler, emit,    first_in_process(request)};
    work(bench, result);
  });
  for (const std::string& changed : state.restore(*prepared.input)) {
    result.warnings.push_back("it left " + changed + " behind, which was undone");
  }
  const int left = processes_left.end();
  if (left > 0 && result.outcome == Outcome::ok) {
    fail(result, std::to_string(left) + (left == 1 ? " process was" : " processes were") +
                     " still running after the case and " + (left == 1 ? "was" : "were") +
                     " ended");
  }
  // What a case has changed before it failed is no input of others.
  if (result.outcome == Outcome::failed && hash_arrays(*prepared.input) != prepared.hashes) {
    Inputs::instance().clear();
  }
  set_up.finish(result, workload);
  used.finish(result);
  return result;
}

CaseResult run_in_phases(const CaseRequest& request, const EventSink& emit, const CaseWork& work) {
  const Workload& workload = Registry::instance().workload(request.workload);
  const Variant& variant = Registry::instance().entry(request.workload, request.variant).variant;
  Values values = complete_values(workload, variant, request.values);
  if (!request.input.empty() && values.flag("freshInput")) {
    throw BadInput(
        "freshInput is true, but the input is a file and cannot be generated again: allowed is "
        "false");
  }
  if (std::string reason = unavailable_reason(variant); !reason.empty()) {
    return skipped(std::move(reason));
  }
  DeviceLimits device;
  if (uses_gpu(variant)) {
    CaseResult unusable;
    run_guarded(unusable, [&] { device = gpu_backend()->select(gpu_of(values)); });
    if (unusable.outcome == Outcome::failed) {
      DeviceCase(variant).finish(unusable);
      return unusable;
    }
  }
  const PagesOfCase pages(values);
  Inputs& inputs = Inputs::instance();
  if (request.input.empty()) {
    const double held = inputs.held_bytes();
    if (std::string reason = refusal(workload, variant, values, device, held); !reason.empty()) {
      return skipped(std::move(reason));
    }
  }
  const OnPhase on_phase = [&](const char* phase) { emit({phase, "kernel", {}}); };
  CaseSetUp set_up(variant, values);
  std::shared_ptr<Prepared> prepared;
  try {
    const int threads = uses_gpu(variant) ? 0 : threads_of(values);
    prepared = inputs.get(request, workload, values, threads, on_phase);
  } catch (const std::invalid_argument& error) {
    throw BadInput(error.what());
  } catch (const std::bad_alloc&) {
    inputs.clear();
    return skipped("ran out of host memory while generating the input");
  }
  if (!request.input.empty()) {
    for (const auto& [id, value] : prepared->decided.all()) values.set(id, value);
    if (std::string reason =
            refusal(workload, variant, values, device, workload.need(values).host_bytes);
        !reason.empty()) {
      return skipped(std::move(reason));
    }
  }
  return run_prepared(request, workload, variant, values, device, *prepared, set_up, emit, work);
}

}  // namespace

std::string unavailable_reason(const Variant& variant) {
  if (uses_gpu(variant)) {
    GpuBackend* backend = gpu_backend();
    if (backend == nullptr) return "the CUDA addon is not loaded";
    if (std::string reason = backend->no_gpu_reason(); !reason.empty()) return reason;
  }
  return variant.unavailable != nullptr ? variant.unavailable() : std::string();
}

Estimate estimate_case(const std::string& workload_id, const std::string& variant_id,
                       const Values& given) {
  const Workload& workload = Registry::instance().workload(workload_id);
  const Variant& variant = Registry::instance().entry(workload_id, variant_id).variant;
  Estimate estimate;
  try {
    const Values values = complete_values(workload, variant, given);
    const Need need = need_of(workload, variant, values);
    estimate.host_bytes = need.host_bytes;
    estimate.device_bytes = need.device_bytes;
    estimate.shared_bytes = need.shared_bytes;
    estimate.seconds = variant.slowdown * workload.estimate_seconds(values);
    estimate.input_seconds = workload.input_seconds(values);
    estimate.reason = unavailable_reason(variant);
    if (!estimate.reason.empty()) return estimate;
    const DeviceLimits device =
        uses_gpu(variant) ? gpu_backend()->limits(gpu_of(values)) : DeviceLimits{};
    estimate.reason = refusal(workload, variant, values, device, Inputs::instance().held_bytes());
  } catch (const BadInput& error) {
    estimate.reason = error.what();
  }
  return estimate;
}

Values inspect_input(const std::string& workload_id, const std::string& path, const Values& given) {
  const Workload& workload = Registry::instance().workload(workload_id);
  Variant none;
  none.workload = workload_id;
  const Values values = complete_values(workload, none, given);
  try {
    Values decided = values;
    static_cast<void>(workload.read(path, decided));
    return changed_values(values, decided);
  } catch (const std::invalid_argument& error) {
    throw BadInput(error.what());
  }
}

std::map<std::string, double> share_input(const CaseRequest& request, const EventSink& emit) {
  const Workload& workload = Registry::instance().workload(request.workload);
  const Variant& variant = Registry::instance().entry(request.workload, request.variant).variant;
  const Values values = complete_values(workload, variant, request.values);
  if (request.input.empty()) {
    if (const std::string reason = workload.refuse(values); !reason.empty()) throw BadInput(reason);
  }
  PhaseTimes times(emit, "input");
  const auto prepared = make_input(request, workload, values,
                                   [&](const char* phase) { times.sink()({phase, "kernel", {}}); });
  identify(workload, *prepared);
  write_shared(*request.memory, *prepared);
  std::map<std::string, double> timings;
  times.add_to(timings);
  return timings;
}

CaseResult run_case(const CaseRequest& request, const EventSink& emit) {
  return run_with(request, emit, measure);
}

CaseResult run_with(const CaseRequest& request, const EventSink& emit, const CaseWork& work) {
  PhaseTimes times(emit, "start");
  CaseResult result = run_in_phases(request, times.sink(), work);
  times.add_to(result.timings);
  return result;
}

}  // namespace breakeven
