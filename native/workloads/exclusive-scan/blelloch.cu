#include "blelloch-host-sums.cuh"

namespace breakeven::exclusive_scan {
namespace {

BREAKEVEN_VARIANT({.id = "blelloch",
                   .title = "Blelloch scan",
                   .summary = "Up-sweep and down-sweep in blocks of 2048; the host scans the block "
                              "sums, which a second kernel adds.",
                   .device = Device::cuda,
                   .source = udelar,
                   .parameters = {axes::gpu(), axes::memory()},
                   .scopes = {Scope::alloc, Scope::h2d, Scope::d2h, Scope::host},
                   .launches = 2,
                   .need = blelloch::need,
                   .make = make_execution<blelloch::HostSums<false>>});

}  // namespace
}  // namespace breakeven::exclusive_scan
