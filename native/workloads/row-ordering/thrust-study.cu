#include "thrust-ordering.cuh"

namespace breakeven::row_ordering {
namespace {

class ThrustStudy final : public ThrustOrdering {
 public:
  using ThrustOrdering::ThrustOrdering;

 protected:
  std::int64_t count_on_device(const std::int32_t*, std::int64_t, cudaStream_t) override {
    return 0;
  }
  std::int64_t count_on_host(const Input& input, const Output& output, std::int64_t) override {
    return walk_warps(input, output);
  }
};

BREAKEVEN_VARIANT({.id = "thrust-study",
                   .title = "Thrust, as in the study",
                   .summary = "Maximum, atomic counts, scan and atomic places on the device; the "
                              "host fills warps row by row, as in the study.",
                   .device = Device::cuda,
                   .source = udelar,
                   .parameters = device_parameters(),
                   .scopes = device_scopes,
                   .launches = 10,
                   .synchronises = true,
                   .exact = false,
                   .need = need_of_thrust,
                   .make = make_execution<ThrustStudy>});

}  // namespace
}  // namespace breakeven::row_ordering
