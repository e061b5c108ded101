#ifdef BREAKEVEN_WITH_EIGEN
#include <Eigen/Core>
#endif

#include "../../core/peers/eigen.h"
#include "min3x3.h"

namespace breakeven::min3x3 {
namespace {

#ifdef BREAKEVEN_WITH_EIGEN
void with_eigen(const Input& input, Output& output) {
  Eigen::Map<Eigen::Array<std::int32_t, positions, 1>> minimum(output.minimum.data());
  if (input.n == 0) {
    minimum.setConstant(none);
  } else if (input.layout == Layout::soa) {
    using Vectors = Eigen::Array<std::int32_t, Eigen::Dynamic, positions>;
    const Eigen::Map<const Vectors> vectors(input.values.data(), input.n, positions);
    minimum = vectors.colwise().minCoeff().transpose();
  } else {
    using Matrices = Eigen::Array<std::int32_t, positions, Eigen::Dynamic>;
    const Eigen::Map<const Matrices> matrices(input.values.data(), positions, input.n);
    minimum = matrices.rowwise().minCoeff();
  }
}

constexpr auto make = make_kernel<with_eigen>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "eigen",
    .title = "Eigen minima",
    .summary = "Eigen's minCoeff of each position on one core, in Eigen's vectors for the baseline "
               "instruction set.",
    .kind = VariantKind::library,
    .source = "Eigen",
    .unavailable = eigen_unavailable,
    .make = make,
});

}  // namespace breakeven::min3x3
