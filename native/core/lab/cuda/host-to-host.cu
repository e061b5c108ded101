#include <cuda_runtime.h>

#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../../axes.h"
#include "../../clock.h"
#include "../../cuda/buffer.h"
#include "../../outside-sampler.h"
#include "../lab-variant.h"
#include "../library.h"
#include "../open-lab.h"
#include "../outside/outside-execution.h"
#include "../set-up.h"
#include "host-call.h"

namespace breakeven::lab {
namespace {

constexpr double ns_per_ms = 1e6;

/// Calls a function on arrays of the host that allocates on the device and copies itself: it is one
/// interval on the clock of the host, with the device workspaces that it is given and what it
/// leaves running on the device.
class HostToHostSampler final : public Sampler {
 public:
  HostToHostSampler(std::shared_ptr<LabVariant> variant, std::vector<Call> calls)
      : variant_(std::move(variant)), calls_(std::move(calls)) {}
  HostToHostSampler(const HostToHostSampler&) = delete;
  HostToHostSampler& operator=(const HostToHostSampler&) = delete;

  Sample take(Execution& execution, SampleKind kind, int) override {
    if (kind == SampleKind::feed || kind == SampleKind::fetch) return {};
    return run(outside(execution), kind == SampleKind::kernel || kind == SampleKind::whole);
  }

  Sample take_new(const MakeExecution& make, SampleKind, int) override {
    const std::unique_ptr<Execution> execution = make();
    return run(outside(*execution), false);
  }

  double resolution_ns() const override { return 100; }
  bool takes_batches(SampleKind) const override { return false; }
  bool total_alone() const override { return true; }
  bool kernel_within() const override { return launches_ > 0; }

  void report(CaseResult& result) override {
    if (launches_ > 0) result.attributes["launches"] = static_cast<double>(launches_);
  }

 private:
  Sample run(const Case& c, bool watch) {
    const auto& input = c.input<LabData>();
    auto& output = c.output<LabData>();
    reset(input, output);
    output.is_reset = false;
    CallArguments arguments(input, output);
    HostCall call{.watch = watch ? 1 : 0};
    arguments.add(&call);
    const Call function = calls_.at(*variant_->build_for(c.values));
    const std::int64_t start = now_ns();
    {
      std::vector<Buffer<std::byte>> workspaces;
      for (std::size_t i = 0; i < input.arguments->size(); ++i) {
        const Argument& argument = (*input.arguments)[i];
        if (!argument.workspace || !argument.on_device) continue;
        workspaces.emplace_back().allocate(input.count(i) * bytes_of(argument.type));
        arguments.put(i, workspaces.back().get());
      }
      function(arguments.get());
    }
    const double ns = ns_since(start);
    if (call.error != nullptr) {
      throw std::runtime_error(std::string("its CUDA calls left an error: ") + call.error);
    }
    if (watch) launches_ = call.launches;
    Sample sample;
    sample[Scope::kernel] = watch && launches_ > 0 ? ns_per_ms * call.kernel_ms : ns;
    sample[Scope::call] = ns;
    sample[Scope::total] = ns;
    sample.elapsed_ns = ns;
    // Nothing holds its launches back.
    sample.launch_included = watch;
    return sample;
  }

  std::shared_ptr<LabVariant> variant_;
  std::vector<Call> calls_;
  int launches_ = 0;
};

Variant make_host_to_host_variant(std::shared_ptr<LabVariant> variant) {
  LoadedBuilds loaded = load_builds(*variant);
  Variant described = describe(variant);
  described.device = Device::cuda;
  described.called_from = "C";
  described.parameters.insert(described.parameters.begin(), axes::gpu());
  described.synchronises = true;
  described.need = [variant](const Values& values) {
    return Need{.device_bytes = variant->workload().array_bytes(values)};
  };
  described.refuse = [variant](const Values& values, const DeviceLimits& device) {
    std::string reason = variant->refuse(values, device);
    if (!reason.empty() || !values.has("cache") || values.text("cache") != "cold") return reason;
    return "cache is cold, but " + variant->description().id +
           " copies its arrays itself: allowed is hot";
  };
  add_set_up(described, variant, std::move(loaded.around));
  described.make = make_execution<OutsideExecution>;
  set_outside_sampler(described.workload, described.id,
                      [variant, calls = std::move(loaded.calls)](const Values&) {
                        return std::make_unique<HostToHostSampler>(variant, calls);
                      });
  return described;
}

[[maybe_unused]] const bool registered = [] {
  set_cuda_maker(VariantForm::host_to_host, make_host_to_host_variant);
  return true;
}();

}  // namespace
}  // namespace breakeven::lab
