#include "../wrong.h"
#include "problem.h"

namespace breakeven::wrong {
namespace {

[[maybe_unused]] const bool added =
    add_all<binarize::WrongProblem, Fault::out_of_bounds, Fault::not_a_number>();

}  // namespace
}  // namespace breakeven::wrong
