#include "../lazy.h"

#include "problem.h"

namespace breakeven::zoo {
namespace {

[[maybe_unused]] const bool added = add_lazy<row_ordering::WrongProblem>();

}  // namespace
}  // namespace breakeven::zoo
