#include "blelloch-host-sums.cuh"

namespace breakeven::exclusive_scan {
namespace {

BREAKEVEN_VARIANT({.id = "blelloch-padded",
                   .title = "Blelloch scan, padded",
                   .summary = "As blelloch, with shared memory padded to avoid bank conflicts.",
                   .device = Device::cuda,
                   .source = udelar,
                   .parameters = {axes::gpu(), axes::memory()},
                   .scopes = {Scope::alloc, Scope::h2d, Scope::d2h, Scope::host},
                   .launches = 2,
                   .need = blelloch::need,
                   .make = make_execution<blelloch::HostSums<true>>});

}  // namespace
}  // namespace breakeven::exclusive_scan
