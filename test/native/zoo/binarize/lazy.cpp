#include "../lazy.h"

#include "problem.h"

namespace breakeven::zoo {
namespace {

[[maybe_unused]] const bool added = add_lazy<binarize::WrongProblem>();

}  // namespace
}  // namespace breakeven::zoo
