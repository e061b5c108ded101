#include "worker-sampler.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "../../array-checks.h"
#include "../../clock.h"
#include "outside-execution.h"

namespace breakeven::lab {
namespace {

/// Arrays that a worker sees, for the checks that hold for every array.
struct SharedArrays final : Data {
  std::vector<DataArray> list;
  std::vector<DataArray> arrays() override { return list; }
  void members(Members&) override {}
};

class WorkerSampler final : public Sampler {
 public:
  explicit WorkerSampler(WorkerForm form) : form_(std::move(form)) {}

  Sample take(Execution& execution, SampleKind kind, int repeats) override {
    const std::int64_t start = now_ns();
    Sample sample;
    begin(outside(execution));
    switch (kind) {
      case SampleKind::whole:
        feed();
        verify();
        break;
      case SampleKind::again:
        verify();
        break;
      case SampleKind::feed:
        feed();
        break;
      case SampleKind::call:
        read_times(ask("call " + std::to_string(repeats)), Scope::call, repeats, sample);
        break;
      default:
        read_times(ask("kernel " + std::to_string(repeats)), Scope::kernel, repeats, sample);
    }
    sample.elapsed_ns = ns_since(start);
    return sample;
  }

  /// The process of the case stays: a new one would be its start, not the computation.
  Sample take_new(const MakeExecution& make, SampleKind, int repeats) override {
    const std::unique_ptr<Execution> execution = make();
    begin(outside(*execution));
    if (verifying_ || form_.fresh || stale_) feed();
    poison_outputs();
    Sample sample;
    read_times(ask("total " + std::to_string(repeats)), Scope::total, repeats, sample);
    sample.elapsed_ns = sample[Scope::total] * repeats;
    look_for_damage();
    download();
    return sample;
  }

  void begin_verified() override {
    verifying_ = true;
    damage_.clear();
  }
  /// What is written now is late.
  std::string end_verified() override {
    if (!form_.on_device) fetch();
    verifying_ = false;
    stale_ = true;
    return std::exchange(damage_, {});
  }

  double start_ns() const override { return start_ns_; }

  bool fetch_answer() override {
    fetch();
    return true;
  }

  std::string how_to_write(const std::string& array) const override {
    return form_.how_to_write(array);
  }

  void report(CaseResult& result) override {
    if (!worker_.process) return;
    result.attributes["runtime"] = worker_.process->version();
    if (!form_.says_empty_call) return;
    result.attributes["emptyCallNs"] = std::strtod(ask("empty").c_str(), nullptr);
  }

  double resolution_ns() const override {
    return worker_.process ? worker_.process->clock_step_ns() : 100;
  }
  bool takes_batches(SampleKind kind) const override {
    return !(in_place_ && kind == SampleKind::call);
  }
  bool call_is_kernel() const override { return !form_.on_device; }
  bool in_this_process() const override { return false; }

 private:
  void begin(const Case& c) {
    if (worker_.process) return;
    const std::int64_t start = now_ns();
    worker_ = form_.start(c);
    start_ns_ = ns_since(start);
    for (const WorkerArray& array : worker_.arrays) {
      in_place_ = in_place_ || (array.input != nullptr && array.output != nullptr);
      const DataArray shown{.name = array.name,
                            .data = shared(array).data(),
                            .bytes = array.bytes,
                            .element_bytes = array.element_bytes,
                            .guarded = true};
      all_.list.push_back(shown);
      if (array.output != nullptr) outputs_.list.push_back(shown);
    }
  }

  std::string ask(const std::string& line) { return worker_.process->ask(line); }
  SharedArray& shared(const WorkerArray& array) { return worker_.process->array(array.parameter); }
  SharedArray& first(const WorkerArray& array) { return worker_.process->first(array.parameter); }

  void feed() {
    for (const WorkerArray& array : worker_.arrays) {
      if (array.input == nullptr || array.bytes == 0) continue;
      std::memcpy(shared(array).data(), array.input, array.bytes);
      if (array.output != nullptr) std::memcpy(first(array).data(), array.input, array.bytes);
    }
    ask("feed");
    stale_ = false;
  }

  /// In memory of its own what an earlier run left would pass for an answer: the poison goes there
  /// as well.
  void poison_outputs() {
    poison_arrays(outputs_);
    write_guards(all_);
    if (form_.copies) ask("feed");
  }

  void verify() {
    poison_outputs();
    const bool returned = ask("once") == "return";
    look_for_damage();
    download();
    if (returned && first_run_) {
      throw std::runtime_error("its function returns something: the answer is written into " +
                               outputs_.list.front().name + ", and nothing is returned");
    }
    first_run_ = false;
  }

  void look_for_damage() {
    if (!verifying_) return;
    if (damage_.empty()) damage_ = damaged_guard(all_);
    for (const WorkerArray& array : worker_.arrays) {
      if (array.input == nullptr) continue;
      const std::byte* const end = array.input + array.bytes;
      const SharedArray& seen = array.output != nullptr ? first(array) : shared(array);
      const auto [at, other] = std::mismatch(array.input, end, seen.data());
      static_cast<void>(other);
      if (at == end) continue;
      const auto element = static_cast<std::size_t>(at - array.input) / array.element_bytes;
      throw std::runtime_error("it changed its input " +
                               place_of(array.name, array.shape, element));
    }
  }

  void fetch() {
    if (form_.copies) ask("fetch");
    download();
  }

  void download() {
    for (const WorkerArray& array : worker_.arrays) {
      if (array.output == nullptr || array.bytes == 0) continue;
      std::memcpy(array.output, shared(array).data(), array.bytes);
    }
  }

  static void read_times(const std::string& words, Scope scope, int repeats, Sample& sample) {
    char* rest = nullptr;
    sample[scope] = std::strtod(words.c_str(), &rest) / repeats;
    sample.cpu_ns = std::strtod(rest, nullptr) / repeats;
  }

  WorkerForm form_;
  Worker worker_;
  double start_ns_ = 0;
  SharedArrays all_;
  SharedArrays outputs_;
  std::string damage_;
  bool verifying_ = false;
  /// A verified run may have had an input of its own, which the process still holds.
  bool stale_ = false;
  bool in_place_ = false;
  bool first_run_ = true;
};

}  // namespace

std::unique_ptr<Sampler> make_worker_sampler(WorkerForm form) {
  return std::make_unique<WorkerSampler>(std::move(form));
}

}  // namespace breakeven::lab
