#ifdef BREAKEVEN_WITH_EIGEN
#include <Eigen/Core>
#endif

#include "../../core/peers/eigen.h"
#include "in-place.h"

namespace breakeven::binarize {
namespace {

#ifdef BREAKEVEN_WITH_EIGEN
void with_eigen(double* values, std::int64_t n, double threshold, int) {
  Eigen::Map<Eigen::ArrayXd> all(values, n);
  all = (all >= threshold).select(white, Eigen::ArrayXd::Constant(n, black));
}

constexpr auto make = make_execution<InPlace<with_eigen>>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "eigen",
    .title = "Eigen select",
    .summary = "Eigen's select by a comparison, on one core; portable code for the baseline "
               "instruction set, not vectorised by hand.",
    .kind = VariantKind::library,
    .source = "Eigen",
    .unavailable = eigen_unavailable,
    .make = make,
});

}  // namespace breakeven::binarize
