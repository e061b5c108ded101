#ifdef BREAKEVEN_WITH_EIGEN
#include <Eigen/Core>
#endif

#include "../../core/peers/eigen.h"
#include "mean.h"

namespace breakeven::mean {
namespace {

#ifdef BREAKEVEN_WITH_EIGEN
void with_eigen(const Input& input, Output& output) {
  output.mean = Eigen::Map<const Eigen::ArrayXd>(input.values.data(), input.n()).mean();
}

constexpr auto make = make_kernel<with_eigen>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "eigen",
    .title = "Eigen mean",
    .summary = "Eigen's mean of an array on one core, in Eigen's vectors for the baseline "
               "instruction set.",
    .kind = VariantKind::library,
    .source = "Eigen",
    .exact = false,
    .unavailable = eigen_unavailable,
    .make = make,
});

}  // namespace breakeven::mean
