#include "python-variant.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "../../array-checks.h"
#include "../../axes.h"
#include "../../clock.h"
#include "../../host-array.h"
#include "../../outside-sampler.h"
#include "outside-execution.h"
#include "python-arguments.h"

namespace breakeven::lab {
namespace {

/// Arrays that Python sees, for the checks that hold for every array.
struct SharedArrays final : Data {
  std::vector<DataArray> list;
  std::vector<DataArray> arrays() override { return list; }
};

/// Samples of a Python function, timed by the clock of its process or the events of its device; the
/// start of Python and the way to it are in no time.
class PythonSampler final : public Sampler {
 public:
  PythonSampler(std::shared_ptr<LabVariant> variant, const Values& values)
      : variant_(std::move(variant)), fresh_(values.flag("freshInput")) {}

  Sample take(Execution& execution, SampleKind kind, int repeats) override {
    OutsideExecution& mine = outside(execution);
    const double start = now_ns();
    Sample sample;
    PythonProcess& process = process_for(mine);
    switch (kind) {
      case SampleKind::whole:
        feed(mine);
        verify(mine);
        break;
      case SampleKind::again:
        verify(mine);
        break;
      case SampleKind::feed:
        feed(mine);
        break;
      case SampleKind::call:
        read_times(process.ask("call " + std::to_string(repeats)), Scope::call, repeats, sample);
        break;
      default:
        read_times(process.ask("kernel " + std::to_string(repeats)), Scope::kernel, repeats,
                   sample);
    }
    sample.elapsed_ns = now_ns() - start;
    return sample;
  }

  /// The process of the case stays: a new one would be its start, not the computation.
  Sample take_new(const MakeExecution& make, SampleKind, int repeats) override {
    const std::unique_ptr<Execution> execution = make();
    OutsideExecution& mine = outside(*execution);
    PythonProcess& process = process_for(mine);
    if (verifying_ || fresh_ || stale_) feed(mine);
    poison_outputs();
    Sample sample;
    read_times(process.ask("total " + std::to_string(repeats)), Scope::total, repeats, sample);
    sample.elapsed_ns = sample[Scope::total] * repeats;
    look_for_damage(mine);
    download(mine);
    return sample;
  }

  void begin_verified() override {
    verifying_ = true;
    damage_.clear();
  }
  std::string end_verified() override {
    verifying_ = false;
    stale_ = true;
    return std::exchange(damage_, {});
  }

  std::string how_to_write(const std::string& array) const override {
    return array + "[:] = ... writes into it, " + array + " = ... makes a new array";
  }

  void report(CaseResult& result) override {
    if (process_) result.attributes["runtime"] = process_->version();
  }

  double resolution_ns() const override { return process_ ? process_->clock_step_ns() : 100; }
  bool takes_batches(SampleKind kind) const override {
    return !(in_place_ && kind == SampleKind::call);
  }
  bool call_is_kernel() const override { return !on_device(); }
  bool in_this_process() const override { return false; }

 private:
  bool on_device() const { return variant_->description().form == VariantForm::python_cuda; }

  PythonProcess& process_for(const OutsideExecution& mine) {
    if (process_) return *process_;
    const Build& build = variant_->builds().at(*variant_->build_for(mine.values));
    PythonProgram program = python_program(build);
    if (on_device()) {
      program.package = variant_->description().package;
      program.gpu = mine.values.has("gpu") ? mine.values.text("gpu") : "0";
    }
    if (mine.values.has("threads")) {
      const std::string threads = std::to_string(mine.values.integer("threads"));
      for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                               "NUMBA_NUM_THREADS", "NUMEXPR_NUM_THREADS"}) {
        program.environment.push_back(std::string(name) + "=" + threads);
      }
    }
    process_ = std::make_unique<PythonProcess>(program, python_call_arguments(mine.input));
    for (std::size_t i = 0; i < mine.input.arguments->size(); ++i) {
      const Argument& argument = (*mine.input.arguments)[i];
      if (!argument.is_array) continue;
      in_place_ = in_place_ || argument.in_place();
      const SharedArray& array = process_->array(i);
      const DataArray shown{.name = argument.name,
                            .data = array.data(),
                            .bytes = array.size(),
                            .element_bytes = bytes_of(argument.type),
                            .guarded = true};
      all_.list.push_back(shown);
      if (argument.out) outputs_.list.push_back(shown);
    }
    return *process_;
  }

  void feed(const OutsideExecution& mine) {
    for (std::size_t i = 0; i < mine.input.arguments->size(); ++i) {
      const GuardedArray& from = mine.input.arrays_by_argument[i];
      if (!(*mine.input.arguments)[i].is_input() || from.size() == 0) continue;
      std::memcpy(process_->array(i).data(), from.data(), from.size());
      if ((*mine.input.arguments)[i].in_place()) {
        std::memcpy(process_->first(i).data(), from.data(), from.size());
      }
    }
    process_->ask("feed");
    stale_ = false;
  }

  /// On a device what an earlier run left would pass for an answer: the poison goes there as well.
  void poison_outputs() {
    poison_arrays(outputs_);
    write_guards(all_);
    if (on_device()) process_->ask("feed");
  }

  void verify(OutsideExecution& mine) {
    poison_outputs();
    const bool returned = process_->ask("once") == "return";
    look_for_damage(mine);
    download(mine);
    if (returned && first_run_) {
      throw std::runtime_error("its function returns something: the answer is written into " +
                               outputs_.list.front().name + ", and nothing is returned");
    }
    first_run_ = false;
  }

  void look_for_damage(const OutsideExecution& mine) {
    if (!verifying_) return;
    if (damage_.empty()) damage_ = damaged_guard(all_);
    for (std::size_t i = 0; i < mine.input.arguments->size(); ++i) {
      const Argument& argument = (*mine.input.arguments)[i];
      if (!argument.is_input()) continue;
      const GuardedArray& was = mine.input.arrays_by_argument[i];
      const SharedArray& seen = argument.out ? process_->first(i) : process_->array(i);
      const auto [at, other] = std::mismatch(was.data(), was.data() + was.size(), seen.data());
      static_cast<void>(other);
      if (at == was.data() + was.size()) continue;
      const auto element = static_cast<std::size_t>(at - was.data()) / bytes_of(argument.type);
      throw std::runtime_error("it changed its input " +
                               place_of(argument.name, mine.input.shapes[i], element));
    }
  }

  void download(OutsideExecution& mine) {
    for (std::size_t i = 0; i < mine.input.arguments->size(); ++i) {
      const GuardedArray& to = mine.output.arrays_by_argument[i];
      if (!(*mine.input.arguments)[i].out || to.size() == 0) continue;
      std::memcpy(to.data(), process_->array(i).data(), to.size());
    }
    mine.output.is_reset = false;
  }

  static void read_times(const std::string& words, Scope scope, int repeats, Sample& sample) {
    char* rest = nullptr;
    sample[scope] = std::strtod(words.c_str(), &rest) / repeats;
    sample.cpu_ns = std::strtod(rest, nullptr) / repeats;
  }

  std::shared_ptr<LabVariant> variant_;
  std::unique_ptr<PythonProcess> process_;
  SharedArrays all_;
  SharedArrays outputs_;
  std::string damage_;
  bool fresh_;
  bool verifying_ = false;
  /// A verified run may have had an input of its own, which the process still holds.
  bool stale_ = false;
  bool in_place_ = false;
  bool first_run_ = true;
};

/// The caches of the machine are flushed by threads of this process, between samples of its own.
std::string refuse_cold(const LabVariant& variant, const Values& values) {
  if (!values.has("cache") || values.text("cache") != "cold") return {};
  return "cache is cold, but " + variant.description().id +
         " runs in a process of its own: allowed is hot";
}

}  // namespace

Variant make_python_variant(std::shared_ptr<LabVariant> variant) {
  Variant described = describe(variant);
  if (variant->description().form == VariantForm::python_cuda) {
    described.device = Device::cuda;
    described.synchronises = true;
    described.parameters.insert(described.parameters.begin(), axes::gpu());
  }
  // What Python sees is a copy of the input and of the output.
  described.need = [variant](const Values& values) {
    const double bytes = variant->workload().array_bytes(values);
    const bool on_device = variant->description().form == VariantForm::python_cuda;
    return Need{.host_bytes = bytes, .device_bytes = on_device ? bytes : 0};
  };
  described.refuse = [variant](const Values& values, const DeviceLimits& device) {
    std::string reason = variant->refuse(values, device);
    return reason.empty() ? refuse_cold(*variant, values) : reason;
  };
  described.make = [](const Case& c) -> std::unique_ptr<Execution> {
    return std::make_unique<OutsideExecution>(c);
  };
  set_outside_sampler(described.workload, described.id, [variant](const Values& values) {
    return std::make_unique<PythonSampler>(variant, values);
  });
  return described;
}

}  // namespace breakeven::lab
