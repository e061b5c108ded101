#include "../lazy.h"
#include "problem.h"

namespace breakeven::wrong {
namespace {

[[maybe_unused]] const bool added =
    add_all<row_ordering::WrongProblem>() && zoo::add_lazy<row_ordering::WrongProblem>();

}  // namespace
}  // namespace breakeven::wrong
