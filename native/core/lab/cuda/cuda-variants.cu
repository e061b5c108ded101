#include <cuda_runtime.h>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "../../axes.h"
#include "../../errors.h"
#include "../lab-variant.h"
#include "../library.h"
#include "../open-lab.h"
#include "../set-up.h"
#include "device-execution.h"
#include "kernel-build.h"

namespace breakeven::lab {
namespace {

constexpr double max_block_threads = 1024;
constexpr double max_grid_x = 2147483647;
constexpr double max_grid_yz = 65535;

/// A launch at some values.
struct Shape {
  std::array<double, 3> grid = {1, 1, 1};
  std::array<double, 3> block = {1, 1, 1};
  double shared = 0;

  double threads() const { return block[0] * block[1] * block[2]; }
  bool is_empty() const { return grid[0] * grid[1] * grid[2] == 0; }
};

Shape shape_at(const LabVariant& variant, const Values& values, const DeviceLimits& device) {
  Shape shape;
  const auto put = [](const std::vector<double>& from, std::array<double, 3>& to) {
    std::copy(from.begin(), from.end(), to.begin());
  };
  put(variant.block(values, device), shape.block);
  put(variant.grid(values, device), shape.grid);
  shape.shared = variant.shared(values, device);
  return shape;
}

/// Why it cannot be launched, in one sentence; empty when it can.
std::string fault_of(const Shape& shape, const DeviceLimits& device) {
  const auto whole = [](double size, double min) {
    return size == std::floor(size) && size >= min;
  };
  for (std::size_t d = 0; d < 3; ++d) {
    if (!whole(shape.block[d], 1)) {
      return "a block has " + number_text(shape.block[d]) +
             " threads in one dimension: allowed is a whole number from 1";
    }
    const double maximum = d == 0 ? max_grid_x : max_grid_yz;
    if (!whole(shape.grid[d], 0) || shape.grid[d] > maximum) {
      return "the grid has " + number_text(shape.grid[d]) + " blocks in dimension " +
             std::to_string(d + 1) + ": allowed is a whole number up to " + number_text(maximum);
    }
  }
  if (shape.threads() > max_block_threads) {
    return "a block has " + number_text(shape.threads()) + " threads: allowed is up to " +
           number_text(max_block_threads);
  }
  const auto limit = static_cast<double>(device.shared_per_block_optin);
  if (!whole(shape.shared, 0) || shape.shared > limit) {
    return "a block takes " + number_text(shape.shared) +
           " bytes of dynamic shared memory: allowed is a whole number up to " + number_text(limit);
  }
  return {};
}

dim3 dimensions(const std::array<double, 3>& sizes) {
  return dim3(static_cast<unsigned>(sizes[0]), static_cast<unsigned>(sizes[1]),
              static_cast<unsigned>(sizes[2]));
}

class KernelExecution final : public DeviceExecution {
 public:
  /// `build` is loaded.
  KernelExecution(const Case& c, const LabVariant& variant, std::shared_ptr<KernelBuild> build,
                  const void* kernel, const Shape& shape)
      : DeviceExecution(c, globals_of(variant, *build)),
        build_(std::move(build)),
        kernel_(kernel),
        shape_(shape),
        scalars_(input().scalars),
        pointers_(scalars_.size()) {
    build_->prepare(static_cast<unsigned>(shape.threads()), static_cast<std::size_t>(shape.shared));
    for (const std::size_t i : variant.parameters()) {
      const bool is_array = (*input().arguments)[i].is_array;
      parameters_.push_back(is_array ? static_cast<void*>(&pointers_[i]) : scalars_[i].data());
    }
  }

 protected:
  void compute(DevicePhases& phases) override {
    if (shape_.is_empty()) return;
    const dim3 grid = dimensions(shape_.grid);
    const dim3 block = dimensions(shape_.block);
    const auto shared = static_cast<std::size_t>(shape_.shared);
    for (std::size_t i = 0; i < pointers_.size(); ++i) {
      if ((*input().arguments)[i].is_array) pointers_[i] = device(i);
    }
    phases.note_launch(
        kernel_, {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared, CodeKind::own});
    build_->launch(grid, block, shared, parameters_.data(), stream_of(phases));
  }

 private:
  static std::vector<DeviceGlobal> globals_of(const LabVariant& variant, const KernelBuild& build) {
    std::vector<DeviceGlobal> globals;
    const std::vector<std::size_t> arguments = variant.global_arguments();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string& symbol = variant.description().globals[i].symbol;
      const auto [address, bytes] = build.variable(symbol);
      globals.push_back({arguments[i], symbol, address, bytes});
    }
    return globals;
  }

  std::shared_ptr<KernelBuild> build_;
  const void* kernel_;
  Shape shape_;
  std::vector<ScalarValue> scalars_;
  std::vector<void*> pointers_;
  std::vector<void*> parameters_;
};

/// Host code that works on the stream of the case.
class StreamExecution final : public DeviceExecution {
 public:
  StreamExecution(const Case& c, Call call, std::vector<DeviceGlobal> globals)
      : DeviceExecution(c, std::move(globals)),
        call_(call),
        scalars_(input().scalars),
        arguments_(scalars_.size() + 1) {}

 protected:
  void compute(DevicePhases& phases) override {
    stream_ = stream_of(phases);
    for (std::size_t i = 0; i < scalars_.size(); ++i) {
      const bool is_array = (*input().arguments)[i].is_array;
      arguments_[i] = is_array ? static_cast<void*>(device(i)) : scalars_[i].data();
    }
    arguments_.back() = static_cast<void*>(&stream_);
    call_(arguments_.data());
  }

 private:
  Call call_;
  std::vector<ScalarValue> scalars_;
  std::vector<void*> arguments_;
  cudaStream_t stream_ = nullptr;
};

Variant describe_device(const std::shared_ptr<LabVariant>& variant) {
  Variant described = describe(variant);
  described.device = Device::cuda;
  described.scopes = {Scope::alloc, Scope::h2d, Scope::d2h};
  described.parameters.insert(described.parameters.begin(), {axes::gpu(), axes::memory()});
  described.need = [variant](const Values& values) {
    return Need{.device_bytes = variant->workload().array_bytes(values)};
  };
  return described;
}

Variant make_kernel_variant(std::shared_ptr<LabVariant> variant) {
  std::vector<std::shared_ptr<KernelBuild>> builds;
  for (Build& build : variant->builds()) {
    if (build.unavailable.empty()) build.unavailable = KernelBuild::unavailable();
    const std::string& symbol = build.symbol.empty() ? variant->description().symbol : build.symbol;
    if (build.unavailable.empty() && symbol.empty()) {
      throw BadInput(variant->name() + " names no kernel: symbol is missing");
    }
    builds.push_back(std::make_shared<KernelBuild>(variant->name(), build.path, symbol));
  }
  Variant described = describe_device(variant);
  described.refuse = [variant](const Values& values, const DeviceLimits& device) {
    if (std::string reason = variant->refuse(values, device); !reason.empty()) return reason;
    try {
      return fault_of(shape_at(*variant, values, device), device);
    } catch (const BadInput& error) {
      return std::string(error.what());
    }
  };
  described.make = [variant, builds](const Case& c) -> std::unique_ptr<Execution> {
    const auto& build = builds.at(*variant->build_for(c.values));
    const void* const kernel =
        build->kernel(*variant->workload().arguments(), variant->parameters());
    return std::make_unique<KernelExecution>(c, *variant, build, kernel,
                                             shape_at(*variant, c.values, c.device));
  };
  return described;
}

Variant make_stream_variant(std::shared_ptr<LabVariant> variant) {
  LoadedBuilds loaded = load_builds(*variant);
  Variant described = describe_device(variant);
  // Nobody knows whether the code waits for its stream, so its launches are not held back.
  described.synchronises = true;
  add_set_up(described, variant, std::move(loaded.around));
  described.make = [variant, loaded](const Case& c) -> std::unique_ptr<Execution> {
    const std::size_t build = *variant->build_for(c.values);
    const std::vector<std::size_t> arguments = variant->global_arguments();
    std::vector<void*> addresses(arguments.size());
    std::vector<std::size_t> bytes(arguments.size());
    if (!arguments.empty()) loaded.globals.at(build)(addresses.data(), bytes.data());
    std::vector<DeviceGlobal> globals;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string& symbol = variant->description().globals[i].symbol;
      globals.push_back({arguments[i], symbol, static_cast<std::byte*>(addresses[i]), bytes[i]});
    }
    return std::make_unique<StreamExecution>(c, loaded.calls.at(build), std::move(globals));
  };
  return described;
}

[[maybe_unused]] const bool registered = [] {
  set_cuda_maker(VariantForm::cuda_kernel, make_kernel_variant);
  set_cuda_maker(VariantForm::cuda_host, make_stream_variant);
  return true;
}();

}  // namespace
}  // namespace breakeven::lab
