#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "data.h"
#include "phases.h"
#include "values.h"

/// The whole interface of a variant, in headers alone.
namespace breakeven {

enum class Device { cpu, cuda, cpu_cuda };
enum class VariantKind { study, library, fast };

/// Limits of the device that a CUDA variant may check before it accepts a case. Zero without a
/// device.
struct DeviceLimits {
  int index = 0;
  int compute_capability = 0;  // 90 for 9.0
  int multiprocessors = 0;
  std::size_t shared_per_block = 0;        // without opting in
  std::size_t shared_per_block_optin = 0;  // with cudaFuncAttributeMaxDynamicSharedMemorySize
  std::size_t l2_bytes = 0;
  std::size_t free_bytes = 0;
  bool concurrent_managed_access = false;
};

/// Bytes that the algorithm must move through memory and operations that it does, for one run of
/// the computation.
struct Cost {
  double bytes_moved = 0;
  double operations = 0;
  std::string operation_unit{};
  /// They are at most so many: a computation may need fewer, and is not held to them.
  bool bytes_are_bound = false;
  bool operations_are_bound = false;
};

/// Memory that a case needs beyond its input, expected answer and output on the host.
struct Need {
  double host_bytes = 0;
  double device_bytes = 0;
  /// Of a workload: its input and expected answer, which a run keeps once in shared memory.
  double shared_bytes = 0;
};

/// One case as a variant sees it.
struct Case {
  const Data& input_data;
  Data& output_data;
  const Values& values;
  const DeviceLimits& device;

  template <class Input>
  const Input& input() const {
    return static_cast<const Input&>(input_data);
  }
  template <class Output>
  Output& output() const {
    return static_cast<Output&>(output_data);
  }
};

/// The state of one case of one variant: buffers live in its members. `run` is called once for each
/// sample and may throw; what it throws makes the case `failed`. After a run that executed `d2h`,
/// the case's output holds the answer.
struct Execution {
  virtual ~Execution() = default;
  virtual void run(Phases& phases) = 0;
  /// After a verified run on a device: what it did besides its answer, in one sentence ("it changed
  /// its input x at [5]"); empty when it did nothing wrong.
  virtual std::string fault() { return {}; }
};

struct Variant {
  std::string workload{};
  std::string id;
  /// A short noun phrase: "Shared-memory atomics". Variants tuned by this project: "Tuned CPU".
  std::string title;
  /// One sentence for people who have not read the code.
  std::string summary;
  Device device = Device::cpu;
  VariantKind kind = VariantKind::study;
  /// Citation in one form: "La Laguna 2024", "NVIDIA CUB", "Breakeven", "Breakeven, after Brent
  /// 1980".
  std::string source;
  /// On the CPU its threads are as many as the axis `threads` says, one without it, and those of
  /// this process's OpenMP runtime. False of a library with a pool of its own.
  bool openmp = true;
  /// Axes that this variant alone takes, beyond its workload's; see axes.h for the common ones.
  std::vector<Axis> parameters{};
  /// Timing scopes beyond `kernel`, `call` and `total` that this variant reports.
  std::vector<Scope> scopes{};
  /// Kernels launched by one run, at most: small cases may take fewer, and calls of libraries have
  /// to be guessed. Over 32, or `synchronises`, launch latency cannot be hidden and the result says
  /// so.
  int launches = 1;
  bool synchronises = false;
  /// The answer equals the reference exactly (bit for bit; in the same order). False for a variant
  /// whose arithmetic or order may differ within the workload's stated rule: contracted floating
  /// point, an unstable sort.
  bool exact = true;
  /// Of code of the user's own: what calls it for each sample, "C" or "Python", or "program" where
  /// a sample is a process.
  std::string called_from{};
  /// How many times as long as the workload's sequential code it takes, roughly.
  double slowdown = 1;
  /// Why the variant cannot be used on this machine at all ("libcublas was not found"); empty when
  /// it can. May be null.
  std::function<std::string()> unavailable = nullptr;
  /// Why this variant cannot do a case, in one sentence; empty when it can. May be null.
  std::function<std::string(const Values& values, const DeviceLimits& device)> refuse = nullptr;
  std::function<Cost(const Data& input, const Values& values)> cost = nullptr;
  std::function<Need(const Values& values)> need = nullptr;
  /// Untimed work before the input of a case exists and after its last run. May be null; a device
  /// is current in both.
  std::function<void(const Values& values)> set_up = nullptr;
  std::function<void()> tear_down = nullptr;
  std::function<std::unique_ptr<Execution>(const Case& c)> make = nullptr;
};

/// Makes `make` for an Execution type that is constructed from a Case.
template <class E>
std::unique_ptr<Execution> make_execution(const Case& c) {
  return std::make_unique<E>(c);
}

/// The parameters of a kernel function: input, output and, in a parallel one, the threads.
template <class Pointer>
struct KernelParameters;

template <class In, class Out, class... Threads>
struct KernelParameters<void (*)(const In&, Out&, Threads...)> {
  using Input = In;
  using Output = Out;
  static constexpr bool parallel = sizeof...(Threads) == 1;
};

/// An Execution of a CPU variant that keeps nothing between runs: its whole work is one kernel
/// phase, a function.
template <auto function>
class KernelExecution final : public Execution {
  using Parameters = KernelParameters<decltype(function)>;
  using Input = typename Parameters::Input;
  using Output = typename Parameters::Output;

 public:
  explicit KernelExecution(const Case& c)
      : input_(c.input<Input>()),
        output_(c.output<Output>()),
        threads_(Parameters::parallel ? static_cast<int>(c.values.integer("threads")) : 1) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      if constexpr (Parameters::parallel) {
        function(input_, output_, threads_);
      } else {
        function(input_, output_);
      }
    });
  }

 private:
  const Input& input_;
  Output& output_;
  int threads_;
};

/// Makes `make` for a function that is the whole kernel phase.
template <auto function>
std::unique_ptr<Execution> make_kernel(const Case& c) {
  return std::make_unique<KernelExecution<function>>(c);
}

void register_variant(const Variant& variant);

/// With what all variants of a workload have in common, where it says nothing else.
inline Variant completed(Variant variant, const char* workload,
                         Cost (*cost)(const Data& input, const Values& values)) {
  if (variant.workload.empty()) variant.workload = workload;
  if (!variant.cost) variant.cost = cost;
  return variant;
}

}  // namespace breakeven

/// Registers a variant of the workload in whose namespace it stands at load time:
/// `BREAKEVEN_VARIANT({.id = "sequential", ...});`
#define BREAKEVEN_JOIN_(a, b) a##b
#define BREAKEVEN_JOIN(a, b) BREAKEVEN_JOIN_(a, b)
#define BREAKEVEN_VARIANT(...)                                                              \
  namespace {                                                                               \
  [[maybe_unused]] const bool BREAKEVEN_JOIN(breakeven_registered_, __LINE__) =             \
      (::breakeven::register_variant(of_workload(::breakeven::Variant __VA_ARGS__)), true); \
  }                                                                                         \
  static_assert(true)
