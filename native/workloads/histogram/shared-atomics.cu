#include "device-histogram.cuh"
#include "shared-atomics.cuh"

namespace breakeven::histogram {
namespace {

class SharedAtomics final : public DeviceExecution {
 public:
  explicit SharedAtomics(const Case& c)
      : DeviceExecution(c), block_(static_cast<unsigned>(c.values.integer("blockSize"))) {
    allow_shared(count_in_shared, shared_bytes());
  }

 protected:
  void compute(DevicePhases& phases) override {
    phases.kernel([&] {
      zero_counts(phases);
      launch(phases, count_in_shared, blocks_for(n(), block_), block_, shared_bytes(), values(),
             n(), bins(), counts());
    });
  }

 private:
  std::size_t shared_bytes() const { return std::size_t{4} * bins(); }

  unsigned block_;
};

std::string refuse(const Values& values, const DeviceLimits& device) {
  return shared_refusal(4 * values.real("bins"), device);
}

BREAKEVEN_VARIANT(
    {.id = "shared-atomics",
     .title = "Shared-memory atomics",
     .summary = "One thread per value; each block counts in shared memory and adds its counts to "
                "the result. The kernel time includes zeroing the result.",
     .device = Device::cuda,
     .kind = VariantKind::study,
     .source = la_laguna,
     .parameters = {axes::gpu(), axes::block_size(), axes::memory()},
     .scopes = device_scopes,
     .launches = 2,
     .refuse = refuse,
     .need = device_need,
     .make = make_execution<SharedAtomics>});

}  // namespace
}  // namespace breakeven::histogram
